package constraint

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
)

// The sides of a literal l that stands for a condition: l implies the condition, and the condition implies l. A
// condition that occurs on one side only is stated on this side only (Plaisted and Greenbaum, 1986).
const (
	forth = 1
	back  = 2
	both  = forth | back
)

const (
	// pairValues is the greatest number of values of two views whose equality is said value by value.
	pairValues = 100
	// directClauses is the greatest number of clauses that write a table of constants without a propagator.
	directClauses = 4000
	// pairEntries is the greatest size of a table with two indices whose entries have literals of their own.
	pairEntries = 1 << 14
	// greatest is the absolute value up to which sums are computed.
	greatest = 1 << 61
)

// compiler writes the conditions of a task as clauses and propagators.
type compiler struct {
	pool *task.Pool
	s    *store
	vars []view

	lits    map[task.Expr]cdcl.Lit
	sides   map[task.Expr]uint8
	nums    map[task.Expr]view
	parts   map[[2]task.Expr][2]view // quotient and remainder
	reached map[string][]cdcl.Lit    // by graph, start and free nodes
	paths   map[string]*pathGraph    // by graph and free nodes; nil: see pathsFrom
	arcs    []arc                    // differences that hold where a literal is true

	indexings []task.Expr         // conditions that byIndex states
	regions   map[string]*regions // by graph and free nodes; nil before they are surveyed
	links     map[string]int64    // by graph and free nodes: the graph of links between them
	err       error
}

// newCompiler returns a compiler without variables.
func newCompiler(t *task.Task) *compiler {
	return &compiler{
		pool: t.Pool.Clone(), s: newStore(), lits: map[task.Expr]cdcl.Lit{}, sides: map[task.Expr]uint8{},
		nums: map[task.Expr]view{}, parts: map[[2]task.Expr][2]view{},
		reached: map[string][]cdcl.Lit{}, paths: map[string]*pathGraph{}, links: map[string]int64{},
	}
}

// declare makes the variables of a task, and further ones that rewritten conditions read. What is not chosen is a
// constant. A number that follows from others gets no view.
func (c *compiler) declare(t *task.Task, w rewritten) {
	c.vars = make([]view, len(t.Vars), len(t.Vars)+len(w.more))
	for _, values := range w.more {
		c.vars = append(c.vars, c.variable(values))
	}
	for v := range t.Vars {
		_, known := w.is[v]
		switch {
		case !t.Free[v]:
			c.vars[v] = constView(t.Init[v])
		case !known:
			c.vars[v] = c.variable(t.Vars[v].Values)
		}
	}
	for v := range t.Vars { // they read variables that are declared by now
		if e, known := w.is[v]; known && t.Free[v] && c.isBool(e) {
			c.vars[v] = c.view(e)
		}
	}
}

func (c *compiler) variable(values []int64) view {
	last := len(values) - 1
	if last < 0 {
		return constView(0)
	}
	if values[last]-values[0] == int64(last) {
		return view{X: c.s.newRange(values[0], values[last]), A: 1}
	}
	return view{X: c.s.newVar(values), A: 1}
}

// refuse notes that the task cannot be compiled.
func (c *compiler) refuse(format string, args ...any) {
	if c.err == nil {
		c.err = &backends.LimitError{What: fmt.Sprintf(format, args...)}
	}
}

func (c *compiler) isBool(e task.Expr) bool {
	n := c.pool.Node(e)
	return n.Lo >= 0 && n.Hi <= 1
}

