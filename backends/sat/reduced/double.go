package reduced

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Two moves one after the other are one operation: it reads the state before both and leads to the state after both. If
// all shorter plans are refuted and all moves cost the same, pairs without an effect may be dropped, and all but one of
// the pairs with the same effect. Few pairs may be left. Example: the blank of the 8-puzzle moves by two squares in 44
// ways, and by one square in 24.

// doubling collects the pairs of moves.
type doubling struct {
	p     *Problem
	lay   *layers.Layers
	most  int // pairs
	ops   []layers.Op
	known map[string]bool
}

// Bounds on the work.
const (
	mostDoubled = 400 // single moves
	inVain      = 3   // pairs that may follow one another, as a multiple of the pairs that are admitted
)

// Doubled returns the problem with the pairs of its moves as further operations. It returns nil if there are too many
// pairs, or if they read too many variables.
func (p *Problem) Doubled(ctx context.Context, lay *layers.Layers) (*Problem, error) {
	var alive []*layers.Op
	for i := range p.Ops {
		if !lay.Dead[i] {
			alive = append(alive, &p.Ops[i])
		}
	}
	if len(alive) > mostDoubled || p.Lim.Doubled == 0 {
		return nil, nil
	}
	d := &doubling{p: p, lay: lay, most: int(2 * p.Lim.Doubled * float64(len(alive))), known: map[string]bool{}}
	follow := make([][]*layers.Op, len(alive))
	for i, n := 0, 0; i < len(alive); i++ {
		for _, b := range alive {
			if d.mayFollow(alive[i], b) {
				follow[i] = append(follow[i], b)
				n++
			}
		}
		if n > inVain*d.most {
			return nil, nil
		}
	}
	for i, a := range alive {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		after := p.AfterMove(a)
		for _, b := range follow[i] {
			if !d.add(a, b, after) {
				return nil, nil
			}
		}
	}
	out := *p
	out.Ops = slices.Concat(p.Ops, d.ops)
	return &out, nil
}

// mayFollow reports whether b may be applicable after a, by the guard's conditions on single variables.
func (d *doubling) mayFollow(a, b *layers.Op) bool {
	for _, s := range b.Guard.Sets {
		if !slices.ContainsFunc(s.At, func(place int) bool { return d.mayHold(a, s.V, place) }) {
			return false
		}
	}
	return true
}

// mayHold reports whether a variable may have a place after an operation.
func (d *doubling) mayHold(a *layers.Op, v, place int) bool {
	i := slices.IndexFunc(a.Writes, func(w layers.Write) bool { return w.V == v })
	switch {
	case i < 0:
		return d.mayBe(a, v, place)
	case a.Writes[i].Table == nil || len(a.Writes[i].Scope) > 1:
		return true
	case len(a.Writes[i].Scope) == 0:
		return int(a.Writes[i].Table[0]) == place
	}
	for before, after := range a.Writes[i].Table {
		if int(after) == place && d.mayBe(a, a.Writes[i].Scope[0], before) {
			return true
		}
	}
	return false
}

// mayBe reports whether a variable may have a place before an operation.
func (d *doubling) mayBe(a *layers.Op, v, place int) bool {
	f := d.p.Fact(v, place)
	return d.lay.Ever.Alive(f) && !slices.ContainsFunc(a.Guard.Sets, func(s layers.ValueSet) bool {
		return s.V == v && !s.Has[place] || len(s.At) == 1 && !d.lay.Ever.Has(f, d.p.Fact(s.V, s.At[0]))
	})
}

// add adds the pair of a and b, unless a pair with the same effect exists. It returns false if there are too many
// pairs, or if they read too many variables.
func (d *doubling) add(a, b *layers.Op, after *Importer) bool {
	o, possible := d.p.double(a, b, after)
	if !possible || len(o.Writes) == 0 {
		return true
	}
	key := o.Key()
	if d.known[key] {
		return true
	}
	d.known[key] = true
	d.p.finish(&o)
	if !d.lay.Possible(&o) {
		return true
	}
	d.ops = append(d.ops, o)
	return len(d.ops) <= d.most && len(d.p.wide(&o)) == 0
}

