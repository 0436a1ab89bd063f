package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/diag"
)

// show says what is printed beside the answer.
type show struct {
	stats, trace bool
	on           []string // the state variables to print; none: all
}

// printAnswer writes an answer in the format that was asked for.
func (e *env) printAnswer(z *pzc.Puzzle, a *pzc.Answer, s show) error {
	if e.json() {
		return e.writeJSON(answerJSON(z, a, s.on))
	}
	return e.answer(func(out io.Writer) error {
		p := e.printer(out, z)
		p.on = s.on
		if e.globals.Quiet {
			p.plans(a)
		} else {
			p.report(a, s)
		}
		return p.w.Flush()
	})
}

// printer writes answers for people. Errors of writing are kept by w until it is flushed.
type printer struct {
	w     *bufio.Writer
	z     *pzc.Puzzle
	color bool
	on    []string // the state variables to print; none: all
	// columns is how wide the terminal is.
	columns int
}

func (e *env) printer(out io.Writer, z *pzc.Puzzle) *printer {
	return &printer{w: bufio.NewWriter(&untilCut{out, z}), z: z, color: e.color(), columns: e.columns}
}

// untilCut writes nothing more from where what is shown of a puzzle was cut short.
type untilCut struct {
	to io.Writer
	z  *pzc.Puzzle
}

var errCut = errors.New("there was no time to show the states")

