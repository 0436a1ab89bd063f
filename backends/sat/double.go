package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// Two moves, one after the other, are one move that reads the state before both and leads to the state after both. Of what such moves do, nothing is lost
// if those are left out that change nothing, as a move and the one that takes it back, and all but one of those that do the same: where all shorter plans are
// refuted and moves cost the same, another plan is as good. What is left can be few: the blank of the 8-puzzle goes on in 44 ways by two squares, and in 24 by one.

// doubling is the search for what moves do in pairs.
type doubling struct {
	p     *problem
	lay   *layers
	most  int // pairs
	ops   []op
	known map[string]bool
}

// Bounds on what is looked at.
const (
	mostDoubled = 400 // moves
	inVain      = 3   // pairs that may follow one another, for each that is admitted
)

// doubled is a problem whose moves are those of this one and, beside them, pairs of them; nil if these are too many, or read much.
func (p *problem) doubled(ctx context.Context, lay *layers) (*problem, error) {
	var alive []*op
	for i := range p.ops {
		if !lay.dead[i] {
			alive = append(alive, &p.ops[i])
		}
	}
	if len(alive) > mostDoubled || p.lim.doubled == 0 {
		return nil, nil
	}
	d := &doubling{p: p, lay: lay, most: int(2 * p.lim.doubled * float64(len(alive))), known: map[string]bool{}}
	follow := make([][]*op, len(alive))
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
		after := p.afterMove(a)
		for _, b := range follow[i] {
			if !d.add(a, b, after) {
				return nil, nil
			}
		}
	}
	p.kinds() // which moves are made together has no part in it
	out := *p
	out.ops = slices.Concat(p.ops, d.ops)
	return &out, nil
}

// mayFollow tells whether a move may be made after another one, as far as each value that its guard asks for alone says.
func (d *doubling) mayFollow(a, b *op) bool {
	for _, s := range b.guard.sets {
		if !slices.ContainsFunc(s.at, func(place int) bool { return d.mayHold(a, s.v, place) }) {
			return false
		}
	}
	return true
}

// mayHold tells whether a variable may have a value after a move.
func (d *doubling) mayHold(a *op, v, place int) bool {
	i := slices.IndexFunc(a.writes, func(w write) bool { return w.v == v })
	switch {
	case i < 0:
		return d.mayBe(a, v, place)
	case a.writes[i].table == nil || len(a.writes[i].scope) > 1:
		return true
	case len(a.writes[i].scope) == 0:
		return int(a.writes[i].table[0]) == place
	}
	for before, after := range a.writes[i].table {
		if int(after) == place && d.mayBe(a, a.writes[i].scope[0], before) {
			return true
		}
	}
	return false
}

// mayBe tells whether a variable may have a value where a move is made.
func (d *doubling) mayBe(a *op, v, place int) bool {
	f := d.p.fact(v, place)
	return d.lay.ever.alive(f) && !slices.ContainsFunc(a.guard.sets, func(s valueSet) bool {
		return s.v == v && !s.ok[place] || len(s.at) == 1 && !d.lay.ever.has(f, d.p.fact(s.v, s.at[0]))
	})
}

// add adds what two moves do together, unless it is known; false if that is too much.
func (d *doubling) add(a, b *op, after *importer) bool {
	o, possible := d.p.double(a, b, after)
	if !possible || len(o.writes) == 0 {
		return true
	}
	key := o.key()
	if d.known[key] {
		return true
	}
	d.known[key] = true
	d.p.finish(&o)
	if !d.lay.possible(&o) {
		return true
	}
	d.ops = append(d.ops, o)
	return len(d.ops) <= d.most && len(d.p.wide(&o)) == 0
}

// afterMove says of the state before a move what is said of the state after it. Where the move cannot be made, since what it writes is no value of the variable,
// any value stands for it: a number that is not 0 or 1 must not become a condition.
func (p *problem) afterMove(a *op) *importer {
	return newImporter(p.pool, p.pool, func(v int) task.Expr {
		i := slices.IndexFunc(a.writes, func(w write) bool { return w.v == v })
		if i < 0 {
			return p.pool.Var(v)
		}
		w := &a.writes[i]
		value := w.value
		if !p.isInside(w) {
			value = p.pool.Ite(p.among(value, v, nil), value, p.pool.Const(p.domain(v)[0]))
		}
		return p.pool.Ite(w.cond, value, p.pool.Var(v))
	})
}

// double is a move and another one after it, as one; possible is false if they cannot follow one another.
func (p *problem) double(a, b *op, after *importer) (o op, possible bool) {
	o = op{move: a.move, next: b.move, guard: p.condition(p.pool.And(
		p.pool.And(a.guard.rest...), p.lands(a), after.expr(p.imports.expr(p.task.Always)), after.expr(p.said(&b.guard)),
	))}
	for _, s := range a.guard.sets {
		o.guard.restrict(&p.shape, s.v, s.ok)
	}
	o.cost = p.pool.Add(a.cost, after.expr(b.cost))
	for _, w := range b.writes {
		twice := slices.ContainsFunc(a.writes, func(x write) bool { return x.v == w.v })
		w = write{v: w.v, cond: after.expr(w.cond), value: after.expr(w.value)}
		if twice {
			w.cond, w.value = task.True, p.pool.Ite(w.cond, w.value, after.expr(p.pool.Var(w.v)))
		}
		o.writes = append(o.writes, w)
	}
	for _, w := range a.writes {
		if !slices.ContainsFunc(b.writes, func(x write) bool { return x.v == w.v }) {
			o.writes = append(o.writes, write{v: w.v, cond: w.cond, value: w.value})
		}
	}
	slices.SortFunc(o.writes, func(x, y write) int { return x.v - y.v })
	return p.fix(o, nil)
}

// said is a condition as one expression.
func (p *problem) said(c *condition) task.Expr {
	parts := slices.Clone(c.rest)
	for _, s := range c.sets {
		parts = append(parts, p.among(p.pool.Var(s.v), s.v, s.ok))
	}
	return p.pool.And(parts...)
}

// among tells whether a number is one of the values of a variable that are allowed.
func (p *problem) among(x task.Expr, v int, ok []bool) task.Expr {
	var some []task.Expr
	for i, code := range p.domain(v) {
		if ok == nil || ok[i] {
			some = append(some, p.pool.Eq(x, p.pool.Const(code)))
		}
	}
	return p.pool.Or(some...)
}

// lands says that a move writes nothing that is outside the domain.
func (p *problem) lands(a *op) task.Expr {
	var all []task.Expr
	for i := range a.writes {
		if w := &a.writes[i]; !p.isInside(w) {
			all = append(all, p.pool.Implies(w.cond, p.among(w.value, w.v, nil)))
		}
	}
	return p.pool.And(all...)
}

// isInside tells whether what is written is a value of the variable in any case.
func (p *problem) isInside(w *write) bool {
	n, domain := p.pool.Node(w.value), p.domain(w.v)
	if n.Op == task.OpVar {
		return !slices.ContainsFunc(p.domain(int(n.N)), func(code int64) bool { return p.task.Vars[w.v].Place(code) < 0 })
	}
	lo, hi := domain[0], domain[len(domain)-1]
	return n.Op == task.OpConst && p.task.Vars[w.v].Place(n.N) >= 0 || hi-lo == int64(len(domain)-1) && lo <= n.Lo && n.Hi <= hi
}
