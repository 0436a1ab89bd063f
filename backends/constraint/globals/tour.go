package globals

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// A tour is an order of things in which each is in a relation with the next. Models say which thing stands at each
// place of the order, or at which place each thing stands. The engine works best with the place of each thing and the
// thing after it, for which there are few choices.

// Bounds on tours.
const (
	shortest   = 8  // things
	mostNext   = 16 // things that may come next, and ends
	mostPieces = 4  // pieces between things with constant places
)

// tour is an order of things.
type tour struct {
	things []int64     // by number: the value in the model
	turn   []task.Expr // by number: the variable with the place
	next   [][]int     // by number: the numbers of things that may come next
	not    []task.Expr // what holds besides
	pieces [][2]int64  // the first and the last place of each piece of consecutive places
}

// tours finds orders in which each thing stands once.
func (w *rewriting) tours() (changed bool) {
	for _, e := range w.Conditions {
		n := w.pool.Node(e)
		if n.Op != task.OpDistinct || len(n.Args) < shortest {
			continue
		}
		var vars []int
		values := map[int64]bool{}
		for _, a := range n.Args {
			if m := w.pool.Node(a); m.Op == task.OpVar {
				vars = append(vars, int(m.N))
				for _, k := range w.Values[m.N] {
					values[k] = true
				}
			}
		}
		for _, a := range n.Args {
			if k, fixed := w.pool.Value(a); fixed {
				delete(values, k)
			} else if w.pool.Node(a).Op != task.OpVar {
				vars = nil
			}
		}
		if len(vars) < shortest || len(vars) != len(values) {
			continue
		}
		all := slices.Sorted(maps.Keys(values))
		if w.standing(e, vars, all) || w.numbered(e, vars, all) {
			return true
		}
	}
	return false
}

// standing rewrites an order that is given by the thing at each place: variables that differ, each of which is in a
// relation with the one after it.
func (w *rewriting) standing(distinct task.Expr, vars []int, things []int64) bool {
	inside := map[int]bool{}
	for _, v := range vars {
		inside[v] = true
	}
	links, alone := map[[2]int][]task.Expr{}, map[int][]task.Expr{}
	next := map[int][]int{}
	var kept []task.Expr
	for _, e := range append(slices.Clone(w.Conditions), w.Cost) {
		if e == distinct || e == task.None {
			continue
		}
		reads := w.reads.Of(e)
		switch some := slices.ContainsFunc(reads, func(v int) bool { return inside[v] }); {
		case !some:
			kept = append(kept, e)
		case e == w.Cost || len(reads) > 2 || !inside[reads[0]] || !inside[reads[len(reads)-1]]:
			return false
		case len(reads) == 1:
			alone[reads[0]] = append(alone[reads[0]], e)
		default:
			x, y := reads[0], reads[1]
			if key := [2]int{x, y}; links[key] == nil {
				next[x], next[y] = append(next[x], y), append(next[y], x)
			}
			links[[2]int{x, y}] = append(links[[2]int{x, y}], e)
		}
	}
	if w.Cost != task.None {
		kept = kept[:len(kept)-1]
	}
	order := chains(vars, next)
	if len(links) == 0 || order == nil {
		return false
	}
	t := tour{things: things}
	may, ok := w.relation(order, links, things)
	if !ok {
		return false
	}
	t.next = may
	places := map[int]int64{} // by variable
	of := map[int][]int64{}   // by number of a thing: its places
	at := int64(0)
	for _, chain := range order {
		t.pieces = append(t.pieces, [2]int64{at, at + int64(len(chain)) - 1})
		for _, v := range chain {
			places[v] = at
			ev, ok := w.unary(w.pool.And(alone[v]...))
			if len(alone[v]) == 0 {
				ev, ok = event{v, w.Values[v]}, true
			}
			if !ok {
				return false
			}
			for _, k := range ev.values {
				if i, is := slices.BinarySearch(things, k); is {
					of[i] = append(of[i], at)
				}
			}
			at++
		}
		at++
	}
	for i := range things {
		if len(of[i]) == 0 {
			w.Conditions = []task.Expr{task.False}
			return true
		}
		t.turn = append(t.turn, w.further(of[i]))
	}
	w.Conditions = kept
	w.follow(&t, 1)
	gone := map[int]task.Expr{}
	table := []task.Expr{}
	for _, k := range things {
		table = append(table, w.pool.Const(k))
	}
	for _, v := range vars {
		thing := w.pool.FindKnown(task.FindSure, w.pool.Const(places[v]), t.turn...)
		gone[v], w.Values[v] = w.pool.Select(thing, table...), nil
	}
	turn := w.replace(func(v int) task.Expr {
		if e, ok := gone[v]; ok {
			return e
		}
		return w.pool.Var(v)
	})
	for v, e := range w.Is {
		w.Is[v] = turn(e)
	}
	for v, e := range gone {
		if v < w.own {
			w.Is[v] = e
		}
	}
	return true
}

