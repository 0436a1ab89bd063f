package rate

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// moving measures a puzzle with moves by its states.
func (v *Vector) moving(ctx context.Context, z *puzzle.Puzzle, o Options) error {
	s, err := survey(ctx, z, o, true)
	switch {
	case err != nil:
		return err
	case s.Surveyed:
		v.explored(s)
		return nil
	}
	v.unknown(s.Reason)
	if !o.Solve {
		return nil
	}
	a, err := z.Solve(ctx, o.Puzzle)
	switch {
	case err != nil:
		return err
	case a.Status == backends.Unsolvable:
		return ErrNone
	case !a.Optimal:
		v.unknown(a.Reason, "cost")
	default:
		v.set("cost", a.Solutions[0].Cost)
	}
	return nil
}

// survey explores the states, within the limits. There are distances only if Survey.Surveyed is set. It fails with
// ErrNone if there is no plan.
func survey(ctx context.Context, z *puzzle.Puzzle, o Options, hardness bool) (*explore.Survey, error) {
	if z.Task().Facts.Unsolvable != "" {
		return nil, ErrNone
	}
	limits := explore.Options{Options: o.Puzzle.Options, States: cmp.Or(o.States, mostStates)}
	s, err := z.Survey(ctx, explore.SurveyOptions{Options: limits, Hardness: hardness, NoDiameter: true})
	switch {
	case err != nil:
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case s.Complete && (s.States() == 0 || s.Surveyed && s.Optimal < 0):
		err = ErrNone
	}
	return s, err
}

// Cost returns the least cost of a plan of a puzzle with moves, nil if there is none. unknown says why it is not known.
func Cost(ctx context.Context, z *puzzle.Puzzle, o Options) (cost *int64, unknown string, err error) {
	s, err := survey(ctx, z, o, false)
	switch {
	case errors.Is(err, ErrNone):
		return nil, "", nil
	case err != nil:
		return nil, "", err
	case !s.Surveyed:
		return nil, s.Reason, nil
	}
	return &s.Optimal, "", nil
}

// explored sets the measures of a puzzle that has been surveyed.
func (v *Vector) explored(s *explore.Survey) {
	v.Survey = s
	v.set("cost", s.Optimal)
	v.set("states", s.States())
	v.set("dead_share", (100*s.Hopeless+s.States()-1)/s.States())
	h := s.Hardness
	for name, k := range map[string]explore.Known{
		"optimal_plans": h.Plans, "trap_depth": h.TrapDepth, "forced": h.Forced, "counterintuitive": h.Counterintuitive,
		"switches": h.Switches, "second_best": h.SecondBest,
	} {
		if v.set(name, k.N); k.Reason != "" {
			v.unknown(k.Reason, name)
		}
	}
	if h.Heuristic != "" {
		v.Notes = append(v.Notes, fmt.Sprintf("A counterintuitive move raises %s.", h.Heuristic))
	}
}
