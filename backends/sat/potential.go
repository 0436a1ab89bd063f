package sat

import (
	"context"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/potential"
	"github.com/pzc-lang/pzc/backends/technique"
)

// potentials computes the bounds that all potentials give together.
func (r *run) potentials(ctx context.Context) (window, error) {
	all, t := anyLength(), r.task
	if r.lim.Without.Has(technique.Potentials) {
		return all, nil
	}
	for _, q := range potential.Of(ctx, t) {
		if !slices.ContainsFunc(q.Vars, func(v int) bool { return t.Free[v] }) {
			all = all.and(lengthsBy(&q, q.At(t, t.Init)))
		}
	}
	return all, ctx.Err()
}

// lengthsBy returns the lengths that a potential allows that has a value at the start.
func lengthsBy(q *potential.Potential, start int64) window {
	w := anyLength()
	atMost := func(d, room int64) { // T·d ≤ room
		switch {
		case d > 0 && room >= 0:
			w.to = min(w.to, room/d)
		case d >= 0 && room < 0:
			w.to = -1
		case d < 0 && room < 0:
			w.from = max(w.from, (room+d+1)/d)
		}
	}
	atMost(q.Low, q.Most-start)
	atMost(-q.High, start-q.Least)
	if w.to < math.MaxInt64 {
		way := "no move lowers "
		if q.High <= 0 {
			way = "no move raises "
		}
		w.why = way + q.Name
	}
	return w
}
