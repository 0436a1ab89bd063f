// Package report says what a designer wants to know of one puzzle: its measures, a best plan or the hardest deduction,
// where players get stuck, and which of its elements matter.
package report

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Report is what is known of a puzzle. A part that does not apply, or that is not known, is nil.
type Report struct {
	Vector *rate.Vector
	Answer *puzzle.Answer // a solution
	Plan   []puzzle.Step  // its moves

	Trap     *trap     // with moves: the earliest move after which no goal can be reached
	Elements []element // with moves: what becomes of the cost without one of the elements of the maps
	// Omitted says why Elements are not known; "": they are.
	Omitted string

	Steps    *why.Answer // without moves: the deductions
	Unneeded *why.Answer // without moves: the clauses and given values that are not needed

	found func() // is called when more is known
}

// trap is a move into a state from which no goal can be reached.
type trap struct {
	Moves         int // from the start to the state before
	Move          string
	Before, After []int64 // states of the model
}

// Of makes the report of a puzzle, which must have been grounded. Errors are those of rate.Of. found, which may be nil,
// is called when the measures are known, and again after each element.
func Of(ctx context.Context, z *puzzle.Puzzle, o rate.Options, found func(*Report)) (*Report, error) {
	v, err := rate.Of(ctx, z, o)
	r := &Report{Vector: v, found: func() {}}
	if found != nil {
		r.found = func() { found(r) }
	}
	if err != nil {
		return r, err
	}
	r.found()
	if z.HasMoves() {
		return r, r.moving(ctx, z, o)
	}
	return r, r.still(ctx, z, o)
}

func (r *Report) moving(ctx context.Context, z *puzzle.Puzzle, o rate.Options) (err error) {
	if _, known := r.Vector.Value("cost"); known {
		if err := r.solve(ctx, z, o); err != nil {
			return err
		}
		r.Plan = r.Answer.Solutions[0].Steps
	}
	if r.Vector.Survey == nil {
		r.Omitted = r.Vector.Reason("states")
		return nil
	}
	if t := r.Vector.Survey.Trap; t != nil {
		after, _, _ := z.Task().Apply(t.State, t.Move)
		r.Trap = &trap{t.Before, z.MoveName(t.Move), z.StateOf(t.State), z.StateOf(after)}
	}
	return r.elements(ctx, z, o)
}

// solve looks for a solution, which exists.
func (r *Report) solve(ctx context.Context, z *puzzle.Puzzle, o rate.Options) error {
	a, err := z.Solve(ctx, o.Puzzle)
	switch {
	case err != nil:
		return err
	case len(a.Solutions) == 0:
		return &backends.LimitError{What: a.Reason}
	}
	r.Answer = a
	return nil
}

func (r *Report) still(ctx context.Context, z *puzzle.Puzzle, o rate.Options) (err error) {
	w := why.Options{Solve: o.Puzzle}
	if err = r.solve(ctx, z, o); err != nil {
		return err
	}
	if r.Steps, err = why.On(ctx, z, "steps", "", puzzle.Text{}, w); err == nil && !r.Vector.Several {
		r.Unneeded, err = why.On(ctx, z, "redundant", "", puzzle.Text{}, w)
	}
	return err
}

// hardest returns the deduction that needs the most rules, its number from 1, and the number of rules. It returns nil
// if there are no deductions.
func (r *Report) hardest() (f *why.Fact, number, rules int) {
	if r.Steps == nil || r.Steps.Ladder == nil || len(r.Steps.Ladder.Rules) == 0 {
		return nil, 0, 0
	}
	rules = slices.Max(r.Steps.Ladder.Rules)
	number = slices.Index(r.Steps.Ladder.Rules, rules) + 1
	first := slices.IndexFunc(r.Steps.Facts, func(f why.Fact) bool { return f.Role == why.Deduced })
	return &r.Steps.Facts[first+number-1], number, rules
}
