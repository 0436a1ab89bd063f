package explore

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/breadthfirst"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// productFrom is the number of combinations from which byProduct pays.
const productFrom = 1 << 15

// byProduct explores the combinations of the states of parts, if there are parts, and many combinations.
func (e *explorationOf) byProduct(c *space.Coarse, o Options) bool {
	return o.States == 0 && e.combine(c, o, productFrom)
}

// combine explores the combinations if there are at least this number.
func (e *explorationOf) combine(c *space.Coarse, o Options, least float64) bool {
	if c == nil && !e.fewer(o.MaxHorizon, least) {
		c = space.NewBlocks(e.Ctx, e.Space, e.Roots.States)
	}
	p := breadthfirst.NewProduct(e.Job, c, least)
	if p == nil {
		return false
	}
	e.Kept, e.visited = p.How, p
	e.Phase.Level = "depth"
	for depth, more := 0, true; more && e.Stop == ""; depth++ {
		e.Phase.At = int64(depth)
		cut := o.MaxHorizon != nil && depth == *o.MaxHorizon
		n := p.Layer(!cut)
		e.close(Layer{Distance: int64(depth), States: n.States, Goals: n.Goals, Stuck: n.Stuck, Moves: n.Moves})
		e.Counts.MaxFrontier = max(e.Counts.MaxFrontier, n.States)
		e.Cut = cut && n.States > 0
		more = n.States > 0 && !cut
	}
	if len(e.Layers) > 0 {
		e.Counts.Duplicates = e.Counts.Generated + e.Layers[0].States - e.States()
	}
	e.last = p.Last()
	p.Took(p.Bytes(), int(e.States()))
	return true
}

// fewer reports whether the horizon is so near that fewer than least states are visited.
func (e *explorationOf) fewer(horizon *int, least float64) bool {
	return horizon != nil && math.Pow(float64(len(e.Space.Moves)+1), float64(*horizon))*float64(e.Started) < least
}
