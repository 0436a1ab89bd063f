package breadthfirst

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/technique"
)

// shortcuts determines which moves breadth-first search can omit in a state, given the moves by which the state was
// first reached. An omitted move leads to a state that fewer moves reach, so the state was seen before. The path is the
// state of the pruning automaton after the last moves. It is stored in a byte with each waiting state. Path 0 omits no
// move, so it may replace any other path.
type shortcuts struct {
	none   bool // there is only path 0, which omits no move
	moves  int
	words  int
	rows   []uint64  // by path: the set of moves to be made
	next   []uint8   // by path and move: the path after it
	lists  [][]int32 // by path: the moves to be made,
	afters [][]uint8 // and the paths after them
}

// newShortcuts makes the table of a pruning automaton. If the automaton is nil, the table omits no move.
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

// seekingStates is the number of states, for each pair of moves, that are expanded before the search looks for
// shortcuts. So this takes a small part of the time.
const seekingStates = 128

// seekFrom returns the number of states after which the search looks for shortcuts. Folded states have no shortcuts,
// because a representative is not the state that the moves led to. A caller that counts all successors gets no
// shortcuts unless rows alone decide which moves are applicable.
func (search *Search) seekFrom() int64 {
	if !search.LeaveOut || search.Without.Has(technique.Shortcuts) || search.Expander.Fold != nil ||
		!search.sp.Plain && !search.toGoal {
		return math.MaxInt64
	}
	moves := int64(len(search.sp.Moves))
	return max(search.PruneAfter, seekingStates*moves*moves)
}

// findShortcuts looks for shortcuts once there are many states.
func (search *Search) findShortcuts() {
	if search.Counts.Expanded < search.seekAfter {
		return
	}
	search.seekAfter = math.MaxInt64
	search.short = newShortcuts(search.sp, prune.Shorter(search.Ctx, search.Space))
}
