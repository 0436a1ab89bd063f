package wave

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// shortcuts says which moves breadth-first search need not make after the moves by which a state was first reached:
// fewer moves lead to the same states, so these were seen before. The path is the state of the pruning automaton after
// the last moves. It is kept in a byte with each waiting state. Path 0 leaves out nothing, so it may stand for any
// other path.
type shortcuts struct {
	none   bool // there is only path 0, which leaves out nothing
	moves  int
	words  int
	rows   []uint64  // by path: the set of moves to be made
	next   []uint8   // by path and move: the path after it
	lists  [][]int32 // by path: the moves to be made,
	afters [][]uint8 // and the paths after them
}

// newShortcuts makes the table of a pruning automaton. If the automaton is nil, the table leaves out nothing.
func newShortcuts(sp *space.Space, p *prune.Automaton) *shortcuts {
	moves := len(sp.Moves)
	k := &shortcuts{none: p == nil, moves: moves, words: sp.Rows.Words}
	paths := 1
	if p != nil {
		paths = min(p.States(), math.MaxUint8+1)
	}
	k.next, k.lists, k.afters = make([]uint8, paths*moves), make([][]int32, paths), make([][]uint8, paths)
	for path := range paths {
		row := p.Row(int32(path))
		if row == nil {
			row = sp.Rows.All
		}
		k.rows = append(k.rows, row...)
		for m := range moves {
			to := p.After(int32(path), int32(m))
			if to == prune.Cut {
				continue
			}
			if to >= int32(paths) {
				to = 0
			}
			k.next[path*moves+m] = uint8(to)
			k.lists[path], k.afters[path] = append(k.lists[path], int32(m)), append(k.afters[path], uint8(to))
		}
	}
	return k
}

// row returns the set of moves to be made after a path.
func (k *shortcuts) row(path uint8) []uint64 {
	return k.rows[int(path)*k.words : (int(path)+1)*k.words]
}

// after returns the path after a move.
func (k *shortcuts) after(path uint8, move int) uint8 { return k.next[int(path)*k.moves+move] }

// seekingStates is the number of states, for each pair of moves, that are expanded before shortcuts are looked for. So
// looking takes little of the time.
const seekingStates = 128

// seekFrom returns the number of states after which shortcuts are looked for. There are none for folded states, because
// these are not the states that the moves led to. There are none either for a caller that counts all successors and
// cannot tell from the rows alone which moves are possible.
func (w *Wave) seekFrom() int64 {
	if !w.LeaveOut || w.Expander.Fold != nil || !w.sp.Plain && !w.toGoal {
		return math.MaxInt64
	}
	moves := int64(len(w.sp.Moves))
	return max(w.PruneAfter, seekingStates*moves*moves)
}

// findShortcuts looks for shortcuts once there are many states.
func (w *Wave) findShortcuts() {
	if w.Counts.Expanded < w.seekAfter {
		return
	}
	w.seekAfter = math.MaxInt64
	w.short = newShortcuts(w.sp, prune.Shorter(w.Ctx, w.Space))
}
