package why

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// explainPlan explains where a plan fails and how to repair it, and computes for each move the least remaining cost.
// The puzzle must have been grounded. An error may be the findings about the plan.
func explainPlan(ctx context.Context, z *puzzle.Puzzle, plan puzzle.Text, o Options) (*Answer, error) {
	a := &Answer{Kind: replay}
	given, moves, diags := z.ReadPlan(plan)
	if diags.HasErrors() {
		return nil, diags
	}
	if !z.HasMoves() {
		return values(ctx, z, plan, given, o)
	}
	check, diags := z.ValidateOne(ctx, plan)
	switch {
	case ctx.Err() != nil:
		return limited(ctx, a, ctx.Err())
	case diags.HasErrors():
		return nil, diags
	case check.Solution.Start == nil:
		a.add(Verdict, text.Sentence(check.Failures[0].Msg))
		return a, nil
	}
	s := check.Solution
	if check.Valid() {
		a.add(Verdict, "The plan is valid: "+planText(s)+".")
	} else if !a.wrong(z, moves, s) {
		return a, nil
	} else {
		a.repair(ctx, z, moves, s, o)
	}
	return a, a.worth(ctx, z, s, check.Valid(), o)
}

// values explains why values are not a solution of a puzzle without moves, and finds the nearest solution.
func values(ctx context.Context, z *puzzle.Puzzle, input puzzle.Text, given map[int]int64, o Options) (*Answer, error) {
	a, solution := &Answer{Kind: replay}, "solution"
	if z.Program.Model().Objective != nil {
		solution = "best solution"
	}
	checks, diags := z.Validate(ctx, input, puzzle.ValidateOptions{})
	switch {
	case ctx.Err() != nil:
		return limited(ctx, a, ctx.Err())
	case diags.HasErrors():
		return nil, diags
	case checks[0].Valid():
		a.add(Verdict, "The values are a "+solution+".")
		return a, nil
	case len(checks[0].Missing) > 0:
		return part(ctx, z, given, checks[0].Missing, o)
	case checks[0].Solution.Start == nil:
		a.add(Verdict, text.Sentence(checks[0].Failures[0].Msg))
		return a, nil
	}
	state, machine := checks[0].Solution.Start, z.Machine()
	a.add(Verdict, "The values are no "+solution+":")
	failures := append(semantics.ExplainInitial(machine, state), semantics.ExplainGoal(machine, state)...)
	a.Facts = append(a.Facts, refusals(failures, "", z.Program.Sources())...)
	best, proved, err := nearest(ctx, z, state, o)
	switch {
	case err != nil:
		return nil, err
	case best == nil && proved:
		a.add(Nearest, "The puzzle has no solution at all.")
	case best == nil:
		a.Limit = "no solution was found"
	default:
		parts := changes(z, state, best, "in the solution")
		words := "A " + solution + " differs in " + text.Count(len(parts), "element") + ":"
		if proved {
			words = "The nearest " + solution + " differs in " + text.Count(len(parts), "element") + ":"
		}
		a.add(repair, words).Parts = parts
	}
	return a, nil
}

// part reports whether a part of the values can be completed to a solution, and otherwise the clauses that they
// contradict.
func part(ctx context.Context, z *puzzle.Puzzle, given map[int]int64, missing []string, o Options) (*Answer, error) {
	m := *z.Model()
	known := map[int]model.Value{}
	for place, n := range given {
		known[place] = model.Int(n)
	}
	for _, g := range z.Machine().Givens() {
		known[g.Place] = g.Value
	}
	p := m.WithoutPromises()
	p.Arrays = slices.Clone(m.Arrays)
	for place := range given {
		if a, _ := m.ArrayAt(place); p.Arrays[a.ID] == a {
			p.Arrays[a.ID] = startChosen(a, m.Data[a.ID], known, nil)
		}
	}
	replaceArrays(p, m.Arrays)
	m.Program = p
	y := z.Changed(&m)
	if diags := y.Ground(ctx); diags.HasErrors() {
		return nil, diags
	}
	answer, err := y.Solve(ctx, o.Solve)
	if err != nil {
		return nil, err
	}
	a := &Answer{}
	switch answer.Status {
	case backends.Unsolvable:
		if a, err = noValues(ctx, y, answer, o); err != nil {
			return nil, err
		}
		a.Facts[0].Text = "The values cannot be completed. " + strings.TrimPrefix(a.Facts[0].Text, "No values fit. ")
	case backends.Unknown:
		a.Limit = answer.Reason
		a.add(Verdict, "It is not known whether the values can be completed.")
	default:
		a.add(Verdict, "The values can be completed: "+text.Count(len(missing), "value")+" missing.")
	}
	a.Kind = replay
	return a, nil
}

