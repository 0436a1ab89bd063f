package puzzle

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/readback"
)

// Check is the judgement of the reference semantics on an answer.
type Check struct {
	At       diag.Pos // where the answer begins in the input
	Solution Solution // the moves that could be made
	Moves    int      // the number of moves of the plan
	// Places are the places of the moves in the input.
	Places   []diag.Span
	Failures []Failure // why the answer is no solution; empty if it is one, or undecided
	Step     int       // the move that could not be made, counted from 1; 0: all could be made
	Missing  []string  // the elements of the state whose values the solver chooses, and that are not given
	// Undecided is the reason why it is unknown whether the missing values can be chosen; "": it is known.
	Undecided string
}

// Valid reports whether the answer is a solution or, with ValidateOptions.Partial, a part of one.
func (c *Check) Valid() bool { return len(c.Failures) == 0 && c.Undecided == "" }

// Failure is one reason why an answer is no solution.
type Failure struct {
	*diag.Diagnostic                     // in one sentence, with the condition of the model
	Part             diag.Span           // the part of the condition that fails
	Reason           string              // the `else` text of the condition
	For              []semantics.Witness // the variables of the `forall`s that lead to Part
	Values           []semantics.Witness // the elements of the state that decide Part
	More             bool                // further instances of the condition fail
}

// OfAnswer reports whether the answer itself is wrong, such as a name that the puzzle does not have; otherwise a
// condition of the model fails.
func (f *Failure) OfAnswer() bool { return f.Code == semantics.CodePlan }

// ValidateOptions are the options of Validate.
type ValidateOptions struct {
	Partial bool  // an answer may leave out values that can be chosen such that it is a solution
	Memory  int64 // with Partial: that of backends.Options
}

// Validate judges the answers of an input: what Solve's answers look like in any format, or lines `variable = value`
// that choose the start, and then one move per line. Each value that the solver chooses must be given once, unless
// o.Partial. The list says what cannot be read. If the context ends first, the return values mean nothing.
func (puzzle *Puzzle) Validate(ctx context.Context, input Text, o ValidateOptions) ([]*Check, diag.List) {
	defer puzzle.machine.Within(ctx)()
	puzzle.Program.texts.Store(input.Name, input.Text)
	answers, problem := readback.Read(input.Name, input.Text, puzzle.names())
	if problem != nil {
		problem.Code = semantics.CodePlan
		return nil, diag.List{problem}
	}
	var checks []*Check
	for _, a := range answers {
		c, diags := puzzle.check(ctx, a, o)
		if diags.HasErrors() {
			return nil, diags
		}
		if p := puzzle.machine.Problem(); p != nil {
			return nil, diag.List{p}
		}
		if c == nil {
			return nil, nil // the work was ended
		}
		c.At, c.Places = a.At, lists.Map(a.Moves, func(m readback.Text) diag.Span { return m.Span })
		checks = append(checks, c)
	}
	return checks, nil
}

// ValidateOne is Validate for an input with one answer. The answer may leave values of the start open. They are chosen
// such that the answer is a solution. If no choice makes it a solution, the first start with the given values is taken.
func (puzzle *Puzzle) ValidateOne(ctx context.Context, input Text) (*Check, diag.List) {
	given, moves, diags := puzzle.ReadPlan(input)
	if diags.HasErrors() {
		return nil, diags
	}
	checks, diags := puzzle.Validate(ctx, input, ValidateOptions{Partial: true})
	if len(checks) == 0 || checks[0].Solution.Start != nil || len(checks[0].Missing) == 0 {
		return append(checks, nil)[0], diags
	}
	defer puzzle.machine.Within(ctx)()
	start, err := puzzle.machine.StartWith(ctx, given)
	if err != nil || start == nil {
		return checks[0], nil
	}
	return puzzle.judge(start, moves), nil
}

// check judges one answer; nil if the work was ended. The list is of texts that are not moves at all.
func (puzzle *Puzzle) check(ctx context.Context, a readback.Answer, o ValidateOptions) (*Check, diag.List) {
	given, wrong := puzzle.given(a.Given)
	moves, diags := puzzle.plans().Moves(moveTexts(a.Moves))
	if slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool { return d.Code != semantics.CodePlan }) {
		return nil, diags
	}
	c := &Check{Moves: len(a.Moves)}
	if len(diags) > 0 && len(wrong) == 0 && puzzle.model.Notation != nil {
		return puzzle.impossible(ctx, a, diags[0], o)
	}
	if wrong = append(wrong, diags...); len(wrong) > 0 {
		if n := len(wrong) - 1; n > 0 {
			wrong[0].Msg += fmt.Sprintf(" (of %d lines or values that are wrong, this is the first)", n+1)
		}
		c.Failures = []Failure{{Diagnostic: wrong[0]}}
		return c, nil
	}
	p := puzzle.machine.Fill(puzzle.answered(given))
	if puzzle.from != nil && len(given) == 0 {
		p = &semantics.Partial{State: puzzle.from}
	}
	switch {
	case len(p.Missing) == 0:
		c = puzzle.judge(p.State, moves)
	case o.Partial, len(given) > 0 && !slices.ContainsFunc(p.Missing, puzzle.Decides):
		return puzzle.complete(ctx, p, moves, o)
	default:
		c.Failures = []Failure{{Diagnostic: puzzle.incomplete(p)}}
	}
	if c != nil {
		c.Missing = puzzle.missingNames(p.Missing)
	}
	return c, nil
}

