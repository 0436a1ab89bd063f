package search

import (
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/packed"
)

// Kernel is a task as a program of its own can search it depth first: states of one word or a few, and for each last move the moves that may follow
// it, as numbers that can be written into the program's text. See follow.go, from which it comes.
type Kernel struct {
	Words   int           // of a state
	Fields  []KernelField // by variable
	Goal    KernelCondition
	Nodes   []KernelNode
	Actions []KernelAction
	// Selector is the variable to whose places the nodes belong; -1: they belong to the moves made last.
	Selector int
	// Estimates are the heuristics that are sums of terms of one variable. They have changes in the actions.
	Estimates []string
	// Rises: no path meets a state twice.
	Rises bool
	// Prunes: depth-first search by this package leaves out sequences of moves that the nodes hold, see pruning.
	Prunes bool
	// Moves are all moves, in the order in which they are tried, where nothing is known of a state; nil: there is no Wide, which is for states of
	// one word.
	Moves []KernelMove
	// Parts are sets of bits of the state that the moves change without a look at the others; nil: there are none. From the initial state,
	// each of them comes to few states only.
	Parts []uint64
}

// KernelField is where a variable lies: a word of the state >> Shift & Mask is its place among the values of the variable.
type KernelField struct {
	Word  int
	Shift uint
	Mask  uint64
}

// KernelNode holds the moves that may follow a move, or a place of the selector, in the order in which they are tried.
type KernelNode struct {
	Of       int // that move or place
	Branches []KernelBranch
}

// KernelBranch can be taken where the condition holds.
type KernelBranch struct {
	If     KernelCondition
	Move   int
	Action int
	To     int // node
}

// KernelMove can be made where the condition holds.
type KernelMove struct {
	If     KernelCondition
	Move   int
	Action KernelAction
}

// KernelCondition holds where state & Mask == Want, in each word, and all tests hold.
type KernelCondition struct {
	Mask, Want [packed.MaxWords]uint64
	Tests      []KernelTest
}

// KernelTest holds where the bit of Allowed is set that the index says.
type KernelTest struct {
	Index   KernelIndex
	Allowed []uint64
}

// KernelIndex is a number that some bits of a state make: the sum of its picks.
type KernelIndex []KernelPick

// KernelPick is a word of the state >> Shift & Mask << Up.
type KernelPick struct {
	Word  int
	Shift uint
	Mask  uint64
	Up    uint
}

// KernelAction is what a move does: next = state & Keep | what the lookups say.
type KernelAction struct {
	Keep    [packed.MaxWords]uint64
	Lookups []KernelLookup
}

// KernelLookup is, by the index x, which bits a move writes, what it costs, and by how much it changes each estimate. Several lookups of an
// action are added up. Only some x occur.
type KernelLookup struct {
	Index   KernelIndex
	Occurs  []bool
	Bits    [packed.MaxWords][]uint64 // by word; nil: none
	Cost    []int64
	Changes [][]int64 // by estimate, or by key of the guide
}

// KernelCopy is bits that a move copies: those of Mask in a word of the state, moved up so far.
type KernelCopy struct {
	Word int
	Mask uint64
	Up   int
}

// Copies takes the bits of a word apart into bits that are always written and copies of bits of the state, some of which are then turned round;
// false if some bit is neither.
func (l *KernelLookup) Copies(word int) (written uint64, copies []KernelCopy, turned uint64, ok bool) {
	if l.Bits[word] == nil {
		return 0, nil, 0, true
	}
	all, some := ^uint64(0), uint64(0)
	for x, b := range l.Bits[word] {
		if l.Occurs[x] {
			all, some = all&b, some|b
		}
	}
	var by [packed.MaxWords]map[int]uint64
	for open := some &^ all; open != 0; open &= open - 1 {
		bit := bits.TrailingZeros64(open)
		from, at := l.copied(word, bit, 0)
		if at < 0 {
			from, at = l.copied(word, bit, 1)
			turned |= 1 << bit
		}
		if at < 0 {
			return 0, nil, 0, false
		}
		if by[from] == nil {
			by[from] = map[int]uint64{}
		}
		by[from][bit-at] |= 1 << at
	}
	for from := range by {
		for up := -63; up < 64; up++ {
			if by[from][up] != 0 {
				copies = append(copies, KernelCopy{from, by[from][up], up})
			}
		}
	}
	return all & some, copies, turned, true
}

// copied is the bit of the state that a bit written to a word always equals, or, if not is 1, never; -1 if there is none.
func (l *KernelLookup) copied(word, bit int, not uint64) (from, at int) {
	for _, p := range l.Index {
		for i := range bits.Len64(p.Mask) {
			x, same := int(p.Up)+i, true
			for k, b := range l.Bits[word] {
				same = same && (!l.Occurs[k] || b>>bit&1 == uint64(k)>>x&1^not)
			}
			if same {
				return p.Word, int(p.Shift) + i
			}
		}
	}
	return 0, -1
}
