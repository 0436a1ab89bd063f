package symmetry

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/automorphism"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Bounds on the states with which permutations are tried.
const (
	nearShare  = 4       // of the states that the search has expanded, the nearest to the roots
	mostNear   = 1 << 16 // and at most this number
	farWalks   = 1 << 4  // random walks
	farSteps   = 1 << 8  // and their moves
	leastShare = 1 << 8  // of these many states, one must have another one as its image
)

// Found looks for the symmetries that the task declares or, if there are none, for permutations of its states that are
// proved to map moves to moves of the same cost, and the goal to itself. Those of one name, or that exchange things of
// one orbit, pay together, if the images of some sampled states are in the sample. Else images may not be reachable,
// and computing them gains nothing.
func Found(ctx context.Context, sp *space.Space) func(f job.Folder, roots []uint64, states int) []task.Symmetry {
	all := sp.Task.Symmetries
	if len(all) == 0 {
		if found := automorphism.Find(ctx, sp.Task); len(found) > 0 {
			sp.OwnTask()
			for _, p := range found {
				all = append(all, p.Symmetry(sp.Task.Pool, sp.Task.Vars, fmt.Sprintf("exchange %d", p.Orbit)))
			}
		}
	}
	var left [][]task.Symmetry
	for i, s := range all {
		if i == 0 || s.Name != all[i-1].Name {
			left = append(left, nil)
		}
		left[len(left)-1] = append(left[len(left)-1], s)
	}
	return func(f job.Folder, roots []uint64, states int) (out []task.Symmetry) {
		if len(left) == 0 {
			return nil
		}
		s := sample{sp: sp, met: store.NewClosed(sp.Layout.Words), fold: func([]uint64) {}}
		if f != nil {
			s.fold = f.Another().Fold
		}
		s.draw(ctx, roots, min(states/nearShare, mostNear))
		left = slices.DeleteFunc(left, func(some []task.Symmetry) bool {
			pays := s.pays(some)
			if pays {
				out = append(out, some...)
			}
			return pays
		})
		return out
	}
}

// sample is a set of states, one of equivalent ones.
type sample struct {
	sp   *space.Space
	met  *store.Closed
	fold func(st []uint64)
}

// draw adds the states nearest to the roots, and states of random walks.
func (s *sample) draw(ctx context.Context, roots []uint64, most int) {
	w := s.sp.Layout.Words
	x, walk := space.NewExpander(s.sp), space.NewWalk(s.sp)
	add := func(st []uint64) {
		s.fold(st)
		s.met.Put(st)
	}
	for i := 0; i < len(roots) && i < most; i += w {
		add(slices.Clone(roots[i : i+w]))
	}
	for id := uint32(0); int(id) < s.met.Len() && s.met.Len() < most && ctx.Err() == nil; id++ {
		x.Expand(s.met.State(id))
		for k := range x.Kids {
			add(x.State(k))
		}
	}
	for range farWalks {
		st := slices.Clone(roots[walk.Random(len(roots)/w)*w:][:w])
		for range farSteps {
			if add(st); !walk.Step(st) {
				break
			}
		}
	}
}

// pays reports whether symmetries lead from states of the sample to other ones.
func (s *sample) pays(some []task.Symmetry) bool {
	x, c, hits := space.NewExpander(s.sp), space.NewCompiler(s.sp), 0
	for i := range some {
		mv := c.Move(&task.Move{Guard: some[i].Guard, Effects: some[i].Effects, Cost: task.False, Order: task.None})
		for id := range uint32(s.met.Len()) {
			st := s.met.State(id)
			x.Parent.Load(st)
			if !x.Parent.Holds(mv.Guard) || !x.Apply(st, &mv) {
				continue
			}
			if s.fold(x.Next); !store.Equal(x.Next, st) {
				if _, known := s.met.Find(x.Next); known {
					hits++
				}
			}
		}
	}
	return hits*leastShare >= s.met.Len()
}
