package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"time"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
)

// answerObject is the JSON of solve and decode; the order of the fields is theirs in the output.
type answerObject struct {
	Puzzle     string          `json:"puzzle"`
	Instance   string          `json:"instance"`
	Status     backends.Status `json:"status"`
	Reason     string          `json:"reason,omitempty"`
	Proof      string          `json:"proof,omitempty"`
	Lower      int64           `json:"lower_bound,omitempty"`
	Optimal    *bool           `json:"optimal,omitempty"`
	Cost       *int64          `json:"cost,omitempty"`
	Length     *int            `json:"length,omitempty"`
	Assignment *assignment     `json:"assignment,omitempty"`
	Plan       []stepObject    `json:"plan,omitzero"`
	Solutions  []any           `json:"solutions,omitzero"`
	Complete   *bool           `json:"complete,omitempty"`
	ReliesOn   []string        `json:"relies_on,omitempty"`
	Backend    string          `json:"backend,omitempty"`
	Algorithm  string          `json:"algorithm,omitempty"`
	Heuristic  string          `json:"heuristic,omitempty"`
	Engine     string          `json:"engine,omitempty"`
	Choice     string          `json:"choice,omitempty"`
	Stats      statsObject     `json:"stats"`
}

type stepObject struct {
	Move  string `json:"move"`
	Label string `json:"label"`
	Cost  int64  `json:"cost"`
}

// planWithStart is a solution of a puzzle that has moves and a start to choose.
type planWithStart struct {
	Assignment *assignment  `json:"assignment"`
	Plan       []stepObject `json:"plan"`
}

func answerJSON(z *pzc.Puzzle, a *pzc.Answer, on []string) *answerObject {
	o := &answerObject{
		Puzzle: a.Puzzle, Instance: a.Instance, Status: a.Status, Reason: a.Reason, Proof: a.Proof, ReliesOn: a.ReliesOn,
		Backend: a.Backend, Algorithm: a.Algorithm, Heuristic: a.Heuristic, Engine: a.Engine, Choice: a.Choice, Stats: statsJSON(a),
	}
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
		o.Assignment = assignmentJSON(z, first, on)
	}
	if a.HasMoves {
		o.Plan = planJSON(first)
	}
	return o
}

// solutionObject is one of many solutions, which is taken apart when it is written: all at once would take much memory.
type solutionObject struct {
	z  *pzc.Puzzle
	a  *pzc.Answer
	s  pzc.Solution
	on []string
}

// MarshalJSON writes values, moves, or both.
func (o solutionObject) MarshalJSON() ([]byte, error) {
	switch {
	case !o.a.HasMoves:
		return unescaped(assignmentJSON(o.z, o.s, o.on))
	case o.a.HasFree:
		return unescaped(planWithStart{assignmentJSON(o.z, o.s, o.on), planJSON(o.s)})
	default:
		return unescaped(planJSON(o.s))
	}
}

// unescaped is the JSON of an object in which <, > and & stay.
func unescaped(object any) ([]byte, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	err := enc.Encode(object)
	return text.Bytes(), err
}

func planJSON(s pzc.Solution) []stepObject {
	plan := make([]stepObject, len(s.Steps))
	for i, step := range s.Steps {
		plan[i] = stepObject{step.Move, step.Label, step.Cost}
	}
	return plan
}

// assignment is an object in the order of the state.
type assignment []pzc.Assigned

func assignmentJSON(z *pzc.Puzzle, s pzc.Solution, on []string) *assignment {
	a := assignment(chosen(z, s.Start, on))
	return &a
}

// MarshalJSON writes variable → value.
func (a assignment) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, v := range a {
		if i > 0 {
			b.WriteByte(',')
		}
		for k, part := range []any{v.Name, v.JSON} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			if k > 0 {
				b.WriteByte(':')
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// statsObject holds what applies; the rest is nil.
type statsObject struct {
	Expanded      *int64            `json:"expanded,omitempty"`
	Generated     *int64            `json:"generated,omitempty"`
	Duplicates    *int64            `json:"duplicates,omitempty"`
	Reopened      *int64            `json:"reopened,omitempty"`
	Backtracks    *int64            `json:"backtracks,omitempty"`
	DeadEnds      *int64            `json:"dead_ends,omitempty"`
	MaxFrontier   *int64            `json:"max_frontier,omitempty"`
	Iterations    []iterationObject `json:"iterations,omitempty"`
	Branching     *float64          `json:"effective_branching,omitempty"`
	NodesPerSec   *float64          `json:"nodes_per_second,omitempty"`
	BytesPerState *float64          `json:"bytes_per_state,omitempty"`
	Horizon       *int64            `json:"horizon,omitempty"`
	Steps         *int64            `json:"steps,omitempty"`
	Variables     *int64            `json:"variables,omitempty"`
	Clauses       *int64            `json:"clauses,omitempty"`
	Conflicts     *int64            `json:"conflicts,omitempty"`
	Compile       float64           `json:"compile_seconds"`
	Solve         float64           `json:"solve_seconds"`
	PeakBytes     *int64            `json:"peak_bytes,omitempty"`
}

// iterationObject is a pass under a bound.
type iterationObject struct {
	Bound int64 `json:"bound"`
	Nodes int64 `json:"nodes"`
}

func statsJSON(a *pzc.Answer) statsObject {
	o := statsObject{Compile: round(a.CompileTime), Solve: round(a.Stats.SolveTime)}
	for _, c := range counters(a) {
		c.put(&o)
	}
	for _, i := range a.Stats.Iterations {
		o.Iterations = append(o.Iterations, iterationObject(i))
	}
	return o
}

func round(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

// writeJSON answers with one object.
func (e *env) writeJSON(object any) error {
	compact, err := unescaped(object)
	if err != nil {
		return err
	}
	e.answering.set(true)
	return laidOut(e.stdout, compact)
}

// writeJSON writes one object.
func writeJSON(w io.Writer, object any) error {
	compact, err := unescaped(object)
	if err != nil {
		return err
	}
	return laidOut(w, compact)
}

// laidOut writes an object: each field on a line of its own, and of a list each element, such as a step of a plan.
func laidOut(w io.Writer, compact []byte) error {
	out := bufio.NewWriter(w)
	layOut(out, compact)
	return out.Flush()
}

// layOut breaks the lines of compact JSON in the outer object and in its lists. The writer keeps its errors.
func layOut(out *bufio.Writer, text []byte) {
	var open []byte // brackets
	put := func(c byte) { _ = out.WriteByte(c) }
	quoted := false
	broken := func() bool { return len(open) == 1 || len(open) == 2 && open[1] == '[' }
	line := func() { _, _ = out.WriteString("\n    "[:1+2*len(open)]) }
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted:
			put(c)
			if c == '\\' {
				i++
				put(text[i])
			}
			quoted = c != '"'
			continue
		case c == '{' || c == '[':
			open = append(open, c)
			put(c)
			if broken() && text[i+1] != c+2 {
				line()
			}
			continue
		case c == '}' || c == ']':
			wide := broken() && text[i-1] != c-2
			open = open[:len(open)-1]
			if wide {
				line()
			}
		case c == '"':
			quoted = true
		}
		put(c)
		switch {
		case c == ',' && broken():
			line()
		case c == ',' || c == ':':
			put(' ')
		}
	}
}
