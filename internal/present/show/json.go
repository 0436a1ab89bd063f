package show

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// answerObject is the JSON of an answer. The output has the fields in this order.
type answerObject struct {
	Puzzle     string          `json:"puzzle"`
	Instance   string          `json:"instance"`
	Status     backends.Status `json:"status"`
	Reason     string          `json:"reason,omitempty"`
	Proof      string          `json:"proof,omitempty"`
	Lower      int64           `json:"lower_bound,omitempty"`
	Objective  string          `json:"objective,omitempty"` // "minimize" or "maximize"; cost is then the value
	Bound      *int64          `json:"bound,omitempty"`     // no value is better
	Optimal    *bool           `json:"optimal,omitempty"`
	Unchecked  bool            `json:"unchecked,omitempty"` // the semantics did not replay the answer to its end
	Cost       *int64          `json:"cost,omitempty"`
	Length     *int            `json:"length,omitempty"`
	Assignment Values          `json:"assignment,omitzero"`
	Plan       Moves           `json:"plan,omitzero"`
	Solutions  []any           `json:"solutions,omitzero"`
	Complete   *bool           `json:"complete,omitempty"`
	ReliesOn   []string        `json:"relies_on,omitempty"`
	Refuted    []string        `json:"refuted,omitempty"` // promises that a plan refutes: what, where, with which figures
	Backend    string          `json:"backend,omitempty"`
	Algorithm  string          `json:"algorithm,omitempty"`
	Heuristic  string          `json:"heuristic,omitempty"`
	Engine     string          `json:"engine,omitempty"`
	Choice     string          `json:"choice,omitempty"`
	Stats      Stats           `json:"stats"`
}

// AnswerJSON returns the object that is the JSON of an answer, with the values of the state variables in on, or of all
// if on is empty.
func AnswerJSON(z *puzzle.Puzzle, a *puzzle.Answer, on []string) any {
	o := &answerObject{
		Puzzle: a.Puzzle, Instance: a.Instance, Status: a.Status, Reason: a.Reason, Proof: a.Proof, ReliesOn: a.ReliesOn,
		Backend: a.Backend, Algorithm: a.Algorithm, Heuristic: a.Heuristic, Engine: a.Engine, Choice: a.Choice,
		Stats: StatsOf(a),
	}
	o.Refuted = lists.Map(a.Warnings, func(d *diag.Diagnostic) string { return d.Msg })
	o.Objective, o.Bound, o.Unchecked = a.Objective, a.Bound, a.Unchecked
	if a.Status == backends.Unknown || a.Status == backends.Solved && !a.Optimal {
		o.Lower = a.Lower
	}
	if a.All {
		o.Solutions, o.Complete = []any{}, &a.Complete
		for _, s := range a.Solutions {
			if s.Prepared != "" {
				o.Solutions = append(o.Solutions, json.RawMessage(s.Prepared))
			} else {
				o.Solutions = append(o.Solutions, solutionObject{z, a, s, on})
			}
		}
	}
	if len(a.Solutions) == 0 {
		return o
	}
	first := a.Solutions[0]
	length := len(first.Steps)
	o.Optimal, o.Cost, o.Length = &a.Optimal, &first.Cost, &length
	if a.All {
		return o
	}
	if a.HasFree || !a.HasMoves {
		o.Assignment = chosenValues(z, first.Start, on)
	}
	if a.HasMoves {
		o.Plan = MovesOf(first)
	}
	return o
}

// solutionObject is one of many solutions. It computes its values only when it is written, because all at once would
// take much memory.
type solutionObject struct {
	z  *puzzle.Puzzle
	a  *puzzle.Answer
	s  puzzle.Solution
	on []string
}

// planWithStart is a solution of a puzzle that has moves and a start to choose.
type planWithStart struct {
	Assignment Values `json:"assignment"`
	Plan       Moves  `json:"plan"`
}

// MarshalJSON writes values, moves, or both.
func (o solutionObject) MarshalJSON() ([]byte, error) {
	switch {
	case !o.a.HasMoves:
		return text.JSON(chosenValues(o.z, o.s.Start, o.on))
	case o.a.HasFree:
		return text.JSON(planWithStart{chosenValues(o.z, o.s.Start, o.on), MovesOf(o.s)})
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
	plan := make(Moves, len(s.Steps))
	for i, step := range s.Steps {
		plan[i] = move{step.Move, step.Label, step.Cost}
	}
	return plan
}

// Values is a state as JSON: an object in the order of the state.
type Values []puzzle.Assigned

// ValuesOf returns the values of a state.
func ValuesOf(z *puzzle.Puzzle, state []int64) Values { return chosenValues(z, state, nil) }

func chosenValues(z *puzzle.Puzzle, state []int64, on []string) Values { return chosen(z, state, on) }

// MarshalJSON writes variable → value.
func (v Values) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, one := range v {
		if i > 0 {
			b.WriteByte(',')
		}
		for k, part := range []any{one.Name, one.JSON} {
			written, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			if k > 0 {
				b.WriteByte(':')
			}
			b.Write(written)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Seconds returns a duration as JSON has it: seconds, to a millionth.
func Seconds(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }
