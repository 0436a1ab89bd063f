package prune

import (
	"context"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// Automaton tells which moves need not be tried after those just made: a finite automaton over the last moves (Taylor and Korf,
// Pruning Duplicate Nodes in Depth-First Search, 1993). State 0 is the start of a path. Searches with a closed list may leave out less
// than others, see redundant.go. A nil *pruning leaves out nothing.
type Automaton struct {
	moves   int
	words   int
	next    []int32  // at state·moves + move: the state after the move, or cut
	allowed []uint64 // by state: the set of moves that are to be tried
	// Promises are the declared prunes that were taken on trust: "prune 2".
	Promises []string
}

// Cut marks in pruning.next a move that need not be tried.
const Cut = -1

// After is the state after a move, or cut.
func (p *Automaton) After(state, move int32) int32 {
	if p == nil {
		return 0
	}
	return p.next[int(state)*p.moves+int(move)]
}

// Row is the set of moves to be tried in a state; nil if all are.
func (p *Automaton) Row(state int32) []uint64 {
	if p == nil {
		return nil
	}
	return p.allowed[int(state)*p.words : int(state+1)*p.words]
}

// States is the number of states.
func (p *Automaton) States() int { return len(p.next) / p.moves }

// New joins the redundant sequences that are found with those that the model declares.
//
// Declared ones are promised to be dispensable together, by an order of their own. If each of them is found redundant in our order,
// lower numbers first or higher numbers first, there is nothing to trust. Otherwise only those sequences are added for which a cheaper
// one stands: a cheapest plan holds none of these in any case, so that they cannot get into a circle with what is promised.
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

// declarations are the declared sequences that can be made at all, and the names of their declarations.
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

// Shorter is what breadth-first search may leave out: what fewer moves replace. nil if there is nothing.
func Shorter(ctx context.Context, sp *space.Space) *Automaton {
	return build(len(sp.Moves), redundant(ctx, sp, fewerMoves), nil)
}

// Declared leaves out what the model declares and nothing else; false if it declares nothing that is possible.
func Declared(sp *space.Space) (p *Automaton, ok bool) {
	declared, _ := declarations(sp)
	return build(len(sp.Moves), declared, nil), len(declared) > 0
}

// covers tells whether each of the sequences holds one that was found.
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