func (u *untilCut) Write(text []byte) (int, error) {
	if u.z.CutShort() {
		return 0, errCut
	}
	return u.to.Write(text)
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

// prepares writes solutions into texts, as printAnswer does.
func (e *env) prepares(z *pzc.Puzzle, s show) func(*pzc.Solution) string {
	var text bytes.Buffer
	p := e.printer(&text, z)
	p.on = s.on
	a := &pzc.Answer{HasMoves: z.HasMoves()}
	return func(solution *pzc.Solution) string {
		a.HasFree = z.HasFree() // as grounding finds
		if e.json() {
			object, _ := solutionObject{z, a, *solution, s.on}.MarshalJSON() // names, numbers and texts
			return string(object)
		}
		text.Reset()
		p.w.Reset(&text)
		p.solution(a, *solution, s.trace)
		_ = p.w.Flush() // a buffer takes all
		return text.String()
	}
}

// plans writes the solutions alone, as validate reads them.
func (p *printer) plans(a *pzc.Answer) {
	for i, s := range a.Solutions {
		if a.All {
			p.line("# solution %d", i+1)
		}
		if a.HasFree {
			for _, v := range chosen(p.z, s.Start, p.on) {
				p.line("%s = %s", v.Name, v.Text)
			}
		}
		for _, step := range s.Steps {
			p.line("%s", step.Move)
		}
	}
}

// report writes all that is of interest.
func (p *printer) report(a *pzc.Answer, s show) {
	p.line("%s: %s", title(a), headline(a))
	if a.Reason != "" {
		p.line("%s", sentence(a.Reason))
	}
	for i, solution := range a.Solutions {
		if a.HasMoves && !a.HasFree && len(solution.Steps) == 0 && !s.trace {
			continue // nothing was to be done
		}
		p.line("")
		if a.All {
			p.line("solution %d", i+1)
		}
		if solution.Prepared != "" {
			_, _ = p.w.WriteString(solution.Prepared)
		} else {
			p.solution(a, solution, s.trace)
		}
	}
	p.line("")
	p.line("%s", how(a))
	if len(a.ReliesOn) > 0 {
		p.line("This rests on promises of the model: %s.", strings.Join(a.ReliesOn, ", "))
	}
	if s.stats {
		p.stats(a)
	}
}

func title(a *pzc.Answer) string {
	if a.Instance == "" {
		return a.Puzzle
	}
	return a.Puzzle + ", instance " + a.Instance
}

// headline says what became of the puzzle in a few words.
func headline(a *pzc.Answer) string {
	switch a.Status {
	case backends.Unsolvable:
		exhausted := " (no state is left from which a goal could be reached)"
		if !a.HasMoves {
			exhausted = " (no choice of values is left)"
		}
		return "unsolvable" + map[string]string{
			backends.ProofExhausted: exhausted,
			backends.ProofInvariant: " (no reachable state can be a goal)",
			backends.ProofUnsat:     " (the formula has no model)",
			backends.ProofInduction: " (no plan is that short, and none can be longer)",
		}[a.Proof]
	case backends.Unknown:
		return undecided(a)
	case backends.Solved:
	}
	if a.All {
		return foundAll(a)
	}
	if !a.HasMoves {
		return "solved"
	}
	s := a.Solutions[0]
	text := "solved in " + count(len(s.Steps), "move")
	if s.Cost != int64(len(s.Steps)) {
		text += fmt.Sprintf(", cost %d", s.Cost)
	}
	if a.Optimal {
		return text + ", optimal"
	}
	if text += ", not proved optimal"; a.Lower > 0 {
		text += fmt.Sprintf("; every plan costs at least %d", a.Lower)
	}
	return text
}

// undecided says what a limit left: the best plan, and what a better one must cost.
func undecided(a *pzc.Answer) string {
	text := "undecided"
	if len(a.Solutions) > 0 && a.HasMoves {
		text += fmt.Sprintf("; a plan of cost %d was found", a.Solutions[0].Cost)
	}
	if a.Lower > 0 {
		text += fmt.Sprintf("; every plan costs at least %d", a.Lower)
	}
	return text
}

func foundAll(a *pzc.Answer) string {
	text := count(len(a.Solutions), "solution")
	if a.HasMoves {
		text += fmt.Sprintf(" of cost %d", a.Solutions[0].Cost)
	}
	if !a.Complete {
		text += "; there may be more"
	}
	return text
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

func sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// solution writes an assignment or a plan.
func (p *printer) solution(a *pzc.Answer, s pzc.Solution, trace bool) {
	if !a.HasMoves || a.HasFree {
		if len(p.on) == 0 {
			p.view(s.Start)
		}
		p.assignment(s.Start)
	}
	if trace {
		p.trace(s)
		return
	}
	width, labels := 0, 0
	for _, step := range s.Steps {
		width, labels = max(width, len([]rune(step.Move))), max(labels, len([]rune(diag.OneLine(step.Label))))
	}
	for i, step := range s.Steps {
		text := fmt.Sprintf("%4d. %-*s  %-*s", i+1, width, step.Move, labels, diag.OneLine(step.Label))
		if step.Cost != 1 {
			text += fmt.Sprintf("  cost %d", step.Cost)
		}
		p.line("%s", strings.TrimRight(text, " "))
	}
}

// state shows a state by the model's views, or else its variables.
func (p *printer) state(state []int64) { p.indented(p.stateLines(state)) }

// chosen are the values of some state variables; of all, if none are named.
func chosen(z *pzc.Puzzle, state []int64, on []string) []pzc.Assigned {
	return slices.DeleteFunc(z.Assignment(state), func(v pzc.Assigned) bool { return !pzc.Projected(on, v) })
}

// assignment writes the state variables.
func (p *printer) assignment(state []int64) {
	for _, text := range p.assigned(state) {
		p.line("%s", text)
	}
}

// manyTruths is from how many Booleans on those are named that are true. That hangs on the array alone, so that all solutions of a run
// look alike.
const manyTruths = 24

// trueAt lists the indices at which a long array of Booleans is true.
func trueAt(array []pzc.Assigned) (text string, ok bool) {
	if len(array) < manyTruths {
		return "", false
	}
	var at []string
	for _, v := range array {
		truth, isBool := v.JSON.(bool)
		if !isBool {
			return "", false
		}
		if truth {
			at = append(at, strings.TrimPrefix(v.Name, v.Variable))
		}
	}
	if len(at) == 0 {
		return "false everywhere", true
	}
	return "true at " + strings.Join(at, ", ") + ", else false", true
}

// assigned are the state variables, each array as a list.
func (p *printer) assigned(state []int64) (lines []string) {
	all := chosen(p.z, state, p.on)
	for len(all) > 0 {
		n := slices.IndexFunc(all, func(v pzc.Assigned) bool { return v.Variable != all[0].Variable })
		switch {
		case len(p.on) > 0:
			n = 1
		case n < 0:
			n = len(all)
		}
		values := make([]string, n)
		for i, v := range all[:n] {
			values[i] = v.Text
		}
		name, text := all[0].Variable, strings.Join(values, ", ")
		switch {
		case len(p.on) > 0:
			name = all[0].Name
		case all[0].Name != all[0].Variable:
			text = "[" + text + "]"
			if where, ok := trueAt(all[:n]); ok {
				text = where
			}
		}
		lines = append(lines, name+" = "+text)
		all = all[n:]
	}
	return lines
}

// how says what solved the puzzle and how long it took.
func how(a *pzc.Answer) string {
	by := "Not solved by a backend"
	if a.Backend != "" {
		by = "By " + a.Backend
	}
	engine := ""
	if a.Engine == native.Name {
		engine = a.Engine
	}
	for _, part := range []string{engine, a.Algorithm, a.Heuristic} {
		if part != "" && part != pzc.Auto {
			by += ", " + part
		}
	}
	return fmt.Sprintf("%s: compiled in %s, solved in %s.", by, seconds(a.CompileTime), seconds(a.Stats.SolveTime))
}

func seconds(d time.Duration) string {
	if d >= 10*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}

// newTable makes a plain table that writes to w.
func newTable(w io.Writer) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft = ""
	style.Box.PaddingRight = "  "
	t.SetStyle(style)
	t.SuppressTrailingSpaces()
	return t
}