// further makes a variable.
func (w *rewriting) further(values []int64) task.Expr {
	w.Values = append(w.Values, values)
	return w.pool.Var(len(w.Values) - 1)
}

// chains orders variables so that neighbours are linked; nil if they do not form few chains.
func chains(vars []int, next map[int][]int) (order [][]int) {
	seen := map[int]bool{}
	for _, v := range vars {
		if seen[v] || len(next[v]) > 1 {
			continue
		}
		var chain []int
		for x, last := v, -1; x >= 0; {
			chain, seen[x] = append(chain, x), true
			to := -1
			for _, y := range next[x] {
				if y != last {
					to = y
				}
			}
			if len(next[x]) > 2 || to >= 0 && seen[to] {
				return nil
			}
			x, last = to, x
		}
		order = append(order, chain)
	}
	if len(seen) < len(vars) || len(order) > mostPieces {
		return nil
	}
	return order
}

// relation returns for each thing the things that may stand at the next place, if this is the same for all places.
func (w *rewriting) relation(order [][]int, links map[[2]int][]task.Expr, things []int64) (next [][]int, ok bool) {
	said, x, y := task.None, 0, 0
	for _, chain := range order {
		for i := 1; i < len(chain); i++ {
			a, b := chain[i-1], chain[i]
			e := w.pool.And(links[[2]int{min(a, b), max(a, b)}]...)
			if said == task.None {
				said, x, y = e, a, b
				continue
			}
			same := w.pool.Rebuild(e, func(v int) task.Expr {
				if v == a {
					return w.pool.Var(x)
				}
				return w.pool.Var(y)
			}, map[task.Expr]task.Expr{})
			if same != said || !slices.Equal(w.Values[a], w.Values[x]) || !slices.Equal(w.Values[b], w.Values[y]) {
				return nil, false
			}
		}
	}
	if len(things)*len(things) > most {
		return nil, false
	}
	state := make([]int64, max(x, y)+1)
	for _, k := range things {
		var may []int
		for j, l := range things {
			if state[x], state[y] = k, l; k != l && w.pool.Eval(said, state) != 0 {
				may = append(may, j)
			}
		}
		if len(may)+len(order) > mostNext {
			return nil, false
		}
		next = append(next, may)
	}
	return next, true
}

// follow states an order by the place of each thing and by the thing after it, whose place is greater by step: 1 or -1.
func (w *rewriting) follow(t *tour, step int64) {
	p, n := w.pool, len(t.things)
	say := func(e task.Expr) { w.Conditions = append(w.Conditions, e) }
	places := slices.Clone(t.turn)
	for range t.pieces {
		places = append(places, p.Const(0))
	}
	reached := make([][]task.Expr, n)
	for i, may := range t.next {
		var values []int64
		for _, j := range may {
			values = append(values, int64(j))
		}
		for k := range t.pieces {
			values = append(values, int64(n+k))
		}
		next := w.further(values)
		ended := p.Le(p.Const(int64(n)), next)
		say(p.Or(ended, p.Eq(p.Select(next, places...), p.Add(t.turn[i], p.Const(step)))))
		for k, piece := range t.pieces {
			say(p.Eq(p.Eq(next, p.Const(int64(n+k))), p.Eq(t.turn[i], p.Const(piece[(1+step)/2]))))
		}
		for _, j := range may {
			reached[j] = append(reached[j], p.Eq(next, p.Const(int64(j))))
		}
	}
	for _, piece := range t.pieces {
		var values []int64
		for i := range n {
			values = append(values, int64(i))
		}
		first := w.further(values)
		for i := range n {
			is := p.Eq(first, p.Const(int64(i)))
			say(p.Eq(is, p.Eq(t.turn[i], p.Const(piece[(1-step)/2]))))
			reached[i] = append(reached[i], is)
		}
	}
	for _, one := range reached {
		say(p.Eq(p.Add(one...), p.Const(1)))
	}
}

