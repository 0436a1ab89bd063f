package explore

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/breadthfirst"
	"github.com/pzc-lang/pzc/backends/search/space"
)

// productFrom is the number of combinations from which byProduct pays.
const productFrom = 1 << 15

// byProduct explores the combinations of the states of parts, if there are parts, and at least this
// number of combinations.
func (e *explorationOf) byProduct(c *space.Coarse, o Options, least float64) bool {
	if c == nil && !e.fewer(o.MaxHorizon, least) {
		c = space.NewBlocks(e.Ctx, e.Space, e.Roots.States)
	}
	p := breadthfirst.NewProduct(e.Job, c, least)
	if p == nil {
		return false
	}
	e.Kept, e.visited = p.How, p
	e.byLayers(o, p.Layer)
	e.last = p.Last()
	p.Took(p.Bytes(), int(e.States()))
	return true
}

// fewer reports whether the horizon is so near that fewer than least states are visited.
func (e *explorationOf) fewer(horizon *int, least float64) bool {
	return horizon != nil && math.Pow(float64(len(e.Space.Moves)+1), float64(*horizon))*float64(e.Started) < least
}
