// Package search finds plans in state spaces. It needs the standard library only, and knows nothing about puzzles: a
// Problem gives the initial states, the successors of a state, and the goals.
//
// S is a state in the form that the puzzle works with. K is the same state packed into few words, for sets of millions
// of states.
package search

import (
	"time"
	"unsafe"
)

// Problem is a state space.
type Problem[S any, K Key] struct {
	Starts     []S                                   // the states that a plan may start from
	Successors func(s *S, steps []Step[S]) []Step[S] // appends the applicable moves, in the order of searches
	Goal       func(s *S) bool
	Dead       func(s *S) bool // true only if no goal can be reached; may be nil
	Pack       func(s *S) K
	Unpack     func(k K) S
	EqualCosts bool // all moves cost the same, so that a plan of fewest moves is a cheapest one
	// InPlace is how IDAStar, IterativeDeepening and Backtrack make moves where it allows; nil: they make successors.
	InPlace *InPlace[S]
}

// Step is a move, by number, and the state that it leads to.
type Step[S any] struct {
	Move int
	Cost int
	Next S
}

// Heuristic estimates the cost from a state to a goal. It is admissible if it never exceeds the least cost; then A* and
// IDA* find a cheapest plan.
type Heuristic[S any] func(s *S) int

// Finite is a heuristic that may be great although there is a plan.
func Finite[S any](h Heuristic[S]) Heuristic[S] {
	return func(s *S) int { return min(h(s), Hopeless-1) }
}

// Excess returns what an estimate says in the first state of a plan in which it exceeds the cost that is left, and this
// cost; 0 and 0 if there is none.
func Excess[S any, K Key](p *Problem[S, K], h Heuristic[S], r Result[S]) (says, left int) {
	var steps []Step[S]
	s, left := r.Start, r.Cost
	for _, move := range r.Moves {
		if says = h(&s); says > left {
			return says, left
		}
		steps = p.Successors(&s, steps[:0])
		i := 0
		for steps[i].Move != move {
			i++
		}
		s, left = steps[i].Next, left-steps[i].Cost
	}
	return 0, 0
}

// blind is the name of Blind in all puzzles.
const blind = "blind"

// Blind is the heuristic 0.
func Blind[S any](*S) int { return 0 }

// MostCost is the greatest cost of a plan. A search leaves out more expensive paths, and then its answer is unknown
// rather than unsolvable.
const MostCost = 1 << 53

// Hopeless is the least estimate of a state from which there is no plan, if the heuristic is admissible.
const Hopeless = 1 << 55

// Status is the outcome of a search.
type Status string

// A search finds a plan, or proves that there is none, or is ended before.
const (
	Solved     Status = "solved"
	Unsolvable Status = "unsolvable"
	Unknown    Status = "unknown"
)

// Result is the answer of a search.
type Result[S any] struct {
	Status  Status
	Reason  string // why it is unknown
	Start   S      // the state from which the plan starts
	Moves   []int  // the plan; if unknown: the best plan so far, if any
	Cost    int
	Optimal bool // no plan costs less
	Stats   Stats
}

func (o *Options) full(kept int) bool {
	return o.MaxStates > 0 && kept >= o.MaxStates || kept >= mostNodes
}

// estimate is the value of a heuristic, at least 0. Only an admissible heuristic may reach Hopeless.
func estimate[S any](h Heuristic[S], s *S, o *Options) int {
	v := max(h(s), 0)
	if !o.Admissible {
		v = min(v, Hopeless-1)
	}
	return v
}

// successors returns the successors of a state that are not dead, and counts the state as expanded.
func (p *Problem[S, K]) successors(s *S, steps []Step[S], st *Stats) []Step[S] {
	steps = p.Successors(s, steps[:0])
	st.Expanded++
	if p.Dead != nil {
		alive := steps[:0]
		for i := range steps {
			if p.Dead(&steps[i].Next) {
				st.Dead++
			} else {
				alive = append(alive, steps[i])
			}
		}
		steps = alive
	}
	return steps
}

// starts are the starts that are not dead.
func (p *Problem[S, K]) starts(st *Stats) []S {
	if p.Dead == nil {
		return p.Starts
	}
	var alive []S
	for i := range p.Starts {
		if p.Dead(&p.Starts[i]) {
			st.Dead++
		} else {
			alive = append(alive, p.Starts[i])
		}
	}
	return alive
}

// total adds a cost. All totals above MostCost are MostCost + 1.
func total(sum, cost int) int { return min(sum+cost, MostCost+1) }

// cost is the cost of a plan from s.
func (p *Problem[S, K]) cost(s S, moves []int) (sum int) {
	var steps []Step[S]
	for _, m := range moves {
		steps = p.Successors(&s, steps[:0])
		for i := range steps {
			if steps[i].Move == m {
				s, sum = steps[i].Next, total(sum, steps[i].Cost)
				break
			}
		}
	}
	return sum
}

// StatesIn is the number of states that a search can keep in a number of bytes.
func StatesIn[K Key](bytes int) int { return bytes / bytesEach[K]() }

// bytesEach is the bytes of a state: its node and its entry in the table, with the copies that exist while both grow,
// until they are collected.
func bytesEach[K Key]() int {
	var n node[K]
	return 5*int(unsafe.Sizeof(n)) + 16
}

const (
	endedReason = "the search was ended"
	fullReason  = "the memory is full"
	deepReason  = "a path of 1,048,576 moves was reached"
	dearReason  = "all that is left may cost more than 9007199254740992 (2^53), beyond which costs are not added"
)

// found is the answer with the plan to a state.
func found[S any, K Key](p *Problem[S, K], g *graph[K], at int, o *Options, st *Stats) Result[S] {
	start, moves := g.plan(at)
	st.Kept = len(g.nodes)
	return solved(p.Unpack(g.nodes[start].key), moves, g.nodes[at].cost, g.nodes[at].cost == 0, o, st)
}

// solved is the answer with a plan, unless the plan costs more than MostCost.
func solved[S any](start S, moves []int, cost int, optimal bool, o *Options, st *Stats) Result[S] {
	if cost > MostCost {
		return gaveUp[S](dearReason, st.Kept, o, st)
	}
	st.Elapsed = time.Since(o.started)
	return Result[S]{Status: Solved, Start: start, Moves: moves, Cost: cost, Optimal: optimal, Stats: *st}
}

func exhausted[S any](kept int, o *Options, st *Stats) Result[S] {
	if st.dear {
		return gaveUp[S](dearReason, kept, o, st)
	}
	st.Kept, st.Elapsed = kept, time.Since(o.started)
	return Result[S]{Status: Unsolvable, Stats: *st}
}

func gaveUp[S any](why string, kept int, o *Options, st *Stats) Result[S] {
	st.Kept, st.Elapsed = kept, time.Since(o.started)
	return Result[S]{Status: Unknown, Reason: why, Stats: *st}
}