// require states that e has a truth value.
func (c *compiler) require(e task.Expr, truth bool) {
	n := c.pool.Node(e)
	switch {
	case n.Op == task.OpNot:
		c.require(n.Args[0], !truth)
	case n.Op == task.OpAnd && truth, n.Op == task.OpOr && !truth:
		for _, a := range n.Args {
			c.require(a, truth)
		}
	case truth && c.indexed(e) >= 0:
		c.indexings = append(c.indexings, e)
	case n.Op == task.OpAnd || n.Op == task.OpOr:
		clause := make([]cdcl.Lit, len(n.Args))
		for i, a := range n.Args {
			clause[i] = c.said(a, truth)
		}
		c.s.Sat.Add(clause...)
	case n.Op == task.OpDistinct && truth:
		c.distinct(n.Args)
	case n.Op == task.OpEq || n.Op == task.OpLt || n.Op == task.OpLe:
		if l, ok := c.atom(e); ok {
			c.s.Sat.Add(l ^ cdcl.Lit(1-boolInt(truth)))
			return
		}
		if truth {
			c.compare(n, cdcl.True, forth)
		} else {
			c.compare(n, cdcl.True.Not(), back)
		}
	default:
		c.s.Sat.Add(c.said(e, truth))
	}
}

func boolInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// other returns the sides of the negation.
func other(sides uint8) uint8 { return sides>>1 | sides<<1&back }

// said returns a literal that implies that e has a truth value.
func (c *compiler) said(e task.Expr, truth bool) cdcl.Lit {
	if truth {
		return c.lit(e, forth)
	}
	return c.lit(e, back).Not()
}

// lit returns a literal for a condition, stated on some sides at least.
func (c *compiler) lit(e task.Expr, sides uint8) cdcl.Lit {
	n := c.pool.Node(e)
	switch n.Op {
	case task.OpConst:
		return cdcl.True ^ cdcl.Lit(1-n.N)
	case task.OpNot:
		return c.lit(n.Args[0], other(sides)).Not()
	}
	l, ok := c.lits[e]
	if !ok {
		if l, ok = c.atom(e); ok {
			c.lits[e], c.sides[e] = l, both
			return l
		}
		l = c.s.newLit()
		c.lits[e] = l
	}
	if missing := sides &^ c.sides[e]; missing != 0 {
		c.sides[e] |= missing
		c.define(n, l, missing)
	}
	return l
}

// atom returns the literal of a condition on one variable.
func (c *compiler) atom(e task.Expr) (l cdcl.Lit, ok bool) {
	n := c.pool.Node(e)
	switch n.Op {
	case task.OpVar:
		return c.s.atLeast(c.vars[n.N], 1), true
	case task.OpEq:
		if c.isBool(n.Args[0]) && c.isBool(n.Args[1]) {
			return 0, false
		}
		f := c.difference(n.Args[0], n.Args[1])
		if len(f.terms) == 1 {
			return c.s.equals(f.view(), 0), true
		}
		return cdcl.True ^ cdcl.Lit(1-boolInt(f.b == 0)), len(f.terms) == 0
	case task.OpLt, task.OpLe:
		f := c.difference(n.Args[0], n.Args[1])
		if len(f.terms) <= 1 { // f <= most
			return c.s.atLeast(f.view(), 1-boolInt(n.Op == task.OpLt)).Not(), true
		}
	case task.OpSelect:
		if v, ok := c.index(n); ok && c.constant(n.Args[1:]) {
			return c.table(v, len(n.Args)-1, func(i int64) bool { return c.at(n, i) != 0 }), true
		}
	case task.OpAdd, task.OpMul, task.OpDiv, task.OpMod, task.OpAbs, task.OpMin, task.OpMax, task.OpFind, task.OpReached:
		return c.s.atLeast(c.number(n), 1), true
	}
	return 0, false
}

// constant reports whether all expressions are constants.
func (c *compiler) constant(es []task.Expr) bool {
	return !slices.ContainsFunc(es, func(e task.Expr) bool { return c.pool.Node(e).Op != task.OpConst })
}

// at returns the entry of a table of constants: 0 outside.
func (c *compiler) at(n *task.Node, i int64) int64 {
	if i < 0 || i >= int64(len(n.Args)-1) {
		return 0
	}
	return c.pool.Node(n.Args[i+1]).N
}

// index returns the index of a Select as a view if it depends on one variable.
func (c *compiler) index(n *task.Node) (v view, ok bool) {
	f := c.form(n.Args[0])
	return f.view(), len(f.terms) <= 1
}

