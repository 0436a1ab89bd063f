package pattern

import "sync"

// frontier holds lists of states in chunks of one length. Chunks of lists that are done are used again. So the frontier
// takes little more memory than its states, and the garbage collector has no work.
type frontier struct {
	length int // of a chunk
	mu     sync.Mutex
	free   []chunk
}

type chunk = []uint64

const chunkStates = 1 << 12 // at most, of a chunk

// newFrontier returns a frontier for a table with n entries. In small tables, chunks are small.
func newFrontier(n int64) *frontier {
	return &frontier{length: int(min(chunkStates, n>>16+16))}
}

// push adds a state to a list. Goroutines may call push for different lists.
func (f *frontier) push(list *[]chunk, st uint64) {
	last := len(*list) - 1
	if last < 0 || len((*list)[last]) == f.length {
		*list = append(*list, f.take())
		last++
	}
	(*list)[last] = append((*list)[last], st)
}

func (f *frontier) take() chunk {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := len(f.free) - 1
	if n < 0 {
		return make(chunk, 0, f.length)
	}
	c := f.free[n]
	f.free = f.free[:n]
	return c
}

// drop makes a list empty.
func (f *frontier) drop(list *[]chunk) {
	for _, c := range *list {
		f.free = append(f.free, c[:0])
	}
	clear(*list)
	*list = (*list)[:0]
}

// states returns the number of states of a list.
func states(list []chunk) (n int) {
	for _, c := range list {
		n += len(c)
	}
	return n
}