// AfterMove replaces each variable by its value after an operation. If the new value is outside the domain, the
// operation is not applicable. Then the first value of the domain replaces the new value, because a number other than 0
// and 1 must not become a condition.
func (p *Problem) AfterMove(a *layers.Op) *Importer {
	return newImporter(p.Pool, p.Pool, func(v int) task.Expr {
		i := slices.IndexFunc(a.Writes, func(w layers.Write) bool { return w.V == v })
		if i < 0 {
			return p.Pool.Var(v)
		}
		w := &a.Writes[i]
		value := w.Value
		if !p.isInside(w) {
			value = p.Pool.Ite(p.among(value, v, nil), value, p.Pool.Const(p.Domain(v)[0]))
		}
		return p.Pool.Ite(w.Cond, value, p.Pool.Var(v))
	})
}

// double is a followed by b as one operation. possible is false if b is not applicable after a.
func (p *Problem) double(a, b *layers.Op, after *Importer) (o layers.Op, possible bool) {
	o = layers.Op{Move: a.Move, Next: b.Move, Guard: p.Condition(p.Pool.And(
		p.Pool.And(a.Guard.Rest...), p.Lands(a), after.Expr(p.Imports.Expr(p.Task.Always)),
		after.Expr(p.said(&b.Guard)),
	))}
	for _, s := range a.Guard.Sets {
		o.Guard.Restrict(&p.Shape, s.V, s.Has)
	}
	o.Cost = p.Pool.Add(a.Cost, after.Expr(b.Cost))
	for _, w := range b.Writes {
		twice := slices.ContainsFunc(a.Writes, func(x layers.Write) bool { return x.V == w.V })
		w = layers.Write{V: w.V, Cond: after.Expr(w.Cond), Value: after.Expr(w.Value)}
		if twice {
			w.Cond, w.Value = task.True, p.Pool.Ite(w.Cond, w.Value, after.Expr(p.Pool.Var(w.V)))
		}
		o.Writes = append(o.Writes, w)
	}
	for _, w := range a.Writes {
		if !slices.ContainsFunc(b.Writes, func(x layers.Write) bool { return x.V == w.V }) {
			o.Writes = append(o.Writes, layers.Write{V: w.V, Cond: w.Cond, Value: w.Value})
		}
	}
	slices.SortStableFunc(o.Writes, func(x, y layers.Write) int { return x.V - y.V })
	return p.fix(o, nil)
}

// said returns a condition as one expression.
func (p *Problem) said(c *layers.Condition) task.Expr {
	parts := slices.Clone(c.Rest)
	for _, s := range c.Sets {
		parts = append(parts, p.among(p.Pool.Var(s.V), s.V, s.Has))
	}
	return p.Pool.And(parts...)
}

// among returns the condition that a number is one of the values of a variable for which ok is true (nil: any value).
func (p *Problem) among(x task.Expr, v int, ok []bool) task.Expr {
	var some []task.Expr
	for i, code := range p.Domain(v) {
		if ok == nil || ok[i] {
			some = append(some, p.Pool.Eq(x, p.Pool.Const(code)))
		}
	}
	return p.Pool.Or(some...)
}

// Lands returns the condition that an operation writes no value outside a domain.
func (p *Problem) Lands(a *layers.Op) task.Expr {
	var all []task.Expr
	for i := range a.Writes {
		if w := &a.Writes[i]; !p.isInside(w) {
			all = append(all, p.Pool.Implies(w.Cond, p.among(w.Value, w.V, nil)))
		}
	}
	return p.Pool.And(all...)
}

// isInside reports whether an effect is seen to write only values of the domain.
func (p *Problem) isInside(w *layers.Write) bool {
	n, domain := p.Pool.Node(w.Value), p.Domain(w.V)
	if n.Op == task.OpVar {
		return !slices.ContainsFunc(p.Domain(int(n.N)),
			func(code int64) bool { return p.Task.Vars[w.V].Place(code) < 0 })
	}
	lo, hi := domain[0], domain[len(domain)-1]
	return n.Op == task.OpConst && p.Task.Vars[w.V].Place(n.N) >= 0 || hi-lo == int64(len(domain)-1) && lo <= n.Lo &&
		n.Hi <= hi
}
