package search

import (
	"context"
	"time"
)

// Options limit a search.
type Options struct {
	MaxStates  int         // most states that are kept; 0: no limit
	Progress   func(Stats) // called now and then; may be nil
	Weight     float64     // of the heuristic in WeightedAStar; 0: 2
	Admissible bool        // the heuristic is: an answer may be optimal
	Heuristic  string      // the name of the heuristic in the puzzle; "": it has none

	started time.Time
	ended   <-chan struct{}
	every   int // expansions since the clock was read
}

// Stats count what a search did.
type Stats struct {
	Expanded   int `json:"expanded"`   // states whose successors were made
	Generated  int `json:"generated"`  // successors
	Duplicates int `json:"duplicates"` // successors that were known
	Backtracks int `json:"backtracks"` // moves that were taken back
	// states without successors in a tree search, or from which the heuristic knows no plan
	DeadEnds int           `json:"dead_ends"`
	Dead     int           `json:"dead"`     // states left out because they are dead
	Frontier int           `json:"frontier"` // the most open states
	Kept     int           `json:"kept"`     // states in memory at the end
	Bound    int           `json:"bound"`    // every plan costs at least this, if the heuristic is admissible
	Elapsed  time.Duration `json:"elapsed"`

	dear bool // something was left out because it costs more than MostCost
}

// begin starts the clock and takes the signal to end from ctx.
func (o Options) begin(ctx context.Context) Options {
	o.started, o.ended = time.Now(), ctx.Done()
	return o
}

const lookEvery = 1 << 14

// pollStop tells whether the search was told to end. Unlike stopped it looks only at every lookEvery-th call, and then
// reports progress.
func (o *Options) pollStop(st *Stats) bool {
	if o.every++; o.every%lookEvery != 0 {
		return false
	}
	if o.stopped() {
		return true
	}
	if o.Progress != nil {
		st.Elapsed = time.Since(o.started)
		o.Progress(*st)
	}
	return false
}

// stopped tells whether the search was told to end.
func (o *Options) stopped() bool {
	select {
	case <-o.ended:
		return true
	default:
		return false
	}
}
