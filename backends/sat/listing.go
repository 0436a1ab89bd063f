package sat

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Bounds on the work.
const (
	mostTried     = 1 << 16 // moves tried in states, if the formulas have no more clauses than that
	largeFormula  = 1 << 16 // clauses from which states are listed while the formula is written
	triesPerState = 16      // a state takes as much work as this number of tried moves
	listedShare   = 8       // the list takes at most one part in this number of the memory
	listedBytes   = 400     // about the memory of a state without its values
)

// listed lists the states of a run.
type listed struct {
	*run
	listing  *listing // of some states, if there are too many so far
	known    *listing // nil: the states are not listed
	large    int64    // clauses that are written between two attempts to list the states
	listedAt int64    // clauses at the last of these attempts
}

func listOf(r *run) stateLister { return &listed{run: r, large: largeFormula} }

// list computes the number of moves of a shortest plan and the cost of a cheapest one from a list of the reachable
// states. It sets r.known, r.lengths and r.cheapest. It gives up if there are many states for the number of clauses
// that were written so far, and goes on where it was when it is called with more clauses.
//
// Formulas prove that no better plan is left only by paths without repeated states, and these paths may have nearly as
// many moves as there are states. Example: 795 states, and no plan.
func (r *listed) list(ctx context.Context, clauses int64) error {
	if r.known != nil || r.lim.Without.Has(technique.Listing) || slices.Contains(r.task.Free, true) {
		return nil
	}
	if r.listing == nil {
		r.listing = newListing(r.task)
	}
	s := r.listing
	if all, err := s.walk(ctx, r.run, max(mostTried, clauses)); err != nil || !all {
		return err
	}
	r.known, r.listing = s, nil
	if s.moves >= 0 {
		r.lengths.from = max(r.lengths.from, s.moves)
		r.cheapest = s.cheapest()
	}
	return nil
}

// noneListed tells whether all states are listed and none is a goal state. Then it completes the result.
func (r *listed) noneListed() bool {
	if r.known == nil || r.known.moves >= 0 {
		return false
	}
	r.unsolvable(backends.ProofExhausted,
		fmt.Sprintf("no state that can be reached is a goal state, of %d", len(r.known.states)))
	return true
}

// errListed ends the writing of a formula, because the states were listed before it was written.
var errListed = errors.New("sat: the states are listed")

// openBesideList is open, but lists states while it writes a large formula. If the list ends first, the formula is not
// needed: no plan has t moves, or a formula of the states on shortest plans is smaller.
func (r *listed) openBesideList(ctx context.Context, t int) (*query, error) {
	if from, to := r.span(); from > 0 || from == to {
		return r.open(ctx, t)
	}
	choice := r.result.Choice
	r.watch = func(clauses int64) error { return r.listBeside(ctx, r.clauses+clauses) }
	a, err := r.open(ctx, t)
	r.watch = nil
	if !errors.Is(err, errListed) {
		return a, err
	}
	r.chain, r.result.Choice = nil, choice
	if r.noneListed() || int64(t) < r.lengths.from || r.best >= 0 && r.best == r.cheapest {
		return nil, nil
	}
	return r.open(ctx, t)
}

// listBeside goes on with the list, if the formulas have grown enough. It returns errListed when the list is complete.
func (r *listed) listBeside(ctx context.Context, clauses int64) error {
	if r.known != nil || clauses < r.listedAt+r.large {
		return nil
	}
	r.listedAt = clauses
	if err := r.list(ctx, clauses); err != nil || r.known == nil {
		return err
	}
	return errListed
}

// onShortest returns the layers of the shortest plans: the states on one of them, by the number of moves before. It
// returns nil unless the states are listed, the plans have t moves, and there are layers.
func (r *listed) onShortest(t int) []*layers.Pairs {
	s := r.known
	if s == nil || r.lay == nil || int64(t) != s.moves {
		return nil
	}
	states, left := make([][][]int, t+1), s.left()
	for i, st := range s.states {
		if d := s.depth[i]; left[i] >= 0 && d+left[i] == s.moves {
			states[d] = append(states[d], r.p.View.Places(st))
		}
	}
	return lists.Map(states, func(list [][]int) *layers.Pairs { return layers.Of(&r.p.Shape, list) })
}

// left returns the number of moves from each state to the nearest goal state, −1 if there is no way.
func (s *listing) left() []int64 {
	into := make([][]int, len(s.states))
	for _, a := range s.arcs {
		into[a.to] = append(into[a.to], a.from)
	}
	left := slices.Repeat([]int64{-1}, len(s.states))
	for _, g := range s.goals {
		left[g] = 0
	}
	for queue := slices.Clone(s.goals); len(queue) > 0; queue = queue[1:] {
		for _, i := range into[queue[0]] {
			if left[i] < 0 {
				left[i] = left[queue[0]] + 1
				queue = append(queue, i)
			}
		}
	}
	return left
}

// listing is the reachable states of a task, in the order in which breadth-first search meets them.
type listing struct {
	states   [][]int64
	depth    []int64        // the least number of moves to each state
	places   map[string]int // of each state
	goals    []int
	arcs     []arc
	moves    int64 // of a shortest plan, −1 if there is none
	expanded int   // number of states whose successors are listed
}

func newListing(t *task.Task) *listing {
	s := &listing{places: map[string]int{}, moves: -1}
	if t.Pool.Eval(t.InitCond, t.Init) != 0 {
		s.add(t.Init, 0)
	}
	return s
}

type arc struct {
	from, to int
	cost     int64
}

func (s *listing) add(state []int64, depth int64) int {
	var key []byte
	for _, x := range state {
		key = binary.AppendVarint(key, x)
	}
	i, known := s.places[string(key)]
	if !known {
		i = len(s.states)
		s.places[string(key)], s.states, s.depth = i, append(s.states, state), append(s.depth, depth)
	}
	return i
}

// walk lists more states. It returns false if there are too many. If all moves cost the same, states behind a nearest
// goal state are not needed.
func (s *listing) walk(ctx context.Context, r *run, tries int64) (all bool, err error) {
	most := min(tries/triesPerState, r.o.Memory/listedShare/int64(listedBytes+16*len(r.task.Vars)))
	for ; s.expanded < len(s.states); s.expanded++ {
		i := s.expanded
		if i%1024 == 0 && ctx.Err() != nil {
			return false, ctx.Err()
		}
		if int64(len(s.states)) > most || int64(i*len(r.task.Moves)) > tries {
			return false, nil
		}
		if r.task.Pool.Eval(r.task.Goal, s.states[i]) != 0 {
			if s.goals = append(s.goals, i); s.moves < 0 {
				s.moves = s.depth[i]
			}
		}
		if s.moves >= 0 && r.equalCosts() && s.depth[i] >= s.moves {
			continue
		}
		for m := range r.task.Moves {
			if next, cost, ok := r.task.Apply(s.states[i], m); ok {
				s.arcs = append(s.arcs, arc{i, s.add(next, s.depth[i]+1), cost})
			}
		}
	}
	return true, nil
}

// cheapest returns the cost of a cheapest plan (Bellman and Ford).
func (s *listing) cheapest() int64 {
	const far = -1
	cost := slices.Repeat([]int64{far}, len(s.states))
	cost[0] = 0
	for changed := true; changed; {
		changed = false
		for _, a := range s.arcs {
			if c := cost[a.from] + a.cost; cost[a.from] != far && (cost[a.to] == far || c < cost[a.to]) {
				cost[a.to], changed = c, true
			}
		}
	}
	least := cost[s.goals[0]]
	for _, g := range s.goals {
		least = min(least, cost[g])
	}
	return least
}
