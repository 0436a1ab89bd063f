package heuristic

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// This file finds the atoms of a relaxation that must be true for an expression to be true, or to have a value. These
// atoms are necessary conditions. A condition that no atom expresses gets a derived atom. Equal conditions share one
// derived atom.

type wideKey struct {
	e task.Expr
	n int64
	k int
}

// fits reports whether the variables have few enough combinations of values to tabulate expressions over them.
func (view *view) fits(vars []int32) bool {
	n := 1
	for _, v := range vars {
		if n *= len(view.sp.Layout.Vars[v].Values); n > view.few && len(vars) > 1 {
			return false
		}
	}
	return true
}

// table returns an expression over all combinations of the places of a few variables. The first variable changes
// slowest.
func (view *view) table(e task.Expr, vars []int32) (values []int64) {
	if t, ok := view.tables[e]; ok {
		return t
	}
	value := view.sp.Program.Scratch.Function(e, 0)
	view.sp.Layout.Each(vars, view.sp.Program.Scratch.State, func(uint64) { values = append(values, value()) })
	view.steps += len(values)
	view.tables[e] = values
	return values
}

// holds returns a necessary condition for e to be true, or to be false.
func (view *view) holds(e task.Expr, want bool) lit { return view.takes(e, space.ToInt(want)) }

// takes returns a necessary condition for e to have the value n.
func (view *view) takes(e task.Expr, n int64) lit {
	node := view.sp.Task.Pool.Node(e)
	if n < node.Lo || n > node.Hi {
		return impossible
	}
	if !view.step() {
		return certain
	}
	if vars, ok := view.reads(e); ok && view.fits(vars) {
		values := view.table(e, vars)
		hits := lists.Map(values, func(x int64) bool { return x == n })
		return view.diagram(vars, hits)
	}
	key := wideKey{e, n, 0}
	if l, ok := view.wide[key]; ok {
		return l
	}
	l := view.follow(e, node, n)
	view.wide[key] = l
	return l
}

// diagram returns the condition that the places of the variables are a combination marked in hits: a decision diagram,
// variable by variable.
func (view *view) diagram(vars []int32, hits []bool) lit {
	switch {
	case !slices.Contains(hits, true):
		return impossible
	case !slices.Contains(hits, false):
		return certain
	}
	key := make([]int32, 0, len(vars)+len(hits)/16+1)
	key = append(append(key, vars...), -1)
	for i, h := range hits {
		if i%16 == 0 {
			key = append(key, 0)
		}
		key[len(key)-1] |= int32(space.ToInt(h)) << (i % 16)
	}
	name := contentKey('d', key)
	if l, ok := view.derived[name]; ok {
		return l
	}
	part := len(hits) / len(view.sp.Layout.Vars[vars[0]].Values)
	var disjuncts []lit
	done := make([]bool, len(hits)/part)
	for p := range done {
		if done[p] {
			continue
		}
		sub := hits[p*part : (p+1)*part]
		var same []lit // places with the same rest
		for q := p; q < len(done); q++ {
			if slices.Equal(sub, hits[q*part:(q+1)*part]) {
				done[q] = true
				same = append(same, view.at(vars[0], q))
			}
		}
		rest := certain
		if part > 1 {
			rest = view.diagram(vars[1:], sub)
		} else if !sub[0] {
			rest = impossible
		}
		if len(same) == len(done) {
			disjuncts = append(disjuncts, rest)
		} else if rest != impossible {
			disjuncts = append(disjuncts, view.conj([]lit{view.disj(same), rest}))
		}
	}
	l := view.disj(disjuncts)
	view.derived[name] = l
	return l
}

// conj returns the atom of a conjunction.
func (view *view) conj(lits []lit) lit {
	lits, ok := joined(lits)
	switch {
	case !ok:
		return impossible
	case len(lits) == 0:
		return certain
	case len(lits) == 1:
		return lits[0]
	}
	key := contentKey('&', lits)
	a, ok := view.derived[key]
	if !ok {
		a = view.atom()
		view.derived[key] = a
		view.op(slices.Clone(lits), []int32{a}, -1)
	}
	return a
}

