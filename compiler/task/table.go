package task

import "slices"

// Select returns the element of a table with the given index. Its value is undefined if the index is outside the table.
func (p *Pool) Select(index Expr, elems ...Expr) Expr {
	n := *p.nodes.at(index)
	switch {
	case len(elems) == 0:
		return p.Const(0)
	case n.Op == OpConst:
		return elems[min(max(n.N, 0), int64(len(elems))-1)]
	case n.Lo == 0 && n.Hi == 1 && len(elems) >= 2:
		return p.Ite(index, elems[1], elems[0])
	case n.Op == OpIte && (p.isConst(n.Args[1]) || p.isConst(n.Args[2])):
		return p.Ite(n.Args[0], p.Select(n.Args[1], elems...), p.Select(n.Args[2], elems...))
	}
	elems = p.usedElems(index, elems)
	if same := !slices.ContainsFunc(elems, func(e Expr) bool { return e != elems[0] }); same {
		return elems[0]
	}
	if n.Lo >= 0 && n.Hi < int64(len(elems)) {
		if e, ok := p.oneTrue(index, elems); ok {
			return e
		}
	}
	return p.cons(OpSelect, 0, append([]Expr{index}, elems...))
}

// usedElems replaces elements that the index never reaches by their neighbours, so that they need no work and equal
// tables become one node.
func (p *Pool) usedElems(index Expr, elems []Expr) []Expr {
	n := p.nodes.at(index)
	lo, hi := max(n.Lo, 0), min(n.Hi, int64(len(elems))-1)
	if lo > hi {
		return elems[:1]
	}
	used := func(int64) bool { return true }
	if root := p.nodes.root(index); root != None && p.small(root) {
		reached := make([]bool, hi+1)
		p.each(root, func(v int64) {
			if i := p.evalAt(index, root, v); i >= lo && i <= hi {
				reached[i] = true
			}
		})
		for lo < hi && !reached[lo] {
			lo++
		}
		for hi > lo && !reached[hi] {
			hi--
		}
		used = func(i int64) bool { return reached[i] }
	}
	out := make([]Expr, hi+1)
	last := elems[lo]
	for i := range out {
		if int64(i) >= lo && used(int64(i)) {
			last = elems[i]
		}
		out[i] = last
	}
	return out
}

// oneTrue returns a comparison for a table of truth values in which one element differs from all others.
func (p *Pool) oneTrue(index Expr, elems []Expr) (e Expr, ok bool) {
	if p.nodes.root(index) != None {
		return None, false // tabulated anyway
	}
	var count, place [2]int
	for i, e := range elems {
		if e != True && e != False {
			return None, false
		}
		count[e]++
		place[e] = i
	}
	switch {
	case count[True] == 1:
		return p.Eq(index, p.Const(int64(place[True]))), true
	case count[False] == 1:
		return p.Not(p.Eq(index, p.Const(int64(place[False])))), true
	}
	return None, false
}

// Find returns the smallest index whose element equals v, or -1.
func (p *Pool) Find(v Expr, elems ...Expr) Expr { return p.FindKnown(FindAny, v, elems...) }

// FindKnown is Find for elements that are known to be pairwise different (FindOne), or pairwise different with one
// equal to v (FindSure). Its value is undefined where that does not hold.
func (p *Pool) FindKnown(known int64, v Expr, elems ...Expr) Expr {
	lo := int64(-1)
	if known == FindSure {
		lo = 0
	}
	if p.isConst(v) {
		for i, e := range elems { // constants up to the first element that may be v decide
			if e == v {
				return p.Const(int64(i))
			}
			if known == FindAny && p.mayEqual(e, v) {
				break
			}
		}
	}
	if !slices.ContainsFunc(elems, func(e Expr) bool { return p.mayEqual(e, v) }) {
		return p.Const(lo)
	}
	return p.cons(OpFind, known, append([]Expr{v}, elems...))
}

// mayEqual returns false if bounds and domains show that two values are never equal.
func (p *Pool) mayEqual(a, b Expr) bool {
	x, y := p.nodes.at(a), p.nodes.at(b)
	switch {
	case x.Hi < y.Lo || y.Hi < x.Lo:
		return false
	case x.Op == OpVar && y.Op == OpConst:
		_, ok := slices.BinarySearch(p.domain(int(x.N)), y.N)
		return ok
	case x.Op == OpConst && y.Op == OpVar:
		return p.mayEqual(b, a)
	}
	return true
}

// Reach returns the condition that a path of graph g leads from `from` to `to`, of which each node except `from` is
// free.
func (p *Pool) Reach(g int, from, to Expr, free []Expr) Expr {
	if from == to {
		return True
	}
	if x, ok := p.Value(to); ok && x >= 0 && x < int64(len(free)) && free[x] == False {
		return p.Eq(from, to)
	}
	if p.isConst(from) && p.isConst(to) && p.allConst(free) {
		return p.Bool(p.evalAt(p.reach(g, from, to, free), None, 0) != 0)
	}
	return p.reach(g, from, to, free)
}

// Reached returns the number of the nodes to that a path of graph g leads to from `from`, of which each node except
// `from` is free.
func (p *Pool) Reached(g int, from Expr, free, to []Expr) Expr {
	e := p.cons(OpReached, int64(g), slices.Concat([]Expr{from}, free, to))
	if p.isConst(from) && p.allConst(free) && p.allConst(to) {
		return p.Const(p.evalAt(e, None, 0))
	}
	return e
}

// Spelled returns the sum of Reach that a Reached is.
func (p *Pool) Spelled(reached *Node) Expr {
	size := 1 + len(p.Graphs[reached.N].Next)
	each := make([]Expr, 0, len(reached.Args)-size)
	for _, to := range reached.Args[size:] {
		each = append(each, p.Reach(int(reached.N), reached.Args[0], to, reached.Args[1:size]))
	}
	return p.Add(each...)
}

// Acyclic returns the condition that the pairs of graph g of which joined holds form no cycle.
func (p *Pool) Acyclic(g int, joined []Expr) Expr { return p.ofPairs(OpAcyclic, g, joined) }

// Connected returns the condition that the nodes of the pairs of graph g of which joined holds hang together.
func (p *Pool) Connected(g int, joined []Expr) Expr { return p.ofPairs(OpConnected, g, joined) }

func (p *Pool) ofPairs(op Op, g int, joined []Expr) Expr {
	if len(joined) == 0 {
		return True
	}
	e := p.cons(op, int64(g), joined)
	if p.allConst(joined) {
		return p.Bool(p.evalAt(e, None, 0) != 0)
	}
	return e
}

// Cost returns the exact cost from a state of an abstraction, given by the codes of its variables that are not folded.
// The pool does not simplify it.
func (p *Pool) Cost(abstraction int, state ...Expr) Expr {
	return p.cons(OpCost, int64(abstraction), state)
}

func (p *Pool) reach(g int, from, to Expr, free []Expr) Expr {
	return p.cons(OpReach, int64(g), append([]Expr{from, to}, free...))
}
