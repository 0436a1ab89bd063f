package search

import "context"

const (
	// fewExpanded is how many states A* expands before it is looked at how it goes.
	fewExpanded = 1 << 14
	// fewKnown is the share of successors, per cent, that were known states beside the one just left, up to which a
	// search that forgets states is thought to be no worse.
	fewKnown = 20
)

// Auto is A*, or IDA* from the moment on at which A* has seen that states are seldom met on two ways: then to keep them
// does not pay.
func Auto[S any, K Key](ctx context.Context, p *Problem[S, K], h Heuristic[S], o Options,
	deepen func(context.Context, *Problem[S, K], Heuristic[S], Options) Result[S],
) Result[S] {
	b := newBestFirst(ctx, p, h, o, 1, 1)
	b.pause = fewExpanded
	b.begin()
	r := b.goOn()
	if b.paused && 100*(b.st.Duplicates-b.returns) <= fewKnown*(b.st.Generated-b.returns) {
		if say := o.Progress; say != nil {
			o.Progress = func(st Stats) {
				st.Deepened = true
				say(st)
			}
		}
		r = deepen(ctx, p, h, o)
		r.Stats.Expanded += b.st.Expanded
		r.Stats.Generated += b.st.Generated
		r.Stats.Duplicates += b.st.Duplicates
		r.Stats.DeadEnds += b.st.DeadEnds
		r.Stats.Dead += b.st.Dead
		r.Stats.Frontier = max(r.Stats.Frontier, b.st.Frontier)
		r.Stats.Deepened = true
		return r
	}
	if b.paused {
		b.pause = 0
		r = b.goOn()
	}
	r.Optimal = r.Optimal || r.Status == Solved && o.Admissible
	return r
}
