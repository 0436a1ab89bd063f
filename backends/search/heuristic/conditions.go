package heuristic

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
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
func (b *view) fits(vars []int32) bool {
	n := 1
	for _, v := range vars {
		if n *= len(b.sp.Layout.Vars[v].Values); n > b.few && len(vars) > 1 {
			return false
		}
	}
	return true
}

// table returns an expression over all combinations of the places of a few variables. The first variable changes
// slowest.
func (b *view) table(e task.Expr, vars []int32) (values []int64) {
	if t, ok := b.tables[e]; ok {
		return t
	}
	value := b.sp.Program.Scratch.Function(e, 0)
	b.sp.Layout.Each(vars, b.sp.Program.Scratch.State, func(uint64) { values = append(values, value()) })
	b.steps += len(values)
	b.tables[e] = values
	return values
}

// holds returns a necessary condition for e to be true, or to be false.
func (b *view) holds(e task.Expr, want bool) lit { return b.takes(e, space.ToInt(want)) }

// takes returns a necessary condition for e to have the value n.
func (b *view) takes(e task.Expr, n int64) lit {
	node := b.sp.Task.Pool.Node(e)
	if n < node.Lo || n > node.Hi {
		return impossible
	}
	if !b.step() {
		return certain
	}
	if vars, ok := b.reads(e); ok && b.fits(vars) {
		values := b.table(e, vars)
		hits := make([]bool, len(values))
		for i, x := range values {
			hits[i] = x == n
		}
		return b.diagram(vars, hits)
	}
	key := wideKey{e, n, 0}
	if l, ok := b.wide[key]; ok {
		return l
	}
	l := b.follow(e, node, n)
	b.wide[key] = l
	return l
}

// diagram returns the condition that the places of the variables are a combination marked in hits: a decision diagram,
// variable by variable.
func (b *view) diagram(vars []int32, hits []bool) lit {
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
	if l, ok := b.derived[name]; ok {
		return l
	}
	part := len(hits) / len(b.sp.Layout.Vars[vars[0]].Values)
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
				same = append(same, b.at(vars[0], q))
			}
		}
		rest := certain
		if part > 1 {
			rest = b.diagram(vars[1:], sub)
		} else if !sub[0] {
			rest = impossible
		}
		if len(same) == len(done) {
			disjuncts = append(disjuncts, rest)
		} else if rest != impossible {
			disjuncts = append(disjuncts, b.conj([]lit{b.disj(same), rest}))
		}
	}
	l := b.disj(disjuncts)
	b.derived[name] = l
	return l
}

// conj returns the atom of a conjunction.
func (b *view) conj(lits []lit) lit {
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
	a, ok := b.derived[key]
	if !ok {
		a = b.atom()
		b.derived[key] = a
		b.op(slices.Clone(lits), []int32{a}, -1)
	}
	return a
}

// disj returns the atom of a disjunction.
func (b *view) disj(lits []lit) lit {
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
	a, ok := b.derived[key]
	if !ok {
		a = b.atom()
		b.derived[key] = a
		for _, l := range lits {
			b.op([]int32{l}, []int32{a}, -1)
		}
	}
	return a
}

