package why

import (
	"context"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/text"
)

// Options say how questions are answered.
type Options struct {
	Solve pzc.Options   // of each call of a solver
	Each  time.Duration // how long one changed puzzle with moves may take
}

// Ask says why a puzzle has no solution. The puzzle must have been grounded. An error is an *pzc.OptionsError, a
// *pzc.Fault, a *backends.LimitError or the findings of a model.
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
		return noValues(ctx, z, o)
	case answer.Status == backends.Unsolvable:
		return noPlan(ctx, z, answer, o)
	}
	a := &Answer{Kind: Cheapest}
	if z.HasMoves() {
		s := answer.Solutions[0]
		a.add(Verdict, fmt.Sprintf("There is a plan: %s, cost %d.", text.Count(len(s.Steps), "move"), s.Cost))
		return a, nil
	}
	a.add(Verdict, "There is a solution, so there is nothing to explain.")
	return a, nil
}
