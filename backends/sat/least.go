package sat

import (
	"context"
	"math"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// A cheapest plan, and of these a shortest, passes no state twice. So its parts cost at least what the cheapest paths of
// their lengths do that pass no state twice, wherever those may begin.

// longestPart is the number of moves in the longest paths whose least cost is found out.
const longestPart = 6

// never is the cost of what cannot be done.
const never = math.MaxInt32

// findLeasts finds the least cost of a path of so many moves that passes no state twice, for few moves.
func (r *run) findLeasts(ctx context.Context) error {
	r.leasts = r.leasts[:2]
	a := r.newAttempt(ctx, 0)
	a.e.Unstarted = true
	for k := 0; k <= longestPart; k++ {
		if r.lay != nil {
			a.e.At = append(a.e.At, r.lay.Ever)
		}
		if a.e.Extend(k); a.e.F.Err() != nil {
			return a.e.F.Err()
		}
		if k < 2 {
			continue
		}
		part := &attempt{r: r, e: a.e, s: a.s, t: k, terms: a.terms, when: []cnf.Lit{a.e.F.NewVar()}}
		least, err := part.least(ctx, r.least(k))
		if err != nil {
			return err
		}
		part.close()
		r.leasts[k], a.terms = least, part.terms
	}
	return nil
}

// least is a bound on the cost of k moves that pass no state twice.
func (r *run) least(k int) int64 {
	for n := len(r.leasts); n <= k; n++ {
		var most int64
		for i := 1; i <= n/2; i++ {
			most = max(most, r.leasts[i]+r.leasts[n-i])
		}
		r.leasts = append(r.leasts, min(most, never))
	}
	return r.leasts[k]
}

// least is the least cost of a path that passes no state twice; it is known to be known at least.
func (a *attempt) least(ctx context.Context, known int64) (int64, error) {
	least := int64(never)
	for range maxRepairs {
		found, err := a.solve(ctx)
		if err != nil || !found {
			return least, err
		}
		if a.repair() {
			continue
		}
		var possible bool
		if least, possible = a.cost(); !possible || least <= known {
			break
		}
		a.limitCost(least - 1)
	}
	return known, nil
}

// cost is what the moves of the model cost; the states that it passes may be impossible.
func (a *attempt) cost() (sum int64, possible bool) {
	state := a.e.P.View.Codes(a.places(0))
	for i := range a.t {
		for _, o := range a.made(i) {
			next, cost, ok := a.r.task.Apply(state, a.e.P.Ops[o].Move)
			if !ok {
				return 0, false
			}
			state, sum = next, sum+cost
		}
	}
	return sum, true
}