// impossible judges an answer with a step that no state allows: the steps before it may fail as well.
func (puzzle *Puzzle) impossible(
	ctx context.Context, a readback.Answer, step *diag.Diagnostic, o ValidateOptions,
) (*Check, diag.List) {
	before, at := a, step.Span.Start
	before.Moves = lists.Filter(a.Moves, func(m readback.Text) bool {
		return m.Span.Start.Line < at.Line || m.Span.Start.Line == at.Line && m.Span.End.Column <= at.Column
	})
	c, diags := puzzle.check(ctx, before, o)
	if c != nil && c.Step == 0 {
		c.Step = len(before.Moves) + 1
		step.Msg = fmt.Sprintf("step %d: %s", c.Step, step.Msg)
		c.Failures = []Failure{{Diagnostic: step}}
	}
	if c != nil {
		c.Moves = len(a.Moves)
	}
	return c, diags
}

// ReadPlan reads an input with one answer, as Validate does: the values that it gives by their places in the state, and
// its moves.
func (puzzle *Puzzle) ReadPlan(plan Text) (given map[int]int64, moves []semantics.Move, diags diag.List) {
	answers, problem := readback.Read(plan.Name, plan.Text, puzzle.names())
	if problem == nil && len(answers) != 1 {
		problem = planFinding(fmt.Sprintf("there are %d answers in it, one is wanted", len(answers)))
	}
	if problem != nil {
		problem.Code = semantics.CodePlan
		return nil, nil, diag.List{problem}
	}
	given, diags = puzzle.given(answers[0].Given)
	moves, more := puzzle.plans().Moves(moveTexts(answers[0].Moves))
	return given, moves, append(diags, more...)
}

// incomplete lists the values that are not given.
func (puzzle *Puzzle) incomplete(p *semantics.Partial) *diag.Diagnostic {
	missing, all := lists.Filter(p.Missing, puzzle.Decides), len(lists.Filter(p.Chosen, puzzle.Decides))
	n := len(missing)
	first := puzzle.model.StateName(missing[0])
	d := planFinding(fmt.Sprintf("incomplete: %s is not given (1 of %d is missing)", first, all))
	if n > 1 {
		d.Msg = fmt.Sprintf("incomplete: %s and %d more are not given (%d of %d are missing)", first, n-1, n, all)
	}
	d.Help = "write a line for each: variable = value"
	return d
}

// missingNames names the elements of the answer among places.
func (puzzle *Puzzle) missingNames(places []int) (names []string) {
	return lists.Map(lists.Filter(places, puzzle.Decides), puzzle.model.StateName)
}

// judge makes the moves from a start; nil if the work was ended.
func (puzzle *Puzzle) judge(start []int64, moves []semantics.Move) *Check {
	c := &Check{Moves: len(moves), Solution: Solution{Start: start}}
	if !slices.Equal(start, puzzle.from) && puzzle.machine.CheckInitial(start) != nil {
		if c.refused("", semantics.ExplainInitial(puzzle.machine, start)); puzzle.machine.Ended() {
			return nil
		}
		if puzzle.HasMoves() {
			return c
		}
	}
	replay := puzzle.machine.Replay(moves, start)
	var refusals []*semantics.Refusal
	if !replay.OK() {
		refusals = semantics.ExplainReplay(puzzle.machine, moves, replay)
	}
	if puzzle.machine.Ended() {
		return nil
	}
	c.Solution.Cost = replay.Cost
	if value, ok := puzzle.machine.Objective(start); ok {
		c.Solution.Cost = value
	}
	c.Solution.Steps = stepsOf(puzzle.machine, replay)
	where := ""
	switch {
	case replay.Failed >= 0:
		c.Step = replay.Failed + 1
		where = fmt.Sprintf("step %d: ", c.Step)
	case len(moves) > 0:
		where = "after the last move: "
	}
	c.refused(where, refusals)
	return c
}

// refused adds the refusals of the semantics to the failures.
func (c *Check) refused(where string, refusals []*semantics.Refusal) {
	for _, r := range refusals {
		d := &diag.Diagnostic{Code: string(r.Rule), Span: r.Span, Msg: where + r.Text}
		if r.Other != (diag.Span{}) {
			d.Related = []diag.Related{{Span: r.Other, Msg: "the other place"}}
		}
		c.Failures = append(c.Failures, Failure{d, r.Part, r.Reason, r.For, r.Values, r.More})
	}
}

// planFinding returns a finding about a plan as a whole.
func planFinding(msg string) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Error, Code: semantics.CodePlan, Msg: msg}
}
