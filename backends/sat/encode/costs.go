package encode

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/internal/lists"
)

// mostSpent bounds the sum of the costs of a plan in a formula, so that 64 bits hold all its parts.
const mostSpent = 1 << 60

// CostAtMost limits the cost of the first t moves, unless a literal of prefix is true. Each move costs at least least
// and at most most.
func (e *Encoder) CostAtMost(prefix []cnf.Lit, t int, limit, least, most int64) {
	e.F.Group("cost")
	if most > 0 && int64(t) > mostSpent/most {
		e.F.Fail(&backends.LimitError{What: fmt.Sprintf("the sum of %d costs of up to %d is too large for a formula",
			t, most)})
		return
	}
	for i := len(e.costs); i < t; i++ {
		e.costs = append(e.costs, e.costAt(e.Steps[i], least, most))
	}
	e.requireSum(prefix, e.costs[:t], -limit, notAboveZero)
}

// costAt returns the cost of the move at a step, which lies between least and most.
func (e *Encoder) costAt(s *Step, least, most int64) term {
	f := e.F
	is := map[int64]cnf.Lit{}
	for o, made := range s.Ops {
		if made == cnf.False {
			continue
		}
		cost := e.P.Ops[o].Cost
		for _, k := range s.possible(cost) {
			if k < least || k > most {
				continue // excluded by the guard
			}
			if _, known := is[k]; !known {
				is[k] = f.NewVar()
			}
			f.Clause(-made, -s.valueLit(cost, k), is[k])
		}
	}
	var out term
	for _, k := range slices.Sorted(maps.Keys(is)) {
		out.values, out.lits = append(out.values, k), append(out.lits, is[k])
	}
	f.ExactlyOne(out.lits)
	return out
}

// TrueAtMost allows at most the given number of some literals to be true.
func (e *Encoder) TrueAtMost(lits []cnf.Lit, most int64) {
	terms := lists.Map(lits, func(l cnf.Lit) term { return term{[]int64{0, 1}, []cnf.Lit{-l, l}} })
	e.requireSum(nil, terms, -most, notAboveZero)
}