// wrong explains why the first failing move is not applicable, or why the last state is not a goal. s holds the moves
// before it. It returns false if the plan does not begin in an initial state.
func (a *Answer) wrong(z *puzzle.Puzzle, moves []semantics.Move, s puzzle.Solution) bool {
	machine, k := z.Machine(), len(s.Steps)
	if refusal := semantics.ExplainInitial(machine, s.Start); k == 0 && len(refusal) > 0 {
		a.add(Verdict, "The plan does not begin at a start of the puzzle:")
		a.Facts = append(a.Facts, refusals(refusal, "", z.Program.Sources())...)
		return false
	}
	if k == len(moves) {
		a.add(Verdict, fmt.Sprintf("The plan makes %s and reaches no goal:", text.Count(k, "move")))
		a.Facts = append(a.Facts, refusals(semantics.ExplainGoal(machine, s.Final()), "", z.Program.Sources())...)
		return true
	}
	name := machine.Format(moves[k])
	a.add(Verdict, fmt.Sprintf("Move %d, %s, cannot be made:", k+1, name))
	a.Facts = append(a.Facts, refusals(semantics.ExplainMove(machine, s.Final(), moves[k]), name, z.Program.Sources())...)
	return true
}

// repairing looks for one move to drop, exchange or insert, so that a plan is valid.
type repairing struct {
	ctx     context.Context
	machine *semantics.Machine
	moves   []semantics.Move
	seen    map[string]bool
	facts   []Fact
}

// maxRepairs is the greatest number of repairs that are shown.
const maxRepairs = 3

// repair adds the repairs that are nearest to the move that fails. Each is replayed.
func (a *Answer) repair(ctx context.Context, z *puzzle.Puzzle, moves []semantics.Move, s puzzle.Solution, o Options) {
	tried, _, cancel := o.within(ctx, o.all()/2)
	defer cancel()
	r := &repairing{ctx: tried, machine: z.Machine(), moves: moves, seen: map[string]bool{}}
	defer r.machine.Within(tried)()
	for k := len(s.Steps); k >= 0 && !r.done(); k-- {
		state := s.Start
		if k > 0 {
			state = s.Steps[k-1].State
		}
		r.at(k, s, state)
	}
	switch {
	case len(r.facts) > 0:
		a.Facts = append(a.Facts, r.facts...)
	case tried.Err() != nil || r.machine.CheckInstances() != nil:
		a.add(note, "Not all repairs with one move were tried.")
	default:
		a.add(note, "No single move that is dropped, exchanged or inserted repairs the plan.")
	}
}

func (r *repairing) done() bool { return len(r.facts) >= maxRepairs || r.ctx.Err() != nil }

// at tries to drop, exchange and insert a move at a place of the plan. state is the state there, after the moves of s
// that come before.
func (r *repairing) at(k int, s puzzle.Solution, state []int64) {
	rest := r.moves[k:]
	if k < len(r.moves) {
		now := r.machine.Format(r.moves[k])
		r.try(k, s, state, rest[1:], fmt.Sprintf("Repair: drop move %d, %s.", k+1, now))
		for _, m := range r.machine.Instances() {
			if name := r.machine.Format(m); name != now && !r.done() {
				r.try(k, s, state, slices.Concat([]semantics.Move{m}, rest[1:]),
					fmt.Sprintf("Repair: exchange move %d, %s, for %s.", k+1, now, name))
			}
		}
	}
	where := fmt.Sprintf("before move %d", k+1)
	if k == len(r.moves) {
		where = "at the end"
	}
	for _, m := range r.machine.Instances() {
		if !r.done() {
			r.try(k, s, state, slices.Concat([]semantics.Move{m}, rest),
				fmt.Sprintf("Repair: insert %s %s.", r.machine.Format(m), where))
		}
	}
}

// try replays the rest of a plan from a state, and adds the repair if a goal is reached.
func (r *repairing) try(k int, s puzzle.Solution, state []int64, rest []semantics.Move, what string) {
	if len(rest) > 0 && r.machine.CheckMove(rest[0]) != nil {
		return
	}
	replay := r.machine.Replay(rest, state)
	if !replay.OK() || r.machine.Ended() {
		return
	}
	plan := slices.Clone(s.Steps[:k])
	for _, step := range replay.Steps {
		plan = append(plan, puzzle.Step{
			Move: r.machine.Format(step.Move), Label: step.Label, Cost: step.Cost, State: step.State,
		})
	}
	key := strings.Join(lists.Map(plan, func(x puzzle.Step) string { return x.Move }), "\n")
	if !r.seen[key] {
		r.seen[key] = true
		r.facts = append(r.facts, Fact{Role: repair, Text: what, Plan: plan})
	}
}

