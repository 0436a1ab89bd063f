package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// view returns a view of a value.
func (c *compiler) view(e task.Expr) view {
	n := c.pool.Node(e)
	switch n.Op {
	case task.OpConst:
		return constView(n.N)
	case task.OpVar:
		return c.vars[n.N]
	}
	v, ok := c.nums[e]
	if !ok {
		if c.isBool(e) {
			v = c.s.Bool(c.lit(e, both))
		} else {
			v = c.number(n)
		}
		c.nums[e] = v
	}
	return v
}

// number makes the view of an operator's value.
func (c *compiler) number(n *task.Node) view {
	switch n.Op {
	case task.OpAdd:
		return c.total(merged(c.addends(n), 0))
	case task.OpMul:
		return c.product(n)
	case task.OpIte:
		return c.conditional(n)
	case task.OpAbs:
		x := c.view(n.Args[0])
		return c.extreme(n, 1, []view{x, x.times(-1)})
	case task.OpMax, task.OpMin:
		sign := int64(1)
		if n.Op == task.OpMin {
			sign = -1
		}
		views := make([]view, len(n.Args))
		for i, a := range n.Args {
			views[i] = c.view(a).times(sign)
		}
		return c.extreme(n, sign, views)
	case task.OpDiv:
		return c.division(n)[0]
	case task.OpMod:
		return c.division(n)[1]
	case task.OpSelect:
		return c.selected(n)
	case task.OpFind:
		return c.found(n)
	case task.OpReached:
		return c.regionSize(n)
	}
	c.refuse("the constraint engine knows no value with %s", n.Op.Noun())
	return constView(n.Lo)
}

func (c *compiler) addends(n *task.Node) (views []view) {
	for _, a := range n.Args {
		views = c.summands(views, a, 1)
	}
	return views
}

// fresh makes a variable with bounds.
func (c *compiler) fresh(lo, hi int64) view {
	if lo < -greatest || hi > greatest || lo > hi {
		if lo <= hi {
			c.refuse("values beyond ±2^61 are too great for the constraint engine")
		}
		return constView(min(max(lo, -greatest), greatest))
	}
	return view{X: c.s.newRange(lo, hi), A: 1}
}

// total returns a view of a sum.
func (c *compiler) total(f form) view {
	if len(f.terms) <= 1 {
		return f.view()
	}
	lo, hi := f.b, f.b
	for _, v := range f.terms {
		lo, hi = lo+c.s.Min(v), hi+c.s.Max(v)
	}
	z := c.fresh(lo, hi)
	c.defined(z, f)
	return z
}

// defined states z = f.
func (c *compiler) defined(z view, f form) {
	f = merged(append(slices.Clone(f.terms), z.times(-1)), f.b)
	c.sum(cdcl.True, f, 1, 0)
	c.sum(cdcl.True, f, -1, 0)
}

func (c *compiler) product(n *task.Node) view {
	if c.pool.Node(n.Args[0]).Op == task.OpConst {
		return c.total(merged(c.summands(nil, n.Args[1], c.pool.Node(n.Args[0]).N), 0))
	}
	for i, a := range n.Args {
		if c.isBool(a) {
			when := c.lit(a, both)
			return c.choice(n.Lo, n.Hi, []view{c.view(n.Args[1-i]), constView(0)}, []cdcl.Lit{when, when.Not()})
		}
	}
	x, y := c.view(n.Args[0]), c.view(n.Args[1])
	return c.times(x, y, n.Lo, n.Hi)
}

// times returns a view of x*y, which lies between lo and hi.
func (c *compiler) times(x, y view, lo, hi int64) view {
	if !c.s.fits(x, y) {
		c.refuse("a product is greater than the constraint engine can compute")
		return constView(lo)
	}
	z := c.fresh(lo, hi)
	c.s.product(z, x, y)
	return z
}

