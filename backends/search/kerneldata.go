package search

import "math/bits"

// Kernel is a task as a program of its own can search it depth first: states of one word, and for each last move the moves that may follow
// it, as numbers that can be written into the program's text. See follow.go, from which it comes.
type Kernel struct {
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
	// Moves are all moves, in the order in which they are tried, where nothing is known of a state; nil: there is no Wide.
	Moves []KernelMove
	// Parts are sets of bits of the state that the moves change without a look at the others; nil: there are none. From the initial state,
	// each of them comes to few states only.
	Parts []uint64
}

// KernelField is where a variable lies: state >> Shift & Mask is its place among the values of the variable.
type KernelField struct {
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

// KernelCondition holds where state & Mask == Want and all tests hold.
type KernelCondition struct {
	Mask, Want uint64
	Tests      []KernelTest
}

// KernelTest holds where the bit of Allowed is set that the index says.
type KernelTest struct {
	Index   KernelIndex
	Allowed []uint64
}

// KernelIndex is a number that some bits of a state make: the sum of its picks.
type KernelIndex []KernelPick

// KernelPick is state >> Shift & Mask << Up.
type KernelPick struct {
	Shift uint
	Mask  uint64
	Up    uint
}

// KernelAction is what a move does: next = state & Keep | what the lookups say.
type KernelAction struct {
	Keep    uint64
	Lookups []KernelLookup
}

// KernelLookup is, by the index x, which bits a move writes, what it costs, and by how much it changes each estimate. Several lookups of an
// action are added up. Only some x occur.
type KernelLookup struct {
	Index   KernelIndex
	Occurs  []bool
	Bits    []uint64
	Cost    []int64
	Changes [][]int64 // by estimate, or by key of the guide
}

// KernelCopy is bits that a move copies: those of Mask in the state, moved up so far.
type KernelCopy struct {
	Mask uint64
	Up   int
}

// Copies takes Bits apart into bits that are always written and copies of bits of the state, some of which are then turned round; false if
// some bit is neither.
func (l *KernelLookup) Copies() (written uint64, copies []KernelCopy, turned uint64, ok bool) {
	all, some := ^uint64(0), uint64(0)
	for x, b := range l.Bits {
		if l.Occurs[x] {
			all, some = all&b, some|b
		}
	}
	by := map[int]uint64{}
	for open := some &^ all; open != 0; open &= open - 1 {
		bit := bits.TrailingZeros64(open)
		from := l.copied(bit, 0)
		if from < 0 {
			from = l.copied(bit, 1)
			turned |= 1 << bit
		}
		if from < 0 {
			return 0, nil, 0, false
		}
		by[bit-from] |= 1 << from
	}
	for up := -63; up < 64; up++ {
		if by[up] != 0 {
			copies = append(copies, KernelCopy{by[up], up})
		}
	}
	return all & some, copies, turned, true
}

// copied is the bit of the state that a written bit always equals, or, if not is 1, never; -1 if there is none.
func (l *KernelLookup) copied(bit int, not uint64) int {
	for _, p := range l.Index {
		for i := range bits.Len64(p.Mask) {
			from, same := int(p.Up)+i, true
			for x, b := range l.Bits {
				same = same && (!l.Occurs[x] || b>>bit&1 == uint64(x)>>from&1^not)
			}
			if same {
				return int(p.Shift) + i
			}
		}
	}
	return -1
}
