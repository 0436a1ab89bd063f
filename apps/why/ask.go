package why

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// questions are the names of the questions that a user can ask.
var questions = []string{"solution", "move", "plan", "unique", "steps", "redundant"}

// On answers a question by its name. move is for "move", plan for "plan" and the moves before "move".
//
// With an objective the solutions are the best ones.
func On(ctx context.Context, z *puzzle.Puzzle, question, move string, plan puzzle.Text, o Options) (*Answer, error) {
	if z.Model().Objective == nil || question == "solution" || question == "move" {
		return on(ctx, z, question, move, plan, o)
	}
	y, best, err := z.OnlyBest(ctx, o.Solve)
	limit := (*backends.LimitError)(nil)
	switch {
	case errors.As(err, &limit):
		a := &Answer{Limit: limit.What}
		a.add(Verdict, "It is not known which value is the best.")
		return a, nil
	case err != nil:
		return limited(ctx, &Answer{}, err)
	case len(best.Solutions) == 0:
		return on(ctx, y, question, move, plan, o)
	}
	a, err := on(ctx, y, question, move, plan, o)
	if err == nil {
		a.add(note, fmt.Sprintf("The best value is %d: `%s` stands for the rule that no solution has a better one.",
			best.Solutions[0].Cost, best.Objective))
	}
	return a, err
}

// on is On for a puzzle of which all solutions are equally good.
func on(ctx context.Context, z *puzzle.Puzzle, question, move string, plan puzzle.Text, o Options) (*Answer, error) {
	switch question {
	case "solution":
		return Ask(ctx, z, o)
	case "move":
		return Move(ctx, z, move, plan, o)
	case "plan":
		return explainPlan(ctx, z, plan, o)
	case "unique":
		return second(ctx, z, o)
	case "steps":
		return steps(ctx, z, o)
	case "redundant":
		return redundant(ctx, z, o)
	}
	return nil, fmt.Errorf("there is no question %q; there are %s", question, strings.Join(questions, ", "))
}

// Ask says why a puzzle has no solution, or why no plan costs less. The puzzle must have been grounded. An error is a
// *puzzle.OptionsError, a *puzzle.Fault, a *backends.LimitError or the findings of a model.
func Ask(ctx context.Context, z *puzzle.Puzzle, o Options) (*Answer, error) {
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
			o.found(a, "A trial of all values is made.")
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
