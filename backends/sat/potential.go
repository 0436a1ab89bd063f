package sat

import (
	"context"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/potential"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/backends/technique"
)

// potentials computes the bounds that all potentials give together.
func (r *run) potentials(ctx context.Context) (window, error) {
	all, t := anyLength(), r.task
	if r.lim.Without.Has(technique.Potentials) {
		return all, nil
	}
	for _, q := range potential.Of(ctx, t) {
		if slices.ContainsFunc(q.Vars, func(v int) bool { return t.Free[v] }) {
			continue
		}
		for _, sign := range []int64{1, -1} {
			least, err := r.leastInGoal(ctx, &q, sign)
			if err != nil {
				return all, err
			}
			if sign > 0 {
				q.Least = max(q.Least, least)
			} else {
				q.Most = min(q.Most, -least)
			}
		}
		all = all.and(lengthsBy(&q, q.At(t, t.Init)))
	}
	return all, nil
}

// leastInGoal returns the least value of sign·q in a goal state, or less if q is no count. It asks a solver for smaller
// and smaller values.
func (r *run) leastInGoal(ctx context.Context, q *potential.Potential, sign int64) (int64, error) {
	if slices.ContainsFunc(q.Weights, func(ws []int64) bool { return slices.Max(ws) > 1 || slices.Min(ws) < 0 }) {
		return math.MinInt64 / 2, nil
	}
	s := solver.New()
	e := encode.New(r.p, nil, cnf.New(ctx, s, cnf.Options{Memory: r.o.Memory}), encode.Options{Encoding: encode.Direct})
	if r.lay != nil {
		e.At = []*layers.Pairs{r.lay.Goal}
	}
	goal := e.FreeStep()
	var few []cnf.Lit // the number of true literals among these is minimized
	for i, v := range q.Vars {
		in, places := r.p.View.Member(v)
		few = append(few, cnf.Lit(sign)*goal.SetLit(in, func(at int) bool { return q.Weights[i][places[at]] != 0 }))
	}
	least := int64(math.MaxInt32)
	for e.F.Err() == nil {
		switch s.Solve(ctx) {
		case solver.Unsatisfiable:
			return least, nil
		case solver.Interrupted:
			return 0, ctx.Err()
		}
		found := int64(0)
		for _, l := range few {
			if s.Value(l) {
				found++
			}
		}
		if least = found; sign < 0 {
			least -= int64(len(few))
		}
		e.TrueAtMost(few, found-1)
	}
	return 0, e.F.Err()
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
