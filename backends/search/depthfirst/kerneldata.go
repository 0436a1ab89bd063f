package depthfirst

import "math/bits"

// Kernel is a task in a form that a generated program can search depth first. States have one word or a few. For each
// last move the kernel lists the moves that may follow, as constants in the text of the program. It is made from the
// lists of lists.go.
type Kernel struct {
	Words   int           // number of words of a state
	Fields  []KernelField // by variable
	Nodes   []KernelNode
	Actions []KernelAction
	// Selector is the variable whose places the nodes belong to; -1: the nodes belong to the last moves.
	Selector int
	// Estimates names the heuristics that are sums of terms of one variable. The actions hold their changes.
	Estimates []string
	// Rises reports that no path repeats a state.
	Rises bool
	// Moves lists all moves in the order in which they are tried, for a state of which nothing is known; nil: there is
	// no Wide, or states have one word.
	Moves []KernelMove
	Goal  KernelCondition // for Moves
	// Parts are sets of bits of the state that moves change without reading other bits; nil: there are none. From the
	// initial state each part reaches few values.
	Parts []uint64
}

// KernelField is the place of a variable: a word of the state >> Shift & Mask.
type KernelField struct {
	Word  int
	Shift uint
	Mask  uint64
}

// KernelNode holds the moves that may follow a move, or that are applicable at a place of the selector, in the order in
// which they are tried.
type KernelNode struct {
	Of       int              // the last move, or the place of the selector
	Goal     *KernelCondition // what remains to be tested of the goal; nil: no goal is here
	Branches []KernelBranch
}

// KernelBranch can be taken if its condition holds.
type KernelBranch struct {
	If     KernelCondition
	Move   int
	Action int
	To     int // node
}

// KernelMove can be made if its condition holds.
type KernelMove struct {
	If     KernelCondition
	Move   int
	Action KernelAction
}

// KernelCondition holds if state & Mask == Want, in each word, and all tests hold.
type KernelCondition struct {
	Mask, Want [MaxWords]uint64
	Tests      []KernelTest
}

// KernelTest holds if bit number Index of Allowed is set.
type KernelTest struct {
	Index   KernelIndex
	Allowed []uint64
}

// KernelIndex is a number made from some bits of a state: the sum of its picks.
type KernelIndex []KernelPick

// KernelPick is a word of the state >> Shift & Mask << Up.
type KernelPick struct {
	Word  int
	Shift uint
	Mask  uint64
	Up    uint
}

// KernelAction is the effect of a move: next = state & Keep | the bits of the lookups.
type KernelAction struct {
	Keep    [MaxWords]uint64
	Lookups []KernelLookup
}

// KernelLookup holds, by the index x, the bits that a move writes, its cost, and the change of each estimate. The
// values of several lookups of an action are added. Not every x occurs.
type KernelLookup struct {
	Index   KernelIndex
	Occurs  []bool
	Bits    [MaxWords][]uint64 // by word; nil: none
	Cost    []int64
	Changes [][]int64 // by estimate
}

// KernelCopy copies the bits of Mask in a word of the state, shifted left by Up.
type KernelCopy struct {
	Word int
	Mask uint64
	Up   int
}

// Copies splits the bits that a lookup writes to a word into constant bits (written) and copies of bits of the state.
// turned are the copied bits that are then inverted. Copies returns false if some bit is neither constant nor a copy.
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
	var by [MaxWords]map[int]uint64
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

// copied returns the bit of the state that always equals a bit written to a word, or, if not is 1, never equals it; -1
// if there is none.
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
