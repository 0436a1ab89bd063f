// Package prune finds sequences of moves that a search need not make: redundant ones, and those that the model
// declares.
package prune

import (
	"context"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// Automaton tells which moves need not be tried after the moves made last: a finite automaton over the last moves
// (Taylor and Korf, Pruning Duplicate Nodes in Depth-First Search, 1993). State 0 is the start of a path. A nil
// *Automaton leaves out nothing.
type Automaton struct {
	moves   int
	words   int
	next    []int32  // at state·moves + move: the state after the move, or Cut
	allowed []uint64 // by state: the set of moves to try
	// Promises are the declared prunings that were taken on trust: "prune 2".
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

// Row returns the set of moves to try in a state, nil if all are to be tried.
func (p *Automaton) Row(state int32) []uint64 {
	if p == nil {
		return nil
	}
	return p.allowed[int(state)*p.words : int(state+1)*p.words]
}

// States returns the number of states.
func (p *Automaton) States() int { return len(p.next) / p.moves }

// New returns what a search that keeps no set of seen states may leave out: redundant sequences, and those that the
// model declares. It returns nil if there is nothing. A search may begin to honour the automaton in the middle of a
// path, as if the path began there.
//
// Declared sequences are promised to be dispensable together, by an order of their own. If each of them is found
// redundant in our order (lower numbers first, or higher numbers first) there is nothing to trust. Otherwise only
// sequences are added for which a cheaper one stands: no cheapest plan holds them, so that they cannot form a circle
// with what is promised.
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

// declarations returns the declared sequences that can be made at all, and the names of their declarations.
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

// Shorter returns what a breadth-first search may leave out: what fewer moves replace. It returns nil if there is
// nothing.
func Shorter(ctx context.Context, sp *space.Space) *Automaton {
	return build(len(sp.Moves), redundant(ctx, sp, fewerMoves), nil)
}

// Declared returns an automaton of what the model declares and nothing else. It returns false if the model declares
// nothing that is possible.
func Declared(sp *space.Space) (p *Automaton, ok bool) {
	declared, _ := declarations(sp)
	return build(len(sp.Moves), declared, nil), len(declared) > 0
}

// covers reports whether each of the sequences holds one that was found.
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
