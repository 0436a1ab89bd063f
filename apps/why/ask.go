package why

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Options are options of questions; the zero value is the default.
type Options struct {
	Solve puzzle.Options // of each call of a solver
	// Work is the number of conclusions of the constraint engine after which Climb gives up; 0: never.
	Work int64
	Each time.Duration // time limit for each changed puzzle with moves; 0: defaultEach. See within
}

// defaultEach is the default time limit for each changed puzzle with moves.
const defaultEach = 2 * time.Second

func (o Options) each() time.Duration { return cmp.Or(o.Each, defaultEach) }

// all returns the time limit for all changed puzzles of one kind together.
func (o Options) all() time.Duration { return rounds * o.each() }

const rounds = 3

// stepTime is the time of which a step is a part if Solve.Work limits the work: a second is 10 million steps.
const stepTime = 100 * time.Nanosecond

// within returns a context and options for work that may take some time; with a limit of counted work, for work that
// may take as many steps.
func (o Options) within(ctx context.Context, d time.Duration) (context.Context, Options, context.CancelFunc) {
	var end context.CancelFunc
	if o.Solve.Work == nil {
		ctx, end = context.WithTimeout(ctx, d)
	} else {
		ctx, o.Solve.Work, end = o.Solve.Work.Within(ctx, int64(d/stepTime))
	}
	return ctx, o, end
}

// left returns the time, or the steps as a time, that a context of within leaves.
func (o Options) left(ctx context.Context) time.Duration {
	if o.Solve.Work != nil {
		return time.Duration(min(o.Solve.Work.Left(), math.MaxInt64/int64(stepTime))) * stepTime
	}
	if end, limited := ctx.Deadline(); limited {
		return time.Until(end)
	}
	return math.MaxInt64
}

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
		a.add(Note, fmt.Sprintf("The best value is %d: `%s` stands for the rule that no solution has a better one.",
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
