package task

// How simpler puzzles are made, for the maintainer.
//
// An abstraction forgets a part of the state. The abstract task keeps some variables; hidden variables stand for the
// part that is forgotten. First, each condition and effect of the puzzle is written over abstract and hidden variables.
// The kinds of abstraction differ in this step only: abstract_project.go for projections, abstract_merge.go and dual.go
// for patterns. Then the hidden variables are removed:
//
//   - From a condition by "maybe": the new condition is true if some values of the hidden variables make the old
//     condition true (abstract_maybe.go).
//   - From an effect or a cost, whose value must be known, by cases: one abstract move for each choice of hidden
//     values (abstract_cases.go).
//
// Result: each move of the puzzle either changes no abstract variable, or has an abstract move between the images of
// its two states, of no greater cost. Images of goals are goals. So exact costs of the abstract puzzle never
// overestimate. (Edelkamp, Planning with pattern databases, 2001, for projection; Culberson and Schaeffer, Pattern
// databases, 1998.)

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// maxAbstractMoves and maxAbstractSize limit the moves of an abstract task and the size of its pool.
const (
	maxAbstractMoves = 2_000_000
	maxAbstractSize  = 5_000_000
)

// maker makes an abstract task.
type maker struct {
	t       *Task
	name    string
	w       *Pool     // its variables: the abstract variables, then one hidden variable for each variable of the puzzle
	vars    []Var     // the abstract variables
	image   []Expr    // for each abstract variable: its value in a state of the puzzle, in the puzzle's pool
	tracked []int     // the abstract variables that stand for tracked values
	hidden  [][]int64 // for each variable of the puzzle: the values that its hidden variable may have

	ctx  context.Context
	view view
	memo map[Expr]Expr  // for each expression of the puzzle: its translation
	up   map[Expr]Expr  // for each translated condition: its upper bound without hidden variables
	down map[Expr]Expr  // and its lower bound
	read map[Expr][]int // for each translated expression: the hidden variables that it reads

	moves  []Move
	number map[string]int // for each guard with effects, as text: the number of its move
}

// view is one kind of abstraction. It translates variables, expressions and effects.
type view interface {
	// variable returns the value of variable v of the puzzle over abstract and hidden variables.
	variable(v int) Expr
	// special translates expressions for which the view has a better form than the general one; ok is false for all
	// others.
	special(e Expr) (Expr, bool)
	// effects translates the effects of a move. The cost of the move counts where the condition counts holds.
	effects(es []Effect) (out []Effect, counts Expr)
}

// newMaker returns a maker for the given abstract variables. image holds their values in a state of the puzzle, hidden
// the values of the hidden variables.
func newMaker(t *Task, name string, vars []Var, image []Expr, hidden [][]int64) *maker {
	m := &maker{
		t: t, name: name, vars: vars, image: image, hidden: hidden,
		memo: map[Expr]Expr{}, up: map[Expr]Expr{}, down: map[Expr]Expr{}, read: map[Expr][]int{},
		number: map[string]int{},
	}
	m.w = NewPool(func(v int) []int64 {
		if v < len(vars) {
			return vars[v].Values
		}
		return hidden[v-len(vars)]
	})
	m.w.Graphs = t.Pool.Graphs
	return m
}

// hiddenValues returns the values of all variables of a puzzle, as the values of hidden variables.
func hiddenValues(t *Task) [][]int64 {
	out := make([][]int64, len(t.Vars))
	for v := range out {
		out[v] = t.Vars[v].Values
	}
	return out
}

// hide returns the hidden variable of variable v of the puzzle, or a constant if it has one value only.
func (m *maker) hide(v int) Expr {
	if len(m.hidden[v]) == 1 {
		return m.w.Const(m.hidden[v][0])
	}
	return m.w.Var(len(m.vars) + v)
}

// translate returns an expression of the puzzle written over abstract and hidden variables.
func (m *maker) translate(e Expr) Expr {
	if r, ok := m.memo[e]; ok {
		return r
	}
	r, ok := m.view.special(e)
	if !ok {
		n := *m.t.Pool.nodes.at(e)
		switch n.Op {
		case OpConst:
			return m.w.Const(n.N)
		case OpVar:
			r = m.view.variable(int(n.N))
		default:
			r = m.w.Make(n.Op, n.N, lists.Map(n.Args, m.translate))
		}
	}
	m.memo[e] = r
	return r
}

