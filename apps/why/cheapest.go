package why

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// cheapest explains why no plan costs less than the plan of an answer: by a heuristic that is exact at the start, by
// the states that cost less, or by the refutations of the solver.
func cheapest(ctx context.Context, z *puzzle.Puzzle, answer *puzzle.Answer, o Options) (*Answer, error) {
	a := &Answer{Kind: Cheapest}
	s := answer.Solutions[0]
	f := a.add(Verdict, "The plan: "+planText(s)+".")
	f.Plan = s.Steps
	switch {
	case !answer.Optimal:
		a.Limit = "the plan was not proved to be a cheapest one"
	case s.Cost == 0:
		a.add(because, "No plan costs less than 0.")
	case !z.HasFree() && a.byHeuristic(ctx, z, s, o):
	default:
		done, err := a.byLayers(ctx, z, s, o)
		if err != nil {
			return nil, err
		}
		if !done {
			a.bySolver(answer)
		}
	}
	return a, nil
}

// byHeuristic looks for a heuristic whose value at the start is the cost of a cheapest plan. Heuristics of pzc that
// need no preparation come first, because they rely on no promise.
func (a *Answer) byHeuristic(ctx context.Context, z *puzzle.Puzzle, s puzzle.Solution, o Options) bool {
	tried, o, cancel := o.within(ctx, o.each())
	defer cancel()
	for _, name := range append([]string{"goalcount", "hmax", "lmcut"}, z.Program.Heuristics()...) {
		values, promises, err := z.Estimates(tried, name, path(s), o.Solve)
		if err != nil || values[0] != s.Cost {
			continue
		}
		words := "The heuristic " + name + " never overestimates"
		if len(promises) > 0 {
			words += " (the model promises it)"
		}
		a.add(because, fmt.Sprintf("%s. At the start it is %d already, so no plan costs less.", words, s.Cost))
		if len(values) <= maxValues {
			a.add(layer, "Along the plan it is "+numbers(values)+".")
		}
		return true
	}
	return false
}

// maxValues is the greatest number of values of a heuristic or of layers in a sentence.
const maxValues = 40

// path lists the states of a plan.
func path(s puzzle.Solution) [][]int64 {
	return append([][]int64{s.Start}, lists.Map(s.Steps, func(x puzzle.Step) []int64 { return x.State })...)
}

func numbers(values []int64) string {
	return strings.Join(lists.Map(values, func(n int64) string { return strconv.FormatInt(n, 10) }), ", ")
}

// byLayers counts the states that cost less than the plan. It returns false if there is no time for all of them.
func (a *Answer) byLayers(ctx context.Context, z *puzzle.Puzzle, s puzzle.Solution, o Options) (bool, error) {
	tried, o, cancel := o.within(ctx, o.each())
	defer cancel()
	options := explore.Options{Options: o.Solve.Options}
	var less int64
	var layers []explore.Layer
	options.Layer = func(l explore.Layer) {
		if l.Distance < s.Cost {
			layers = append(layers, l)
			less += l.States
		} else {
			cancel() // the result is known
		}
	}
	e, err := z.Explore(tried, options)
	if err != nil || ctx.Err() != nil {
		return false, err
	}
	last := len(e.Layers) - 1
	if !e.Complete && (last < 0 || e.Layers[last].Distance < s.Cost) || !e.ByCost && s.Cost != int64(len(s.Steps)) {
		return false, nil
	}
	for _, l := range layers {
		if l.Goals > 0 {
			a.add(Verdict, fmt.Sprintf("But a promise of the model is broken: a goal can be reached at a cost of %d.",
				l.Distance))
			return true, nil
		}
	}
	states := text.Plural(less, "state")
	words := fmt.Sprintf("No plan costs less: %s can be reached at a cost of less than %d, and none of them is a goal.",
		states, s.Cost)
	if !e.ByCost {
		words = fmt.Sprintf("No plan is shorter: %s can be reached with fewer than %s, and none of them is a goal.",
			states, text.Count(int(s.Cost), "move"))
	}
	a.add(because, words)
	a.add(layer, layersText(layers, e.ByCost))
	return true, nil
}

// layersText lists the number of states at each distance.
func layersText(layers []explore.Layer, byCost bool) string {
	var parts []string
	for _, l := range layers {
		if len(parts) == maxValues {
			parts = append(parts, "…")
			break
		}
		states := text.Grouped(l.States)
		if byCost {
			states = fmt.Sprintf("%d: %s", l.Distance, states)
		}
		parts = append(parts, states)
	}
	if byCost {
		return "States at each cost: " + strings.Join(parts, ", ") + "."
	}
	return "States after 0, 1, 2 … moves: " + strings.Join(parts, ", ") + "."
}

// bySolver describes how the solver proved that no plan costs less.
func (a *Answer) bySolver(answer *puzzle.Answer) {
	s, states := answer.Solutions[0], text.Plural(answer.Stats.Expanded, "state")
	switch {
	case answer.Backend == "sat" && s.Cost == int64(len(s.Steps)):
		a.add(because, fmt.Sprintf("No plan is shorter: the formulas of the plans with 0 to %d moves have no model.",
			len(s.Steps)-1))
	case answer.Backend == "sat":
		a.add(because, fmt.Sprintf("No plan costs less: the formulas of the plans that cost less than %d have no model.",
			s.Cost))
	case answer.Heuristic != "":
		a.add(because, fmt.Sprintf("No plan costs less: %s with the heuristic %s looked at %s, and from all that are left "+
			"a plan costs at least as much.", answer.Algorithm, answer.Heuristic, states))
	default:
		a.add(because, fmt.Sprintf("No plan costs less: %s looked at all states that cost less, %s.",
			answer.Algorithm, states))
	}
	if len(answer.ReliesOn) > 0 {
		a.add(note, "This rests on promises of the model: "+strings.Join(answer.ReliesOn, ", ")+".")
	}
}

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