// table returns the literal of a condition on the value of v. The condition depends on the values from 0 to size-1;
// below and above it is constant. Clauses name the bounds of the runs of equal truth values.
func (c *compiler) table(v view, size int, holds func(int64) bool) cdcl.Lit {
	type run struct {
		lo, hi int64
		truth  bool
	}
	var runs []run
	add := func(lo, hi int64) {
		truth := holds(lo)
		if last := len(runs) - 1; last >= 0 && runs[last].truth == truth {
			runs[last].hi = hi
		} else {
			runs = append(runs, run{lo, hi, truth})
		}
	}
	least, most := c.s.Min(v), c.s.Max(v)
	if least < 0 {
		add(least, min(most, -1))
	}
	for _, k := range c.s.valuesIn(v, 0, int64(size-1)) {
		add(k, k)
	}
	if most >= int64(size) {
		add(max(least, int64(size)), most)
	}
	switch last := len(runs) - 1; {
	case last == 0:
		return cdcl.True ^ cdcl.Lit(1-boolInt(runs[0].truth))
	case last == 1:
		return c.s.atLeast(v, runs[1].lo) ^ cdcl.Lit(1-boolInt(runs[1].truth))
	case last == 2 && runs[1].lo == runs[1].hi:
		return c.s.equals(v, runs[1].lo) ^ cdcl.Lit(1-boolInt(runs[1].truth))
	}
	l := c.s.newLit()
	for _, r := range runs {
		c.s.Sat.Add(l^cdcl.Lit(1-boolInt(r.truth)), c.s.atLeast(v, r.lo).Not(), c.s.atLeast(v, r.hi+1))
	}
	return l
}

// define states that l stands for a condition.
func (c *compiler) define(n *task.Node, l cdcl.Lit, sides uint8) {
	switch n.Op {
	case task.OpAnd, task.OpOr:
		if n.Op == task.OpOr { // the negation of a conjunction
			l, sides = l.Not(), other(sides)
		}
		long := []cdcl.Lit{l}
		for _, a := range n.Args {
			m := c.member(n.Op, a, sides)
			if sides&forth != 0 {
				c.s.Sat.Add(l.Not(), m)
			}
			long = append(long, m.Not())
		}
		if sides&back != 0 {
			c.s.Sat.Add(long...)
		}
	case task.OpEq, task.OpLt, task.OpLe:
		c.compare(n, l, sides)
	case task.OpIte:
		when := c.lit(n.Args[0], both)
		c.chosen(l, sides, []cdcl.Lit{when, when.Not()}, n.Args[1:])
	case task.OpSelect:
		whens, values := c.entries(n)
		c.chosen(l, sides, whens, values)
	case task.OpReach:
		c.reaches(n, l, sides)
	case task.OpAcyclic:
		c.acyclic(n, l, sides)
	case task.OpConnected:
		if sides&forth != 0 {
			c.joinPairs(n, l)
		}
		if sides&back != 0 {
			c.partPairs(n, l)
		}
	case task.OpDistinct:
		some := []cdcl.Lit{l}
		for i, a := range n.Args {
			for _, b := range n.Args[:i] {
				equal := c.lit(c.pool.Eq(a, b), other(sides))
				if sides&forth != 0 {
					c.s.Sat.Add(l.Not(), equal.Not())
				}
				some = append(some, equal)
			}
		}
		if sides&forth != 0 {
			c.eachOccurs(l, n.Args)
		}
		if sides&back != 0 {
			c.s.Sat.Add(some...)
		}
	default:
		c.refuse("the constraint engine knows no condition with %s", n.Op.Noun())
	}
}

// member returns the literal of a member of a conjunction, or of its negation in a disjunction.
func (c *compiler) member(op task.Op, e task.Expr, sides uint8) cdcl.Lit {
	if op == task.OpAnd {
		return c.lit(e, sides)
	}
	return c.lit(e, other(sides)).Not()
}

