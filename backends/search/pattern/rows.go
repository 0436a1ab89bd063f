package pattern

import (
	"math"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/technique"
)

// Rows returns the heuristics by choices of tables. It also lets the maker build the tables that heuristics of the
// model read.
func Rows(m *estimate.Maker, o backends.Options) (all []estimate.Row) {
	b := newChooser(m.Space, makeBuilder(&m.Limits, o))
	m.Need = b.builder.need
	for i, k := range Kinds {
		z := Size(i)
		r := estimate.Row{
			Kind: k, Make: func() (estimate.Estimate, error) { return b.estimate(z) },
			Cost: func() int64 { return b.price(z) }, Beside: "pairs", Technique: technique.Patterns,
		}
		for _, w := range z.smaller() {
			r.Weaker = append(r.Weaker, w.Name())
		}
		all = append(all, r)
	}
	return all
}

// largeChoice bounds the number of values of all variables times the number of moves. Beyond it the choice of tables
// itself takes long.
const largeChoice = 1 << 20

// price returns the price of a choice of tables.
func (b *Chooser) price(z Size) int64 {
	values := 0
	for v := range b.sp.Task.Vars {
		values += len(b.sp.Task.Vars[v].Values)
	}
	if values*len(b.sp.Task.Moves) > largeChoice {
		return math.MaxInt64
	}
	_, states := b.ready(z)
	if states < 0 {
		return math.MaxInt64
	}
	return int64(states)
}
