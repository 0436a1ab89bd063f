package outside

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// Decode reads what a solver prints about the formula that Write writes. It knows three styles: that of the
// competitions (a line "s SATISFIABLE", values in lines that begin with v; pseudo-Boolean solvers write an x before
// each number); that of minisat (SAT, then the values); and SMT-LIB (sat, then the model). The plan has been replayed
// in the task.
//
// An error names the line of a text that is not an answer to this formula. decided is false if the answer is "unknown".
// The format in x does not matter: only a formula for pseudo-Boolean solvers has other variables, and only their
// answers write x before numbers.
func Decode(ctx context.Context, t *task.Task, x Options, r io.Reader) (result *backends.Result, decided bool,
	err error,
) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, false, err
	}
	if pseudoBoolean.Get().Match(text) {
		x.Format = opb
	}
	r = bytes.NewReader(text)
	f, err := single(ctx, t, x)
	if err != nil {
		return nil, false, err
	}
	return f.Decode(r)
}

// pseudoBoolean finds a line of values in the style of pseudo-Boolean solvers.
var pseudoBoolean = lazy.Compile(`(?m)^\s*v\s+-?x\d`)

// Decode is the function Decode for this formula.
func (f *formula) Decode(r io.Reader) (result *backends.Result, decided bool, err error) {
	rec, horizon := f.rec, f.x.Horizon
	said := &solution{rec: rec, value: make([]int8, len(rec.Labels)+1)}
	if err := said.read(r); err != nil {
		return nil, false, err
	}
	result = &backends.Result{Algorithm: "decoded", Stats: backends.Stats{
		Horizon: horizon, Variables: int64(len(rec.Labels)), Clauses: int64(rec.Clauses),
	}}
	switch {
	case said.status == solver.Satisfiable:
		plan, err := said.plan(f.e)
		if err != nil {
			return nil, false, err
		}
		result.Status, result.Plans, result.Optimal = backends.Solved, []backends.Plan{plan}, horizon == 0
	case said.status == solver.Unsatisfiable && len(f.task.Moves) == 0 && horizon == 0:
		result.Status, result.Proof, result.Reason = backends.Unsolvable, backends.ProofUnsat,
			"the solver found no assignment"
	case said.status == solver.Unsatisfiable:
		result.Status, result.Reason = backends.Unknown, "the solver found no plan of "+f.x.length()
	default:
		result.Status, result.Reason = backends.Unknown, "the solver did not decide"
	}
	return result, said.status != solver.Interrupted, nil
}

// solution is the output of a solver.
type solution struct {
	rec    *cnf.Recorder
	status int
	stated bool
	ended  bool   // the 0 after the values was read
	smt    bool   // the answer is in SMT-LIB
	named  int    // the variable of a definition in SMT-LIB, until its value is read
	value  []int8 // by variable: 1 true, −1 false, 0 not mentioned
	line   int
}

// maxLine is the longest line of a solver's output. minisat writes all values into one line.
const maxLine = 256 << 20

func (s *solution) read(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 1<<16), maxLine)
	for lines.Scan() {
		s.line++
		if err := s.readLine(strings.TrimSpace(lines.Text())); err != nil {
			return fmt.Errorf("line %d: %w", s.line, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %w", s.line+1, err)
	}
	if !s.stated {
		return errors.New("no answer found, want a line \"s SATISFIABLE\", \"s UNSATISFIABLE\", SAT or UNSAT")
	}
	if s.status == solver.Satisfiable && !s.smt { // models in SMT-LIB leave out variables that may have any value
		return s.complete()
	}
	return nil
}

func (s *solution) readLine(line string) error {
	if s.smt {
		return s.definitions(line)
	}
	kind, rest, _ := strings.Cut(line, " ")
	switch kind {
	case "":
		return nil
	case "c":
		if strings.TrimSpace(rest) == "UNKNOWN" { // cadical reports in this way that it met a limit
			s.stated = true
		}
		return nil
	case "s":
		return s.state(strings.TrimSpace(rest))
	case "v":
		return s.values(rest)
	}
	if !s.stated && kind == line {
		return s.state(line)
	}
	return s.values(line)
}

func (s *solution) state(answer string) error {
	s.smt = answer != "" && strings.ToLower(answer) == answer
	status, known := map[string]int{
		"sat": solver.Satisfiable, "unsat": solver.Unsatisfiable, "unknown": solver.Interrupted,
		"OPTIMUM FOUND": solver.Satisfiable, // of pseudo-Boolean solvers, although nothing was to be minimized
		"SATISFIABLE":   solver.Satisfiable, "SAT": solver.Satisfiable,
		"UNSATISFIABLE": solver.Unsatisfiable, "UNSAT": solver.Unsatisfiable,
		"UNKNOWN": solver.Interrupted, "INDET": solver.Interrupted, "INDETERMINATE": solver.Interrupted,
	}[answer]
	switch {
	case !known:
		return fmt.Errorf("found %.40q, want SATISFIABLE, UNSATISFIABLE or UNKNOWN", answer)
	case s.stated && s.status != status:
		return fmt.Errorf("%s, but another answer stands above", answer)
	}
	s.status, s.stated = status, true
	return nil
}

func (s *solution) values(line string) error {
	for word := range strings.FieldsSeq(line) {
		n, err := strconv.Atoi(strings.Replace(word, "x", "", 1))
		switch {
		case err != nil:
			return fmt.Errorf("found %.40q, want the number of a variable", word)
		case s.ended:
			return fmt.Errorf("found %d after the 0 that ends the values", n)
		case n == 0:
			s.ended = true
			continue
		case max(n, -n) >= len(s.value) || -n == n:
			return fmt.Errorf("variable %d is out of range: the formula has %d (is the horizon the same?)", max(n, -n),
				len(s.rec.Labels))
		}
		if err := s.give(max(n, -n), n > 0); err != nil {
			return err
		}
	}
	return nil
}

// give sets the value of a variable.
func (s *solution) give(n int, truth bool) error {
	sign := int8(-1)
	if truth {
		sign = 1
	}
	if s.value[n] == -sign {
		return fmt.Errorf("variable %d is both true and false", n)
	}
	s.value[n] = sign
	return nil
}

// definitions reads a line of a model in SMT-LIB: (define-fun x12 () Bool true). The value may be on the next line.
func (s *solution) definitions(line string) error {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("() \t", r) }) {
		name, isVariable := strings.CutPrefix(word, "x")
		n, err := strconv.Atoi(name)
		switch {
		case isVariable && err == nil && n > 0 && n < len(s.value):
			s.named = n
		case isVariable && err == nil:
			return fmt.Errorf("variable %d is out of range: the formula has %d (is the horizon the same?)", n,
				len(s.rec.Labels))
		case s.named > 0 && (word == "true" || word == "false"):
			if err := s.give(s.named, word == "true"); err != nil {
				return err
			}
			s.named = 0
		}
	}
	return nil
}

