package search

import "context"

const (
	// fewExpanded is the number of states that A* expands before Auto decides.
	fewExpanded = 1 << 14
	// fewKnown is a share of successors in per cent: if at most these were known states (other than the state just
	// left), Auto goes on with IDA*.
	fewKnown = 20
)

// Auto begins with A*. If A* seldom meets a state twice, Auto goes on with IDA*, because then it does not pay to keep
// states.
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
