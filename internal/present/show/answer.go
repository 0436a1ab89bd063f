package show

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Extra selects what is written beside an answer.
type Extra struct {
	Stats bool // the counters, and why the puzzle was solved in that way
	Trace bool // the states between the moves
}

// Plans writes the solutions alone, as puzzle.Puzzle.Validate reads them.
func (p *Printer) Plans(a *puzzle.Answer) {
	for i, s := range a.Solutions {
		if a.Unchecked {
			p.Line("# not checked")
		}
		if a.All {
			p.Line("# solution %d", i+1)
		}
		if a.HasFree {
			for _, v := range chosen(p.Puzzle, s.Start, p.Style.On) {
				p.Line("%s = %s", v.Name, v.Text)
			}
		}
		for _, step := range s.Steps {
			p.Line("%s", step.Move)
		}
	}
}

// Report writes an answer with its solutions.
func (p *Printer) Report(a *puzzle.Answer, x Extra) {
	p.Line("%s: %s", Title(a.Puzzle, a.Instance), Headline(a))
	if a.Reason != "" {
		p.Line("%s", text.Sentence(a.Reason))
	}
	for i, solution := range a.Solutions {
		if a.HasMoves && !a.HasFree && len(solution.Steps) == 0 && !x.Trace {
			continue // the start is a goal: there is nothing to show
		}
		p.Line("")
		if a.All {
			p.Line("solution %d", i+1)
		}
		if solution.Prepared != "" {
			_, _ = p.w.WriteString(solution.Prepared)
		} else {
			p.Solution(a, solution, x.Trace)
		}
	}
	p.Line("")
	p.Line("%s", How(a))
	if len(a.ReliesOn) > 0 {
		p.Line("This rests on promises of the model: %s.", strings.Join(a.ReliesOn, ", "))
	}
	if len(a.Refuted) > 0 {
		p.Line("A plan refutes promises of the model: %s.", strings.Join(a.Refuted, ", "))
	}
	if x.Stats {
		p.Stats(a)
	}
}

// Solution writes an assignment or a plan; with trace, the states between the moves too. Of the answer it reads
// HasMoves and HasFree.
func (p *Printer) Solution(a *puzzle.Answer, s puzzle.Solution, trace bool) {
	if !a.HasMoves || a.HasFree {
		if len(p.Style.On) == 0 {
			p.indented(Boards(p.Puzzle.View(s.Start), p.Style.Color, false))
		}
		for _, line := range p.assigned(s.Start) {
			p.Line("%s", line)
		}
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
		line := fmt.Sprintf("%4d. %-*s  %-*s", i+1, width, step.Move, labels, diag.OneLine(step.Label))
		if step.Cost != 1 {
			line += fmt.Sprintf("  cost %d", step.Cost)
		}
		p.Line("%s", strings.TrimRight(line, " "))
	}
}

// chosen returns the values of the state variables that are named; of all, if none is named.
func chosen(z *puzzle.Puzzle, state []int64, on []string) []puzzle.Assigned {
	return slices.DeleteFunc(z.Assignment(state), func(v puzzle.Assigned) bool { return !puzzle.Projected(on, v) })
}

// Title names a puzzle and its instance.
func Title(z, instance string) string {
	if instance == "" {
		return z
	}
	return z + ", instance " + instance
}

// Headline says in a few words what became of a puzzle.
func Headline(a *puzzle.Answer) string {
	switch a.Status {
	case backends.Unsolvable:
		exhausted := " (no state is left from which a goal could be reached)"
		if !a.HasMoves {
			exhausted = " (no choice of values is left)"
		}
		return "unsolvable" + map[string]string{
			backends.ProofExhausted: exhausted,
			backends.ProofInvariant: " (no reachable state can be a goal)",
			backends.ProofUnsat:     " (the conditions contradict one another)",
		}[a.Proof]
	case backends.Unknown:
		return undecided(a)
	case backends.Solved:
	}
	if a.All {
		return foundAll(a)
	}
	s := a.Solutions[0]
	switch {
	case a.Objective != "":
		return fmt.Sprintf("solved, best value %d", s.Cost)
	case !a.HasMoves:
		return "solved"
	}
	line := "solved in " + text.Count(len(s.Steps), "move")
	if s.Cost != int64(len(s.Steps)) {
		line += fmt.Sprintf(", cost %d", s.Cost)
	}
	if a.Optimal {
		return line + ", optimal"
	}
	if line += ", not proved optimal"; a.Lower > 0 {
		line += fmt.Sprintf("; every plan costs at least %d", a.Lower)
	}
	return line
}

// undecided writes the results when a limit ended the work: the best plan, and a bound on the cost of all plans.
func undecided(a *puzzle.Answer) string {
	line := "undecided"
	switch {
	case len(a.Solutions) == 0 || a.Unchecked:
	case a.Objective != "":
		line += fmt.Sprintf("; a solution of value %d was found", a.Solutions[0].Cost)
		if a.Bound != nil {
			line += fmt.Sprintf(", and none is %s than %d", worded(a, "less", "greater"), *a.Bound)
		}
	case a.HasMoves:
		line += fmt.Sprintf("; a plan of cost %d was found", a.Solutions[0].Cost)
	}
	if a.Unchecked {
		line += "; a solution was found, and not checked"
	}
	if a.Lower > 0 {
		line += fmt.Sprintf("; every plan costs at least %d", a.Lower)
	}
	return line
}

// worded chooses a word by the sense of the objective.
func worded(a *puzzle.Answer, minimize, maximize string) string {
	if a.Objective == "maximize" {
		return maximize
	}
	return minimize
}

func foundAll(a *puzzle.Answer) string {
	line := text.Count(len(a.Solutions), "solution")
	switch {
	case len(a.Solutions) == 0:
	case a.Objective != "":
		line += fmt.Sprintf(" of the best value %d", a.Solutions[0].Cost)
	case a.HasMoves:
		line += fmt.Sprintf(" of cost %d", a.Solutions[0].Cost)
	}
	if !a.Complete {
		line += "; there may be more"
	}
	return line
}

// How returns the backend, algorithm and heuristic that solved the puzzle, and the time, as a sentence.
func How(a *puzzle.Answer) string {
	by := "Not solved by a backend"
	if a.Backend != "" {
		by = "By " + a.Backend
	}
	engine := ""
	if a.Backend == "search" && a.Engine != puzzle.Interp {
		engine = a.Engine
	}
	for _, part := range []string{engine, a.Algorithm, a.Heuristic} {
		if part != "" && part != puzzle.Auto {
			by += ", " + part
		}
	}
	return fmt.Sprintf(
		"%s: compiled in %s, solved in %s.", by, text.Seconds(a.CompileTime), text.Seconds(a.Stats.SolveTime),
	)
}
