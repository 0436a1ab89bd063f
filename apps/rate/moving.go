package rate

import (
	"cmp"
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// moving measures a puzzle with moves by its states.
func (v *Vector) moving(ctx context.Context, z *puzzle.Puzzle, o Options) error {
	if z.Task().Facts.Unsolvable != "" {
		return ErrNone
	}
	limits := puzzle.ExploreOptions{Options: o.Puzzle.Options, States: cmp.Or(o.States, MostStates)}
	s, err := z.Survey(ctx, puzzle.SurveyOptions{Options: limits, Hardness: true})
	if err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case s.Complete && s.Surveyed && s.Optimal < 0:
		return ErrNone
	case s.Complete && s.Surveyed:
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
		v.unknown(a.Reason, keyCost)
	default:
		v.set(keyCost, a.Solutions[0].Cost)
	}
	return nil
}

// explored sets the measures of a puzzle that has been surveyed.
func (v *Vector) explored(s *puzzle.Survey) {
	v.set(keyCost, s.Optimal)
	v.set(keyStates, s.States())
	v.set(keyDead, (100*s.Hopeless+s.States()-1)/s.States())
	h := s.Hardness
	for name, k := range map[string]puzzle.Known{
		keyPlans: h.Plans, keyTrap: h.TrapDepth, keyForced: h.Forced, keyCounter: h.Counterintuitive,
		keySwitches: h.Switches, keySecondBest: h.SecondBest,
	} {
		if v.set(name, k.N); k.Reason != "" {
			v.unknown(k.Reason, name)
		}
	}
	if h.Heuristic != "" {
		v.Notes = append(v.Notes, fmt.Sprintf("A counterintuitive move raises %s.", h.Heuristic))
	}
}
