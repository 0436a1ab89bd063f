package prune

// maxPruningTable bounds the entries of Automaton.next.
const maxPruningTable = 1 << 22

// build makes the automaton that recognises the sequences (Aho and Corasick, Efficient String Matching, 1975), and
// joins equivalent states (Moore, Gedanken-Experiments on Sequential Machines, 1956). If the automaton would be too
// large, it drops the longest sequences. It returns nil if no sequence is left.
func build(moves int, sequences [][]int32, promises []string) *Automaton {
	longest := 0
	for _, s := range sequences {
		longest = max(longest, len(s))
	}
	for ; longest > 0; longest-- {
		w := newWordTree(moves)
		for _, s := range sequences {
			if len(s) <= longest {
				w.add(s)
			}
		}
		if len(w.children)*moves <= maxPruningTable {
			return w.automaton(promises)
		}
	}
	return nil
}

// wordTree is the trie of the proper prefixes of the sequences. Node 0 is the empty prefix.
type wordTree struct {
	moves    int
	children []map[int32]int32 // by node and move: the node, or Cut at the end of a sequence
}

func newWordTree(moves int) *wordTree {
	return &wordTree{moves: moves, children: []map[int32]int32{{}}}
}

func (w *wordTree) add(sequence []int32) {
	node := int32(0)
	for i, m := range sequence {
		to, ok := w.children[node][m]
		switch {
		case to == Cut: // a shorter sequence is cut already
			return
		case i == len(sequence)-1:
			w.children[node][m] = Cut // longer sequences below are never reached
			return
		case !ok:
			to = int32(len(w.children))
			w.children = append(w.children, map[int32]int32{})
			w.children[node][m] = to
		}
		node = to
	}
}

// automaton fills the table. If a node has no child for a move, the automaton continues at the longest suffix that is a
// node.
func (w *wordTree) automaton(promises []string) *Automaton {
	n := len(w.children)
	next := make([]int32, n*w.moves)
	shorter := make([]int32, n)
	queue := []int32{0}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for m := range int32(w.moves) {
			fallback := int32(0)
			if node != 0 {
				fallback = next[int(shorter[node])*w.moves+int(m)]
			}
			to, ok := w.children[node][m]
			switch {
			case !ok || fallback == Cut:
				to = fallback
			case to != Cut:
				shorter[to] = fallback
				queue = append(queue, to)
			}
			next[int(node)*w.moves+int(m)] = to
		}
	}
	class, count := joinStates(next, n, w.moves)
	p := &Automaton{moves: w.moves, words: (w.moves + 63) / 64, Promises: promises}
	p.next = make([]int32, count*w.moves)
	p.allowed = make([]uint64, count*p.words)
	for s := range n {
		c := int(class[s])
		for m := range w.moves {
			to := next[s*w.moves+m]
			if to != Cut {
				to = class[to]
				p.allowed[c*p.words+m>>6] |= 1 << (m & 63)
			}
			p.next[c*w.moves+m] = to
		}
	}
	return p
}

// joinStates numbers the classes of equivalent states, which cut the same continuations. State 0 is in class 0.
func joinStates(next []int32, n, moves int) (class []int32, count int) {
	class = make([]int32, n)
	for count = 1; ; {
		index := map[string]int32{}
		finer := make([]int32, n)
		key := make([]byte, 0, 4*moves+4)
		for s := range n {
			key = append(key[:0], byte(class[s]), byte(class[s]>>8), byte(class[s]>>16), byte(class[s]>>24))
			for _, to := range next[s*moves : s*moves+moves] {
				c := int32(Cut)
				if to != Cut {
					c = class[to]
				}
				key = append(key, byte(c), byte(c>>8), byte(c>>16), byte(c>>24))
			}
			k, ok := index[string(key)]
			if !ok {
				k = int32(len(index))
				index[string(key)] = k
			}
			finer[s] = k
		}
		if len(index) == count {
			return finer, count
		}
		class, count = finer, len(index)
	}
}
