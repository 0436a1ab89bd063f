package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type validateCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	Plan string `arg:"" help:"The answer: what pzc solve prints in any format; or one move per line, and one variable = value per line; # starts a comment; or the plan of a planner for the files of emit-pddl; - for standard input."`
	dataFlags
	limits
	Partial bool `help:"The answer may omit values that the solver chooses: can it be completed to a solution?"`
	Optimal bool `help:"Also solve the puzzle, and say whether the answer is optimal."`
	Trace   bool `help:"Print the states between the moves."`
}

func (validateCommand) Help() string {
	return `The answer is judged by the reference semantics, which shares no code with the search for plans. The exit
status is 0 if it is a solution, 1 if not, 3 if --partial or --optimal reached a limit.

Each value that the solver chooses must be given once. All conditions that fail are named, with the values that
make them fail; with --format json also with their places in the model. An input with several solutions, as
pzc solve --all prints them, is judged one by one. docs/validating.md says what can be read.

Examples:

    pzc validate taquin.pz plan.txt
    pzc solve taquin.pz --quiet | pzc validate taquin.pz -
    pzc validate sudoku.pz half.txt --partial     can this be completed?
    pzc validate taquin.pz plan.txt --optimal     is there a shorter plan?`
}

func (c *validateCommand) Run(e *env) error {
	if err := c.oneStdin(c.File, c.Plan); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	defer stop()
	z, err := c.instantiate(ctx, e, c.File, "")
	if err != nil {
		return err
	}
	if c.Optimal && !z.HasMoves() && z.Model().Objective == nil {
		return errors.New("--optimal compares costs of plans; the puzzle has no moves and no `minimize` or `maximize`")
	}
	plan, err := e.read(ctx, c.Plan)
	if err != nil {
		return err
	}
	if z.Model().Notation == nil && emit.ByPlanner(plan.Text) {
		if err := c.translate(ctx, e, z, plan); err != nil {
			return err
		}
	}
	checks, diags := z.Validate(ctx, *plan, puzzle.ValidateOptions{Partial: c.Partial, Memory: c.memoryLimit()})
	if ctx.Err() != nil {
		return e.cut(ctx)
	}
	if diags.HasErrors() {
		return e.report(z.Program, diags)
	}
	v := &validation{command: c, puzzle: z, checks: checks}
	if err := v.compare(ctx, e); err != nil {
		return err
	}
	defer z.Showing(ctx)()
	if err := e.shown(ctx, z, v.print(e)); err != nil {
		return err
	}
	return status(v.status())
}

// translate puts moves in the place of the actions in the plan of a planner.
func (c *validateCommand) translate(ctx context.Context, e *env, z *puzzle.Puzzle, plan *puzzle.Text) error {
	if err := e.ground(ctx, z); err != nil {
		return err
	}
	moves, diags, err := emit.PlannersPlan(ctx, z, *plan)
	switch {
	case ctx.Err() != nil:
		return e.cut(ctx)
	case err != nil:
		return err
	case diags.HasErrors():
		return e.report(z.Program, diags)
	}
	plan.Text = moves
	return nil
}

// validation is the judgement of all answers of an input.
type validation struct {
	command *validateCommand
	puzzle  *puzzle.Puzzle
	checks  []*puzzle.Check
	best    *puzzle.Answer // with --optimal, if an answer is valid
}

// compare solves the puzzle if the answers are to be compared with a best plan.
func (v *validation) compare(ctx context.Context, e *env) (err error) {
	if v.command.Optimal && !slices.ContainsFunc(v.checks, func(c *puzzle.Check) bool { return !c.Valid() }) {
		v.best, err = solve(ctx, e, v.puzzle, puzzle.Options{Options: backends.Options{Memory: v.command.memoryLimit()}})
	}
	return err
}

// status returns the exit status: that of the worst answer.
func (v *validation) status() int {
	status := exitOK
	if v.best != nil && !v.best.Optimal {
		status = exitUndecided
	}
	for _, c := range v.checks {
		switch {
		case len(c.Failures) > 0:
			return exitNo
		case c.Undecided != "":
			status = exitUndecided
		}
	}
	return status
}

