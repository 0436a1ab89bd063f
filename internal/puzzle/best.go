package puzzle

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
)

// OnlyBest returns the puzzle whose solutions are the best solutions of z: the objective is replaced by a goal that its
// value is the best one. The puzzle must have been grounded, and the new puzzle is. A puzzle without objective is
// returned as it is. The answer has a best solution, and is nil without objective. If the answer says unsolvable, the
// new puzzle has no solution either. An error is an *OptionsError, a *Fault, or the limit that was reached.
func (puzzle *Puzzle) OnlyBest(ctx context.Context, o Options) (*Puzzle, *Answer, error) {
	if puzzle.model.Objective == nil {
		return puzzle, nil, nil
	}
	o.All, o.Count, o.Limit, o.Project = false, false, 0, nil
	a, err := puzzle.Solve(ctx, o)
	switch {
	case err != nil:
		return nil, nil, err
	case a.Status == backends.Unsolvable:
		return puzzle, a, nil
	case !a.Optimal:
		return nil, nil, &backends.LimitError{What: "the best value was not found: " + a.Reason}
	}
	y := puzzle.WithValue(model.Eq, a.Solutions[0].Cost)
	best := &y.model.Goals[len(y.model.Goals)-1]
	best.Reason = &model.Text{Parts: []model.TextPart{{Text: "another solution has a better value"}}}
	if diags := y.Ground(ctx); diags.HasErrors() {
		return nil, nil, diags
	}
	if y.ended != nil {
		return nil, nil, y.ended
	}
	return y, a, nil
}

// WithValue returns the puzzle in which a further goal compares the objective with a number. It has neither objective
// nor promises, and is to be grounded.
func (puzzle *Puzzle) WithValue(op model.Op, value int64) *Puzzle {
	m := *puzzle.model
	objective := m.Objective
	number := model.Base{Sp: objective.Span, Ty: model.NumberType}
	goal := model.Formula{Slots: objective.Slots, Cond: model.Cond{Expr: &model.Binary{
		Base: model.Base{Sp: objective.Span, Ty: model.BooleanType}, Op: op, L: objective.Value,
		R: &model.Lit{Base: number, Value: model.Int(value)},
	}}}
	p := m.WithoutPromises()
	demanded := func(g model.Formula) bool { return g.Expr.Span() == objective.Span } // the goal that it is defined
	p.Goals = append(slices.DeleteFunc(slices.Clone(p.Goals), demanded), goal)
	m.Program = p
	return puzzle.Changed(&m)
}