func (c *compiler) conditional(n *task.Node) view {
	when := c.lit(n.Args[0], both)
	a, b := c.view(n.Args[1]), c.view(n.Args[2])
	if a.A == 0 && b.A == 0 {
		return c.s.Bool(when).times(a.B - b.B).plus(b.B)
	}
	return c.choice(n.Lo, n.Hi, []view{a, b}, []cdcl.Lit{when, when.Not()})
}

// choice returns a view that equals views[i] where whens[i] holds; one of whens does.
func (c *compiler) choice(lo, hi int64, views []view, whens []cdcl.Lit) view {
	z := c.fresh(lo, hi)
	c.s.choice(z, views, whens)
	return z
}

// extreme returns a view of sign times the greatest of some views.
func (c *compiler) extreme(n *task.Node, sign int64, views []view) view {
	z := c.fresh(n.Lo, n.Hi)
	c.s.greatest(z.times(sign), views)
	return z
}

// division returns the Euclidean quotient and remainder: both 0 where the divisor is.
func (c *compiler) division(n *task.Node) [2]view {
	key := [2]task.Expr{n.Args[0], n.Args[1]}
	if qr, ok := c.parts[key]; ok {
		return qr
	}
	a, b := c.view(n.Args[0]), c.view(n.Args[1])
	greatA := max(c.s.Max(a), -c.s.Min(a))
	greatB := max(c.s.Max(b), -c.s.Min(b), 1)
	r := c.fresh(0, greatB-1)
	var q view
	switch {
	case b.A == 0 && b.B == 0:
		q = constView(0)
	case b.A == 0:
		low, high := task.EuclidDiv(c.s.Min(a), b.B), task.EuclidDiv(c.s.Max(a), b.B)
		q = c.fresh(min(low, high), max(low, high))
		c.defined(a, merged([]view{q.times(b.B), r}, 0))
	default:
		q = c.fresh(-greatA, greatA)
		c.divide(a, b, q, r, greatA, greatB)
	}
	c.parts[key] = [2]view{q, r}
	return c.parts[key]
}

// divide states a = b*q + r with 0 <= r < |b| where b is not 0, and that q and r are 0 elsewhere.
func (c *compiler) divide(a, b, q, r view, greatA, greatB int64) {
	zero := c.s.equals(b, 0)
	for _, v := range []view{q, r} {
		c.s.Sat.Add(zero.Not(), c.s.atLeast(v, 0))
		c.s.Sat.Add(zero.Not(), c.s.atLeast(v, 1).Not())
	}
	if float64(greatA)*float64(greatB) > greatest {
		c.refuse("a product is greater than the constraint engine can compute")
		return
	}
	prod := c.times(b, q, -greatA*greatB, greatA*greatB)
	size := c.fresh(0, greatB)
	c.s.greatest(size, []view{b, b.times(-1)})
	whole := merged([]view{prod, r, a.times(-1)}, 0)
	c.sum(zero.Not(), whole, 1, 0)
	c.sum(zero.Not(), whole, -1, 0)
	c.sum(zero.Not(), merged([]view{r, size.times(-1)}, 0), 1, -1)
}

// entries returns the entries of a Select, each with the literal that it is the one. The last stands for all indices
// outside, where the value is 0.
func (c *compiler) entries(n *task.Node) (whens []cdcl.Lit, values []task.Expr) {
	elems := n.Args[1:]
	f := c.form(n.Args[0])
	if len(f.terms) == 2 {
		if whens, values, ok := c.pairs(f, elems); ok {
			return whens, values
		}
	}
	v := c.total(f)
	for _, k := range c.s.valuesIn(v, 0, int64(len(elems)-1)) {
		whens, values = append(whens, c.s.equals(v, k)), append(values, elems[k])
	}
	if c.s.Min(v) < 0 || c.s.Max(v) >= int64(len(elems)) {
		outside := c.s.newLit()
		below, above := c.s.atLeast(v, 0).Not(), c.s.atLeast(v, int64(len(elems)))
		c.s.Sat.Add(outside.Not(), below, above)
		c.s.Sat.Add(outside, below.Not())
		c.s.Sat.Add(outside, above.Not())
		whens, values = append(whens, outside), append(values, c.pool.Const(0))
	}
	c.s.Sat.Add(whens...)
	return whens, values
}

