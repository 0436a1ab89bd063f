package show

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Stats are the counters of an answer as JSON. A counter that does not apply is nil.
type Stats struct {
	Expanded      *int64      `json:"expanded,omitempty"`
	Generated     *int64      `json:"generated,omitempty"`
	Duplicates    *int64      `json:"duplicates,omitempty"`
	Reopened      *int64      `json:"reopened,omitempty"`
	Backtracks    *int64      `json:"backtracks,omitempty"`
	DeadEnds      *int64      `json:"dead_ends,omitempty"`
	MaxFrontier   *int64      `json:"max_frontier,omitempty"`
	Iterations    []iteration `json:"iterations,omitempty"`
	Branching     *float64    `json:"effective_branching,omitempty"`
	NodesPerSec   *float64    `json:"nodes_per_second,omitempty"`
	BytesPerState *float64    `json:"bytes_per_state,omitempty"`
	Horizon       *int64      `json:"horizon,omitempty"`
	Steps         *int64      `json:"steps,omitempty"`
	Variables     *int64      `json:"variables,omitempty"`
	Clauses       *int64      `json:"clauses,omitempty"`
	Conflicts     *int64      `json:"conflicts,omitempty"`
	Compile       float64     `json:"compile_seconds"`
	Solve         float64     `json:"solve_seconds"`
	Check         float64     `json:"check_seconds"`
	PeakBytes     *int64      `json:"peak_bytes,omitempty"`
}

// iteration is a pass under a bound.
type iteration struct {
	Bound int64 `json:"bound"`
	Nodes int64 `json:"nodes"`
}

// StatsOf returns the counters that apply to an answer.
func StatsOf(a *puzzle.Answer) Stats {
	s := Stats{Compile: Seconds(a.CompileTime), Solve: Seconds(a.Stats.SolveTime), Check: Seconds(a.CheckTime)}
	for _, c := range counters(a) {
		c.put(&s)
	}
	for _, i := range a.Stats.Iterations {
		s.Iterations = append(s.Iterations, iteration(i))
	}
	return s
}

// Facts returns the statistics that apply to an answer, as names and texts.
func Facts(a *puzzle.Answer) [][2]string {
	facts := [][2]string{}
	for _, c := range counters(a) {
		facts = append(facts, [2]string{c.name, c.text})
	}
	return facts
}

// counter is a statistic that applies to an answer.
type counter struct {
	name string // for people
	text string
	put  func(*Stats)
}

// counters lists the statistics that apply: a search counts states, the SAT backend the parts of formulas. What only
// some algorithms count applies if it is not 0.
func counters(a *puzzle.Answer) []counter {
	s := a.Stats
	search, sat := a.Backend == "search", a.Backend == "sat"
	var out []counter
	count := func(applies bool, name string, value int64, field func(*Stats) **int64) {
		if applies || value != 0 {
			out = append(out, counter{name, text.Grouped(value), func(o *Stats) { *field(o) = &value }})
		}
	}
	measure := func(name string, value float64, digits int, field func(*Stats) **float64) {
		if value != 0 {
			rounded := strconv.FormatFloat(value, 'f', digits, 64)
			value, _ = strconv.ParseFloat(rounded, 64)
			out = append(out, counter{name, rounded, func(o *Stats) { *field(o) = &value }})
		}
	}
	count(search, "states expanded", s.Expanded, func(o *Stats) **int64 { return &o.Expanded })
	count(search, "states generated", s.Generated, func(o *Stats) **int64 { return &o.Generated })
	count(search, "duplicates", s.Duplicates, func(o *Stats) **int64 { return &o.Duplicates })
	count(false, "reopened", s.Reopened, func(o *Stats) **int64 { return &o.Reopened })
	count(false, "backtracks", s.Backtracks, func(o *Stats) **int64 { return &o.Backtracks })
	count(false, "dead ends", s.DeadEnds, func(o *Stats) **int64 { return &o.DeadEnds })
	count(search, "largest frontier", s.MaxFrontier, func(o *Stats) **int64 { return &o.MaxFrontier })
	measure("effective branching factor", s.EffectiveBranching, 3, func(o *Stats) **float64 { return &o.Branching })
	measure(perSecond, speed(a), 0, func(o *Stats) **float64 { return &o.NodesPerSec })
	measure("bytes per state", s.BytesPerState, 1, func(o *Stats) **float64 { return &o.BytesPerState })
	count(sat, "horizon", int64(s.Horizon), func(o *Stats) **int64 { return &o.Horizon })
	count(false, "steps", int64(s.Steps), func(o *Stats) **int64 { return &o.Steps })
	count(sat, "variables", s.Variables, func(o *Stats) **int64 { return &o.Variables })
	count(sat, "clauses", s.Clauses, func(o *Stats) **int64 { return &o.Clauses })
	count(false, "conflicts", s.Conflicts, func(o *Stats) **int64 { return &o.Conflicts })
	measure(checking, a.CheckTime.Seconds(), 3, func(*Stats) **float64 { return new(*float64) })
	count(false, "peak bytes", s.PeakBytes, func(o *Stats) **int64 { return &o.PeakBytes })
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
	for _, c := range counters(a) {
		t.Row(c.name, c.text)
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
	for _, i := range all {
		out = append(out, fmt.Sprintf("%s: %s", text.Grouped(i.Bound), text.Grouped(i.Nodes)))
	}
	return strings.Join(out, "; ")
}
