package ground

import (
	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Options are the limits of grounding; the zero value is the default.
type Options struct {
	MaxMoves   int  // ground moves; 0: 5 million
	MaxNodes   int  // size of the expression graph, see task.Pool.Size; 0: 20 million
	NoWarnings bool // omits the search for values that leave their types
	// Invariant returns a proof that no goal of a task can be reached, in a sentence; "" if it finds none. nil: none is
	// sought.
	Invariant func(w *work.Work, t *task.Task) string
}

const (
	defaultMaxMoves = 5_000_000
	defaultMaxNodes = 20_000_000
)

// grounder is the state of grounding.
type grounder struct {
	*symbolic.Evaluator
	o       Options
	m       *model.Model
	state   []task.Expr // an expression for each place
	varAt   []int       // the place of each variable; nil: the same number
	domains [][]int64

	estimates map[*model.Heuristic]task.Expr
	missing   string // why the current heuristic is not an expression yet

	// For simpler puzzles: the finished task, the abstractions made so far, and the initial state of the current one.
	task        *task.Task
	relaxations map[*model.Relaxation]symbolic.Value
	image       *imageStart

	lint     *lint.Linter
	values   map[*model.Array][]model.Expr // the value of all elements, or one value for each element
	moveArgs map[string][]model.Value      // by the name of a ground move, if a `prune` may ask for them
	always   []task.Expr                   // conjuncts of `always` that are regressed into the guards
	distinct []*model.Array                // arrays of the state that are distinct
	walkFrom int                           // combinations that reachability tries before it visits states; for tests
	allMoves bool                          // reached values do not decide which moves are made; for tests
}

// imageStart is the initial state of a puzzle that is used as a relaxation: the image of the model's initial state. A
// place is free if its value depends on a choice of the solver.
type imageStart struct {
	codes []int64
	free  []bool
}

// placeOf returns the place in the state of a variable.
func (g *grounder) placeOf(v int) int {
	if g.varAt == nil {
		return v
	}
	return g.varAt[v]
}

// stateAt returns the expression of a place of the state.
func (g *grounder) stateAt(place int) task.Expr { return g.state[place] }

// atStart returns a condition in the initial state: a condition on the free variables.
func (g *grounder) atStart(t *task.Task, e task.Expr) task.Expr {
	return g.Pool.Rebuild(e, func(v int) task.Expr {
		if t.Free[v] {
			return g.Pool.Var(v)
		}
		return g.Pool.Const(t.Init[v])
	}, map[task.Expr]task.Expr{})
}

// stated returns the conditions of formulas. It looks for mistakes in them if warnings are wanted; what names them.
func (g *grounder) stated(what string, fs []model.Formula, demand lint.Demand) []task.Expr {
	if !g.o.NoWarnings && g.image == nil {
		return g.lint.Formulas(what, fs, demand)
	}
	return g.formulas(fs)
}

func (g *grounder) formulas(fs []model.Formula) []task.Expr {
	es := make([]task.Expr, len(fs))
	for i := range fs {
		es[i] = g.formula(&fs[i])
	}
	return es
}

// formula returns the condition under which a formula of the model is true.
func (g *grounder) formula(f *model.Formula) task.Expr {
	return g.Eval(f.Expr, make(symbolic.Frame, f.Slots)).X
}