// pairs returns the entries of a Select with two indices, such as row*width + column. ok is false if there are too
// many.
func (c *compiler) pairs(f form, elems []task.Expr) (whens []cdcl.Lit, values []task.Expr, ok bool) {
	x, y := f.terms[0], f.terms[1]
	xs, ys := c.s.valuesUpTo(x, pairEntries), c.s.valuesUpTo(y, pairEntries)
	if len(xs)*len(ys) > pairEntries {
		return nil, nil, false
	}
	zero := c.pool.Const(0)
	for _, i := range xs {
		row := []cdcl.Lit{c.s.equals(x, i).Not()}
		for _, j := range ys {
			l, e := c.s.newLit(), zero
			if k := i + j + f.b; k >= 0 && k < int64(len(elems)) {
				e = elems[k]
			}
			c.s.Sat.Add(l.Not(), row[0].Not())
			c.s.Sat.Add(l.Not(), c.s.equals(y, j))
			c.s.Sat.Add(l, row[0], c.s.equals(y, j).Not())
			whens, values, row = append(whens, l), append(values, e), append(row, l)
		}
		c.s.Sat.Add(row...)
	}
	for b, j := range ys {
		column := []cdcl.Lit{c.s.equals(y, j).Not()}
		for a := range xs {
			column = append(column, whens[a*len(ys)+b])
		}
		c.s.Sat.Add(column...)
	}
	return whens, values, true
}

func (c *compiler) selected(n *task.Node) view {
	if v, ok := c.index(n); ok && c.constant(n.Args[1:]) {
		if z, ok := c.function(n, v); ok {
			return z
		}
	}
	whens, values := c.entries(n)
	views := lists.Map(values, c.view)
	return c.choice(n.Lo, n.Hi, views, whens)
}

// function returns a variable whose literals are conditions on v, so that no propagator is needed. ok is false if these
// conditions are too long.
func (c *compiler) function(n *task.Node, v view) (z view, ok bool) {
	keys := c.s.valuesUpTo(v, directClauses)
	values := make([]int64, 0, len(keys))
	for _, k := range keys {
		values = append(values, c.at(n, k))
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if len(keys)*len(values) > directClauses {
		return z, false
	}
	if len(values) == 1 {
		return constView(values[0]), true
	}
	lits := make([]cdcl.Lit, len(values)-1)
	for i := range lits {
		lits[i] = c.table(v, len(n.Args)-1, func(k int64) bool { return c.at(n, k) <= values[i] })
	}
	return view{X: c.s.along(values, lits), A: 1}, true
}

// found returns the smallest index of an element that equals the value, or -1.
func (c *compiler) found(n *task.Node) view {
	elems := n.Args[1:]
	values := []int64{-1}
	upTo := []cdcl.Lit{} // an element up to i equals the value
	seen := cdcl.True.Not()
	for i, e := range elems {
		equal := c.lit(c.pool.Eq(n.Args[0], e), both)
		values = append(values, int64(i))
		next := c.s.newLit()
		c.s.Sat.Add(next.Not(), seen, equal)
		c.s.Sat.Add(next, seen.Not())
		c.s.Sat.Add(next, equal.Not())
		upTo, seen = append(upTo, next), next
	}
	if n.N == task.FindSure {
		c.s.Sat.Add(seen)
		return view{X: c.s.along(values[1:], upTo[:len(upTo)-1]), A: 1}
	}
	lits := []cdcl.Lit{seen.Not()}
	for _, l := range upTo[:len(upTo)-1] { // nowhere, or up to i
		m := c.s.newLit()
		c.s.Sat.Add(m.Not(), seen.Not(), l)
		c.s.Sat.Add(m, seen)
		c.s.Sat.Add(m, l.Not())
		lits = append(lits, m)
	}
	return view{X: c.s.along(values, lits), A: 1}
}
