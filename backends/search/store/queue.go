package store

// Queue is the open list of a best-first search. It holds numbers of states. Pop returns the entry with the smallest f.
// Ties are broken by the smallest h, then by the entry pushed last. The zero value is ready.
//
// Queue uses buckets while f and h are small, and a heap otherwise.
type Queue struct {
	base    int64 // f of levels[0]
	levels  []level
	low     int // the levels below are empty
	heap    []queued
	useHeap bool
	n       int64
	cap     int64 // room in all stacks, in entries
	stacks  int   // number of stacks in all levels
	seq     uint64
}

// level holds the entries of one f: a stack for each h.
type level struct {
	low    int
	stacks [][]uint32
}

type queued struct {
	f, h int64
	seq  uint64
	id   uint32
}

const (
	maxLevels = 1 << 14
	maxStacks = 1 << 14
	allStacks = 1 << 20 // in all levels: if costs are far apart, most stacks are empty
)

// Push adds the state id with its f and h.
func (q *Queue) Push(f, h int64, id uint32) {
	q.n++
	if !q.useHeap {
		if q.bucket(f, h, id) {
			return
		}
		q.toHeap()
	}
	q.seq++
	q.heap = append(q.heap, queued{f, h, q.seq, id})
	q.up(len(q.heap) - 1)
}

// bucket puts an entry into its stack. It returns false if f or h is too large for buckets.
func (q *Queue) bucket(f, h int64, id uint32) bool {
	if q.levels == nil {
		q.base = f
	}
	if f < q.base && !q.rebase(f) {
		return false
	}
	if f-q.base >= maxLevels || h >= maxStacks {
		return false
	}
	k := int(f - q.base)
	for len(q.levels) <= k {
		q.levels = append(q.levels, level{})
	}
	l := &q.levels[k]
	if more := int(h) + 1 - len(l.stacks); more > 0 {
		if q.stacks+more > allStacks {
			return false
		}
		q.stacks += more
		l.stacks = append(l.stacks, make([][]uint32, more)...)
	}
	s := l.stacks[h]
	if len(s) == cap(s) {
		q.cap += int64(max(16, len(s)/2))
		s = append(make([]uint32, 0, len(s)+max(16, len(s)/2)), s...)
	}
	l.stacks[h] = append(s, id)
	l.low = min(l.low, int(h))
	q.low = min(q.low, k)
	return true
}

// rebase makes room for an f below base. Inconsistent heuristics and later roots bring such values.
func (q *Queue) rebase(f int64) bool {
	more := q.base - f
	if more+int64(len(q.levels)) > maxLevels {
		return false
	}
	q.levels = append(make([]level, more), q.levels...)
	q.base = f
	q.low = 0
	return true
}

// Len returns the number of entries.
func (q *Queue) Len() int64 { return q.n }

// Pop removes the best entry. It returns false if there is none.
func (q *Queue) Pop() (f, h int64, id uint32, ok bool) {
	if q.n == 0 {
		return 0, 0, 0, false
	}
	q.n--
	if q.useHeap {
		e := q.heap[0]
		last := len(q.heap) - 1
		q.heap[0] = q.heap[last]
		q.heap = q.heap[:last]
		q.down(0)
		return e.f, e.h, e.id, true
	}
	for {
		l := &q.levels[q.low]
		for l.low < len(l.stacks) && len(l.stacks[l.low]) == 0 {
			l.low++
		}
		if l.low == len(l.stacks) {
			q.low++
			continue
		}
		s := l.stacks[l.low]
		id = s[len(s)-1]
		l.stacks[l.low] = s[:len(s)-1]
		return q.base + int64(q.low), int64(l.low), id, true
	}
}

// Each calls do for all entries, in no particular order.
func (q *Queue) Each(do func(h int64, id uint32)) {
	for k := range q.heap {
		do(q.heap[k].h, q.heap[k].id)
	}
	for f := range q.levels {
		for h, s := range q.levels[f].stacks {
			for _, id := range s {
				do(int64(h), id)
			}
		}
	}
}

// Bytes returns the memory of the queue.
func (q *Queue) Bytes() int64 { return 4*q.cap + 32*int64(cap(q.heap)) + 24*int64(q.stacks) }

// toHeap moves all entries into the heap, each stack from its bottom.
func (q *Queue) toHeap() {
	q.useHeap = true
	for f := range q.levels {
		for h, s := range q.levels[f].stacks {
			for _, id := range s {
				q.seq++
				q.heap = append(q.heap, queued{q.base + int64(f), int64(h), q.seq, id})
			}
		}
	}
	q.levels, q.cap, q.stacks = nil, 0, 0
	for i := len(q.heap)/2 - 1; i >= 0; i-- {
		q.down(i)
	}
}

func (q *Queue) before(i, j int) bool {
	a, b := &q.heap[i], &q.heap[j]
	switch {
	case a.f != b.f:
		return a.f < b.f
	case a.h != b.h:
		return a.h < b.h
	}
	return a.seq > b.seq
}

func (q *Queue) up(i int) {
	for i > 0 && q.before(i, (i-1)/2) {
		q.heap[i], q.heap[(i-1)/2] = q.heap[(i-1)/2], q.heap[i]
		i = (i - 1) / 2
	}
}

func (q *Queue) down(i int) {
	for {
		best := i
		for _, c := range [2]int{2*i + 1, 2*i + 2} {
			if c < len(q.heap) && q.before(c, best) {
				best = c
			}
		}
		if best == i {
			return
		}
		q.heap[i], q.heap[best] = q.heap[best], q.heap[i]
		i = best
	}
}