// numbered rewrites an order that is given by the place of each thing. The variables differ, and for each there is a
// condition that one of few things has the next place, or the one before.
func (w *rewriting) numbered(distinct task.Expr, vars []int, places []int64) bool {
	number := map[int]int{}
	t := tour{}
	for i, v := range vars {
		number[v] = i
		t.things, t.turn = append(t.things, int64(i)), append(t.turn, w.pool.Var(v))
	}
	for i, k := range places {
		if i == 0 || places[i-1] != k-1 {
			t.pieces = append(t.pieces, [2]int64{k, k})
		}
		t.pieces[len(t.pieces)-1][1] = k
	}
	if len(t.pieces) > mostPieces {
		return false
	}
	d := &differing{rewriting: w, place: map[task.Expr]int{}}
	said := map[task.Expr]bool{distinct: true}
	for _, step := range []int64{1, -1} {
		next := make([][]int, len(vars))
		count := 0
		for _, e := range w.Conditions {
			if i, may, ok := w.successor(d, e, number, &t, step); ok && next[i] == nil {
				next[i], said[e] = may, true
				count++
			}
		}
		if count == len(vars) {
			t.next = next
			w.Conditions = slices.DeleteFunc(w.Conditions, func(e task.Expr) bool { return said[e] })
			w.Conditions = append(w.Conditions, t.not...)
			w.follow(&t, step)
			return true
		}
		t.not = nil
		said = map[task.Expr]bool{distinct: true}
	}
	return false
}

// successor reads a condition that a place is the last one of a piece, or that one of some things has the next place.
func (w *rewriting) successor(
	d *differing, e task.Expr, number map[int]int, t *tour, step int64,
) (i int, may []int, ok bool) {
	owner := -1
	var last []int64
	var edges []edge
	for _, m := range w.members(e) {
		n := w.pool.Node(m)
		if ev, single := w.unary(m); single {
			if owner >= 0 && owner != ev.v {
				return 0, nil, false
			}
			owner, last = ev.v, append(last, ev.values...)
			continue
		}
		if n.Op != task.OpEq {
			return 0, nil, false
		}
		g, isEdge := d.edge(n.Args[0], n.Args[1])
		if !isEdge || abs(g.d) != 1 {
			return 0, nil, false
		}
		edges = append(edges, g)
	}
	if len(edges) == 0 || len(edges)+len(t.pieces) > mostNext {
		return 0, nil, false
	}
	variable := func(base int) int {
		if n := w.pool.Node(d.bases[base].e); n.Op == task.OpVar {
			return int(n.N)
		}
		return -1
	}
	if owner < 0 {
		owner = variable(edges[0].a)
		if len(edges) > 1 && edges[1].a != edges[0].a && edges[1].b != edges[0].a {
			owner = variable(edges[0].b)
		}
	}
	for _, g := range edges { // base a plus d is base b
		a, b, by := variable(g.a), variable(g.b), g.d
		if a != owner {
			a, b, by = b, a, -by
		}
		j, known := number[b]
		if a != owner || by != step || !known {
			return 0, nil, false
		}
		may = append(may, j)
	}
	for _, p := range t.pieces {
		for k := p[0]; k <= p[1]; k++ {
			switch end := k == p[(1+step)/2]; {
			case end && !slices.Contains(last, k):
				t.not = append(t.not, w.pool.Not(w.pool.Eq(w.pool.Var(owner), w.pool.Const(k))))
			case !end && slices.Contains(last, k):
				return 0, nil, false
			}
		}
	}
	slices.Sort(may)
	i, ok = number[owner]
	return i, slices.Compact(may), ok
}