// complete checks that each variable that occurs in a clause has a value. minisat mentions no others.
func (s *solution) complete() error {
	for v, sign := range s.value[1:] {
		if sign == 0 && s.rec.Used[v] {
			what := s.rec.Labels[v]
			if what != "" {
				what = ", " + what + ","
			}
			return fmt.Errorf("too few values: variable %d%s has none, and the formula has %d (is the horizon the same?)", v+1,
				what, len(s.rec.Labels))
		}
	}
	return nil
}

func (s *solution) isTrue(l cnf.Lit) bool { return (s.value[max(l, -l)] > 0) == (l > 0) }

// plan is the plan of the values. It checks that the moves pass the states of the values.
func (s *solution) plan(e *encode.Encoder) (backends.Plan, error) {
	plan := backends.Plan{}
	said := make([][]int64, len(e.Steps))
	ends := []int{0} // by step: the number of moves before it
	for t := range e.Steps {
		places, err := s.places(e, t)
		if err != nil {
			return plan, err
		}
		if said[t] = e.P.View.Codes(places); t == len(e.Steps)-1 {
			break
		}
		made, err := s.made(e, t)
		if err != nil {
			return plan, err
		}
		for _, o := range made {
			plan.Moves = append(plan.Moves, e.P.Ops[o].Move)
		}
		ends = append(ends, len(plan.Moves))
	}
	plan.Start = said[0]
	states, err := reduced.Replay(e.P.View.From, &plan)
	if err != nil {
		return plan, fmt.Errorf("the values are not a plan: %w", err)
	}
	if plan.Cost > task.MaxCost {
		return plan, &backends.LimitError{What: "the plan costs too much: " + backends.ReasonTotal(task.MaxCost)}
	}
	for t, end := range ends {
		state := states[end]
		for v := range state {
			if x := &e.P.View.From.Vars[v]; state[v] != said[t][v] {
				return plan, fmt.Errorf("the values are not a plan: %s@%d is said to be %s, and the moves make it %s",
					x.Name, t, x.Names[x.Place(said[t][v])], x.Names[x.Place(state[v])])
			}
		}
	}
	return plan, nil
}

// places lists the place of each variable at a step.
func (s *solution) places(e *encode.Encoder, t int) ([]int, error) {
	step := e.Steps[t]
	out := make([]int, len(step.Val))
	for v, val := range step.Val {
		out[v] = -1
		for i, l := range val {
			switch x := &e.P.Task.Vars[v]; {
			case !e.F.Holds(l, s.isTrue):
			case out[v] >= 0:
				return nil, fmt.Errorf("the values are not a plan: %s@%d is both %s and %s", x.Name, t, x.Names[out[v]],
					x.Names[i])
			default:
				out[v] = i
			}
		}
		if out[v] < 0 {
			return nil, fmt.Errorf("the values are not a plan: %s@%d has no value", e.P.Task.Vars[v].Name, t)
		}
	}
	return out, nil
}

// made lists the operations at a step.
func (s *solution) made(e *encode.Encoder, t int) (found []int, err error) {
	for o, l := range e.Steps[t].Ops {
		switch name := func(o int) string { return e.P.Task.Moves[e.P.Ops[o].Move].Name }; {
		case !e.F.Holds(l, s.isTrue):
		case len(found) > 0 && !e.Parallel:
			return nil, fmt.Errorf("the values are not a plan: both %s and %s are made at step %d", name(found[0]),
				name(o), t)
		default:
			found = append(found, o)
		}
	}
	if len(found) == 0 && !e.Parallel {
		return nil, fmt.Errorf("the values are not a plan: no move is made at step %d", t)
	}
	return found, nil
}
