package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends/sat/query"
)

// A cheapest plan, and of these a shortest, passes no state twice. So its parts cost at least what the cheapest paths of
// their lengths do that pass no state twice, wherever those may begin.

// longestPart is the number of moves in the longest paths whose least cost is found out.
const longestPart = 6

// findLeasts finds the least cost of a path of so many moves that passes no state twice, for few moves.
func (r *run) findLeasts(ctx context.Context) error {
	r.leasts = r.leasts[:2]
	a := r.NewQuery(ctx, 0)
	a.E.Unstarted = true
	for k := 0; k <= longestPart; k++ {
		if r.Lay != nil {
			a.E.At = append(a.E.At, r.Lay.Ever)
		}
		if a.E.Extend(k); a.E.F.Err() != nil {
			return a.E.F.Err()
		}
		if k < 2 {
			continue
		}
		part := a.Under(k)
		least, err := part.Least(ctx, r.least(k))
		if err != nil {
			return err
		}
		part.Close()
		r.leasts[k] = least
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
		r.leasts = append(r.leasts, min(most, query.Never))
	}
	return r.leasts[k]
}
