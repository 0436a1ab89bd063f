package task

import "slices"

// Select is the element of a table with the given index; any value if it is outside.
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

// usedElems replaces the elements that the index never reaches by neighbours, so that they cost nothing and equal tables look alike.
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

// oneTrue makes a comparison of a table of truth values that differ at one place alone.
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

// Find is the smallest index whose element equals v, -1 without one.
func (p *Pool) Find(v Expr, elems ...Expr) Expr { return p.FindKnown(FindAny, v, elems...) }

// FindKnown is Find where the elements are known to be different (FindOne), and one of them equal to v (FindSure); any value
// where that is not so.
func (p *Pool) FindKnown(known int64, v Expr, elems ...Expr) Expr {
	lo := int64(-1)
	if known == FindSure {
		lo = 0
	}
	if p.isConst(v) {
		for i, e := range elems { // constants up to the first that may be v decide
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

// mayEqual is false if two values are never equal, as far as a look tells.
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

// Reach tells whether a path of graph g leads from from to to of which every node but from is free.
func (p *Pool) Reach(g int, from, to Expr, free []Expr) Expr {
	if from == to {
		return True
	}
	if p.isConst(from) && p.isConst(to) && p.allConst(free) {
		return p.Bool(p.evalAt(p.reach(g, from, to, free), None, 0) != 0)
	}
	return p.reach(g, from, to, free)
}

// Cost is the exact cost from a state of an abstraction, given by the codes of its variables that are not folded. It is not
// looked into before a backend has its table.
func (p *Pool) Cost(abstraction int, state ...Expr) Expr {
	return p.cons(OpCost, int64(abstraction), state)
}

func (p *Pool) reach(g int, from, to Expr, free []Expr) Expr {
	return p.cons(OpReach, int64(g), append([]Expr{from, to}, free...))
}