// verdict says in a line what an answer is worth.
func (v *validation) verdict(c *puzzle.Check) string {
	s := c.Solution
	switch all := sentences(c); {
	case len(all) == 1:
		return "not valid: " + all[0]
	case len(all) > 0:
		return "not valid: " + text.Count(len(all), "failure")
	case c.Undecided != "":
		return "undecided: " + inFlags(c.Undecided)
	case len(c.Missing) > 0:
		return "valid so far: it can be completed, " + text.Count(len(c.Missing), "value") + " missing"
	case !v.puzzle.HasMoves() && v.puzzle.Model().Objective == nil:
		return "valid: all conditions hold"
	}
	if !v.puzzle.HasMoves() {
		line := fmt.Sprintf("valid: all conditions hold, value %d", s.Cost)
		if v.best != nil {
			line += "; " + v.comparedValue(s.Cost)
		}
		return line
	}
	line := fmt.Sprintf("valid: %s, cost %d, and a goal is reached", text.Count(len(s.Steps), "move"), s.Cost)
	if v.best != nil {
		line += "; " + v.compared(s.Cost)
	}
	return line
}

// sentences says why an answer is not valid. Instances of a condition for which the model has the same reason are one.
func sentences(c *puzzle.Check) (all []string) {
	for _, f := range c.Failures {
		if s := diag.Shown(diag.OneLine(f.Msg)); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// compared says how far a cost is from the least.
func (v *validation) compared(cost int64) string {
	least := v.least()
	switch {
	case v.best.Optimal && cost == least, v.best.Lower >= cost:
		return "no plan costs less"
	case v.best.Optimal:
		return fmt.Sprintf("a best plan costs %d, %d less", least, cost-least)
	case least >= 0 && least < cost:
		return fmt.Sprintf("there is a plan that costs %d, %d less, and perhaps better ones", least, cost-least)
	default:
		return fmt.Sprintf("whether it is a best plan is undecided: no plan costs less than %d", v.best.Lower)
	}
}

// comparedValue says how far a value of the objective is from the best.
func (v *validation) comparedValue(value int64) string {
	objective, better := v.puzzle.Model().Objective, "less"
	if objective.Maximize {
		better = "greater"
	}
	switch found := len(v.best.Solutions) > 0; {
	case v.best.Optimal && value == v.least():
		return "no value is better"
	case v.best.Optimal:
		return fmt.Sprintf("the best value is %d", v.least())
	case found && objective.Better(v.least(), value):
		return fmt.Sprintf("there is a solution of value %d, and perhaps a better one", v.least())
	case v.best.Bound != nil:
		return fmt.Sprintf("whether that is the best value is undecided: none is %s than %d", better, *v.best.Bound)
	}
	return "whether that is the best value is undecided"
}

// least returns the cost of the best plan that was found, -1 without one.
func (v *validation) least() int64 {
	if len(v.best.Solutions) == 0 {
		return -1
	}
	return v.best.Solutions[0].Cost
}

func (v *validation) print(e *env) error {
	err := e.present(v.puzzle, func() any { return v.object() }, func(p *show.Printer) {
		for i, c := range v.checks {
			which := ""
			if len(v.checks) > 1 {
				which = fmt.Sprintf("solution %d, line %d: ", i+1, c.At.Line)
			}
			v.printCheck(e, p, which, c)
		}
		if v.explained() && !e.globals.Quiet {
			p.Line("`pzc why --plan` says more.")
		}
		if len(v.checks) == 0 {
			p.Line("not valid: the answer has no solution")
		}
	})
	if err != nil || e.globals.Quiet || e.json() {
		return err
	}
	if places := v.places(); len(places) > 0 {
		e.printFindings(places, v.puzzle.Program.Sources())
	}
	return nil
}

// explained reports whether `pzc why --plan` names clauses that refuse the answer.
func (v *validation) explained() bool {
	return v.command.Partial && !v.puzzle.HasMoves() && len(v.checks) == 1 && len(v.checks[0].Failures) > 0 &&
		len(v.checks[0].Missing) > 0
}

func (v *validation) printCheck(e *env, p *show.Printer, which string, c *puzzle.Check) {
	if v.command.Trace && c.Solution.Start != nil {
		p.Solution(&puzzle.Answer{HasMoves: true}, c.Solution, true)
	}
	if !c.Valid() || !e.globals.Quiet {
		p.Line("%s%s", which, v.verdict(c))
	}
	if all := sentences(c); len(all) > 1 {
		for _, s := range all {
			p.Line("  %s", s)
		}
	}
	if slices.ContainsFunc(c.Failures, func(f puzzle.Failure) bool { return f.More }) {
		p.Line("  … and more; at most ten instances of a condition are named")
	}
}

// places are the findings that show where the model refuses the answers, each place once.
func (v *validation) places() diag.List {
	var list diag.List
	shown := map[diag.Span]bool{}
	for _, c := range v.checks {
		for _, f := range c.Failures {
			if !f.Span.Start.IsValid() || shown[f.Span] {
				continue
			}
			shown[f.Span] = true
			rule := *f.Diagnostic
			if rule.Help == "" && !f.OfAnswer() {
				rule.Msg = "this is what refuses it"
			}
			list.Add(&rule)
		}
	}
	return list
}

// object returns the JSON of an input: of its answer, or of several answers.
func (v *validation) object() text.Fields {
	if len(v.checks) == 1 {
		return v.checkObject(v.checks[0])
	}
	answers := lists.Map(v.checks, func(c *puzzle.Check) text.Fields {
		return append(text.Fields{"line?", c.At.Line}, v.checkObject(c)...)
	})
	return text.Fields{
		"valid", v.status() != exitNo && len(v.checks) > 0, "answers", append([]text.Fields{}, answers...),
	}
}

// checkObject returns the JSON of an answer. Its step is the move that cannot be made, from 1.
func (v *validation) checkObject(c *puzzle.Check) text.Fields {
	reason := ""
	if len(c.Failures) > 0 {
		reason = c.Failures[0].Msg
	}
	o := text.Fields{
		"valid", c.Valid(), "cost", c.Solution.Cost, "length", len(c.Solution.Steps), "step?", c.Step, "reason?", reason,
		"failures?", lists.Map(c.Failures, v.failure), "missing?", c.Missing, "undecided?", inFlags(c.Undecided),
	}
	if v.best != nil {
		best := text.Fields{}
		if len(v.best.Solutions) > 0 {
			best = text.Fields{"cost", v.least()}
		}
		o = append(o, "best", append(best, "optimal", v.best.Optimal, "lower_bound", v.best.Lower, "bound?", v.best.Bound))
	}
	return append(o, "plan", show.MovesOf(c.Solution))
}

// failure returns the JSON of a reason why an answer is no solution. The places are those of the condition; "part" is
// the part of it that fails.
func (v *validation) failure(f puzzle.Failure) text.Fields {
	sources, at := v.puzzle.Program.Sources(), f.Span.Start
	var bound, read []text.Fields
	for _, w := range f.For {
		bound = append(bound, text.Fields{"name", w.Name, "value", w.Value})
	}
	for _, w := range f.Values {
		read = append(read, text.Fields{"name", w.Name, "value", w.Value})
	}
	return text.Fields{
		"rule", f.Code, "file?", at.Filename, "line?", at.Line, "column?", at.Column, "clause?", within(f.Span, sources),
		"part?", within(f.Part, sources), "text", f.Msg, "reason?", f.Reason,
		"for?", bound, "witnesses?", read,
		"more?", f.More,
	}
}

// within returns the text of a span; "" without a place.
func within(s diag.Span, sources map[string]string) string {
	text := sources[s.Start.Filename]
	if !s.Start.IsValid() || s.Start.Offset > s.End.Offset || s.End.Offset > len(text) {
		return ""
	}
	return text[s.Start.Offset:s.End.Offset]
}
