package search

import (
	"context"
	"slices"
	"sync"
	"unsafe"
)

// If the solver chooses values of the initial state, each solution of an Assignment is an initial state. There may be
// more than fit into memory, so the caller bounds time and memory.

// Choice is the initial states. They are found once.
type Choice[S any] struct {
	Assignment func() *Assignment[S]

	lock   sync.Mutex
	known  bool
	states []S
}

// Find finds the states, as the function Starts does. If it returns a reason, no states are kept.
func (c *Choice[S]) Find(ctx context.Context, bytes int) (why string) {
	_, why = c.find(ctx, bytes)
	return why
}

// Starts are all states, without a bound.
func (c *Choice[S]) Starts() []S {
	states, _ := c.find(context.Background(), 0)
	return states
}

func (c *Choice[S]) find(ctx context.Context, bytes int) (states []S, why string) {
	c.lock.Lock()
	defer c.lock.Unlock()
	if !c.known {
		if states, why = Starts(ctx, c.Assignment(), bytes); why != "" {
			return nil, why
		}
		c.known, c.states = true, slices.Clip(states)
	}
	return c.states, ""
}

const (
	startsEnded = "the search was ended before all states to start from were found"
	startsFull  = "the states to start from do not fit into the memory"
)

// Starts are all solutions, in the order of the values of their places. If the search is ended, or the states take more
// than the given number of bytes (0: no bound), Starts returns the reason, and some of the states in no order.
func Starts[S any](ctx context.Context, a *Assignment[S], bytes int) (states []S, why string) {
	type start struct {
		state  S
		values []int
	}
	var all []start
	// While the list grows it exists twice, and the old copy exists until it is collected; at the end the states are
	// copied.
	each := 5*int(unsafe.Sizeof(start{})) + 2*8*len(a.Places)
	complete, st := a.solutions(ctx, Options{}, func(s *S, values []int) bool {
		if bytes > 0 && (len(all)+1)*each > bytes {
			why = startsFull
			return false
		}
		all = append(all, start{*s, slices.Clone(values)})
		return true
	})
	if !complete && why == "" {
		why = startsEnded
	}
	o := Options{}.begin(ctx)
	if why == "" {
		slices.SortFunc(all, func(x, y start) int {
			if why != "" || o.pollStop(&st) {
				why = startsEnded
				return 0
			}
			return slices.Compare(x.values, y.values)
		})
	}
	states = make([]S, len(all))
	for i := range all {
		states[i] = all[i].state
	}
	return states, why
}

// Values are the numbers of the values that the places have in a solution.
func Values[S any, K Key](a *Assignment[S], p *Problem[S, K], solution S) (values []int) {
	key := p.Pack(&solution)
	for i := range a.Places {
		v := 0
		for s := solution; v < a.Places[i].Values; v++ {
			if a.Places[i].Set(&s, v); p.Pack(&s) == key {
				break
			}
		}
		values = append(values, v)
	}
	return values
}
