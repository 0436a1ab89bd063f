package generate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// backwards takes start states from the space of the puzzle. A survey computes the exact distance of each state to
// a goal. A state at a wanted distance is drawn, and the parameters are chosen such that it is the initial state.
// For that the parameters become state variables of the model without moves, as those of clues do. As few of their
// values change as the solver finds.
type backwards struct {
	*clues
	values [][]int64 // states of the puzzle
}

// Bounds of the states that are kept.
const (
	mostSurveyed = 2_000_000
	mostOfEach   = 2000 // at each distance
)

func newBackwards(ctx context.Context, o Options) (source, error) {
	z := o.Base
	if !z.HasMoves() {
		return nil, errors.New("a puzzle without moves has no states to go back to; leave " + mention.Backwards + " out")
	}
	m := *z.Model()
	p := *m.Program
	p.Moves, p.Goals, p.Always, p.Views = nil, nil, nil, nil
	m.Program = &p
	var fixed []string
	c, err := openParams(ctx, z, &m, func(a *model.Array, why string) bool {
		if why != "" {
			fixed = append(fixed, a.Name+": "+why)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	if c == nil || len(c.values) == 0 {
		return nil, fmt.Errorf("no parameter can be chosen such that the puzzle starts in a given state (%s); "+
			"draw data by %s",
			strings.Join(fixed, "; "), mention.With(mention.Vary, "NAME"))
	}
	b := &backwards{clues: c}
	return b, b.survey(ctx, o)
}

// survey keeps states whose distance to a goal meets the want best.
func (b *backwards) survey(ctx context.Context, o Options) error {
	z := o.Base
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		return diags
	}
	r := rand.New(rand.NewPCG(o.Seed, 1<<62))
	kept, seen := map[int64][][]int64{}, map[int64]int{}
	survey := puzzle.SurveyOptions{Each: func(codes []int64, rest int64) {
		if codes = z.StateOf(codes); !b.fits(b.deferred.State(z.Model(), codes)) {
			return
		}
		seen[rest]++
		if len(kept[rest]) < mostOfEach {
			kept[rest] = append(kept[rest], codes)
		} else if at := r.IntN(seen[rest]); at < mostOfEach { // reservoir sampling (Vitter, 1985)
			kept[rest][at] = codes
		}
	}}
	survey.States, survey.Threads, survey.Memory = mostSurveyed, 1, o.Solve.Memory
	s, err := z.Survey(ctx, survey)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !s.Surveyed:
		return fmt.Errorf("the puzzle has too many states (more than %s) for exact distances; draw data by %s",
			text.Grouped(mostSurveyed), mention.With(mention.Vary, "NAME"))
	}
	best := -1.0
	for _, rest := range slices.Sorted(maps.Keys(kept)) {
		gap := o.Want.Gap(func(key string) (int64, bool) { return rest, key == "cost" })
		if best < 0 || gap < best {
			b.values, best = nil, gap
		}
		if gap == best {
			b.values = append(b.values, kept[rest]...)
		}
	}
	if len(b.values) == 0 {
		return errors.New("no state that leads to a goal can be the start by other values of " +
			strings.Join(b.names(), ", "))
	}
	return nil
}

// fits reports whether parameters can give a state of the deferred model its values. Values that no parameter changes
// are left as they are at the start.
func (b *backwards) fits(state []int64) bool {
	t := b.z.Task()
	return !slices.ContainsFunc(t.Vars, func(v task.Var) bool { return v.Place(state[v.State]) < 0 })
}

func (b *backwards) names() (names []string) {
	for _, a := range b.params {
		names = append(names, a.Name)
	}
	return names
}

func (b *backwards) candidate(ctx context.Context, r *rand.Rand, o Options) (made, error) {
	s, err := b.z.Sampler(o.Solve)
	if err != nil {
		return made{}, err
	}
	state := b.deferred.State(o.Base.Model(), b.values[r.IntN(len(b.values))])
	t := b.z.Task()
	assumed := make([]puzzle.Literal, 0, len(b.clues.values)+len(b.elements))
	for _, v := range b.clues.values {
		assumed = append(assumed, s.Is(v, state[t.Vars[v].State]))
	}
	present := map[puzzle.Literal]bool{}
	for i := range b.elements {
		l := b.elements[i].is(s, b.elements[i].now)
		present[l] = true
		assumed = append(assumed, l)
	}
	for {
		codes, clash, err := s.Draw(ctx, puzzle.Draw{Assumed: assumed, Conflicts: askLimit})
		if err != nil {
			return made{}, err
		}
		if codes != nil {
			now := make([]int64, len(b.elements))
			for i, e := range b.elements {
				if now[i] = e.now; e.v >= 0 {
					now[i] = codes[e.v]
				}
			}
			data := b.data(o.Base.Model(), now)
			for _, name := range b.same(now) {
				delete(data, name)
			}
			return made{data: data}, nil
		}
		left := len(assumed)
		assumed = slices.DeleteFunc(assumed, func(l puzzle.Literal) bool { return present[l] && slices.Contains(clash, l) })
		if len(assumed) == left {
			return made{}, Invalid
		}
	}
}

// same lists the parameters whose values are the present ones.
func (b *backwards) same(now []int64) (names []string) {
	changed := make([]bool, len(b.params))
	for i, e := range b.elements {
		changed[e.param] = changed[e.param] || now[i] != e.now
	}
	for i, a := range b.params {
		if !changed[i] {
			names = append(names, a.Name)
		}
	}
	return names
}