// chosen states that l stands for the value of which when is true.
func (c *compiler) chosen(l cdcl.Lit, sides uint8, whens []cdcl.Lit, values []task.Expr) {
	for i, when := range whens {
		if sides&forth != 0 {
			c.s.Sat.Add(l.Not(), when.Not(), c.lit(values[i], forth))
		}
		if sides&back != 0 {
			c.s.Sat.Add(l, when.Not(), c.lit(values[i], back).Not())
		}
	}
}

// compare states that l stands for a comparison.
func (c *compiler) compare(n *task.Node, l cdcl.Lit, sides uint8) {
	if n.Op == task.OpEq && c.isBool(n.Args[0]) && c.isBool(n.Args[1]) {
		a, b := c.lit(n.Args[0], both), c.lit(n.Args[1], both)
		if sides&forth != 0 {
			c.s.Sat.Add(l.Not(), a.Not(), b)
			c.s.Sat.Add(l.Not(), a, b.Not())
		}
		if sides&back != 0 {
			c.s.Sat.Add(l, a, b)
			c.s.Sat.Add(l, a.Not(), b.Not())
		}
		return
	}
	f := c.difference(n.Args[0], n.Args[1])
	switch {
	case n.Op != task.OpEq:
		most := -boolInt(n.Op == task.OpLt)
		if sides&forth != 0 {
			c.sum(l, f, 1, most)
		}
		if sides&back != 0 {
			c.sum(l.Not(), f, -1, -most-1)
		}
	case c.samePair(f):
		c.equal(f.pair(0), f.pair(1), l, sides)
	default:
		if sides&forth != 0 {
			c.sum(l, f, 1, 0)
			c.sum(l, f, -1, 0)
		}
		if sides&back != 0 {
			less, more := c.s.newLit(), c.s.newLit()
			c.s.Sat.Add(l, less, more)
			c.sum(less, f, 1, -1)
			c.sum(more, f, -1, -1)
		}
	}
}

// samePair reports whether a form compares two variables with few values.
func (c *compiler) samePair(f form) bool {
	if len(f.terms) != 2 || c.s.isLate(f.terms[0].X) || c.s.isLate(f.terms[1].X) {
		return false
	}
	a, b := f.pair(0), f.pair(1)
	return len(c.s.valuesUpTo(a, pairValues+1)) <= pairValues && len(c.s.valuesUpTo(b, pairValues+1)) <= pairValues
}

// less notes that where when holds, x + y is less than 0. It is an order of two late variables if one is negated.
func (c *compiler) less(when cdcl.Lit, x, y view) {
	switch {
	case !c.s.isLate(x.X) || !c.s.isLate(y.X):
	case x.A == 1 && y.A == -1:
		c.arcs = append(c.arcs, arc{X: x.X, Y: y.X, When: when})
	case x.A == -1 && y.A == 1:
		c.arcs = append(c.arcs, arc{X: y.X, Y: x.X, When: when})
	}
}

// equal states that l stands for a == b, value by value.
func (c *compiler) equal(a, b view, l cdcl.Lit, sides uint8) {
	for _, k := range c.s.values(a) {
		p, q := c.s.equals(a, k), c.s.equals(b, k)
		if sides&forth != 0 {
			c.s.Sat.Add(l.Not(), p.Not(), q)
		}
		if sides&back != 0 {
			c.s.Sat.Add(l, p.Not(), q.Not())
		}
	}
	if sides&forth != 0 {
		for _, k := range c.s.values(b) {
			c.s.Sat.Add(l.Not(), c.s.equals(b, k).Not(), c.s.equals(a, k))
		}
	}
}

// distinct states that no two values are equal.
func (c *compiler) distinct(args []task.Expr) {
	views, wide := c.views(args)
	c.s.hall(views)
	if !wide {
		for _, lits := range c.eachOccurs(cdcl.True, args) {
			if len(lits) > 1 {
				c.s.atMostOne(lits)
			}
		}
		return
	}
	for i, v := range views {
		for _, w := range views[:i] {
			less, more := c.s.newLit(), c.s.newLit()
			c.s.Sat.Add(less, more)
			f := merged([]view{v, w.times(-1)}, 0)
			c.sum(less, f, 1, -1)
			c.sum(more, f, -1, -1)
		}
	}
}

