package search

// node is a state that was reached, with the way that led to it.
type node[K comparable] struct {
	key    K
	parent int32 // -1: a start
	move   int32
	cost   int32 // from the start
	closed bool  // its successors were made
}

// graph holds the states that were reached, each once.
type graph[K comparable] struct {
	nodes []node[K]
	index map[K]int32
}

func newGraph[K comparable]() *graph[K] { return &graph[K]{index: map[K]int32{}} }

// add enters a state; it is false if the state is there already, and then gives its number.
func (g *graph[K]) add(key K, parent, move, cost int) (int, bool) {
	if i, ok := g.index[key]; ok {
		return int(i), false
	}
	i := len(g.nodes)
	g.index[key] = int32(i)
	g.nodes = append(g.nodes, node[K]{key: key, parent: int32(parent), move: int32(move), cost: int32(cost)})
	return i, true
}

// plan goes back from a state to the start. It gives the number of the start and the moves.
func (g *graph[K]) plan(at int) (start int, moves []int) {
	for g.nodes[at].parent >= 0 {
		moves = append(moves, int(g.nodes[at].move))
		at = int(g.nodes[at].parent)
	}
	for i, j := 0, len(moves)-1; i < j; i, j = i+1, j-1 {
		moves[i], moves[j] = moves[j], moves[i]
	}
	return at, moves
}
