package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// Expectations lists the expectations of an instance, or of the model's own parameters if the name is empty. Of a data
// file that has instances, the latter are those that the data file itself declares.
func (p *Program) Expectations(instance string) []model.Expect {
	if inst := p.byName[instance]; inst != nil {
		return inst.Expects
	}
	if _, own := p.instances(); !own {
		return p.checked.Expects
	}
	return slices.DeleteFunc(slices.Clone(p.checked.Expects), func(x model.Expect) bool {
		return x.Span.Start.Filename != p.checked.Name
	})
}

// ExpectationText writes an expectation as the model does, without the word `expect`.
func ExpectationText(x model.Expect) string {
	if x.Kind == model.ExpectCost || x.Kind == model.ExpectBest || x.Kind == model.ExpectSolutions {
		return fmt.Sprintf("%s %d", x.Kind, x.Number)
	}
	return string(x.Kind)
}

// Expected lists what the answer shows about its instance: the strongest expectation of its status and, with All, the
// number of solutions if it is known.
func (a *Answer) Expected() []model.Expect {
	var all []model.Expect
	switch {
	case a.Status == backends.Unsolvable:
		all = append(all, model.Expect{Kind: model.ExpectUnsolvable})
	case len(a.Solutions) == 0:
	case a.Optimal && a.Objective != "":
		all = append(all, model.Expect{Kind: model.ExpectBest, Number: a.Solutions[0].Cost})
	case a.Optimal && a.HasMoves:
		all = append(all, model.Expect{Kind: model.ExpectCost, Number: a.Solutions[0].Cost})
	default:
		all = append(all, model.Expect{Kind: model.ExpectSolvable})
	}
	if a.All && a.Complete && a.Status == backends.Solved {
		all = append(all, model.Expect{Kind: model.ExpectSolutions, Number: int64(len(a.Solutions))})
	}
	return all
}

// Verdict tells whether an expectation is met.
type Verdict string

// The verdicts.
const (
	Met       Verdict = "ok"
	Missed    Verdict = "failed"
	Undecided Verdict = "undecided"
)

// listed is the number of expected solutions up to which solutions are listed and replayed. More are only counted.
const listed = 1000

var errCostInSteps = errors.New(mention.Parallel +
	" finds a plan soon, not one of least cost, which `expect cost` asks for; leave it out")

// Outcome is the result of an expectation.
type Outcome struct {
	Verdict  Verdict
	Found    string   // what was found, in a few words
	ReliesOn []string // the promises of the model that the verdict relies on
}

// Expect solves the puzzle as far as an expectation demands, and compares.
func (puzzle *Puzzle) Expect(ctx context.Context, x model.Expect, o Options) (Outcome, error) {
	if x.Kind == model.ExpectSolutions {
		o.All, o.Limit = true, int(x.Number)+1
		o.Count = x.Number > listed
	}
	if x.Kind == model.ExpectCost && o.Parallel {
		return Outcome{Verdict: Undecided}, &OptionsError{errCostInSteps}
	}
	a, err := puzzle.Solve(ctx, o)
	if err != nil {
		return Outcome{Verdict: Undecided}, err
	}
	verdict, found := compare(x, a)
	return Outcome{verdict, found, restsOn(x, a)}, nil
}

// restsOn lists the promises that the verdict relies on. A plan relies on no promise, because it was replayed.
func restsOn(x model.Expect, a *Answer) []string {
	shown := a.Status == backends.Solved && (x.Kind == model.ExpectSolvable || x.Kind == model.ExpectUnsolvable)
	if shown || a.Status == backends.Unknown {
		return nil
	}
	return a.ReliesOn
}

func compare(x model.Expect, a *Answer) (Verdict, string) {
	switch a.Status {
	case backends.Unknown:
		return Undecided, a.Reason
	case backends.Unsolvable:
		return verdict(x.Kind == model.ExpectUnsolvable || x.Kind == model.ExpectSolutions && x.Number == 0), "unsolvable"
	case backends.Solved:
	}
	switch x.Kind {
	case model.ExpectSolvable:
		return Met, "solvable"
	case model.ExpectUnsolvable:
		return Missed, "solvable"
	case model.ExpectSolutions:
		return compareCount(x.Number, a)
	default:
		return compareCost(x, a)
	}
}

func compareCount(want int64, a *Answer) (Verdict, string) {
	got := int64(len(a.Solutions))
	if a.Count != nil {
		got = a.Count.Int64() // the limit bounds it
	}
	switch {
	case got > want:
		return Missed, "more than " + text.Plural(want, "solution")
	case !a.Complete:
		return Undecided, "at least " + text.Plural(got, "solution")
	}
	return verdict(got == want), fmt.Sprintf("solutions %d", got)
}

func compareCost(x model.Expect, a *Answer) (Verdict, string) {
	got := a.Solutions[0].Cost
	better := got < x.Number
	if a.Objective == "maximize" {
		better = got > x.Number
	}
	switch {
	case a.Optimal || better:
		return verdict(got == x.Number), fmt.Sprintf("%s %d", x.Kind, got)
	case a.Objective == "maximize":
		return Undecided, fmt.Sprintf("%s %d at least", x.Kind, got)
	default:
		return Undecided, fmt.Sprintf("%s %d at most", x.Kind, got)
	}
}

func verdict(met bool) Verdict {
	if met {
		return Met
	}
	return Missed
}
