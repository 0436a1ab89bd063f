package why

import (
	"cmp"
	"context"
	"time"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
)

// Options say how questions are answered; the zero value is the default.
type Options struct {
	Solve pzc.Options   // of each call of a solver
	Each  time.Duration // how long one changed puzzle with moves may take; 0: DefaultEach
}

// DefaultEach is how long one changed puzzle with moves may take.
const DefaultEach = 2 * time.Second

func (o Options) each() time.Duration { return cmp.Or(o.Each, DefaultEach) }

// all is how long all changed puzzles of one kind may take together.
func (o Options) all() time.Duration { return rounds * o.each() }

const rounds = 3

// Ask says why a puzzle has no solution, or why no plan costs less. The puzzle must have been grounded. An error is a
// *pzc.OptionsError, a *pzc.Fault, a *backends.LimitError or the findings of a model.
func Ask(ctx context.Context, z *pzc.Puzzle, o Options) (*Answer, error) {
	answer, err := z.Solve(ctx, o.Solve)
	if err != nil {
		return nil, err
	}
	switch {
	case answer.Status == backends.Unknown:
		a := &Answer{Kind: NoPlan, Limit: answer.Reason}
		if !z.HasMoves() {
			a.Kind = NoValues
		}
		a.add(Verdict, "It is not known whether there is a solution.")
		return a, nil
	case answer.Status == backends.Unsolvable && !z.HasMoves():
		a, err := noValues(ctx, z, answer, o)
		if err == nil {
			a.byTrial(ctx, z, o)
		}
		return a, err
	case answer.Status == backends.Unsolvable:
		return noPlan(ctx, z, answer, o)
	}
	if z.HasMoves() {
		return cheapest(ctx, z, answer, o)
	}
	a := &Answer{Kind: Cheapest}
	if answer.Objective != "" {
		return noBetter(ctx, z, answer, o)
	}
	a.add(Verdict, "Values fit, so there is nothing to explain.")
	return a, nil
}
