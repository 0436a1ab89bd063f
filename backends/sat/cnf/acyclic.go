package cnf

import "slices"

// arcs are pairs of nodes with a literal, listed by node in both directions. That of (x, y) says "x comes before y".
type arcs struct {
	from, to [][]int32
	lits     map[[2]int32]Lit
}

// NewArcs is no arcs between some nodes.
func NewArcs(nodes int) *arcs {
	return &arcs{from: make([][]int32, nodes), to: make([][]int32, nodes), lits: map[[2]int32]Lit{}}
}

func (a *arcs) Add(x, y int32, l Lit) {
	a.to[x], a.from[y] = append(a.to[x], y), append(a.from[y], x)
	a.lits[[2]int32{x, y}] = l
}

func (a *arcs) Literal(x, y int32) Lit { return a.lits[[2]int32{x, y}] }

// Acyclic keeps the arcs that are true from leading round in a circle. Nodes are taken away one by one, and "before" goes over to the
// arcs past them (Rankooh and Rintanen, "Propositional encodings of acyclicity and reachability by using vertex elimination",
// 2022); next is always the one that needs fewest clauses. It uses up the arcs.
func (f *Formula) Acyclic(a *arcs) {
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

func (f *Formula) eliminate(a *arcs, v int32) {
	for _, x := range a.from[v] {
		for _, z := range a.to[v] {
			past := False
			if x != z {
				if past = a.Literal(x, z); past == 0 {
					past = f.NewVar()
					a.Add(x, z, past)
				}
			}
			f.Clause(-a.Literal(x, v), -a.Literal(v, z), past)
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
