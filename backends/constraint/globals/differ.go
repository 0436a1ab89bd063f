package globals

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// edge says that base a plus d is not base b; a < b.
type edge struct {
	a, b int
	d    int64
}

// clique is a `distinct` of bases, each plus a number.
type clique struct {
	members []int
	plus    map[int]int64
}

// differing looks for values that differ.
type differing struct {
	*rewriting
	place map[task.Expr]int // of bases; -1 for other numbers
	bases []task.Expr       // numbers that depend on one variable
	edges map[edge]bool     // true: what is found says so
	// pairs has pairs of values that two variables, x < y, do not have together.
	pairs   map[[2]int]map[[2]int64]bool
	next    []map[int][]int64 // by base: the other bases, each with the numbers d of edges
	cliques []clique
	work    int
}

// differences states `distinct` for values that differ in pairs or of which each stands somewhere, and orders of two
// numbers.
func (w *rewriting) differences() bool {
	d := &differing{rewriting: w, place: map[task.Expr]int{}, edges: map[edge]bool{}}
	d.pairs = map[[2]int]map[[2]int64]bool{}
	apart, said := make([][]edge, len(w.Conditions)), make([][]count, len(w.Conditions))
	for i, e := range w.Conditions {
		if apart[i] = d.differs(e); apart[i] != nil {
			for _, g := range apart[i] {
				d.add(g)
			}
			continue
		}
		said[i] = w.counts(e)
		for k := range said[i] {
			d.exclude(&said[i][k])
		}
	}
	if d.work > most {
		return false
	}
	d.somewhere(slices.Concat(said...))
	orders := d.orders()
	d.find()
	if len(d.cliques) == 0 && len(orders) == 0 {
		return false
	}
	kept := orders
	for i, e := range w.Conditions {
		switch {
		case apart[i] != nil:
			if slices.ContainsFunc(apart[i], func(g edge) bool { return !d.edges[g] }) {
				kept = append(kept, e)
			}
		case len(said[i]) == 0 || slices.ContainsFunc(said[i], func(c count) bool { return c.least > 0 || !d.covers(&c) }):
			kept = append(kept, e)
		}
	}
	w.Conditions = kept
	for _, c := range d.cliques {
		w.Conditions = append(w.Conditions, w.pool.Distinct(lists.Map(c.members, func(m int) task.Expr {
			return w.pool.Add(d.bases[m], w.pool.Const(c.plus[m]))
		})...))
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
		i = len(d.bases)
		d.bases, d.next = append(d.bases, e), append(d.next, map[int][]int64{})
	}
	d.place[e] = i
	return i
}

// differs reads a condition that two numbers differ, or that their difference has not a certain absolute value. It
// returns nil for another one.
func (d *differing) differs(e task.Expr) (edges []edge) {
	n := d.pool.Node(e)
	if n.Op != task.OpNot || d.pool.Node(n.Args[0]).Op != task.OpEq {
		return nil
	}
	args := d.pool.Node(n.Args[0]).Args
	apart := [][2]task.Expr{{args[0], args[1]}}
	for i, a := range args {
		if k, fixed := d.pool.Value(args[1-i]); fixed && d.pool.Node(a).Op == task.OpAbs {
			x := d.pool.Node(a).Args[0]
			apart = [][2]task.Expr{{x, args[1-i]}, {x, d.pool.Const(-k)}}
		}
	}
	for _, x := range apart {
		g, ok := d.edge(x[0], x[1])
		if !ok {
			return nil
		}
		edges = append(edges, g)
	}
	return edges
}

// edge reads the difference of two expressions. ok is false if it is not one of two bases and a constant.
func (d *differing) edge(x, y task.Expr) (g edge, ok bool) {
	g, ok = edge{a: -1, b: -1}, true // plus, minus
	var read func(e task.Expr, sign int64)
	read = func(e task.Expr, sign int64) {
		n, side := d.pool.Node(e), &g.a
		if sign < 0 {
			side = &g.b
		}
		switch {
		case n.Op == task.OpConst:
			g.d += sign * n.N
		case n.Op == task.OpAdd:
			for _, a := range n.Args {
				read(a, sign)
			}
		case n.Op == task.OpMul && n.Args[0] == d.pool.Const(-1):
			read(n.Args[1], -sign)
		case *side >= 0:
			ok = false
		default:
			*side = d.base(e)
			ok = ok && *side >= 0
		}
	}
	read(x, 1)
	read(y, -1)
	return g.turned(), ok && g.a >= 0 && g.b >= 0 && g.a != g.b
}

// turned puts the base with the smaller number first.
func (g edge) turned() edge {
	if g.a > g.b {
		return edge{g.b, g.a, -g.d}
	}
	return g
}

func (d *differing) add(g edge) {
	if _, known := d.edges[g]; g.a < 0 || known {
		return
	}
	d.edges[g] = false
	d.next[g.a][g.b] = append(d.next[g.a][g.b], g.d)
	d.next[g.b][g.a] = append(d.next[g.b][g.a], -g.d)
}