// follow is like takes, for an expression that reads too many variables for a table.
func (b *view) follow(e task.Expr, node *task.Node, n int64) lit {
	args := node.Args
	switch node.Op {
	case task.OpVar:
		return b.at(int32(node.N), b.sp.Layout.Place(int(node.N), n))
	case task.OpNot:
		return b.takes(args[0], 1-n)
	case task.OpAnd:
		return b.junction(args, n, n == 1)
	case task.OpOr:
		return b.junction(args, n, n == 0)
	case task.OpIte:
		return b.disj([]lit{
			b.conj([]lit{b.holds(args[0], true), b.takes(args[1], n)}),
			b.conj([]lit{b.holds(args[0], false), b.takes(args[2], n)}),
		})
	case task.OpAdd:
		return b.total(e, args, n)
	case task.OpMin, task.OpMax:
		return b.junction(args, n, false)
	case task.OpSelect:
		return b.selected(args, n)
	case task.OpFind:
		if n < 0 {
			return certain
		}
		return b.equal(args[0], args[n+1])
	case task.OpEq:
		if n == 1 {
			return b.equal(args[0], args[1])
		}
		return b.combined(node, n)
	case task.OpReach:
		if n == 1 {
			return b.reaches(node)
		}
	case task.OpLt, task.OpLe, task.OpMul, task.OpDiv, task.OpMod, task.OpAbs:
		return b.combined(node, n)
	}
	return b.unknown(fmt.Sprintf("%s reads %d variables at once", opWords[node.Op], len(b.sp.Task.Pool.Vars(e))))
}

// opWords names the operators in errors.
var opWords = map[task.Op]string{
	task.OpDistinct: "a `distinct`", task.OpReach: "a `reaches` that must fail", task.OpCost: "a simpler puzzle's cost",
	task.OpReached: "a `region`", task.OpAcyclic: "an `acyclic`",
	task.OpAdd: "a sum", task.OpMul: "a product", task.OpDiv: "a division", task.OpMod: "a remainder",
	task.OpAbs: "an `abs`",
	task.OpLt:  "a comparison", task.OpLe: "a comparison", task.OpEq: "a comparison", task.OpSelect: "an index",
}

// junction returns a necessary condition for all arguments, or for at least one argument, to have the value n.
func (b *view) junction(args []task.Expr, n int64, all bool) lit {
	lits := make([]lit, len(args))
	for i, a := range args {
		lits[i] = b.takes(a, n)
	}
	if all {
		return b.conj(lits)
	}
	return b.disj(lits)
}

// span bounds the values of an expression. It returns false if they lie too far apart to be tried one by one.
func (b *view) span(e task.Expr) (lo, hi int64, ok bool) {
	n := b.sp.Task.Pool.Node(e)
	return n.Lo, n.Hi, n.Hi-n.Lo >= 0 && n.Hi-n.Lo < viewRange
}

// equal returns a necessary condition for two expressions to have the same value.
func (b *view) equal(x, y task.Expr) lit {
	if x == y {
		return certain
	}
	if c, ok := b.sp.Task.Pool.Value(x); ok {
		return b.takes(y, c)
	}
	if c, ok := b.sp.Task.Pool.Value(y); ok {
		return b.takes(x, c)
	}
	lo, hi, ok := b.span(x)
	lo2, hi2, ok2 := b.span(y)
	if !ok && !ok2 {
		return b.unknown("a comparison of numbers that lie far apart")
	}
	var disjuncts []lit
	for n := max(lo, lo2); n <= min(hi, hi2); n++ {
		disjuncts = append(disjuncts, b.conj([]lit{b.takes(x, n), b.takes(y, n)}))
	}
	return b.disj(disjuncts)
}

// selected returns a necessary condition for the selected element of a table to have the value n.
func (b *view) selected(args []task.Expr, n int64) lit {
	lo, hi, ok := b.span(args[0])
	if !ok {
		return b.unknown("an index with many values")
	}
	var disjuncts []lit
	for i := lo; i <= hi; i++ {
		switch {
		case i >= 0 && i < int64(len(args)-1):
			disjuncts = append(disjuncts, b.conj([]lit{b.takes(args[0], i), b.takes(args[i+1], n)}))
		case n == 0:
			disjuncts = append(disjuncts, b.takes(args[0], i))
		}
	}
	return b.disj(disjuncts)
}

