package symmetry

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/automorphism"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Bounds on the states with which permutations are tried.
const (
	nearStates = 1 << 12 // the states nearest to the roots
	farWalks   = 1 << 4  // random walks
	farSteps   = 1 << 8  // and their moves
	leastShare = 1 << 8  // of these many states, one must have another one as its image
)

// Found returns permutations of the task's states that pay, as symmetries: each is proved to map moves to moves of the
// same cost, and the goal to itself. Permutations that exchange things of one orbit have one name. They pay if the
// images of some sampled states are in the sample. Else images may not be reachable, and computing them gains nothing.
func Found(ctx context.Context, sp *space.Space, roots []uint64) (out []task.Symmetry) {
	found := automorphism.Find(ctx, sp.Task)
	if len(found) == 0 {
		return nil
	}
	sp.OwnTask()
	met := near(ctx, sp, roots)
	x, c := space.NewExpander(sp), space.NewCompiler(sp)
	for first := 0; first < len(found); {
		end, hits := first, 0
		var some []task.Symmetry
		for ; end < len(found) && found[end].Orbit == found[first].Orbit; end++ {
			s := found[end].Symmetry(sp.Task.Pool, sp.Task.Vars, fmt.Sprintf("exchange %d", found[first].Orbit))
			mv := c.Move(&task.Move{Guard: s.Guard, Effects: s.Effects, Cost: task.False, Order: task.None})
			for id := range uint32(met.Len()) {
				st := met.State(id)
				x.Parent.Load(st)
				if x.Apply(st, &mv) && !slices.Equal(x.Next, st) {
					if _, known := met.Find(x.Next); known {
						hits++
					}
				}
			}
			some = append(some, s)
		}
		if hits*leastShare >= met.Len() {
			out = append(out, some...)
		}
		first = end
	}
	return out
}

// near returns the states nearest to the roots, and states of random walks.
func near(ctx context.Context, sp *space.Space, roots []uint64) *store.Closed {
	w := sp.Layout.Words
	met, x, walk := store.NewClosed(w), space.NewExpander(sp), space.NewWalk(sp)
	for i := 0; i < len(roots) && i < nearStates; i += w {
		met.Put(roots[i : i+w])
	}
	for id := uint32(0); int(id) < met.Len() && met.Len() < nearStates && ctx.Err() == nil; id++ {
		x.Expand(slices.Clone(met.State(id)))
		for k := range x.Kids {
			met.Put(x.State(k))
		}
	}
	for range farWalks {
		st := slices.Clone(roots[walk.Random(len(roots)/w)*w:][:w])
		for range farSteps {
			if met.Put(st); !walk.Step(st) {
				break
			}
		}
	}
	return met
}
