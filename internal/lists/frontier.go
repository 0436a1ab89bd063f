package lists

import "container/heap"

// Open is an open node of Dijkstra's algorithm.
type Open struct {
	Cost int64
	Node int
}

// Frontier is a queue of open nodes: the least cost first, among equal costs the smallest number.
type Frontier struct{ all opens }

// Add adds a node.
func (f *Frontier) Add(cost int64, node int) { heap.Push(&f.all, Open{cost, node}) }

// Next takes the first node out. ok is false if there is none.
func (f *Frontier) Next() (first Open, ok bool) {
	if len(f.all) == 0 {
		return first, false
	}
	first, ok = heap.Pop(&f.all).(Open)
	return first, ok
}

type opens []Open

func (o opens) Len() int      { return len(o) }
func (o opens) Swap(i, j int) { o[i], o[j] = o[j], o[i] }
func (o opens) Less(i, j int) bool {
	return o[i].Cost < o[j].Cost || o[i].Cost == o[j].Cost && o[i].Node < o[j].Node
}
func (o *opens) Push(x any) { *o = append(*o, x.(Open)) }
func (o *opens) Pop() any   { old := *o; x := old[len(old)-1]; *o = old[:len(old)-1]; return x }
