package cnf

import "slices"

// Arcs is a directed graph with a literal for each arc. The literal of the arc from x to y says "x comes before y".
type Arcs struct {
	from, to [][]int32
	lits     map[[2]int32]Lit
}

// NewArcs returns a graph without arcs.
func NewArcs(nodes int) *Arcs {
	return &Arcs{from: make([][]int32, nodes), to: make([][]int32, nodes), lits: map[[2]int32]Lit{}}
}

// Add adds the arc from x to y.
func (a *Arcs) Add(x, y int32, l Lit) {
	a.to[x], a.from[y] = append(a.to[x], y), append(a.from[y], x)
	a.lits[[2]int32{x, y}] = l
}

// Literal returns the literal of the arc from x to y, 0 if there is no such arc.
func (a *Arcs) Literal(x, y int32) Lit { return a.lits[[2]int32{x, y}] }

// Acyclic forbids cycles of true arcs. It destroys the graph.
//
// Nodes are eliminated one by one. If arcs lead from x to v and from v to z, then eliminating v adds an arc from x to
// z, which is true if both are (Rankooh and Rintanen, "Propositional encodings of acyclicity and reachability by using
// vertex elimination", 2022). The node whose elimination needs the fewest clauses is the next.
func (f *Formula) Acyclic(a *Arcs) {
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

func (f *Formula) eliminate(a *Arcs, v int32) {
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