// disj returns the atom of a disjunction.
func (view *view) disj(lits []lit) lit {
	slices.Sort(lits)
	lits = slices.Compact(lits)
	if len(lits) > 0 && lits[0] == impossible {
		lits = lits[1:]
	}
	switch {
	case len(lits) == 0:
		return impossible
	case lits[0] == certain:
		return certain
	case len(lits) == 1:
		return lits[0]
	}
	key := contentKey('|', lits)
	a, ok := view.derived[key]
	if !ok {
		a = view.atom()
		view.derived[key] = a
		for _, l := range lits {
			view.op([]int32{l}, []int32{a}, -1)
		}
	}
	return a
}

// follow is like takes, for an expression that reads too many variables for a table.
func (view *view) follow(e task.Expr, node *task.Node, n int64) lit {
	args := node.Args
	switch node.Op {
	case task.OpVar:
		return view.at(int32(node.N), view.sp.Layout.Place(int(node.N), n))
	case task.OpNot:
		return view.takes(args[0], 1-n)
	case task.OpAnd:
		return view.junction(args, n, n == 1)
	case task.OpOr:
		return view.junction(args, n, n == 0)
	case task.OpIte:
		return view.disj([]lit{
			view.conj([]lit{view.holds(args[0], true), view.takes(args[1], n)}),
			view.conj([]lit{view.holds(args[0], false), view.takes(args[2], n)}),
		})
	case task.OpAdd:
		return view.total(e, args, n)
	case task.OpMin, task.OpMax:
		return view.junction(args, n, false)
	case task.OpSelect:
		return view.selected(args, n)
	case task.OpFind:
		if n < 0 {
			return certain
		}
		return view.equal(args[0], args[n+1])
	case task.OpEq:
		if n == 1 {
			return view.equal(args[0], args[1])
		}
		return view.combined(node, n)
	case task.OpReach:
		if n == 1 {
			return view.reaches(node)
		}
	case task.OpLt, task.OpLe, task.OpMul, task.OpDiv, task.OpMod, task.OpAbs:
		return view.combined(node, n)
	}
	return view.unknown(fmt.Sprintf("%s reads %d variables at once", opWords[node.Op], len(view.sp.Task.Pool.Vars(e))))
}

// opWords names the operators in errors.
var opWords = map[task.Op]string{
	task.OpDistinct: "a `distinct`", task.OpReach: "a `reaches` that must fail", task.OpCost: "a simpler puzzle's cost",
	task.OpReached: "a `region`", task.OpAcyclic: "an `acyclic`", task.OpConnected: "a `connected`",
	task.OpAdd: "a sum", task.OpMul: "a product", task.OpDiv: "a division", task.OpMod: "a remainder",
	task.OpAbs: "an `abs`",
	task.OpLt:  "a comparison", task.OpLe: "a comparison", task.OpEq: "a comparison", task.OpSelect: "an index",
}

// junction returns a necessary condition for all arguments, or for at least one argument, to have the value n.
func (view *view) junction(args []task.Expr, n int64, all bool) lit {
	lits := lists.Map(args, func(a task.Expr) lit { return view.takes(a, n) })
	if all {
		return view.conj(lits)
	}
	return view.disj(lits)
}

// span bounds the values of an expression. It returns false if they lie too far apart to be tried one by one.
func (view *view) span(e task.Expr) (lo, hi int64, ok bool) {
	n := view.sp.Task.Pool.Node(e)
	return n.Lo, n.Hi, n.Hi-n.Lo >= 0 && n.Hi-n.Lo < viewRange
}

// equal returns a necessary condition for two expressions to have the same value.
func (view *view) equal(x, y task.Expr) lit {
	if x == y {
		return certain
	}
	if c, ok := view.sp.Task.Pool.Value(x); ok {
		return view.takes(y, c)
	}
	if c, ok := view.sp.Task.Pool.Value(y); ok {
		return view.takes(x, c)
	}
	lo, hi, ok := view.span(x)
	lo2, hi2, ok2 := view.span(y)
	if !ok && !ok2 {
		return view.unknown("a comparison of numbers that lie far apart")
	}
	var disjuncts []lit
	for n := max(lo, lo2); n <= min(hi, hi2); n++ {
		disjuncts = append(disjuncts, view.conj([]lit{view.takes(x, n), view.takes(y, n)}))
	}
	return view.disj(disjuncts)
}

