package rate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// still measures a puzzle without moves by the deductions that solve it.
func (v *Vector) still(ctx context.Context, z *puzzle.Puzzle, o Options) error {
	y, best, err := z.OnlyBest(ctx, o.Puzzle)
	limit := (*backends.LimitError)(nil)
	switch {
	case errors.As(err, &limit):
		v.unknown(limit.What)
		return nil
	case err != nil:
		return err
	case best != nil && best.Status == backends.Unsolvable:
		return ErrNone
	}
	l, err := why.Climb(ctx, y, why.Options{Solve: o.Puzzle, Work: cmp.Or(o.Work, mostWork)})
	switch {
	case errors.Is(err, why.ErrNone):
		return none(ctx, z, o)
	case errors.As(err, &limit):
		v.unknown("given up: " + limit.What)
		return nil
	case err != nil:
		return err
	}
	over := func(most int) (n int64) {
		for _, rules := range l.Rules {
			if rules > most {
				n++
			}
		}
		return n
	}
	v.set("undecided", int64(l.Slow))
	open := text.Count(l.Open, "element")
	switch v.Several = l.Open > 0 && l.Slow == 0; {
	case v.Several:
		if err := second(ctx, y, o); err != nil {
			return err
		}
		v.Notes = append(v.Notes, fmt.Sprintf("There are several solutions, which differ in %s: the measures are those of "+
			"the deductions until nothing more follows.", open))
	case l.Open > 0:
		v.unknown("some questions took too long, and " + open + " got no value")
		return nil
	}
	v.set("steps", int64(len(l.Rules)))
	v.set("joint_steps", over(1))
	v.set("most_rules", int64(slices.Max(append(l.Rules, 0))))
	v.set("look_ahead", int64(slices.Max(append(l.Chains, 0))))
	v.set("open_elements", int64(l.Read))
	v.set("guesses", over(why.MostTogether))
	return nil
}

// second makes sure that a puzzle whose deductions leave values open has two solutions.
func second(ctx context.Context, z *puzzle.Puzzle, o Options) error {
	o.Puzzle.All, o.Puzzle.Limit = true, 2
	a, err := z.Solve(ctx, o.Puzzle)
	switch {
	case err != nil:
		return err
	case len(a.Solutions) < 2 && a.Complete:
		return errors.New("internal: deductions leave values of the only solution open")
	}
	return nil
}

// none makes sure that a puzzle has no solution.
func none(ctx context.Context, z *puzzle.Puzzle, o Options) error {
	a, err := z.Solve(ctx, o.Puzzle)
	switch {
	case err != nil:
		return err
	case a.Status == backends.Solved:
		return errors.New("internal: deductions contradict a solution")
	case a.Status == backends.Unknown:
		return &backends.LimitError{What: a.Reason}
	}
	return ErrNone
}
