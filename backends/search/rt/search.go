// Package search finds plans in state spaces. It needs the standard library only, and knows nothing of any puzzle: a Problem says what
// the states are, what follows on a state and which states are goals.
//
// S is a state as the puzzle works with it. K is the same state packed into few words, so that it can be kept by the million and be found again.
package search

import (
	"context"
	"time"
	"unsafe"
)

// Problem is a state space.
type Problem[S any, K Key] struct {
	Starts     []S                                   // the states that a plan may start from
	Successors func(s *S, steps []Step[S]) []Step[S] // appends the moves that can be made in s, in the order in which they are to be tried
	Goal       func(s *S) bool
	Dead       func(s *S) bool // true only where no goal can be reached; may be nil
	Pack       func(s *S) K
	Unpack     func(k K) S
}

// Step is a move, by number, and the state that it leads to.
type Step[S any] struct {
	Move int
	Cost int
	Next S
}

// Heuristic estimates the cost that is left. It is admissible if it never says more than the truth; then A* and IDA* find a cheapest plan.
type Heuristic[S any] func(s *S) int

// Blind is the heuristic that knows nothing.
func Blind[S any](*S) int { return 0 }

// Options limit a search.
type Options struct {
	MaxStates int         // states that may be kept; 0: no limit
	Progress  func(Stats) // called now and then; may be nil
	Weight    int         // of the heuristic in WeightedAStar; 0: 2
	started   time.Time
	ended     <-chan struct{}
	every     int // expansions until the clock is looked at again
}

// Status is what came of a search.
type Status string

// A search finds a plan, or shows that there is none, or is ended before it could do either.
const (
	Solved     Status = "solved"
	Unsolvable Status = "unsolvable"
	Unknown    Status = "unknown"
)

// Result is the answer of a search.
type Result[S any] struct {
	Status  Status
	Reason  string // why it is unknown
	Start   S      // solved: the state from which the plan starts
	Moves   []int  // the plan
	Cost    int
	Optimal bool // no plan costs less
	Stats   Stats
}

// Stats count what a search did.
type Stats struct {
	Expanded  int // states whose successors were made
	Generated int // successors
	Kept      int // states in memory at the end
	Bound     int // of the last pass of IDA*
	Elapsed   time.Duration
}

// begin prepares the clock and the signal to end.
func (o Options) begin(ctx context.Context) Options {
	o.started, o.ended = time.Now(), ctx.Done()
	return o
}

const lookEvery = 1 << 14

// over tells whether the search was told to end. It looks seldom, and reports progress when it does.
func (o *Options) over(st *Stats) bool {
	if o.every++; o.every%lookEvery != 0 {
		return false
	}
	select {
	case <-o.ended:
		return true
	default:
	}
	if o.Progress != nil {
		st.Elapsed = time.Since(o.started)
		o.Progress(*st)
	}
	return false
}

func (o *Options) full(kept int) bool { return o.MaxStates > 0 && kept >= o.MaxStates }

// StatesIn is how many states a search can keep in so many bytes: a node, its entry in the table, and what is
// there twice while both grow, and until it is collected.
func StatesIn[K Key](bytes int) int {
	var n node[K]
	return bytes / (5*int(unsafe.Sizeof(n)) + 16)
}

const (
	endedReason = "the search was ended"
	fullReason  = "the memory is full"
)
