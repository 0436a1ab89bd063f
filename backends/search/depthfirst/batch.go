package depthfirst

import "math"

// A batch search searches a small subtree without a path. Its states wait at their lists. The states of one list
// move together, one branch after the other, in a loop in which the processor has nothing to predict. If a state is a
// goal, idaStar searches the subtree again. So plans and counts are those of a search without batches.

const (
	fewBatched  = 1 << 14 // states of a batch search
	mostBatched = 1 << 21
)

// extent says which subtrees are searched by batches.
type extent struct {
	narrow           int64 // those with less slack
	broad            int64 // narrow stays below, because a batch search with that slack was too large; 0: none was
	batches, batched int64 // number of batch searches and their states since the last check
	largest          int64 // states that a batch search may have
}

type batch[W state] struct {
	extent
	waiting           [][]cell[W]         // by number of the list
	some, later, full []*successorList[W] // lists where states wait; full: where at least a bunch waits
	moving            [bunch]cell[W]
	states, cutOffs   int64  // of the batch search
	least             uint64 // the least over that is not negative
}

// resize lets larger subtrees be searched by batches, if there may be any and those since the last check were small.
func (ida *batch[W]) resize(may bool) {
	if may && ida.batched <= fewBatched*ida.batches && (ida.broad == 0 || ida.narrow < ida.broad-1) {
		ida.narrow += 1 + ida.narrow/8
	}
	ida.batches, ida.batched = 0, 0
}

// batchBelow searches below s. It returns true if idaStar must do so instead: there is a goal, or the subtree is too
// large.
func (ida *idaStar[W]) batchBelow(s W, slack int64, c *successorList[W]) bool {
	for len(ida.waiting) < ida.lists.numbered {
		ida.waiting = append(ida.waiting, nil)
	}
	ida.waiting[c.number] = append(ida.waiting[c.number], cell[W]{s, uint64(^slack)})
	ida.some = append(ida.some[:0], c)
	ida.states, ida.cutOffs, ida.least = 0, 0, math.MaxUint64
	for len(ida.some) > 0 {
		ida.some, ida.later = ida.later[:0], ida.some
		for _, c := range ida.later {
			for ; c != nil; c = ida.fullest() {
				if !ida.leave(c) {
					ida.abandon(slack)
					return true
				}
			}
		}
	}
	if x := int64(ida.least); x >= 0 {
		ida.excess = max(ida.excess, ^x)
	}
	ida.left -= ida.states
	ida.cuts += ida.cutOffs
	ida.batches++
	ida.batched += ida.states
	return false
}

// fullest removes the list from full where a bunch waits since the shortest time. nil: there is none.
func (ida *batch[W]) fullest() (c *successorList[W]) {
	if n := len(ida.full) - 1; n >= 0 {
		c, ida.full = ida.full[n], ida.full[:n]
	}
	return c
}

// leave makes all moves from a list. It returns false if it finds a goal, or if the batch search becomes too large.
func (ida *idaStar[W]) leave(c *successorList[W]) bool {
	for len(ida.waiting[c.number]) > 0 {
		in := &ida.waiting[c.number]
		rest := max(0, len(*in)-(bunch-1))
		k := copy(ida.moving[:], (*in)[rest:])
		*in = (*in)[:rest]
		if ida.states += int64(k); ida.states > ida.largest || c.ends && ida.lists.do.goal(&ida.goal, ida.moving[:k]) {
			return false
		}
		for i := range c.branches {
			ida.move(&c.branches[i], k)
		}
	}
	return true
}

// move makes one move in the first k states of moving.
func (ida *idaStar[W]) move(st *branch[W], k int) {
	to := &ida.waiting[st.to.number]
	before := len(*to)
	if cap(*to)-before < bunch {
		*to = append(make([]cell[W], 0, 2*(cap(*to)+bunch)), *to...)
	}
	var n int
	n, ida.least = ida.lists.do.moveAll(st, &ida.moving, (*[bunch]cell[W])((*to)[before:before+bunch]), k, ida.least)
	*to = (*to)[:before+n]
	ida.cutOffs += int64(k - n)
	switch {
	case before < bunch && before+n >= bunch:
		ida.full = append(ida.full, st.to)
	case before == 0 && n > 0:
		ida.some = append(ida.some, st.to)
	}
}

// abandon ends a batch search. From then on only subtrees with less slack are searched so.
func (ida *batch[W]) abandon(slack int64) {
	for i := range ida.waiting {
		ida.waiting[i] = ida.waiting[i][:0]
	}
	ida.some, ida.later, ida.full = ida.some[:0], ida.later[:0], ida.full[:0]
	ida.narrow, ida.broad = slack, slack+1
}

// cells returns the number of states for which there is memory.
func (ida *batch[W]) cells() (n int64) {
	for _, w := range ida.waiting {
		n += int64(cap(w))
	}
	return n
}
