package sat

import "slices"

// arcs are pairs of nodes with a literal, listed by node in both directions. That of (x, y) says "x comes before y".
type arcs struct {
	from, to [][]int32
	lits     map[[2]int32]lit
}

// newArcs is no arcs between some nodes.
func newArcs(nodes int) *arcs {
	return &arcs{from: make([][]int32, nodes), to: make([][]int32, nodes), lits: map[[2]int32]lit{}}
}

func (a *arcs) add(x, y int32, l lit) {
	a.to[x], a.from[y] = append(a.to[x], y), append(a.from[y], x)
	a.lits[[2]int32{x, y}] = l
}

func (a *arcs) literal(x, y int32) lit { return a.lits[[2]int32{x, y}] }

// acyclic keeps the arcs that are true from leading round in a circle. Nodes are taken away one by one, and "before" goes over to the
// arcs past them (Rankooh and Rintanen, "Propositional encodings of acyclicity and reachability by using vertex elimination",
// 2022); next is always the one that needs fewest clauses. It uses up the arcs.
func (f *formula) acyclic(a *arcs) {
	var left []int32
	for v := range a.to {
		if len(a.to[v])+len(a.from[v]) > 0 {
			left = append(left, int32(v))
		}
	}
	for len(left) > 0 && f.err == nil {
		best := 0
		for i, v := range left {
			if b := left[best]; len(a.from[v])*len(a.to[v]) < len(a.from[b])*len(a.to[b]) {
				best = i
			}
		}
		v := left[best]
		left = slices.Delete(left, best, best+1)
		f.eliminate(a, v)
	}
}

func (f *formula) eliminate(a *arcs, v int32) {
	for _, x := range a.from[v] {
		for _, z := range a.to[v] {
			past := litFalse
			if x != z {
				if past = a.literal(x, z); past == 0 {
					past = f.newVar()
					a.add(x, z, past)
				}
			}
			f.clause(-a.literal(x, v), -a.literal(v, z), past)
		}
	}
	drop := func(y int32) bool { return y == v }
	for _, x := range a.from[v] {
		a.to[x] = slices.DeleteFunc(a.to[x], drop)
	}
	for _, z := range a.to[v] {
		a.from[z] = slices.DeleteFunc(a.from[z], drop)
	}
}
