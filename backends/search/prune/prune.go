// Package prune finds sequences of moves that a search need not make: redundant sequences, and sequences that the model
// declares.
package prune

import (
	"context"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// Automaton decides which moves need not be tried after the last moves: a finite automaton over the moves of a path
// (Taylor and Korf, Pruning Duplicate Nodes in Depth-First Search, 1993). State 0 is the start of a path. A nil
// *Automaton cuts nothing.
type Automaton struct {
	moves   int
	words   int
	next    []int32  // at state·moves + move: the state after the move, or Cut
	allowed []uint64 // by state: the set of moves to try
	// Promises names the declared prunings that are not proved: "prune 2".
	Promises []string
}

// Cut stands for the state after a move that need not be tried.
const Cut = -1

// After returns the state after a move, or Cut.
func (p *Automaton) After(state, move int32) int32 {
	if p == nil {
		return 0
	}
	return p.next[int(state)*p.moves+int(move)]
}

// Row returns the set of moves to try in a state; nil: all moves.
func (p *Automaton) Row(state int32) []uint64 {
	if p == nil {
		return nil
	}
	return p.allowed[int(state)*p.words : int(state+1)*p.words]
}

// states returns the number of states.
func (p *Automaton) states() int { return len(p.next) / p.moves }

// New returns the automaton for a search without a closed list. It cuts redundant sequences, and sequences that the
// model declares. It returns nil if there are none. A search may start the automaton in the middle of a path, as if the
// path began there.
//
// The model promises that all declared sequences may be cut together, under some order of sequences. If each of them is
// redundant in our order (lower numbers first, or higher numbers first), the promise is proved. Otherwise New adds only
// sequences that a cheaper sequence replaces. No cheapest plan contains these, so they cannot form a cycle with the
// declared sequences.
func New(ctx context.Context, sp *space.Space) *Automaton {
	declared, names := declarations(sp)
	found := redundant(ctx, sp, lowerNumbers)
	if !covers(found, declared) {
		found = redundant(ctx, sp, higherNumbers)
	}
	if covers(found, declared) {
		return build(len(sp.Moves), found, nil)
	}
	found = redundant(ctx, sp, cheaper)
	return build(len(sp.Moves), append(found, declared...), names)
}

// declarations returns the declared sequences that are applicable in some state, and the names of their declarations.
func declarations(sp *space.Space) (all [][]int32, names []string) {
	c := newComposer(sp, maxComposites)
	for i := range sp.Task.Prunings {
		before := len(all)
		for _, moves := range sp.Task.Prunings[i].Sequences {
			if c.exhausted() || c.possible(moves) {
				all = append(all, moves)
			}
		}
		if len(all) > before {
			names = append(names, sp.Task.Prunings[i].Name)
		}
	}
	return all, names
}

// Declared returns an automaton of the declared sequences only. It returns false if no declared sequence is applicable
// in any state.
func Declared(sp *space.Space) (p *Automaton, ok bool) {
	declared, _ := declarations(sp)
	return build(len(sp.Moves), declared, nil), len(declared) > 0
}

// covers reports whether each of the sequences all contains one of the sequences found.
func covers(found, all [][]int32) bool {
	have := map[string]bool{}
	for _, f := range found {
		have[moveKey(f)] = true
	}
	for _, s := range all {
		covered := false
		for i := range s {
			for j := i + 1; j <= min(len(s), i+longestRedundant); j++ {
				covered = covered || have[moveKey(s[i:j])]
			}
		}
		if !covered {
			return false
		}
	}
	return true
}