// selected returns a necessary condition for the selected element of a table to have the value n.
func (view *view) selected(args []task.Expr, n int64) lit {
	lo, hi, ok := view.span(args[0])
	if !ok {
		return view.unknown("an index with many values")
	}
	var disjuncts []lit
	for i := lo; i <= hi; i++ {
		switch {
		case i >= 0 && i < int64(len(args)-1):
			disjuncts = append(disjuncts, view.conj([]lit{view.takes(args[0], i), view.takes(args[i+1], n)}))
		case n == 0:
			disjuncts = append(disjuncts, view.takes(args[0], i))
		}
	}
	return view.disj(disjuncts)
}

// combined returns a necessary condition for an operator to have the value n. It tries all values of its one or two
// arguments.
func (view *view) combined(node *task.Node, n int64) lit {
	lo, hi, ok := view.span(node.Args[0])
	lo2, hi2 := int64(0), int64(0)
	if len(node.Args) == 2 {
		var ok2 bool
		lo2, hi2, ok2 = view.span(node.Args[1])
		ok = ok && ok2
	}
	if !ok || (hi-lo+1)*(hi2-lo2+1) > viewTable {
		return view.unknown(opWords[node.Op] + " of numbers that lie far apart")
	}
	pair := [2]int64{}
	var disjuncts []lit
	for pair[0] = lo; pair[0] <= hi; pair[0]++ {
		for pair[1] = lo2; pair[1] <= hi2; pair[1]++ {
			if view.sp.Task.Pool.EvalNode(node, func(i int) int64 { return pair[i] }) != n {
				continue
			}
			both := []lit{view.takes(node.Args[0], pair[0])}
			if len(node.Args) == 2 {
				both = append(both, view.takes(node.Args[1], pair[1]))
			}
			disjuncts = append(disjuncts, view.conj(both))
		}
	}
	return view.disj(disjuncts)
}

// total returns a necessary condition for the sum of args to be n: for each value of the last argument, the other
// arguments have the rest as their sum.
func (view *view) total(e task.Expr, args []task.Expr, n int64) lit {
	last := len(args) - 1
	if last == 0 {
		return view.takes(args[0], n)
	}
	var low, high int64 // of all arguments but the last
	for _, a := range args[:last] {
		lo, hi, ok := view.span(a)
		low, high = low+lo, high+hi
		if !ok || high-low >= viewRange {
			return view.unknown("a sum with many values")
		}
	}
	lo, hi, ok := view.span(args[last])
	if !ok {
		return view.unknown("a sum with many values")
	}
	key := wideKey{e, n, last}
	if l, ok := view.wide[key]; ok {
		return l
	}
	var disjuncts []lit
	for x := max(lo, n-high); x <= min(hi, n-low) && view.step(); x++ {
		disjuncts = append(disjuncts, view.conj([]lit{view.takes(args[last], x), view.total(e, args[:last], n-x)}))
	}
	l := view.disj(disjuncts)
	view.wide[key] = l
	return l
}

// reaches returns a necessary condition for a path: a node is reached if it is the start, or if it is free and next to
// a reached node. It ignores the values that the current case fixes, so that all moves share the condition.
func (view *view) reaches(node *task.Node) lit {
	next := view.sp.Task.Pool.Graphs[node.N].Next
	from, to := node.Args[0], node.Args[1]
	reads := lists.Map(slices.Concat(node.Args[:1], node.Args[2:]), func(e task.Expr) int32 { return int32(e) })
	key := contentKey('r', append([]int32{int32(node.N)}, reads...))
	first, ok := view.derived[key]
	if !ok {
		env := view.env
		view.enter(nil)
		first = view.flood(next, from, node.Args[2:])
		view.derived[key] = first
		view.enter(env)
	}
	var disjuncts []lit
	for c := range next {
		if l := view.takes(to, int64(c)); l != impossible {
			disjuncts = append(disjuncts, view.conj([]lit{l, first + int32(c)}))
		}
	}
	return view.disj(disjuncts)
}

// flood makes an atom for each node of a board: the node is reached.
func (view *view) flood(next [][]int32, from task.Expr, free []task.Expr) int32 {
	first := int32(view.out.atoms)
	for range next {
		view.atom()
	}
	open := make([]lit, len(next))
	for c := range next {
		open[c] = view.holds(free[c], true)
		if l := view.takes(from, int64(c)); l != impossible {
			pre, _ := joined([]lit{l})
			view.op(pre, []int32{first + int32(c)}, -1)
		}
	}
	for c := range next {
		for _, d := range next[c] {
			if pre, ok := joined([]lit{first + int32(c), open[d]}); ok {
				view.op(pre, []int32{first + d}, -1)
			}
		}
	}
	return first
}