// Values of the least remaining cost that are not numbers.
const (
	nothing   = -1 // no goal can be reached
	undecided = -2
)

// worth adds the least remaining cost after each move, and the moves that waste cost. whole reports whether the plan is
// valid.
func (a *Answer) worth(ctx context.Context, z *puzzle.Puzzle, s puzzle.Solution, whole bool, o Options) error {
	left, rest, relies, err := lefts(ctx, z, s, whole, o)
	if err != nil {
		return err
	}
	if left[0] == nothing {
		a.add(leftOver, "From its start no goal can be reached at all.")
		return nil
	}
	lost := false
	for i, step := range s.Steps {
		before, after := left[i], left[i+1]
		name := fmt.Sprintf("Move %d, %s", i+1, step.Move)
		switch {
		case before < 0 || after == undecided:
		case after == nothing:
			a.add(leftOver, fmt.Sprintf("%s, is the one after which no goal can be reached; before it, %d more was enough.",
				name, before))
			lost = true
		case step.Cost+after > before:
			lost = true
			a.add(leftOver, fmt.Sprintf(
				"%s, costs %d too much: before it %d more was enough, now it takes %d beside its own %d.",
				name, step.Cost+after-before, before, after, step.Cost))
		}
	}
	known := !slices.Contains(left, undecided)
	switch {
	case whole && !lost && known && z.HasFree():
		a.add(leftOver, "No plan from this start costs less.")
	case whole && !lost && known:
		a.add(leftOver, "No plan costs less.")
	case whole && left[0] >= 0 && s.Cost > left[0]:
		a.add(leftOver, fmt.Sprintf("A cheapest plan from this start costs %d.", left[0]))
	case !whole && left[len(left)-1] >= 0:
		words := fmt.Sprintf("From the last state that it reaches a plan of cost %d is left:", left[len(left)-1])
		a.add(leftOver, words).Plan = rest.Steps
	}
	a.table(s, left)
	if !known {
		a.Limit = "the least cost that is left was not found after each move, within " + o.all().String()
		if ctx.Err() != nil {
			a.Limit = context.Cause(ctx).Error()
		}
	}
	if len(relies) > 0 {
		a.add(note, "This rests on promises of the model: "+strings.Join(relies, ", ")+".")
	}
	return nil
}

// table adds the table of the least remaining cost after each move.
func (a *Answer) table(s puzzle.Solution, left []int64) {
	words := func(n int64) string {
		switch n {
		case nothing:
			return "no goal can be reached"
		case undecided:
			return "not known"
		}
		return fmt.Sprintf("%d left", n)
	}
	f := a.add(leftOver, "The least cost that is left after each move; "+words(left[0])+" at the start:")
	for i, step := range s.Steps {
		f.Parts = append(f.Parts, Fact{Role: leftOver, Text: fmt.Sprintf("%4d. %s: %s", i+1, step.Move, words(left[i+1]))})
	}
}

// lefts solves the puzzle from the start and from the state after each move; only from the start if the plan turns out
// to be a cheapest one. last is the plan from the last state, if there is one. relies are the promises that all this
// rests on.
func lefts(ctx context.Context, z *puzzle.Puzzle, s puzzle.Solution, whole bool, o Options) (
	left []int64, last puzzle.Solution, relies []string, err error,
) {
	tried, o, cancel := o.within(ctx, o.all())
	defer cancel()
	state := s.Start
	for i := 0; ; i++ {
		answer, err := z.From(state).Solve(tried, o.Solve)
		if err != nil {
			return nil, last, nil, err
		}
		n := int64(undecided)
		switch {
		case answer.Status == backends.Unsolvable:
			n = nothing
		case answer.Status == backends.Solved && answer.Optimal:
			last = answer.Solutions[0]
			n = last.Cost
		}
		left = append(left, n)
		for _, promise := range answer.ReliesOn {
			if !slices.Contains(relies, promise) {
				relies = append(relies, promise)
			}
		}
		if i == 0 && whole && n == s.Cost {
			for _, step := range s.Steps {
				n -= step.Cost
				left = append(left, n)
			}
			return left, last, relies, nil
		}
		if i == len(s.Steps) {
			return left, last, relies, nil
		}
		state = s.Steps[i].State
	}
}
