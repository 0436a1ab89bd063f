// Package ground turns a model with data into a ground task. Task evaluates initial values, moves with all their
// arguments, goals and heuristics symbolically, for all states at once. Then it removes moves and values that never
// occur.
//
// If there is an error, there is no task. A warning describes a probable mistake, with values for which it occurs.
// Codes lists the codes of the diagnostics.
package ground

// How grounding works, for the maintainer. The grounder's method build is the list of the steps. Package symbolic
// computes all expressions.
//
//  1. The start (start.go): a value that the solver chooses becomes a free variable. A value that depends on a choice
//     becomes a condition.
//  2. Moves (move.go): for each declared move the instances that `where` and the values reached so far admit
//     (instances.go, plan.go), and the guard and effects of each instance (effects.go). `then` reads the symbolic state
//     after the first phase. `always` and `distinct` are regressed into the guards (regress.go).
//  3. The objective, symmetries, and heuristics that are expressions: each in a file of its name; estimate.go has the
//     heuristics.
//  4. Package reach finds the values that a variable can take. Moves that need other values are dropped, and the task
//     is rebuilt over these values (shrink.go, rebuild.go), until nothing changes.
//  5. Facts about the final task: bounds of costs (costs.go), distinct arrays and unreachable goals (facts.go, package
//     parity). Then simpler puzzles for heuristics (estimate.go), which are grounded as the puzzle is.
//
// If a number may leave its type, package symbolic records a doubt: the position, and the condition under which the
// number stays inside. Package lint looks for values that break the condition, once the reachable values are known.
// readings.go says in which parts of a model the two readings of conditions are compared.

import (
	"context"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Task makes the ground task of an instance. With errors in the list the task is nil.
func Task(ctx context.Context, m *model.Model, o Options) (*task.Task, diag.List) {
	return newGrounder(ctx, m, o).ground()
}

func (g *grounder) ground() (*task.Task, diag.List) {
	g.domains = declaredDomains(g.m)
	g.Pool = g.NewPool(func(v int) []int64 { return g.domains[v] })
	t := g.build()
	g.StopIfEnded()
	if g.Sem.Problem() != nil { // doubts about other parts would use data that do not exist
		return nil, g.Errors()
	}
	if g.Diags.HasErrors() {
		return nil, g.Diags.Sorted()
	}
	t.Pool.Room = nil // later stages have limits of their own
	return t, g.Diags.Sorted()
}

func newGrounder(ctx context.Context, m *model.Model, o Options) *grounder {
	return grounderWith(ctx, m, o, symbolic.Hooks{})
}

func grounderWith(ctx context.Context, m *model.Model, o Options, hooks symbolic.Hooks) *grounder {
	if o.MaxMoves <= 0 {
		o.MaxMoves = defaultMaxMoves
	}
	if o.MaxNodes <= 0 {
		o.MaxNodes = defaultMaxNodes
	}
	g := &grounder{
		o: o, m: m, estimates: map[*model.Heuristic]task.Expr{}, relaxations: map[*model.Relaxation]symbolic.Value{},
		moveArgs: map[string][]model.Value{}, values: map[*model.Array][]model.Expr{},
	}
	w := work.New(ctx, semantics.NewEvaluator(m), o.MaxNodes)
	g.allMoves = hooks.AllValues
	hooks.Estimate, hooks.PlaceOf = g.estimateNode, g.placeOf
	g.Evaluator = symbolic.New(w, m, hooks)
	g.lint = lint.New(g.Evaluator, m)
	return g
}

// build runs the steps of grounding.
func (g *grounder) build() *task.Task {
	t := &task.Task{Puzzle: g.m.Puzzle, Pool: g.Pool.Pool}
	if g.m.Instance != nil {
		t.Instance = g.m.Instance.Name
	}
	g.makeStart(t)
	if g.Stopped {
		return nil
	}
	g.compareStatic()
	g.conditions(t)
	schemas := g.makeMoves(t)
	if g.Halted() {
		return nil
	}
	if g.image == nil {
		g.makeObjective(t)
		g.makeSymmetries(t)
		g.makeHeuristics(t)
	}
	t = g.shrink(t, schemas)
	if g.Halted() || t == nil {
		return nil
	}
	g.boundCosts(t, schemas)
	g.boundObjective(t)
	g.findFacts(t)
	g.keepDistinct(t)
	if g.image == nil {
		g.makePrunings(t)
		g.simplerPuzzles(t)
	}
	return t
}

// conditions computes goal, dead, always and the conditions on the start.
func (g *grounder) conditions(t *task.Task) {
	always := g.Pool.Conjuncts(g.Pool.And(g.stated("`always`", g.m.Always, lint.AllSatisfy)...))
	t.Always = task.True
	for _, c := range always {
		if g.Pool.TreeSize(c) <= regressLimit {
			g.always = append(g.always, c)
		} else {
			t.Always = g.Pool.And(t.Always, c)
		}
	}
	t.Goal = g.Pool.And(g.stated("the goal", g.m.Goals, lint.OneSatisfies)...)
	inits := g.stated("`init`", g.m.Inits, lint.StartSatisfies)
	t.Dead = g.Pool.Or(g.stated("`dead`", g.m.Deads, lint.MaySatisfy)...)
	if !g.o.NoWarnings && g.image == nil {
		g.lint.Formulas("`invariant`", g.m.Invariants, lint.AllPromised)
	}
	conds := append([]task.Expr{t.InitCond, g.Pool.And(inits...)}, always...)
	for _, a := range g.m.StateArrays() {
		if a.Distinct {
			g.distinct = append(g.distinct, a)
			d := g.m.Data[a.ID]
			conds = append(conds, g.Pool.Distinct(g.state[d.Offset:d.Offset+d.Size]...))
		}
	}
	t.InitCond = g.atStart(t, g.Pool.And(conds...))
	if g.image != nil { // an image has no conditions on the start
		t.InitCond = task.True
	}
}

// declaredDomains returns the values of each place of a state.
func declaredDomains(m *model.Model) [][]int64 {
	out := make([][]int64, m.StateSize)
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		codes := map[*model.Set][]int64{}
		for k := range d.Size {
			s := d.DomainAt(k)
			if codes[s] == nil {
				for _, v := range s.Elems {
					codes[s] = append(codes[s], v.N)
				}
			}
			out[d.Offset+k] = codes[s]
		}
	}
	return out
}
