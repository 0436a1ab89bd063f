package rate

import (
	"cmp"
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// moving measures a puzzle with moves by its states.
func (v *Vector) moving(ctx context.Context, z *puzzle.Puzzle, o Options) error {
	if z.Task().Facts.Unsolvable != "" {
		return ErrNone
	}
	most := cmp.Or(o.States, MostStates)
	explore := puzzle.ExploreOptions{Options: o.Puzzle.Options, States: most}
	s, err := z.Survey(ctx, puzzle.SurveyOptions{Options: explore})
	if err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case s.Complete && s.Surveyed && s.Optimal < 0:
		return ErrNone
	case s.Complete && s.Surveyed:
		v.set(keyCost, s.Optimal)
		v.set(keyStates, s.States())
		return nil
	}
	v.unknown(fmt.Sprintf("there are more than %s states", text.Grouped(most)))
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
