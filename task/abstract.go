package task

// How simpler puzzles are made, for the maintainer.
//
// An abstraction forgets a part of the state. What is kept are the variables of the abstract task; what is forgotten are hidden
// variables. First every condition and effect of the puzzle is written over both kinds (how, is the business of the three
// sorts of abstraction: abstract_project.go; abstract_merge.go and dual.go for patterns). Then the hidden variables are taken out:
//
//   - in a condition, by "maybe": what some values of the hidden variables make true is true (abstract_maybe.go);
//   - in an effect or a cost, where a value must be known, by cases: one abstract move for each (abstract_cases.go).
//
// So each move of the puzzle has an abstract move between the images of the states that it leads from and to, of no greater cost,
// or changes nothing; goals map to goals; and exact costs of the abstract puzzle never overestimate.
// (Edelkamp, Planning with pattern databases, 2001, for projection; Culberson and Schaeffer, Pattern databases, 1998.)

import (
	"context"
	"fmt"
	"slices"
)

// maxAbstractMoves and maxAbstractSize bound an abstract task.
const (
	maxAbstractMoves = 2_000_000
	maxAbstractSize  = 5_000_000
)

// maker makes an abstract task.
type maker struct {
	t       *Task
	name    string
	w       *Pool     // over the abstract variables, and after them one hidden variable for each variable of the puzzle
	vars    []Var     // the abstract variables
	image   []Expr    // their values in a state of the puzzle; in its pool
	tracked []int     // of the abstract variables, those of tracked values
	hidden  [][]int64 // by variable of the puzzle: the values that it may have where it is hidden

	ctx  context.Context
	view view
	memo map[Expr]Expr // what expressions of the puzzle became
	up   map[Expr]Expr // and with maybe
	down map[Expr]Expr
	read map[Expr][]int // the hidden variables that an expression reads

	moves  []Move
	number map[string]int // of the moves, by what they do
}

// view is how an abstraction sees the puzzle.
type view interface {
	// variable is the value of a variable of the puzzle.
	variable(v int) Expr
	// special translates an expression that the view knows a better form of.
	special(e Expr) (Expr, bool)
	// effects translates the effects of a move, and the condition under which its cost counts.
	effects(es []Effect) (out []Effect, counts Expr)
}

// newMaker takes the abstract variables, their values in a state of the puzzle, and the hidden values of each of its variables.
func newMaker(t *Task, name string, vars []Var, image []Expr, hidden [][]int64) *maker {
	m := &maker{
		t: t, name: name, vars: vars, image: image, hidden: hidden,
		memo: map[Expr]Expr{}, up: map[Expr]Expr{}, down: map[Expr]Expr{}, read: map[Expr][]int{}, number: map[string]int{},
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

// hiddenValues is the values of all variables of a puzzle.
func hiddenValues(t *Task) [][]int64 {
	out := make([][]int64, len(t.Vars))
	for v := range out {
		out[v] = t.Vars[v].Values
	}
	return out
}

// hide is the hidden variable of a variable of the puzzle; a constant if it may have one value only.
func (m *maker) hide(v int) Expr {
	if len(m.hidden[v]) == 1 {
		return m.w.Const(m.hidden[v][0])
	}
	return m.w.Var(len(m.vars) + v)
}

// translate writes an expression of the puzzle over abstract and hidden variables.
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
			args := make([]Expr, len(n.Args))
			for i, a := range n.Args {
				args[i] = m.translate(a)
			}
			r = m.w.Make(n.Op, n.N, args)
		}
	}
	m.memo[e] = r
	return r
}

// build makes the abstract task. The error is the context's if that ends first.
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

// move adds the abstract moves of a move.
func (m *maker) move(mv *Move) error {
	effects, counts := m.view.effects(mv.Effects)
	if len(effects) == 0 {
		return nil
	}
	cost := m.w.Ite(counts, m.translate(mv.Cost), m.w.Const(0))
	err := m.byCases(&Move{Name: mv.Name, Schema: mv.Schema, Guard: m.translate(mv.Guard), Effects: effects, Cost: cost, Order: None})
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

// emit adds a move in which nothing is hidden, unless it changes nothing. Of two moves that differ in cost alone the cheaper stays.
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

// among tells whether e is one of some values.
func (p *Pool) among(e Expr, values []int64) Expr {
	n := *p.nodes.at(e)
	switch {
	case n.Op == OpVar:
		if isSubset(p.domain(int(n.N)), values) {
			return True
		}
	case n.Op == OpIte:
		return p.Ite(n.Args[0], p.among(n.Args[1], values), p.among(n.Args[2], values))
	case n.Lo >= values[0] && n.Hi <= values[len(values)-1] && int64(len(values)) == values[len(values)-1]-values[0]+1:
		return True
	}
	out := make([]Expr, len(values))
	for i, x := range values {
		out[i] = p.Eq(e, p.Const(x))
	}
	return p.Or(out...)
}

func isSubset(a, b []int64) bool {
	return !slices.ContainsFunc(a, func(x int64) bool { _, ok := slices.BinarySearch(b, x); return !ok })
}

// finish carries what was made into a pool of its own.
func (m *maker) finish(goal, always Expr) *Task {
	t := &Task{Puzzle: m.name, Vars: m.vars, InitCond: True, Dead: False, Fixed: make([]int64, len(m.vars))}
	t.Pool = NewPool(func(v int) []int64 { return m.vars[v].Values })
	t.Pool.Graphs = m.w.Graphs
	memo := map[Expr]Expr{}
	carry := func(e Expr) Expr { return t.Pool.Import(m.w, e, t.Pool.Var, memo) }
	for i := range m.moves {
		mv := m.moves[i]
		mv.Guard, mv.Cost = carry(mv.Guard), carry(mv.Cost)
		for k, e := range mv.Effects {
			mv.Effects[k] = Effect{Var: e.Var, Cond: carry(e.Cond), Value: carry(e.Value)}
		}
		t.Moves = append(t.Moves, mv)
	}
	t.Goal, t.Always = carry(goal), carry(always)
	m.start(t)
	costFacts(t)
	return t
}

// start gives the abstract task the image of the puzzle's start.
func (m *maker) start(t *Task) {
	for i, e := range m.image {
		free := slices.ContainsFunc(m.t.Pool.Vars(e), func(v int) bool { return m.t.Free[v] })
		t.Free = append(t.Free, free)
		t.Init = append(t.Init, m.t.Pool.Eval(e, m.t.Init))
		t.Vars[i].State = i
	}
}

// costFacts sets the bounds of the costs.
func costFacts(t *Task) {
	f := &t.Facts
	for i := range t.Moves {
		n := t.Pool.Node(t.Moves[i].Cost)
		if i == 0 {
			f.MinCost, f.MaxCost = max(n.Lo, 0), n.Hi
		}
		f.MinCost, f.MaxCost = min(f.MinCost, max(n.Lo, 0)), max(f.MaxCost, n.Hi)
	}
	f.UnitCost = f.MinCost == 1 && f.MaxCost == 1
}
