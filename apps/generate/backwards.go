package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// backwards takes start states from the space of a puzzle: of the one that is given, or of each candidate that another
// source draws. A survey computes the exact distance of each state to a goal. A state at a wanted distance is drawn,
// and the parameters are chosen such that it is the initial state, in one of two ways:
//
//   - opening: the parameters become state variables of the model without moves, as those of clues do. As few of their
//     values change as the solver finds.
//   - drawing: maps are read from the drawing of the state, because pieces may depend on the map.
type backwards struct {
	boards source
	way    way       // of the puzzle that is given
	states [][]int64 // of the puzzle that is given
}

// way is a way to choose parameters such that a puzzle starts in a state. Several goroutines use it.
type way interface {
	// fits reports whether it may be possible.
	fits(state []int64) bool
	start(ctx context.Context, state []int64, o Options) (map[string]any, error)
}

// Bounds of the states that are looked at and kept.
const (
	mostSurveyed = 2_000_000
	mostKept     = 20_000
)

// newBackwards explores the puzzle that is given, unless another source draws puzzles.
func newBackwards(ctx context.Context, o Options, boards source) (source, error) {
	z := o.Base
	if !z.HasMoves() {
		return nil, errors.New("a puzzle without moves has no states to go back to; leave " + mention.Backwards + " out")
	}
	b := &backwards{boards: boards}
	if boards != nil {
		if _, err := newDrawing(ctx, z); err != nil {
			return nil, fmt.Errorf("%w, so random boards keep their starts; leave %s out", err, mention.Backwards)
		}
		return b, nil
	}
	if err := z.Compile(ctx); err != nil {
		return nil, err
	}
	m := *z.Model()
	p := *m.Program
	p.Moves, p.Goals, p.Always, p.Views = nil, nil, nil, nil
	m.Program = &p
	c, fixed, err := openParams(ctx, z, &m, func(*model.Array) bool { return true })
	if err != nil {
		return nil, err
	}
	if b.way = (*opening)(c); c == nil || len(c.values) == 0 {
		if b.way, err = newDrawing(ctx, z); err != nil {
			return nil, fmt.Errorf("no parameter can be chosen such that the puzzle starts in a given state (%s), and %w; "+
				"draw data by %s", strings.Join(fixed, "; "), err, mention.With(mention.Vary, "NAME"))
		}
	}
	b.states, err = survey(ctx, z, rand.New(rand.NewPCG(o.Seed, 1<<62)), o, b.way, mostKept)
	if err == nil && len(b.states) == 0 {
		err = errors.New("no state that leads to a goal can be the start by other values of the parameters")
	}
	return b, err
}

// survey explores a puzzle and returns states whose distance to a goal meets the want best: most random ones, or if one
// is asked for, one of the farthest.
func survey(ctx context.Context, z *puzzle.Puzzle, r *rand.Rand, o Options, w way, most int) (
	kept [][]int64, err error,
) {
	seen, least, near := 0, 0.0, int64(0)
	survey := explore.SurveyOptions{NoDiameter: true, Each: func(codes []int64, rest int64) {
		gap := o.Want.Gap(func(key string) (int64, bool) { return rest, key == rate.KeyCost })
		worse := cmp.Compare(gap, least)
		if most == 1 {
			worse = cmp.Or(worse, cmp.Compare(near, rest))
		}
		if seen > 0 && worse > 0 {
			return
		}
		better := seen == 0 || worse < 0
		at := len(kept)
		if better {
			at = 0
		} else if seen++; at == most {
			at = r.IntN(seen) // reservoir sampling (Vitter, 1985)
		}
		if at >= most {
			return
		}
		state := z.StateOf(codes)
		if !w.fits(state) {
			return
		}
		if better {
			seen, least, near, kept = 1, gap, rest, kept[:0]
		}
		if at == len(kept) {
			kept = append(kept, nil)
		}
		kept[at] = state
	}}
	survey.States, survey.Threads, survey.Memory = mostSurveyed, 1, o.Solve.Memory
	s, err := z.Survey(ctx, survey)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case !s.Surveyed && s.States() > 0:
		return nil, errTooMany
	}
	return kept, nil
}

var errTooMany = fmt.Errorf("the puzzle has too many states (more than %s) for exact distances; draw data by %s",
	text.Grouped(mostSurveyed), mention.With(mention.Vary, "NAME"))

func (b *backwards) candidate(ctx context.Context, r *rand.Rand, o Options) (made, error) {
	if b.boards != nil {
		return b.board(ctx, r, o)
	}
	state := b.states[r.IntN(len(b.states))]
	data, err := b.way.start(ctx, state, o)
	return made{data: data}, err
}

// board draws a puzzle and moves its start as far from the goals as is wanted.
func (b *backwards) board(ctx context.Context, r *rand.Rand, o Options) (made, error) {
	m, err := b.boards.candidate(ctx, r, o)
	if err != nil {
		return m, err
	}
	data, err := raw(m.data)
	if err != nil {
		return m, err
	}
	z, err := o.given(ctx, data)
	if err != nil {
		return m, err
	}
	d, err := newDrawing(ctx, z)
	switch {
	case ctx.Err() != nil:
		return m, err
	case err != nil:
		return m, invalid
	}
	states, err := survey(ctx, z, r, o, d, 1)
	switch {
	case errors.Is(err, errTooMany):
		return m, open
	case err != nil:
		return m, err
	case len(states) == 0:
		return m, unsolvable
	}
	maps.Copy(m.data, d.read(states[0]))
	return m, nil
}

// opening is a puzzle whose parameters the solver chooses.
type opening clues

// fits reports whether parameters can give the deferred model the values of a state. Values that no parameter changes
// are left as they are at the start.
func (p *opening) fits(state []int64) bool {
	state = p.deferred.State(p.base.Model(), state)
	return !slices.ContainsFunc(p.z.Task().Vars, func(v task.Var) bool { return v.Place(state[v.State]) < 0 })
}

func (p *opening) start(ctx context.Context, state []int64, o Options) (map[string]any, error) {
	s, err := p.z.Sampler(o.Solve)
	if err != nil {
		return nil, err
	}
	state = p.deferred.State(p.base.Model(), state)
	assumed := make([]constraint.Literal, 0, len(p.values)+len(p.elements))
	for _, v := range p.values {
		assumed = append(assumed, s.Is(v, state[p.z.Task().Vars[v].State]))
	}
	present := map[constraint.Literal]bool{}
	for i := range p.elements {
		l := p.elements[i].is(s, p.elements[i].now)
		present[l] = true
		assumed = append(assumed, l)
	}
	for {
		codes, clash, err := s.Draw(ctx, constraint.Draw{Assumed: assumed, Conflicts: askLimit})
		if err != nil {
			return nil, err
		}
		if codes != nil {
			return p.changed(codes), nil
		}
		left := len(assumed)
		assumed = slices.DeleteFunc(assumed, func(l constraint.Literal) bool {
			return present[l] && slices.Contains(clash, l)
		})
		if len(assumed) == left {
			return nil, invalid
		}
	}
}

// changed returns the parameters whose values are no longer the present ones.
func (p *opening) changed(codes []int64) map[string]any {
	now := make([]int64, len(p.elements))
	changed := make([]bool, len(p.params))
	for i, e := range p.elements {
		if now[i] = e.now; e.v >= 0 {
			now[i] = codes[e.v]
		}
		changed[e.param] = changed[e.param] || now[i] != e.now
	}
	data := (*clues)(p).data(now)
	for i, a := range p.params {
		if !changed[i] {
			delete(data, a.Name)
		}
	}
	return data
}