// views returns numbers as views, and whether one of them has too many values for literals.
func (c *compiler) views(args []task.Expr) (views []view, wide bool) {
	for _, a := range args {
		v := c.view(a)
		views, wide = append(views, v), wide || len(c.s.valuesUpTo(v, eager+1)) > eager
	}
	return views, wide
}

// eachOccurs returns the literals that say that a number has a value, for each value. If there are as many values as
// distinct numbers, it states that each value occurs where when holds.
func (c *compiler) eachOccurs(when cdcl.Lit, args []task.Expr) [][]cdcl.Lit {
	views, wide := c.views(args)
	if wide {
		return nil
	}
	of := map[int64][]cdcl.Lit{}
	for _, v := range views {
		for _, k := range c.s.values(v) {
			of[k] = append(of[k], c.s.equals(v, k))
		}
	}
	all := make([][]cdcl.Lit, 0, len(of))
	for _, k := range slices.Sorted(maps.Keys(of)) {
		if all = append(all, of[k]); len(of) == len(args) {
			c.s.Sat.Add(append([]cdcl.Lit{when.Not()}, of[k]...)...)
		}
	}
	return all
}

// reaches states that l stands for a path between two nodes.
func (c *compiler) reaches(n *task.Node, l cdcl.Lit, sides uint8) {
	to := c.view(n.Args[1])
	reached, ok := c.connected(n)
	if !ok {
		reached, ok = c.pathsFrom(n, to, sides)
	}
	if !ok {
		reached = c.reachedFrom(n)
	}
	for i, r := range reached {
		there := c.s.equals(to, int64(i))
		if sides&forth != 0 {
			c.s.Sat.Add(l.Not(), there.Not(), r)
		}
		if sides&back != 0 {
			c.s.Sat.Add(l, there.Not(), r.Not())
		}
	}
	if sides&forth != 0 {
		c.s.Sat.Add(l.Not(), c.s.atLeast(to, 0))
		c.s.Sat.Add(l.Not(), c.s.atLeast(to, int64(len(reached))).Not())
	}
}

// reachedFrom returns literals, one for each node, that a path leads there from the start.
func (c *compiler) reachedFrom(n *task.Node) []cdcl.Lit {
	key := pathKey(n, n.Args[0])
	reached, ok := c.reached[key]
	if !ok {
		from := c.view(n.Args[0])
		start, free := make([]cdcl.Lit, len(n.Args)-2), c.free(n)
		for i := range start {
			start[i] = c.s.equals(from, int64(i))
		}
		reached = c.s.Reach(c.pool.Graphs[n.N].Next, start, free)
		c.reached[key] = reached
	}
	return reached
}

// pathKey returns a text that tells paths apart by their graph, start and free nodes.
func pathKey(n *task.Node, start task.Expr) string {
	key := binary.AppendVarint(make([]byte, 0, 3*len(n.Args)), n.N)
	key = binary.AppendVarint(key, int64(start))
	for _, e := range n.Args[2:] {
		key = binary.AppendVarint(key, int64(e))
	}
	return string(key)
}

func (c *compiler) free(n *task.Node) []cdcl.Lit {
	free := make([]cdcl.Lit, len(n.Args)-2)
	for i, e := range n.Args[2:] {
		free[i] = c.lit(e, both)
	}
	return free
}

