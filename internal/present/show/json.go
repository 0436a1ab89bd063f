package show

import (
	"encoding/json"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// AnswerJSON returns the object that is the JSON of an answer, with the values of the state variables in on, or of all
// if on is empty.
func AnswerJSON(z *puzzle.Puzzle, a *puzzle.Answer, on []string) any {
	o := text.Fields{
		"puzzle", a.Puzzle, "instance", a.Instance, "status", a.Status, "reason?", a.Reason, "proof?", a.Proof,
	}
	if a.Status == backends.Unknown || a.Status == backends.Solved && !a.Optimal {
		o = append(o, "lower_bound?", a.Lower)
	}
	// With an objective, cost is the value. No value is better than bound. If an answer is unchecked, the semantics did
	// not replay it to its end.
	o = append(o, "objective?", a.Objective, "bound?", a.Bound)
	if len(a.Solutions) == 0 {
		o = append(o, "unchecked?", a.Unchecked)
	} else {
		first := a.Solutions[0]
		o = append(o, "optimal", a.Optimal, "unchecked?", a.Unchecked, "cost", first.Cost, "length", len(first.Steps))
		if !a.All && (a.HasFree || !a.HasMoves) {
			o = append(o, "assignment", chosenValues(z, first.Start, on))
		}
		if !a.All && a.HasMoves {
			o = append(o, "plan", MovesOf(first))
		}
	}
	if a.All {
		solutions := []any{}
		for _, s := range a.Solutions {
			if s.Prepared != "" {
				solutions = append(solutions, json.RawMessage(s.Prepared))
			} else {
				solutions = append(solutions, solutionObject{z, a, s, on})
			}
		}
		o = append(o, "solutions", solutions, "complete", a.Complete)
	}
	// A plan refutes promises: what, where, with which figures.
	refuted := lists.Map(a.Warnings, func(d *diag.Diagnostic) string { return d.Msg })
	return append(o, "relies_on?", a.ReliesOn, "refuted?", refuted, "backend?", a.Backend, "algorithm?", a.Algorithm,
		"heuristic?", a.Heuristic, "engine?", a.Engine, "choice?", a.Choice, "stats", StatsOf(a))
}

// solutionObject is one of many solutions. It computes its values only when it is written, because all at once would
// take much memory.
type solutionObject struct {
	z  *puzzle.Puzzle
	a  *puzzle.Answer
	s  puzzle.Solution
	on []string
}

// MarshalJSON writes values, moves, or both.
func (o solutionObject) MarshalJSON() ([]byte, error) {
	switch {
	case !o.a.HasMoves:
		return text.JSON(chosenValues(o.z, o.s.Start, o.on))
	case o.a.HasFree:
		return text.JSON(text.Fields{"assignment", chosenValues(o.z, o.s.Start, o.on), "plan", MovesOf(o.s)})
	default:
		return text.JSON(MovesOf(o.s))
	}
}

// Moves is a plan as JSON.
type Moves []move

type move struct {
	Move  string `json:"move"`
	Label string `json:"label"`
	Cost  int64  `json:"cost"`
}

// MovesOf returns the moves of a solution, which is never nil.
func MovesOf(s puzzle.Solution) Moves {
	return append(Moves{}, lists.Map(s.Steps, func(x puzzle.Step) move { return move{x.Move, x.Label, x.Cost} })...)
}

// Values is a state as JSON: an object in the order of the state.
type Values []puzzle.Assigned

// ValuesOf returns the values of a state.
func ValuesOf(z *puzzle.Puzzle, state []int64) Values { return chosenValues(z, state, nil) }

func chosenValues(z *puzzle.Puzzle, state []int64, on []string) Values { return chosen(z, state, on) }

// MarshalJSON writes variable → value.
func (v Values) MarshalJSON() ([]byte, error) {
	var all text.Fields
	for _, one := range v {
		all = append(all, one.Name, one.JSON)
	}
	return all.MarshalJSON()
}

// Seconds returns a duration as JSON has it: seconds, to a millionth.
func Seconds(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }
