package why

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// noBetter explains why no solution has a better value of the objective than an answer: it names the clauses of the
// model that contradict a better value.
func noBetter(ctx context.Context, z *puzzle.Puzzle, answer *puzzle.Answer, o Options) (*Answer, error) {
	value := answer.Solutions[0].Cost
	a := &Answer{Kind: Cheapest}
	if !answer.Optimal {
		a.add(Verdict, fmt.Sprintf("A solution of value %d was found. Whether it is a best one was not proved.", value))
		a.Limit = answer.Reason
		return a, nil
	}
	op, better := model.Lt, "less"
	if z.Model().Objective.Maximize {
		op, better = model.Gt, "greater"
	}
	y := z.WithValue(op, value)
	if diags := y.Ground(ctx); diags.HasErrors() {
		return nil, diags
	}
	why, err := noValues(ctx, y, &puzzle.Answer{Status: backends.Unsolvable}, o)
	if err != nil {
		return nil, err
	}
	why.Kind = Cheapest
	why.Facts[0].Text = fmt.Sprintf("The best value is %d. That the value is %s is a further condition here. %s", value,
		better, strings.TrimPrefix(why.Facts[0].Text, "No values fit. "))
	return why, nil
}