// build makes the abstract task. It fails if the abstract task becomes too large, or with the context's error if the
// context ends.
func (m *maker) build(ctx context.Context) (Abstraction, []Expr, error) {
	m.ctx = ctx
	for i := range m.t.Moves {
		if err := m.move(&m.t.Moves[i]); err != nil {
			return Abstraction{}, nil, err
		}
	}
	goal, always := m.maybe(m.translate(m.t.Goal)), m.maybe(m.translate(m.t.Always))
	if m.ctx.Err() != nil {
		return Abstraction{}, nil, m.ctx.Err()
	}
	return Abstraction{Name: m.name, Task: m.finish(goal, always), Tracked: m.tracked}, m.image, nil
}

// move adds the abstract moves of one move of the puzzle.
func (m *maker) move(mv *Move) error {
	effects, counts := m.view.effects(mv.Effects)
	if len(effects) == 0 {
		return nil
	}
	cost := m.w.Ite(counts, m.translate(mv.Cost), m.w.Const(0))
	err := m.byCases(&Move{
		Name: mv.Name, Schema: mv.Schema, Guard: m.translate(mv.Guard), Effects: effects, Cost: cost, Order: None,
	})
	switch {
	case m.ctx.Err() != nil:
		return m.ctx.Err()
	case err != nil:
		return err
	case len(m.moves) > maxAbstractMoves:
		return fmt.Errorf("%s has more than %d moves", m.name, maxAbstractMoves)
	case m.w.Size() > maxAbstractSize:
		return fmt.Errorf("%s is too large: its moves depend on too much that it forgets", m.name)
	}
	return nil
}

// emit adds a move that reads no hidden variables, unless the move changes nothing. If an earlier move has the same
// guard and effects, that move gets the lesser of both costs instead.
func (m *maker) emit(mv Move) {
	guard := []Expr{mv.Guard}
	effects := make([]Effect, 0, len(mv.Effects))
	for _, e := range mv.Effects {
		if e.Cond == False || e.Value == m.w.Var(e.Var) {
			continue
		}
		effects = append(effects, e)
		guard = append(guard, m.w.Implies(e.Cond, m.w.among(e.Value, m.vars[e.Var].Values)))
	}
	mv.Guard, mv.Effects = m.w.And(guard...), effects
	if len(effects) == 0 || mv.Guard == False {
		return
	}
	key := fmt.Sprint(mv.Guard, effects)
	if i, ok := m.number[key]; ok {
		m.moves[i].Cost = m.w.Min(m.moves[i].Cost, mv.Cost)
		return
	}
	m.number[key] = len(m.moves)
	m.moves = append(m.moves, mv)
}

// among returns the condition that e is one of the given values, which ascend.
func (p *Pool) among(e Expr, values []int64) Expr {
	n := *p.nodes.at(e)
	switch {
	case n.Op == OpVar:
		if isSubset(p.domain(int(n.N)), values) {
			return True
		}
	case n.Op == OpIte:
		return p.Ite(n.Args[0], p.among(n.Args[1], values), p.among(n.Args[2], values))
	case n.Lo >= values[0] && n.Hi <= values[len(values)-1] &&
		int64(len(values)) == values[len(values)-1]-values[0]+1:
		return True
	}
	return p.Or(lists.Map(values, func(x int64) Expr { return p.Eq(e, p.Const(x)) })...)
}

func isSubset(a, b []int64) bool {
	return !slices.ContainsFunc(a, func(x int64) bool { _, ok := slices.BinarySearch(b, x); return !ok })
}

// finish returns the abstract task, with a pool of its own.
func (m *maker) finish(goal, always Expr) *Task {
	t := &Task{Puzzle: m.name, Vars: m.vars, InitCond: True, Dead: False, Fixed: make([]int64, len(m.vars))}
	t.Pool = NewPool(func(v int) []int64 { return m.vars[v].Values })
	t.Pool.Graphs = m.w.Graphs
	memo := map[Expr]Expr{}
	imported := func(e Expr) Expr { return t.Pool.Import(m.w, e, t.Pool.Var, memo) }
	for i := range m.moves {
		mv := m.moves[i]
		mv.Guard, mv.Cost = imported(mv.Guard), imported(mv.Cost)
		for k, e := range mv.Effects {
			mv.Effects[k] = Effect{Var: e.Var, Cond: imported(e.Cond), Value: imported(e.Value)}
		}
		t.Moves = append(t.Moves, mv)
	}
	t.Goal, t.Always = imported(goal), imported(always)
	m.start(t)
	t.BoundCosts()
	return t
}

// start sets the initial state of the abstract task: the image of the puzzle's initial state.
func (m *maker) start(t *Task) {
	for i, e := range m.image {
		free := slices.ContainsFunc(m.t.Pool.Vars(e), func(v int) bool { return m.t.Free[v] })
		t.Free = append(t.Free, free)
		t.Init = append(t.Init, m.t.Pool.Eval(e, m.t.Init))
		t.Vars[i].State = i
	}
}
