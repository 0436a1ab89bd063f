package show

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// fact is a statistic that applies to an answer.
type fact struct {
	name, text string // for people; "": not shown
	key        string // in JSON; "": none
	value      any
}

// StatsOf returns the statistics that apply to an answer, as JSON.
func StatsOf(a *puzzle.Answer) text.Fields {
	var out text.Fields
	for _, f := range statistics(a) {
		if f.key != "" {
			out = append(out, f.key, f.value)
		}
	}
	return out
}

// Facts returns the statistics that apply to an answer, as names and texts.
func Facts(a *puzzle.Answer) [][2]string {
	shown := lists.Filter(statistics(a), func(f fact) bool { return f.name != "" })
	return append([][2]string{}, lists.Map(shown, func(f fact) [2]string { return [2]string{f.name, f.text} })...)
}

// statistics lists the statistics that apply: a search counts states, the SAT backend the parts of formulas. What only
// some algorithms count applies if it is not 0.
func statistics(a *puzzle.Answer) []fact {
	s := a.Stats
	search, sat := a.Backend == "search", a.Backend == "sat"
	var out []fact
	count := func(applies bool, key, name string, value int64) {
		if applies || value != 0 {
			out = append(out, fact{name, text.Grouped(value), key, value})
		}
	}
	measure := func(key, name string, value float64, digits int) {
		if value != 0 {
			rounded := strconv.FormatFloat(value, 'f', digits, 64)
			value, _ = strconv.ParseFloat(rounded, 64)
			out = append(out, fact{name, rounded, key, value})
		}
	}
	count(search, "expanded", "states expanded", s.Expanded)
	count(search, "generated", "states generated", s.Generated)
	count(search, "duplicates", "duplicates", s.Duplicates)
	count(false, "reopened", "reopened", s.Reopened)
	count(false, "backtracks", "backtracks", s.Backtracks)
	count(false, "dead_ends", "dead ends", s.DeadEnds)
	count(search, "max_frontier", "largest frontier", s.MaxFrontier)
	if len(s.Iterations) > 0 {
		out = append(out, fact{key: "iterations", value: lists.Map(s.Iterations, func(i backends.Iteration) text.Fields {
			return text.Fields{"bound", i.Bound, "nodes", i.Nodes}
		})})
	}
	measure("effective_branching", "effective branching factor", s.EffectiveBranching, 3)
	measure("nodes_per_second", perSecond, speed(a), 0)
	measure("bytes_per_state", "bytes per state", s.BytesPerState, 1)
	count(sat, "horizon", "horizon", int64(s.Horizon))
	count(false, "steps", "steps", int64(s.Steps))
	count(sat, "variables", "variables", s.Variables)
	count(sat, "clauses", "clauses", s.Clauses)
	count(false, "conflicts", "conflicts", s.Conflicts)
	measure("", checking, a.CheckTime.Seconds(), 3)
	out = append(out, fact{key: "compile_seconds", value: Seconds(a.CompileTime)},
		fact{key: "solve_seconds", value: Seconds(s.SolveTime)}, fact{key: "check_seconds", value: Seconds(a.CheckTime)})
	count(false, "peak_bytes", "peak bytes", s.PeakBytes)
	return out
}

// The names of the counters that depend on the machine.
const (
	perSecond = "states expanded per second"
	checking  = "seconds of checking"
)

// leastTime is the least time of a search, in seconds, for which its speed is shown.
const leastTime = 0.001

// speed returns the number of states expanded in a second, 0 if the search was too short to tell.
func speed(a *puzzle.Answer) float64 {
	seconds := a.Stats.SolveTime.Seconds()
	if seconds < leastTime {
		return 0
	}
	return math.Round(float64(a.Stats.Expanded) / seconds)
}

// Stats writes why the puzzle was solved as it was, and a table of the counters.
func (p *Printer) Stats(a *puzzle.Answer) {
	p.Line("")
	if a.Choice != "" {
		p.Line("Why so: %s", a.Choice)
	}
	t := p.Table()
	t.Numbers(2)
	for _, f := range Facts(a) {
		t.Row(f[0], f[1])
	}
	t.Render()
	if len(a.Stats.Iterations) > 0 {
		p.Line("passes (bound: states expanded)  %s", passes(a))
	}
}

// mostPasses is the greatest number of passes that are shown. These are the last passes.
const mostPasses = 12

func passes(a *puzzle.Answer) string {
	all := a.Stats.Iterations
	var out []string
	if len(all) > mostPasses {
		out = append(out, fmt.Sprintf("%d more", len(all)-mostPasses))
		all = all[len(all)-mostPasses:]
	}
	out = append(out, lists.Map(all, func(i backends.Iteration) string {
		return fmt.Sprintf("%s: %s", text.Grouped(i.Bound), text.Grouped(i.Nodes))
	})...)
	return strings.Join(out, "; ")
}
