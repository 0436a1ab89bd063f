package search

import (
	"strings"

	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// directBits: states of so few bits are looked up in a table with a bit for each packed state.
const directBits = 28

// seenKind is a way to keep the set of states seen.
type seenKind int

const (
	seenAny seenKind = iota // the one that takes least
	seenHashed
	seenDirect
	seenRanked
	seenDepths
)

// newSeen chooses how to keep the states: a bit for each packed state where these are few, a bit for each rank where the states
// can be ranked, else a hash table. Where a way is wanted, and the states themselves might not fit beside the bits, there are two
// bits for each if moves can be undone; likewise where that is proved. kind, unless it is seenAny, is tried first.
func (w *wave) newSeen(kind seenKind, proved bool) (how string) {
	w.set, how = w.newSet(w.sp, kind)
	bits, ok := w.set.(*store.BitSet)
	if !ok || !w.toGoal || w.x.Fold != nil {
		return how
	}
	states := bits.States() * int64(store.StateBytes(w.sp.Layout))
	more := kind == seenDepths || kind == seenAny && w.affords(2*bits.Bytes()) && (proved || states > w.memory-2*bits.Bytes())
	if !more || !proved && !w.undoable() {
		return how
	}
	w.set, how = store.NewDepthSet(bits), "two bits"+strings.TrimPrefix(how, "a bit")
	if !proved {
		how += ", because they might not fit the memory themselves"
	}
	return how
}

// newSet is a set for the states of a space, the run's or one with coarser states.
func (r *run) newSet(sp *space.Space, kind seenKind) (set store.Set, how string) {
	l := sp.Layout
	width := uint(0)
	for i := range l.Fields {
		width += l.Fields[i].Bits
	}
	if l.Words == 1 && width <= directBits && r.affords(1<<width/8) && kind != seenHashed && kind != seenRanked {
		return store.NewBitSet(1<<width, nil), "a bit for each of " + amount.Of(1<<width, "packed state")
	}
	if r.x.Fold == nil && kind != seenHashed && kind != seenDirect { // a wrong symmetry might lead to what is no arrangement
		if k, ok := store.NewRanker(sp.Layout, sp.Task.Arrays, sp.Task.Pool); ok && r.affords(int64(k.Ranks/8)) {
			return store.NewBitSet(k.Ranks, k), "a bit for each of " + amount.Of(int64(k.Ranks), "ranked state")
		}
	}
	return store.NewHashSet(l), "a hash table of packed states"
}

// affords tells whether a table of so many bytes leaves most of the memory to what grows.
func (r *run) affords(bytes int64) bool { return bytes <= r.memory/4 }
