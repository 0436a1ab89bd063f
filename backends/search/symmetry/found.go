package symmetry

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/automorphism"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Bounds on the work of Find, and on the states with which permutations are tried.
const (
	leastWork  = 1 << 21
	workShare  = 1 << 4  // for each successor that the search has generated
	nearShare  = 1 << 4  // of the states that the search has expanded, the nearest to the roots
	mostNear   = 1 << 16 // and at most this number
	farWalks   = 1 << 3  // random walks
	farSteps   = 1 << 6  // and their moves
	leastShare = 1 << 5  // of these many states, one must have another one as its image
)

// Found tries symmetries that the task declares. If there are none, it looks for permutations of states that are
// proved to map moves to moves of the same cost, and the goal to itself. Symmetries of one name, or that exchange
// things of one orbit, pay together, if the images of some sampled states are in the sample. Else images may not be
// reachable, and computing them gains nothing.
func Found(ctx context.Context, sp *space.Space, declared []task.Symmetry) job.Seeker {
	s := &seeker{Space: sp, all: len(declared) > 0}
	s.add(declared...)
	return func(f job.Folder, roots []uint64, did backends.Stats, eager bool) (out []task.Symmetry) {
		if !s.all {
			s.find(ctx, max(leastWork, workShare*int(did.Generated)))
		}
		if len(s.left) == 0 {
			return nil
		}
		set := sample{sp: sp, met: store.NewClosed(sp.Layout.Words), fold: func([]uint64) {}}
		if f != nil {
			set.fold = f.Another().Fold
		}
		set.draw(ctx, roots, int(min(did.Expanded/nearShare, mostNear)))
		s.left = slices.DeleteFunc(s.left, func(some []task.Symmetry) bool {
			pays := eager || set.pays(some)
			if pays {
				out = append(out, some...)
			}
			return pays
		})
		return out
	}
}

// seeker knows the symmetries that were found.
type seeker struct {
	*space.Space
	known []automorphism.Permutation
	all   bool              // more work finds no more of them
	left  [][]task.Symmetry // those that do not pay so far, by name
}

// find looks for more permutations.
func (s *seeker) find(ctx context.Context, work int) {
	var found []automorphism.Permutation
	found, s.all = automorphism.Find(ctx, s.Task, work)
	for _, p := range found {
		if slices.ContainsFunc(s.known, p.Equal) {
			continue
		}
		if len(s.known) == 0 {
			s.OwnTask()
		}
		s.known = append(s.known, p)
		s.add(p.Symmetry(s.Task.Pool, s.Task.Vars, fmt.Sprintf("exchange %d", p.Orbit)))
	}
}

func (s *seeker) add(all ...task.Symmetry) {
	for _, y := range all {
		k := slices.IndexFunc(s.left, func(some []task.Symmetry) bool { return some[0].Name == y.Name })
		if k < 0 {
			k, s.left = len(s.left), append(s.left, nil)
		}
		s.left[k] = append(s.left[k], y)
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
