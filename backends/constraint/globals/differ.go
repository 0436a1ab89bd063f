package globals

import (
	"cmp"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// smallest is the size from which on values that differ in pairs are said by one `distinct`.
const smallest = 3

// edge says that base a plus d is not base b; a < b.
type edge struct {
	a, b int
	d    int64
}

// base is a number that depends on one variable.
type base struct {
	e      task.Expr
	values []int64 // ascending
}

// clique is a `distinct` of bases, each plus a number.
type clique struct {
	members []int
	plus    map[int]int64
}

// pairs are pairs of values that two variables do not have together.
type pairs struct {
	x, y  int
	never map[[2]int64]bool // true: by two events of one value each
	// y - x is less than low, or greater than high, in these pairs alone: y - x is stated to lie between them.
	low, high int64
	ordered   bool
}

// differing looks for values that differ.
type differing struct {
	*rewriting
	place   map[task.Expr]int // of bases
	bases   []base
	pairs   map[[2]int]*pairs // of variables, x < y
	edges   map[edge]bool
	next    []map[int][]int64 // by base: the other bases, each with the numbers d of edges
	covered map[edge]bool
	cliques []clique
	work    int
}

// differences states `distinct` for values that differ in pairs or of which each stands somewhere, and orders of two
// numbers.
func (w *rewriting) differences() bool {
	d := &differing{
		rewriting: w, place: map[task.Expr]int{}, pairs: map[[2]int]*pairs{}, edges: map[edge]bool{},
		covered: map[edge]bool{},
	}
	said := make([][]count, len(w.Conditions))
	for i, e := range w.Conditions {
		edges, ok := d.differs(e)
		for _, g := range edges {
			d.add(g)
		}
		if !ok {
			said[i] = w.counts(e)
			for k := range said[i] {
				d.exclude(&said[i][k])
			}
		}
	}
	if d.work > most {
		return false
	}
	orders := append(d.somewhere(slices.Concat(said...)), d.compare()...)
	d.find()
	if len(d.cliques) == 0 && len(orders) == 0 {
		return false
	}
	kept := w.Conditions[:0]
	for i, e := range w.Conditions {
		if e = d.left(e, said[i]); e != task.True {
			kept = append(kept, e)
		}
	}
	w.Conditions = append(kept, orders...)
	for _, c := range d.cliques {
		args := make([]task.Expr, len(c.members))
		for k, m := range c.members {
			args[k] = w.pool.Add(d.bases[m].e, w.pool.Const(c.plus[m]))
		}
		w.Conditions = append(w.Conditions, w.pool.Distinct(args...))
	}
	return true
}

// base returns the number of an expression that depends on one variable, or -1.
func (d *differing) base(e task.Expr) int {
	i, known := d.place[e]
	if known {
		return i
	}
	i = -1
	if vars := d.reads.Of(e); len(vars) == 1 && len(d.Values[vars[0]]) > 2 && len(d.Values[vars[0]]) <= largest {
		b := base{e: e}
		state := make([]int64, vars[0]+1)
		for _, k := range d.Values[vars[0]] {
			state[vars[0]] = k
			b.values = append(b.values, d.pool.Eval(e, state))
		}
		slices.Sort(b.values)
		b.values = slices.Compact(b.values)
		i = len(d.bases)
		d.bases, d.next = append(d.bases, b), append(d.next, map[int][]int64{})
	}
	d.place[e] = i
	return i
}

// differs reads a condition that two numbers differ, or that their difference has not a certain absolute value.
func (d *differing) differs(e task.Expr) (edges []edge, ok bool) {
	n := d.pool.Node(e)
	if n.Op != task.OpNot || d.pool.Node(n.Args[0]).Op != task.OpEq {
		return nil, false
	}
	n = d.pool.Node(n.Args[0])
	for i, a := range n.Args {
		m := d.pool.Node(a)
		k, fixed := d.pool.Value(n.Args[1-i])
		if m.Op != task.OpAbs || !fixed {
			continue
		}
		g, ok := d.edge(m.Args[0], n.Args[1-i])
		h, also := d.edge(m.Args[0], d.pool.Const(-k))
		if !ok || !also {
			return nil, false
		}
		return []edge{g, h}, true
	}
	g, ok := d.edge(n.Args[0], n.Args[1])
	if !ok {
		return nil, false
	}
	return []edge{g}, true
}

// edge reads the difference of two expressions. ok is false if it is not one of two bases and a constant.
func (d *differing) edge(x, y task.Expr) (g edge, ok bool) {
	var plus, minus []int
	read := func(e task.Expr, sign int64) bool {
		n := d.pool.Node(e)
		if n.Op == task.OpMul {
			if k, fixed := d.pool.Value(n.Args[0]); fixed && k == -1 {
				e, sign = n.Args[1], -sign
				n = d.pool.Node(e)
			}
		}
		if n.Op == task.OpConst {
			g.d += sign * n.N
			return true
		}
		i := d.base(e)
		if sign > 0 {
			plus = append(plus, i)
		} else {
			minus = append(minus, i)
		}
		return i >= 0
	}
	for i, e := range []task.Expr{x, y} {
		parts := []task.Expr{e}
		if n := d.pool.Node(e); n.Op == task.OpAdd {
			parts = n.Args
		}
		for _, a := range parts {
			if !read(a, int64(1-2*i)) {
				return g, false
			}
		}
	}
	if len(plus) != 1 || len(minus) != 1 || plus[0] == minus[0] {
		return g, false
	}
	g.a, g.b = plus[0], minus[0] // plus + d is not minus
	return g.turned(), true
}

// turned puts the base with the smaller number first.
func (g edge) turned() edge {
	if g.a > g.b {
		return edge{g.b, g.a, -g.d}
	}
	return g
}

func (d *differing) add(g edge) {
	if g.a < 0 || d.edges[g] {
		return
	}
	d.edges[g] = true
	d.next[g.a][g.b] = append(d.next[g.a][g.b], g.d)
	d.next[g.b][g.a] = append(d.next[g.b][g.a], -g.d)
}

// exclude notes the pairs of events of a count that exclude each other.
func (d *differing) exclude(c *count) {
	if !c.exclusive() || d.work > most {
		return
	}
	for i, x := range c.events {
		for _, y := range c.events[:i] {
			if len(d.Values[x.v]) <= 2 || len(d.Values[y.v]) <= 2 || x.v == y.v {
				continue
			}
			d.work += len(x.values) * len(y.values)
			for _, k := range x.values {
				for _, l := range y.values {
					d.never(x.v, y.v, k, l, len(x.values) == 1 && len(y.values) == 1)
				}
			}
		}
	}
}

func (d *differing) never(x, y int, k, l int64, single bool) {
	if x > y {
		x, y, k, l = y, x, l, k
	}
	p := d.pairs[[2]int{x, y}]
	if p == nil {
		p = &pairs{x: x, y: y, never: map[[2]int64]bool{}}
		d.pairs[[2]int{x, y}] = p
	}
	p.never[[2]int64{k, l}] = p.never[[2]int64{k, l}] || single
}

// compare makes edges of pairs of values with one difference, if all of them are excluded, and orders of pairs with all
// differences up to one or from one. Relations that say more than that stay as they are.
func (d *differing) compare() (orders []task.Expr) {
	keys := slices.SortedFunc(maps.Keys(d.pairs), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys {
		p := d.pairs[key]
		if few := min(len(d.Values[p.x]), len(d.Values[p.y])) / 2; len(p.never) >= few && !d.shape(p, false, &orders) {
			d.shape(p, true, &orders)
		}
	}
	return orders
}

// shape is compare for two variables: of all excluded pairs if these are edges and orders alone, or of those that are
// excluded one by one.
func (d *differing) shape(p *pairs, single bool, orders *[]task.Expr) bool {
	of, left := map[int64]int{}, map[int64]int{}
	for _, k := range d.Values[p.x] {
		for _, l := range d.Values[p.y] {
			of[l-k]++
		}
	}
	maps.Copy(left, of)
	for pair, one := range p.never {
		if one || !single {
			left[pair[1]-pair[0]]--
		}
	}
	differences := slices.Sorted(maps.Keys(of))
	if !single && slices.ContainsFunc(differences, func(k int64) bool { return left[k] > 0 && left[k] < of[k] }) {
		return false
	}
	from, to := 0, len(differences)-1
	for from <= to && left[differences[from]] == 0 {
		from++
	}
	for from <= to && left[differences[to]] == 0 {
		to--
	}
	if from > to {
		return true
	}
	vx, vy := d.pool.Var(p.x), d.pool.Var(p.y)
	p.low, p.high, p.ordered = differences[from], differences[to], true
	if from > 0 {
		*orders = append(*orders, d.pool.Le(d.pool.Add(vx, d.pool.Const(p.low)), vy))
	}
	if to < len(differences)-1 {
		*orders = append(*orders, d.pool.Le(vy, d.pool.Add(vx, d.pool.Const(p.high))))
	}
	for _, k := range differences[from : to+1] {
		if left[k] == 0 {
			d.add(edge{d.base(vx), d.base(vy), k}.turned())
		}
	}
	return true
}

// somewhere finds variables that differ because each of as many values stands somewhere. It returns that they have no
// other values.
func (d *differing) somewhere(said []count) (alone []task.Expr) {
	type family struct {
		vars   []int
		values []int64
	}
	families := map[string]*family{}
	var order []*family
	for _, c := range said {
		if c.least < 1 || !c.distinctVars() || slices.ContainsFunc(c.events, func(ev event) bool {
			return len(ev.values) != 1 || ev.values[0] != c.events[0].values[0] || len(d.Values[ev.v]) <= 2
		}) {
			continue
		}
		var vars []int
		key := make([]byte, 0, 4*len(c.events))
		for _, ev := range c.events {
			vars = append(vars, ev.v)
		}
		slices.Sort(vars)
		for _, v := range vars {
			key = append(key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
		}
		f := families[string(key)]
		if f == nil {
			f = &family{vars: vars}
			families[string(key)] = f
			order = append(order, f)
		}
		if k := c.events[0].values[0]; !slices.Contains(f.values, k) {
			f.values = append(f.values, k)
		}
	}
	for _, f := range order {
		if len(f.values) >= len(f.vars) && len(f.vars) >= smallest {
			c := clique{plus: map[int]int64{}}
			for _, v := range f.vars {
				i := d.base(d.pool.Var(v))
				c.members, c.plus[i] = append(c.members, i), 0
			}
			d.state(c)
			if len(f.values) == len(f.vars) {
				for _, v := range f.vars {
					for _, k := range d.Values[v] {
						if !slices.Contains(f.values, k) {
							alone = append(alone, d.is(v, k, false))
						}
					}
				}
			}
		}
	}
	return alone
}

// state adds a clique.
func (d *differing) state(c clique) {
	for i, a := range c.members {
		for _, b := range c.members[:i] {
			d.covered[edge{b, a, c.plus[b] - c.plus[a]}.turned()] = true
		}
	}
	d.cliques = append(d.cliques, c)
}

// find covers the edges with cliques.
func (d *differing) find() {
	edges := slices.SortedFunc(maps.Keys(d.edges), func(g, h edge) int {
		return cmp.Or(cmp.Compare(abs(g.d), abs(h.d)), cmp.Compare(g.a, h.a), cmp.Compare(g.b, h.b), cmp.Compare(g.d, h.d))
	})
	for _, g := range edges {
		if d.covered[g] || d.work > 8*most {
			continue
		}
		c := clique{members: []int{g.a, g.b}, plus: map[int]int64{g.a: 0, g.b: -g.d}}
		for _, k := range slices.Sorted(maps.Keys(d.next[g.a])) {
			if _, in := c.plus[k]; in || d.next[g.b][k] == nil {
				continue
			}
			best, fresh := int64(0), -1
			for _, off := range d.next[g.a][k] {
				if n := d.fits(&c, k, -off); n > fresh {
					best, fresh = -off, n
				}
			}
			if fresh >= 0 {
				c.members = append(c.members, k)
				c.plus[k] = best
			}
		}
		if len(c.members) >= smallest {
			d.state(c)
		}
	}
}

func abs(k int64) int64 { return max(k, -k) }

// fits returns how many edges join base k, plus a number, with the clique and are not covered; -1 if one is missing.
func (d *differing) fits(c *clique, k int, plus int64) (fresh int) {
	d.work += len(c.members)
	for _, m := range c.members {
		g := edge{m, k, c.plus[m] - plus}.turned()
		if !d.edges[g] {
			return -1
		}
		if !d.covered[g] {
			fresh++
		}
	}
	return fresh
}

// left returns what a condition says besides what was found.
func (d *differing) left(e task.Expr, said []count) task.Expr {
	if edges, ok := d.differs(e); ok {
		if slices.ContainsFunc(edges, func(g edge) bool { return !d.covered[g] }) {
			return e
		}
		return task.True
	}
	for i := range said {
		if c := &said[i]; !c.exclusive() || c.least > 1 || !d.covers(c) {
			return e
		}
	}
	if len(said) == 0 {
		return e
	}
	var some []task.Expr
	for _, ev := range said[0].events {
		for _, k := range ev.values {
			some = append(some, d.is(ev.v, k, true))
		}
	}
	if said[0].least == 1 {
		return d.pool.Or(some...)
	}
	return task.True
}

// covers reports whether what was found excludes each two events of a count.
func (d *differing) covers(c *count) bool {
	for i, x := range c.events {
		if slices.ContainsFunc(c.events[:i], func(y event) bool { return !d.excludes(x, y) }) {
			return false
		}
	}
	return true
}

// excludes reports whether what was found excludes two events together.
func (d *differing) excludes(x, y event) bool {
	if x.v > y.v {
		x, y = y, x
	}
	p := d.pairs[[2]int{x.v, y.v}]
	i, isBase := d.place[d.pool.Var(x.v)]
	j, also := d.place[d.pool.Var(y.v)]
	for _, k := range x.values {
		for _, l := range y.values {
			if p != nil && p.ordered && (l-k < p.low || l-k > p.high) {
				continue
			}
			if !isBase || !also || i < 0 || j < 0 || !d.covered[edge{i, j, l - k}.turned()] {
				return false
			}
		}
	}
	return true
}
