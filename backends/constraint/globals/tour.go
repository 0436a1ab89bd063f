package globals

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A tour is an order of things in which each is in a relation with the next. Models say which thing stands at each
// place of the order, or at which place each thing stands. The engine works best with the place of each thing and the
// thing after it, for which there are few choices.

// Bounds on tours.
const (
	shortest = 8  // things
	mostNext = 16 // things that may come next
)

// tour is an order of things.
type tour struct {
	turn        []task.Expr // by thing: its place
	next        [][]int     // by thing: the things that may come next
	first, last int64       // places
}

// end returns the place from which no step leads on.
func (t *tour) end(step int64) int64 {
	if step < 0 {
		return t.first
	}
	return t.last
}

// tours finds orders in which each thing stands once.
func (w *rewriting) tours() bool {
	for _, e := range w.Conditions {
		n := w.pool.Node(e)
		if n.Op != task.OpDistinct || len(n.Args) < shortest {
			continue
		}
		var vars []int
		var fixed []int64
		values := map[int64]bool{}
		for _, a := range n.Args {
			switch m := w.pool.Node(a); m.Op {
			case task.OpVar:
				vars = append(vars, int(m.N))
				for _, k := range w.Values[m.N] {
					values[k] = true
				}
			case task.OpConst:
				fixed = append(fixed, m.N)
			}
		}
		for _, k := range fixed {
			delete(values, k)
		}
		if len(vars)+len(fixed) < len(n.Args) || len(vars) < shortest || len(vars) != len(values) {
			continue
		}
		slices.Sort(vars)
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
	place := map[int]int{}
	for i, v := range vars {
		place[v] = i
	}
	inside := func(v int) bool { _, is := place[v]; return is }
	if w.Cost != task.None && slices.ContainsFunc(w.reads.Of(w.Cost), inside) {
		return false
	}
	alone, links := make([][]task.Expr, len(vars)), make([][]task.Expr, len(vars)-1)
	var kept []task.Expr
	for _, e := range w.Conditions {
		reads := w.reads.Of(e)
		in := lists.Filter(reads, inside)
		switch {
		case e == distinct:
		case len(in) == 0:
			kept = append(kept, e)
		case len(in) < len(reads) || len(in) > 2 || len(in) == 2 && place[in[1]] != place[in[0]]+1:
			return false
		case len(in) == 2:
			links[place[in[0]]] = append(links[place[in[0]]], e)
		default:
			alone[place[in[0]]] = append(alone[place[in[0]]], e)
		}
	}
	t := tour{last: int64(len(vars) - 1)}
	if t.next = w.relation(vars, links, things); t.next == nil {
		return false
	}
	of := make([][]int64, len(things)) // their places
	for i, v := range vars {
		ev, ok := w.unary(part{e: w.pool.And(alone[i]...)})
		if len(alone[i]) == 0 {
			ev, ok = event{v, w.Values[v]}, true
		}
		if !ok {
			return false
		}
		for _, k := range ev.values {
			if j, is := slices.BinarySearch(things, k); is {
				of[j] = append(of[j], int64(i))
			}
		}
	}
	if slices.ContainsFunc(of, func(places []int64) bool { return len(places) == 0 }) {
		w.Conditions = []task.Expr{task.False}
		return true
	}
	t.turn, w.Conditions = lists.Map(of, w.further), kept
	w.follow(&t, 1)
	is, table := map[int]task.Expr{}, lists.Map(things, w.pool.Const)
	for i, v := range vars {
		thing := w.pool.FindKnown(task.FindSure, w.pool.Const(int64(i)), t.turn...)
		is[v] = w.pool.Select(thing, table...)
	}
	w.substitute(is)
	return true
}

// relation returns for each thing the things that may stand at the next place; nil if this is not the same for all
// places.
func (w *rewriting) relation(vars []int, links [][]task.Expr, things []int64) (next [][]int) {
	x, y, said := vars[0], vars[1], w.pool.And(links[0]...)
	for i := 1; i < len(links); i++ {
		same := w.pool.Rebuild(w.pool.And(links[i]...), func(v int) task.Expr {
			if v == vars[i] {
				return w.pool.Var(x)
			}
			return w.pool.Var(y)
		}, map[task.Expr]task.Expr{})
		if same != said || !slices.Equal(w.Values[vars[i]], w.Values[x]) || !slices.Equal(w.Values[vars[i+1]], w.Values[y]) {
			return nil
		}
	}
	if len(things)*len(things) > most {
		return nil
	}
	state := make([]int64, y+1)
	for _, k := range things {
		var may []int
		for j, l := range things {
			if state[x], state[y] = k, l; k != l && w.pool.Eval(said, state) != 0 {
				may = append(may, j)
			}
		}
		if len(may) >= mostNext {
			return nil
		}
		next = append(next, may)
	}
	return next
}

// follow states an order by the place of each thing and by the thing after it, whose place is greater by step: 1 or -1.
func (w *rewriting) follow(t *tour, step int64) {
	p, n := w.pool, len(t.turn)
	say := func(e task.Expr) { w.Conditions = append(w.Conditions, e) }
	none := p.Const(int64(n))
	places := append(slices.Clone(t.turn), p.Const(0))
	reached := make([][]task.Expr, n)
	begins := lists.Map(t.turn, func(e task.Expr) task.Expr { return p.Eq(e, p.Const(t.end(-step))) })
	for i, may := range t.next {
		next := w.further(append(lists.Map(may, func(j int) int64 { return int64(j) }), int64(n)))
		say(p.Or(p.Eq(next, none), p.Eq(p.Select(next, places...), p.Add(t.turn[i], p.Const(step)))))
		say(p.Eq(p.Eq(next, none), p.Eq(t.turn[i], p.Const(t.end(step)))))
		for _, j := range may {
			reached[j] = append(reached[j], p.Eq(next, p.Const(int64(j))))
		}
	}
	for i, one := range reached {
		say(p.Eq(p.Add(append(one, begins[i])...), p.Const(1)))
	}
	say(p.Eq(p.Add(begins...), p.Const(1)))
}

// numbered rewrites an order that is given by the place of each thing. The variables differ, and for each there is a
// condition that one of few things has the next place, or the one before.
func (w *rewriting) numbered(distinct task.Expr, vars []int, places []int64) bool {
	t := tour{turn: lists.Map(vars, w.pool.Var), first: places[0], last: places[len(places)-1]}
	if t.last-t.first >= int64(len(places)) {
		return false
	}
	number := map[task.Expr]int{}
	for i, e := range t.turn {
		number[e] = i
	}
	d := &differing{rewriting: w, place: map[task.Expr]int{}}
	for _, step := range []int64{1, -1} {
		end := t.end(step)
		t.next = make([][]int, len(vars))
		var kept []task.Expr
		count := 0
		for _, e := range w.Conditions {
			i, may, ends := d.successor(e, &t, number, step)
			switch {
			case e == distinct:
			case may == nil || t.next[i] != nil:
				kept = append(kept, e)
			default:
				t.next[i] = may
				count++
				if !ends {
					kept = append(kept, w.pool.Not(w.pool.Eq(t.turn[i], w.pool.Const(end))))
				}
			}
		}
		if count == len(vars) {
			w.Conditions = kept
			w.follow(&t, step)
			return true
		}
	}
	return false
}

// successor reads a condition that one of some things stands next to thing i, or that thing i stands at the end.
func (d *differing) successor(
	e task.Expr, t *tour, number map[task.Expr]int, step int64,
) (i int, may []int, ends bool) {
	i = -1
	end := t.end(step)
	for _, m := range d.members(part{e: e}) {
		n := d.pool.Node(m.e)
		ev, single := d.unary(m)
		var owner, other task.Expr
		if single {
			for _, k := range ev.values {
				if ends = ends || k == end; k != end && k >= t.first && k <= t.last {
					return 0, nil, false
				}
			}
			owner = d.pool.Var(ev.v)
		} else {
			if n.Op != task.OpEq || m.not {
				return 0, nil, false
			}
			g, ok := d.edge(n.Args[0], n.Args[1])
			if !ok || abs(g.d) != 1 {
				return 0, nil, false
			}
			if owner, other = d.bases[g.a], d.bases[g.b]; g.d != step {
				owner, other = other, owner
			}
			j, known := number[other]
			if !known {
				return 0, nil, false
			}
			may = append(may, j)
		}
		k, known := number[owner]
		if !known || i >= 0 && i != k {
			return 0, nil, false
		}
		i = k
	}
	if len(may) >= mostNext {
		may = nil
	}
	slices.Sort(may)
	return i, slices.Compact(may), ends
}
