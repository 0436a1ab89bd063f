package ground

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// starter computes each initial value when it is first read.
type starter struct {
	g      *grounder
	t      *task.Task
	values []task.Expr // by place; None: not computed yet
	busy   []bool
	conds  []task.Expr
}

// makeStart computes Init, Free and the conditions that relate initial values to free variables, and makes the state.
func (g *grounder) makeStart(t *task.Task) {
	n := g.m.StateSize
	s := &starter{g: g, t: t, values: make([]task.Expr, n), busy: make([]bool, n)}
	for i := range s.values {
		s.values[i] = task.None
	}
	t.Init, t.Free = make([]int64, n), make([]bool, n)
	g.SetState(s.at)
	g.comparing("the initial state", func() {
		for place := 0; place < n && !g.Halted(); place++ {
			s.at(place)
		}
	})
	if g.Halted() {
		return
	}
	g.SetState(g.stateAt)
	t.InitCond = g.Pool.And(s.conds...)

	changed := g.writtenArrays()
	g.state = make([]task.Expr, n)
	for _, a := range g.m.StateArrays() {
		d := g.m.Data[a.ID]
		for place := d.Offset; place < d.Offset+d.Size; place++ {
			if changed[a] || t.Free[place] {
				g.state[place] = g.Pool.Var(place)
			} else {
				g.state[place] = g.Pool.Const(t.Init[place])
			}
			if g.Halted() {
				return
			}
		}
	}
}

// at returns the initial value of a place: a constant, or the variable itself if the value depends on a choice of the
// solver.
func (s *starter) at(place int) task.Expr {
	g := s.g
	if s.values[place] != task.None {
		return s.values[place]
	}
	if g.image != nil {
		s.values[place] = s.fromImage(place)
		return s.values[place]
	}
	if s.busy[place] { // the reference semantics has reported the cycle
		return g.Pool.Var(place)
	}
	s.busy[place] = true
	a, k := g.m.ArrayAt(place)
	e, f := g.initial(a, k)
	c := s.is(e, f, a, place)
	if c.fixed != task.None {
		s.t.Init[place], _ = g.Pool.Value(c.fixed)
		s.values[place] = c.fixed
		return s.values[place]
	}
	s.t.Free[place] = true
	s.t.Init[place] = g.domains[place][0]
	s.values[place] = g.Pool.Var(place)
	s.conds = append(s.conds, c.cond)
	return s.values[place]
}

// initial returns the expression of the initial value of an element, with the frame in which it is computed.
func (g *grounder) initial(a *model.Array, k int) (model.Expr, symbolic.Frame) {
	if a.Value == nil {
		return nil, nil
	}
	es, ok := g.values[a]
	if !ok {
		es = []model.Expr{a.Value}
		if list, isList := a.Value.(*model.List); isList && len(a.Index) > 0 {
			es = list.Leaves()
		}
		g.values[a] = es
	}
	e := es[min(k, len(es)-1)]
	f := make(symbolic.Frame, a.Slots)
	d := g.m.Data[a.ID]
	for i, v := range d.IndexAt(k) {
		if slot := a.Index[i].Slot; slot >= 0 {
			f.Set(slot, g.Lift(d.Index[i].Type, v))
		}
	}
	return e, f
}

// startValue is an initial value: a fixed code, or a condition on the variable.
type startValue struct {
	fixed task.Expr // task.None if the value is a condition
	cond  task.Expr
}

// is returns the initial value of a variable: a fixed code or a condition.
func (s *starter) is(e model.Expr, f symbolic.Frame, a *model.Array, place int) startValue {
	g := s.g
	p := g.Pool
	switch e := e.(type) {
	case nil, *model.AnyValue:
		return startValue{task.None, task.True}
	case *model.If:
		if !model.LeavesChoice(e) {
			break
		}
		c := g.Eval(e.Cond, f).X
		switch c {
		case task.True:
			return s.is(e.Then, f, a, place)
		case task.False:
			return s.is(e.Else, f, a, place)
		}
		yes, no := s.is(e.Then, f, a, place), s.is(e.Else, f, a, place)
		return startValue{task.None, p.Ite(c, yes.holds(g, place), no.holds(g, place))}
	default:
	}
	v := g.Eval(e, f)
	g.SettleValue(e, v, f)
	x, d := g.Code(a.Type, v)
	k := place - g.m.Data[a.ID].Offset
	in := p.And(d, g.Member(g.m.Data[a.ID].DomainAt(k), x))
	if n, ok := p.Value(x); ok && in == task.True {
		return startValue{p.Const(n), task.True}
	}
	if in == task.False && !g.m.HasChoice() {
		g.ErrorOnce(e.Span(), codeStartRange, fmt.Sprintf("the initial value of %s is undefined or outside its type",
			g.m.StateName(place)), "")
	}
	return startValue{task.None, p.And(in, p.Eq(p.Var(place), x))}
}

func (v startValue) holds(g *grounder, place int) task.Expr {
	if v.fixed == task.None {
		return v.cond
	}
	return g.Pool.Eq(g.Pool.Var(place), v.fixed)
}

// writtenArrays returns the state variables that some move writes.
func (g *grounder) writtenArrays() map[*model.Array]bool {
	out := map[*model.Array]bool{}
	for _, m := range g.m.Moves {
		for e := range model.AllEffects(slices.Concat(m.Body, m.Then)) {
			if assign, ok := e.(*model.Assign); ok {
				for _, t := range assign.Targets {
					out[t.Array] = true
				}
			}
		}
	}
	return out
}

// fromImage returns the initial value of a place.
func (s *starter) fromImage(place int) task.Expr {
	g := s.g
	s.t.Free[place], s.t.Init[place] = g.image.free[place], g.image.codes[place]
	if s.t.Free[place] {
		s.t.Init[place] = g.domains[place][0]
		return g.Pool.Var(place)
	}
	return g.Pool.Const(s.t.Init[place])
}