// pathsFrom is reachedFrom by a propagator that conditions with different ends share. For a node that is not the target
// the literal is false. ok is false if the start is not constant, or the graph is not one of paths.
func (c *compiler) pathsFrom(n *task.Node, to view, sides uint8) (reached []cdcl.Lit, ok bool) {
	from := c.view(n.Args[0])
	if from.A != 0 {
		return nil, false
	}
	key := pathKey(n, task.None)
	paths, known := c.paths[key]
	if !known {
		paths = c.s.paths(c.pool.Graphs[n.N].Next, c.free(n))
		c.paths[key] = paths
	}
	if paths == nil || !paths.ends(from.B) {
		return nil, false
	}
	reached = slices.Repeat([]cdcl.Lit{cdcl.True.Not()}, len(n.Args)-2)
	for i := range reached {
		if c.s.equals(to, int64(i)) == cdcl.True.Not() {
			continue
		}
		if !paths.ends(int64(i)) {
			return nil, false
		}
		reached[i] = paths.Connected(int32(from.B), int32(i), sides&back != 0)
	}
	return reached, true
}

// form is a sum of views, whose B is 0, and a constant.
type form struct {
	terms []view
	b     int64
}

// view returns a form of at most one term.
func (f form) view() view {
	if len(f.terms) == 0 {
		return constView(f.b)
	}
	return f.terms[0].plus(f.b)
}

// pair returns two views that are equal where a form of two terms is 0: the first with the constant, the second
// negated.
func (f form) pair(i int) view {
	if i == 0 {
		return f.terms[0].plus(f.b)
	}
	return f.terms[1].times(-1)
}

// merged adds up views.
func merged(views []view, b int64) form {
	f := form{b: b}
	for _, v := range views {
		f.b += v.B
		if v.A != 0 {
			f.terms = append(f.terms, view{X: v.X, A: v.A})
		}
	}
	slices.SortStableFunc(f.terms, func(v, w view) int { return int(v.X - w.X) })
	kept := f.terms[:0]
	for _, v := range f.terms {
		if last := len(kept) - 1; last >= 0 && kept[last].X == v.X {
			if kept[last].A += v.A; kept[last].A == 0 {
				kept = kept[:last]
			}
		} else {
			kept = append(kept, v)
		}
	}
	f.terms = kept
	return f
}

// form returns a number as a sum.
func (c *compiler) form(e task.Expr) form { return merged(c.summands(nil, e, 1), 0) }

// difference returns a - b as a sum.
func (c *compiler) difference(a, b task.Expr) form {
	return merged(c.summands(c.summands(nil, a, 1), b, -1), 0)
}

// summands appends the views whose sum is k*e.
func (c *compiler) summands(views []view, e task.Expr, k int64) []view {
	n := c.pool.Node(e)
	switch {
	case n.Op == task.OpAdd:
		for _, a := range n.Args {
			views = c.summands(views, a, k)
		}
		return views
	case n.Op == task.OpMul && c.pool.Node(n.Args[0]).Op == task.OpConst:
		factor := c.pool.Node(n.Args[0]).N
		if math.Abs(float64(k)*float64(factor)) > greatest {
			c.refuse("a product is greater than the constraint engine can add")
			return views
		}
		return c.summands(views, n.Args[1], k*factor)
	}
	v := c.view(e)
	if math.Abs(float64(k))*max(math.Abs(float64(c.s.Min(v))), math.Abs(float64(c.s.Max(v))),
		math.Abs(float64(v.A)), math.Abs(float64(v.B))) > greatest {
		c.refuse("a product is greater than the constraint engine can add")
		return views
	}
	return append(views, v.times(k))
}

// sum states that where when holds, sign*f is at most k.
func (c *compiler) sum(when cdcl.Lit, f form, sign, k int64) {
	span := math.Abs(float64(f.b)) + math.Abs(float64(k))
	views := make([]view, len(f.terms))
	for i, v := range f.terms {
		views[i] = v.times(sign)
		span += max(math.Abs(float64(c.s.Min(v))), math.Abs(float64(c.s.Max(v))))
	}
	if span > greatest {
		c.refuse("a sum is greater than the constraint engine can add")
		return
	}
	k -= sign * f.b
	if len(views) == 2 && k < 0 {
		c.less(when, views[0], views[1])
	}
	if len(views) == 1 {
		c.s.Sat.Add(when.Not(), c.s.atLeast(views[0], k+1).Not())
		return
	}
	c.s.sum(when, views, k)
}