// exclude notes the pairs of events of a count that exclude each other.
func (d *differing) exclude(c *count) {
	if !c.exclusive() || d.work > most {
		return
	}
	for i, one := range c.events {
		for _, other := range c.events[:i] {
			x, y := one, other
			if x.v > y.v {
				x, y = y, x
			}
			if len(d.Values[x.v]) <= 2 || len(d.Values[y.v]) <= 2 || x.v == y.v {
				continue
			}
			d.work += len(x.values) * len(y.values)
			never := d.pairs[[2]int{x.v, y.v}]
			if never == nil {
				never = map[[2]int64]bool{}
				d.pairs[[2]int{x.v, y.v}] = never
			}
			for _, k := range x.values {
				for _, l := range y.values {
					never[[2]int64{k, l}] = true
				}
			}
		}
	}
}

// orders makes edges of pairs of values with one difference, if all of them are excluded. It returns orders of pairs
// with all differences up to one or from one. Relations that say more than that stay as they are.
func (d *differing) orders() (orders []task.Expr) {
	keys := slices.SortedFunc(maps.Keys(d.pairs), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys {
		x, y, never := key[0], key[1], d.pairs[key]
		if len(never) < min(len(d.Values[x]), len(d.Values[y]))/2 {
			continue
		}
		of, left := map[int64]int{}, map[int64]int{}
		for _, k := range d.Values[x] {
			for _, l := range d.Values[y] {
				if of[l-k]++; !never[[2]int64{k, l}] {
					left[l-k]++
				}
			}
		}
		all, some := slices.Sorted(maps.Keys(of)), slices.Sorted(maps.Keys(left))
		if len(some) == 0 || slices.ContainsFunc(some, func(k int64) bool { return left[k] < of[k] }) {
			continue
		}
		vx, vy, low, high := d.pool.Var(x), d.pool.Var(y), some[0], some[len(some)-1]
		if low > all[0] {
			orders = append(orders, d.pool.Le(d.pool.Add(vx, d.pool.Const(low)), vy))
		}
		if high < all[len(all)-1] {
			orders = append(orders, d.pool.Le(vy, d.pool.Add(vx, d.pool.Const(high))))
		}
		for _, k := range all {
			if g := (edge{d.base(vx), d.base(vy), k}).turned(); k < low || k > high {
				d.edges[g] = true
			} else if left[k] == 0 {
				d.add(g)
			}
		}
	}
	return orders
}

// somewhere finds variables that differ because each of as many values stands somewhere.
func (d *differing) somewhere(said []count) {
	values := map[string]map[int64]bool{} // by variables
	for _, c := range said {
		if c.least < 1 || len(c.events) < fewest || !c.distinctVars() || slices.ContainsFunc(c.events, func(ev event) bool {
			return len(ev.values) != 1 || ev.values[0] != c.events[0].values[0] || d.base(d.pool.Var(ev.v)) < 0
		}) {
			continue
		}
		all := clique{lists.Map(c.events, func(ev event) int { return d.base(d.pool.Var(ev.v)) }), map[int]int64{}}
		slices.Sort(all.members)
		key := fmt.Sprint(all.members)
		if values[key] == nil {
			values[key] = map[int64]bool{}
		}
		if values[key][c.events[0].values[0]] = true; len(values[key]) == len(c.events) {
			d.state(all)
		}
	}
}

// state adds a clique.
func (d *differing) state(c clique) {
	for i, a := range c.members {
		for _, b := range c.members[:i] {
			d.edges[edge{b, a, c.plus[b] - c.plus[a]}.turned()] = true
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
		if d.edges[g] || d.work > 8*most {
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
		if len(c.members) >= fewest {
			d.state(c)
		}
	}
}

func abs(k int64) int64 { return max(k, -k) }

// fits returns how many edges join base k, plus a number, with the clique and are not covered; -1 if one is missing.
func (d *differing) fits(c *clique, k int, plus int64) (fresh int) {
	d.work += len(c.members)
	for _, m := range c.members {
		covered, known := d.edges[edge{m, k, c.plus[m] - plus}.turned()]
		if !known {
			return -1
		}
		if !covered {
			fresh++
		}
	}
	return fresh
}

// covers reports whether what was found excludes each two events of a count of which at most one happens.
func (d *differing) covers(c *count) bool {
	for i, x := range c.events {
		for _, y := range c.events[:i] {
			a, b := d.base(d.pool.Var(x.v)), d.base(d.pool.Var(y.v))
			for _, k := range x.values {
				open := func(l int64) bool { return !d.edges[edge{a, b, l - k}.turned()] }
				if a < 0 || b < 0 || slices.ContainsFunc(y.values, open) {
					return false
				}
			}
		}
	}
	return c.exclusive()
}
