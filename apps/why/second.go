package why

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// second reports whether a puzzle has a second solution. Without moves it looks for the solution that differs least
// from the first; with moves, for a second cheapest plan. The puzzle must have been grounded.
func second(ctx context.Context, z *puzzle.Puzzle, o Options) (*Answer, error) {
	if z.HasMoves() {
		return secondPlan(ctx, z, o)
	}
	answer, err := z.Solve(ctx, o.Solve)
	switch {
	case err != nil:
		return nil, err
	case len(answer.Solutions) == 0:
		return Ask(ctx, z, o)
	}
	a := &Answer{Kind: unique}
	first := answer.Solutions[0].Start
	best, proved, err := nearest(ctx, z, first, o)
	switch {
	case err != nil:
		return nil, err
	case best == nil && proved:
		a.add(Verdict, "The solution is the only one.")
		return a, nil
	case best == nil:
		a.Limit = "whether there is a second solution was not decided"
		a.add(Verdict, "There is a solution; no second one was found.")
		return a, nil
	}
	parts := changes(z, first, best, "or")
	words := fmt.Sprintf("There is a second solution. It differs in %s, and none differs in fewer:",
		text.Count(len(parts), "element"))
	if !proved {
		words = fmt.Sprintf("There is a second solution. It differs in %s:", text.Count(len(parts), "element"))
		a.Limit = "whether another solution differs in fewer elements was not decided"
	}
	f := a.add(Nearest, words)
	f.Parts = parts
	return a, nil
}

// nearest returns the solution that differs least from the first, nil if there is no other. proved is false if a limit
// was reached.
func nearest(ctx context.Context, z *puzzle.Puzzle, first []int64, o Options) (best []int64, proved bool, err error) {
	asked := z.Asked(ctx)
	for most := len(first); ; {
		answer, err := solveChanged(ctx, z, differentModel(z, first, most), o)
		switch {
		case err != nil:
			return nil, false, err
		case answer == nil || answer.Status == backends.Unknown:
			return best, false, nil
		case answer.Status == backends.Unsolvable:
			return best, true, nil
		}
		best = answer.Solutions[0].Start
		most = -1
		for i := range first {
			if best[i] != first[i] && asked(i) {
				most++
			}
		}
		if most == 0 {
			return best, true, nil
		}
	}
}

// differentModel returns the model with one more goal: at least one element differs from a state, and at most `most`
// do.
func differentModel(z *puzzle.Puzzle, state []int64, most int) *model.Model {
	m := z.Model()
	p := m.WithoutPromises()
	boolean, number := model.Base{Ty: model.BooleanType}, model.Base{Ty: model.NumberType}
	numeral := func(n int) model.Expr { return &model.Lit{Base: number, Value: model.Int(int64(n))} }
	sum := counted(number, others(z, state))
	goal := &model.Binary{
		Base: boolean, Op: model.And,
		L: &model.Binary{Base: boolean, Op: model.Le, L: numeral(1), R: sum},
		R: &model.Binary{Base: boolean, Op: model.Le, L: sum, R: numeral(most)},
	}
	p.Goals = append(slices.Clip(slices.Clone(m.Goals)), model.Formula{Cond: model.Cond{Expr: goal}})
	out := *m
	out.Program = p
	return &out
}

// others returns, for each element of the answer, the condition that it differs from its value in a state.
func others(z *puzzle.Puzzle, state []int64) (all []model.Expr) {
	m, asked := z.Model(), z.Asked(context.Background())
	for place, n := range state {
		if !asked(place) {
			continue
		}
		a, _ := m.ArrayAt(place)
		value := &model.Lit{Base: model.Base{Ty: a.Type}, Value: model.Int(n)}
		all = append(all,
			&model.Binary{Base: model.Base{Ty: model.BooleanType}, Op: model.Ne, L: m.Element(place), R: value})
	}
	return all
}

// secondPlan reports whether there is a second cheapest plan.
func secondPlan(ctx context.Context, z *puzzle.Puzzle, o Options) (*Answer, error) {
	options := o.Solve
	options.All, options.Limit = true, 2
	answer, err := z.Solve(ctx, options)
	switch {
	case err != nil:
		return nil, err
	case answer.Status == backends.Unsolvable:
		return Ask(ctx, z, o)
	}
	a := &Answer{Kind: unique}
	switch n := len(answer.Solutions); {
	case n == 0 || n == 1 && !answer.Complete:
		a.Limit = answer.Reason
		a.add(Verdict, "It is not known whether there is a second cheapest plan.")
	case n == 1:
		f := a.add(Verdict, "There is one cheapest plan, "+planText(answer.Solutions[0])+", and no other.")
		f.Plan = answer.Solutions[0].Steps
	default:
		one, two := answer.Solutions[0].Steps, answer.Solutions[1].Steps
		k := 0
		for k < len(one) && k < len(two) && one[k].Move == two[k].Move {
			k++
		}
		words := "There is a second plan of the same cost, " + planText(answer.Solutions[0])
		if from, to := answer.Solutions[0].Start, answer.Solutions[1].Start; !slices.Equal(from, to) {
			a.add(Nearest, words+". They begin differently:").Parts = changes(z, from, to, "or")
		} else {
			a.add(Nearest, fmt.Sprintf("%s. They part at move %d:", words, k+1))
		}
		a.add(differs, "One plan:").Plan = one
		a.add(differs, "Another:").Plan = two
	}
	return a, nil
}