// combined returns a necessary condition for an operator to have the value n. It tries all values of its one or two
// arguments.
func (b *view) combined(node *task.Node, n int64) lit {
	lo, hi, ok := b.span(node.Args[0])
	lo2, hi2 := int64(0), int64(0)
	if len(node.Args) == 2 {
		var ok2 bool
		lo2, hi2, ok2 = b.span(node.Args[1])
		ok = ok && ok2
	}
	if !ok || (hi-lo+1)*(hi2-lo2+1) > viewTable {
		return b.unknown(opWords[node.Op] + " of numbers that lie far apart")
	}
	pair := [2]int64{}
	var disjuncts []lit
	for pair[0] = lo; pair[0] <= hi; pair[0]++ {
		for pair[1] = lo2; pair[1] <= hi2; pair[1]++ {
			if b.sp.Task.Pool.EvalNode(node, func(i int) int64 { return pair[i] }) != n {
				continue
			}
			both := []lit{b.takes(node.Args[0], pair[0])}
			if len(node.Args) == 2 {
				both = append(both, b.takes(node.Args[1], pair[1]))
			}
			disjuncts = append(disjuncts, b.conj(both))
		}
	}
	return b.disj(disjuncts)
}

// total returns a necessary condition for the sum of args to be n: for each value of the last argument, the other
// arguments have the rest as their sum.
func (b *view) total(e task.Expr, args []task.Expr, n int64) lit {
	last := len(args) - 1
	if last == 0 {
		return b.takes(args[0], n)
	}
	var low, high int64 // of all arguments but the last
	for _, a := range args[:last] {
		lo, hi, ok := b.span(a)
		low, high = low+lo, high+hi
		if !ok || high-low >= viewRange {
			return b.unknown("a sum with many values")
		}
	}
	lo, hi, ok := b.span(args[last])
	if !ok {
		return b.unknown("a sum with many values")
	}
	key := wideKey{e, n, last}
	if l, ok := b.wide[key]; ok {
		return l
	}
	var disjuncts []lit
	for x := max(lo, n-high); x <= min(hi, n-low) && b.step(); x++ {
		disjuncts = append(disjuncts, b.conj([]lit{b.takes(args[last], x), b.total(e, args[:last], n-x)}))
	}
	l := b.disj(disjuncts)
	b.wide[key] = l
	return l
}

// reaches returns a necessary condition for a path: a node is reached if it is the start, or if it is free and next to
// a reached node. It ignores the values that the current case fixes, so that all moves share the condition.
func (b *view) reaches(node *task.Node) lit {
	next := b.sp.Task.Pool.Graphs[node.N].Next
	from, to := node.Args[0], node.Args[1]
	key := contentKey('r', append([]int32{int32(node.N), int32(from)}, exprInts(node.Args[2:])...))
	first, ok := b.derived[key]
	if !ok {
		env := b.env
		b.enter(nil)
		first = b.flood(next, from, node.Args[2:])
		b.derived[key] = first
		b.enter(env)
	}
	var disjuncts []lit
	for c := range next {
		if l := b.takes(to, int64(c)); l != impossible {
			disjuncts = append(disjuncts, b.conj([]lit{l, first + int32(c)}))
		}
	}
	return b.disj(disjuncts)
}

// flood makes an atom for each node of a board: the node is reached.
func (b *view) flood(next [][]int32, from task.Expr, free []task.Expr) int32 {
	first := int32(b.out.atoms)
	for range next {
		b.atom()
	}
	open := make([]lit, len(next))
	for c := range next {
		open[c] = b.holds(free[c], true)
		if l := b.takes(from, int64(c)); l != impossible {
			pre, _ := joined([]lit{l})
			b.op(pre, []int32{first + int32(c)}, -1)
		}
	}
	for c := range next {
		for _, d := range next[c] {
			if pre, ok := joined([]lit{first + int32(c), open[d]}); ok {
				b.op(pre, []int32{first + d}, -1)
			}
		}
	}
	return first
}

func exprInts(es []task.Expr) []int32 {
	out := make([]int32, len(es))
	for i, e := range es {
		out[i] = int32(e)
	}
	return out
}
