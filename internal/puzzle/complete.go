package puzzle

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// complete asks a backend whether the missing values of an initial state can be chosen such that the moves are a
// solution.
func (puzzle *Puzzle) complete(ctx context.Context, p *semantics.Partial, moves []semantics.Move,
	o ValidateOptions,
) (*Check, diag.List) {
	c := &Check{Moves: len(moves), Missing: puzzle.missingNames(p.Missing)}
	if c.refused("cannot be completed: ", semantics.ExplainPartial(puzzle.machine, p)); len(c.Failures) > 0 {
		return c, nil
	}
	if diags := puzzle.GroundOnce(ctx); diags.HasErrors() || puzzle.task == nil {
		return nil, diags
	}
	t, impossible := puzzle.fixed(p)
	if impossible == "" {
		t, impossible = puzzle.along(t, moves)
	}
	if impossible != "" {
		c.Failures = []Failure{{Diagnostic: planFinding("cannot be completed: " + impossible)}}
		return c, nil
	}
	part := *puzzle
	part.task = t
	w, err := part.choose(part.task, Options{Options: backends.Options{Memory: o.Memory}})
	if err != nil {
		c.Undecided = err.Error()
		return c, nil
	}
	backend, result, err := w.run(ctx, t)
	switch {
	case err != nil:
		c.Undecided = err.Error()
	case result.Status == backends.Solved:
		start := puzzle.task.ModelState(result.Plans[0].Start[:len(puzzle.task.Vars)])
		done := puzzle.judge(start, moves)
		if done != nil && !done.Valid() {
			c.Undecided = puzzle.fault(backend, start, nil, done.Failures[0].Msg).Error()
			return c, nil
		}
		if done != nil {
			done.Missing = c.Missing
		}
		return done, nil
	case result.Status == backends.Unsolvable:
		c.Failures = []Failure{{Diagnostic: planFinding("cannot be completed: " + puzzle.none(p, moves, result.Reason))}}
	case result.Status == backends.Unknown:
		c.Undecided = because(context.Cause(ctx), result.Reason)
	}
	return c, nil
}

// none says that a backend has proved that there is no completion.
func (puzzle *Puzzle) none(p *semantics.Partial, moves []semantics.Move, reason string) string {
	values := "no choice of the missing value"
	switch n := len(puzzle.missingNames(p.Missing)); n {
	case 0:
		values = "no choice of all other values"
	case 1:
	default:
		values = fmt.Sprintf("no choice of the %d missing values", n)
	}
	switch {
	case !puzzle.HasMoves():
		values += " satisfies all conditions"
	case len(moves) == 0:
		values += " makes the start a goal"
	default:
		values += " makes the plan a solution"
	}
	if reason != "" && puzzle.HasMoves() {
		values += " (" + reason + ")"
	}
	return values
}

// fixed returns the task with the known values of an initial state as conditions on the start. The text names a value
// that no initial state has; "": none.
func (puzzle *Puzzle) fixed(p *semantics.Partial) (*task.Task, string) {
	t := *puzzle.task
	t.Objective = nil
	variable := map[int]int{}
	for i := range t.Vars {
		variable[t.Vars[i].State] = i
	}
	conds := []task.Expr{t.InitCond}
	for place, known := range p.Known {
		if !known {
			continue
		}
		v, varies := variable[place]
		switch {
		case varies && t.Vars[v].Place(p.State[place]) >= 0:
			conds = append(conds, t.Pool.Eq(t.Pool.Var(v), t.Pool.Const(p.State[place])))
		case varies, t.Fixed[place] != p.State[place]:
			array, _ := puzzle.model.ArrayAt(place)
			return nil, puzzle.model.StateName(place) + " is " + puzzle.model.Format(array.Type, model.Int(p.State[place])) +
				" in no solution"
		}
	}
	t.InitCond = t.Pool.And(conds...)
	return &t, ""
}

// along returns the task in which only the given moves can be made. The text names a move that is never applicable; "":
// none.
func (puzzle *Puzzle) along(t *task.Task, moves []semantics.Move) (*task.Task, string) {
	if !puzzle.HasMoves() {
		return t, ""
	}
	numbers := map[string]int{}
	for i := range t.Moves {
		numbers[puzzle.MoveName(i)] = i
	}
	plan := make([]int, len(moves))
	for i, mv := range moves {
		name := puzzle.machine.Format(mv)
		n, possible := numbers[name]
		if !possible {
			return nil, "`" + name + "` can never be made"
		}
		plan[i] = n
	}
	return t.Along(plan), ""
}
