package sat

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// Where things are equal, such as balls that all are to be carried from one room to another, each plan has as many images as there are ways to exchange
// them, and a solver refutes all of them. Of plans that are images of one another the first is looked for, by the values of the states one after
// another (Crawford, Ginsberg, Luks and Roy 1996; of plans: Rintanen, "Symmetry reduction for SAT representations of transition systems", 2003). A declared symmetry says of
// states that they are as good as their images, but not that the images of the states of a plan make a plan. So only such are used of which
// that is proved: they exchange variables, and moves become moves, the start stays the start and the goal the goal. Nothing rests on the promise then.

// Bounds on what is said and looked at.
const (
	mostExchanges     = 64
	mostExchangeWork  = 1 << 18 // moves that are compared
	mostComparedPlans = 48      // values: what comes later in a plan seldom decides
)

// exchange is the variable whose value each variable has in the image.
type exchange []int

// exchanges are the declared symmetries that take plans to plans of the same cost.
func exchanges(t *task.Task) (out []exchange) {
	if t.HasFree() || len(t.Moves) == 0 {
		return nil
	}
	pool := task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	pool.Graphs = t.Pool.Graphs
	plain := newImporter(t.Pool, pool, nil)
	for i := range t.Symmetries {
		if len(out) == mostExchanges || (i+1)*len(t.Moves) > mostExchangeWork {
			break
		}
		if x := exchangeOf(t, &t.Symmetries[i]); x != nil && x.keeps(t, plain) {
			out = append(out, x)
		}
	}
	return out
}

// exchangeOf is a symmetry that exchanges variables with the same values, and leaves the start as it is; nil if it does more. When it is promised to
// hold does not matter, since nothing is believed.
func exchangeOf(t *task.Task, y *task.Symmetry) exchange {
	x := make(exchange, len(t.Vars))
	for v := range x {
		x[v] = v
	}
	taken := make([]bool, len(t.Vars))
	for _, e := range y.Effects {
		n := t.Pool.Node(e.Value)
		if e.Cond != task.True || n.Op != task.OpVar {
			return nil
		}
		x[e.Var] = int(n.N)
	}
	for v, w := range x {
		if taken[w] || t.Init[v] != t.Init[w] || !slices.Equal(t.Vars[v].Values, t.Vars[w].Values) {
			return nil
		}
		taken[w] = true
	}
	return x
}

// keeps tells whether an exchange takes moves to moves, and the conditions to themselves.
func (x exchange) keeps(t *task.Task, plain *importer) bool {
	turned := newImporter(t.Pool, plain.to, func(v int) task.Expr { return plain.to.Var(x[v]) })
	if plain.expr(t.Goal) != turned.expr(t.Goal) || plain.expr(t.Always) != turned.expr(t.Always) {
		return false
	}
	images := map[string]bool{}
	for m := range t.Moves {
		images[moveKey(&t.Moves[m], turned, func(v int) int { return x[v] })] = true
	}
	for m := range t.Moves {
		if !images[moveKey(&t.Moves[m], plain, func(v int) int { return v })] {
			return false
		}
	}
	return true
}

// moveKey tells moves apart by when they can be made, what they cost and what they make of each variable.
func moveKey(m *task.Move, im *importer, variable func(v int) int) string {
	type effect struct {
		v     int
		value task.Expr
	}
	out := make([]effect, len(m.Effects))
	for i, e := range m.Effects {
		v := variable(e.Var)
		out[i] = effect{v, im.to.Ite(im.expr(e.Cond), im.expr(e.Value), im.to.Var(v))}
	}
	slices.SortFunc(out, func(a, b effect) int { return cmp.Compare(a.v, b.v) })
	return fmt.Sprint(im.expr(m.Guard), im.expr(m.Cost), out)
}

// leader keeps the states of a plan from being greater than those of its image.
type leader struct {
	exchange
	unless   lit // smaller already
	compared int
}

func leaders(xs []exchange) (out []*leader) {
	for _, x := range xs {
		out = append(out, &leader{exchange: x, unless: litFalse})
	}
	return out
}

// lead adds a state to what is compared.
func (s *step) lead(l *leader) {
	pool := s.e.p.pool
	for v, w := range l.exchange {
		if w == v || l.exchange[w] == v && w < v { // of two that change places one comparison says all
			continue
		}
		x, image := s.e.p.variable(v), s.e.p.variable(w)
		if x == image || l.compared == mostComparedPlans || s.e.f.err != nil {
			continue
		}
		l.compared++
		s.require([]lit{l.unless}, pool.Le(x, image), true)
		equal := s.e.f.newVar()
		s.require([]lit{l.unless, equal}, pool.Eq(x, image), false)
		l.unless = -equal
	}
}

// variable is an original variable, which may have become a part of another one.
func (p *problem) variable(v int) task.Expr {
	m := p.view.members[v]
	of := p.pool.Var(m.v)
	if slices.Equal(p.view.from.Vars[v].Values, p.domain(m.v)) && slices.IsSorted(m.at) && len(slices.Compact(slices.Clone(m.at))) == len(m.at) {
		return of
	}
	codes := make([]task.Expr, len(m.at))
	for i, place := range m.at {
		codes[i] = p.pool.Const(p.view.from.Vars[v].Values[place])
	}
	return p.pool.Select(of, codes...)
}
