package explore

import (
	"math"
	"sync/atomic"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/breadthfirst"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// compared is a heuristic that is compared without a network.
type compared struct {
	each  []estimate.Estimate     // by core
	parts []*tally                // by core
	drop  atomic.Bool             // a move lowers the value by more than it costs, or a goal has a value
	met   atomic.Pointer[TooHigh] // one of the states in which the heuristic overestimates; nil: none was met
}

// endless16 stands for Endless in 16 bits.
const endless16 = math.MaxUint16

// compare evaluates the heuristics in all states, and then checks all moves once for all heuristics. It returns false
// if a value does not fit 16 bits.
func (a *anew) compare() (ok bool, err error) {
	all := make([]*compared, 0, len(a.o.Heuristics))
	a.Comparisons = make([]Comparison, len(a.o.Heuristics))
	of := make([]*Comparison, 0, len(a.o.Heuristics)) // by element of all
	for i, name := range a.o.Heuristics {
		c := &compared{}
		if c.each, a.Comparisons[i].Missing, err = a.named(name); err != nil {
			return true, err
		}
		if a.Comparisons[i].Heuristic = name; a.Comparisons[i].Missing == "" {
			all, of = append(all, c), append(of, &a.Comparisons[i])
		}
	}
	values, ok := a.evaluate(all)
	if ok && len(all) > 0 {
		a.drops(all, values)
	}
	if a.Ctx.Err() != nil {
		a.Reason, a.Comparisons = "stopped while heuristics were compared", nil
		for i, c := range all {
			if met := c.met.Load(); met != nil { // what was found counts
				a.Comparisons = append(a.Comparisons, Comparison{Heuristic: of[i].Heuristic, TooHigh: met})
			}
		}
		return true, nil
	}
	for i, c := range all {
		name := of[i].Heuristic
		*of[i] = a.result(c, func(number uint64) int64 { return wide(values[int(number)*len(all)+i]) })
		of[i].Heuristic = name
	}
	return ok, nil
}

// evaluate computes the values of all heuristics, by number of the state and heuristic: the values of a state lie
// together, so that one cache miss loads all of them. It returns false if a value does not fit 16 bits.
func (a *anew) evaluate(all []*compared) ([]uint16, bool) {
	values := make([]uint16, len(a.rest)*len(all))
	for _, c := range all {
		for _, h := range c.each {
			c.parts = append(c.parts, newTally(h, a.Space))
		}
	}
	var wide atomic.Bool
	words := a.w.Form().Layout.Words
	buffers := make([][]uint64, a.w.Cores())
	for core := range buffers {
		buffers[core] = make([]uint64, a.Space.Layout.Words)
	}
	a.w.Scan(false, func(core int, b *breadthfirst.Block) {
		a.say(backends.Progress{Doing: "heuristics", Done: b.From, Unit: "place", Of: int64(len(a.rest))})
		for k, at := range b.At {
			exact := a.cost(a.rest[at])
			st := a.w.Fine(b.States[k*words:k*words+words], buffers[core])
			own := values[int(at)*len(all):][:len(all)]
			for i, c := range all {
				value := c.parts[core].meet(0, st, exact)
				if value >= endless16 && value != Endless {
					wide.Store(true)
				}
				own[i] = uint16(min(value, endless16))
				if value > exact && exact != job.NoCost && c.met.Load() == nil {
					c.met.Store(&TooHigh{a.Space.Layout.Unpack(st), value, exact})
				}
			}
		}
	})
	return values, !wide.Load()
}

// wide returns the value of a heuristic that is stored in 16 bits.
func wide(value uint16) int64 {
	if value == endless16 {
		return Endless
	}
	return int64(value)
}

// drops looks for moves that lower a value by more than they cost, and for goals whose value is not 0.
func (a *anew) drops(all []*compared, values []uint16) {
	n, each := len(all), a.Space.MinCost
	least := make([][]int64, a.w.Cores()) // by core and heuristic: the least value after a move
	for core := range least {
		least[core] = make([]int64, n+16) // so that no cache line is shared
	}
	a.w.Scan(true, func(core int, b *breadthfirst.Block) {
		from, least := int32(0), least[core][:n]
		for k, at := range b.At {
			for i := range least {
				least[i] = Endless
			}
			for _, kid := range b.Kids[from:b.Ends[k]] {
				for i, value := range values[int(kid)*n:][:n] {
					least[i] = min(least[i], wide(value))
				}
			}
			for i, value := range values[int(at)*n:][:n] {
				if wide(value) > each+least[i] || a.rest[at] == 1 && value > 0 {
					all[i].drop.Store(true)
				}
			}
			from = b.Ends[k]
		}
	})
}

// result returns the comparison of a heuristic. It searches again for the earliest counterexamples.
func (a *anew) result(c *compared, value func(number uint64) int64) Comparison {
	r, tooHigh := result(c.parts)
	drop := c.drop.Load()
	if tooHigh < 0 && !drop {
		return r
	}
	x := space.NewExpander(a.w.Form())
	a.w.Again(func(st []uint64, _ int) bool {
		at := a.number(st)
		h, exact := value(at), a.cost(a.rest[at])
		if tooHigh >= 0 && r.TooHigh == nil && exact != job.NoCost && h > exact {
			r.TooHigh = &TooHigh{a.codes(st), h, exact}
		}
		if drop && r.Drop == nil {
			r.Drop = a.dropFrom(x, st, h, exact, value)
		}
		return tooHigh >= 0 && r.TooHigh == nil || drop && r.Drop == nil
	})
	return r
}

// dropFrom returns the first drop of a state whose heuristic is h, or nil if there is none.
func (a *anew) dropFrom(x *space.Expander, st []uint64, h, exact int64, value func(number uint64) int64) *drop {
	if exact == 0 && h > 0 {
		return &drop{State: a.codes(st), Move: -1, Estimate: h}
	}
	x.Expand(st)
	for k := range x.Kids {
		if after := value(a.number(x.State(k))); h > x.Kids[k].Cost+after {
			return &drop{State: a.codes(st), Move: int(x.Kids[k].Move), Estimate: h, After: after, Cost: x.Kids[k].Cost}
		}
	}
	return nil
}
