package sat

import (
	"context"

	"github.com/pzc-lang/pzc/backends/sat/technique"
)

// A cheapest plan, and of these a shortest one, visits no state twice. So each part of it costs at least as much as the
// cheapest path of its length that visits no state twice, from any state.

// longestPart is the number of moves of the longest paths whose least cost is computed.
const longestPart = 6

// findLeasts computes the least cost of paths of up to longestPart moves that visit no state twice.
func (r *run) findLeasts(ctx context.Context) error {
	if r.lim.Without.Has(technique.Leasts) {
		return nil
	}
	r.leasts = r.leasts[:2]
	a := r.newQuery(ctx, 0)
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
		part := a.under(k)
		least, err := part.least(ctx, r.least(k))
		if err != nil {
			return err
		}
		part.close()
		r.leasts[k] = least
	}
	return nil
}

// least returns a lower bound on the cost of k moves that visit no state twice.
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
