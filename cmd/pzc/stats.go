package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pzc-lang/pzc"
)

// counter is a statistic that applies to an answer.
type counter struct {
	name string // for people
	text string
	put  func(*statsObject)
}

// counters lists the statistics that apply: a search counts nodes, the SAT backend what formulas are made of; what only some
// algorithms count applies where it is not 0.
func counters(a *pzc.Answer) []counter {
	s := a.Stats
	search, sat := a.Backend == "search", a.Backend == "sat"
	var out []counter
	count := func(applies bool, name string, value int64, field func(*statsObject) **int64) {
		if applies || value != 0 {
			out = append(out, counter{name, grouped(value), func(o *statsObject) { *field(o) = &value }})
		}
	}
	measure := func(name string, value float64, digits int, field func(*statsObject) **float64) {
		if value != 0 {
			text := strconv.FormatFloat(value, 'f', digits, 64)
			value, _ = strconv.ParseFloat(text, 64)
			out = append(out, counter{name, text, func(o *statsObject) { *field(o) = &value }})
		}
	}
	count(search, "states expanded", s.Expanded, func(o *statsObject) **int64 { return &o.Expanded })
	count(search, "states generated", s.Generated, func(o *statsObject) **int64 { return &o.Generated })
	count(search, "duplicates", s.Duplicates, func(o *statsObject) **int64 { return &o.Duplicates })
	count(false, "reopened", s.Reopened, func(o *statsObject) **int64 { return &o.Reopened })
	count(false, "backtracks", s.Backtracks, func(o *statsObject) **int64 { return &o.Backtracks })
	count(false, "dead ends", s.DeadEnds, func(o *statsObject) **int64 { return &o.DeadEnds })
	count(search, "largest frontier", s.MaxFrontier, func(o *statsObject) **int64 { return &o.MaxFrontier })
	measure("effective branching factor", s.EffectiveBranching, 3, func(o *statsObject) **float64 { return &o.Branching })
	measure("states expanded per second", speed(a), 0, func(o *statsObject) **float64 { return &o.NodesPerSec })
	measure("bytes per state", s.BytesPerState, 1, func(o *statsObject) **float64 { return &o.BytesPerState })
	count(sat, "horizon", int64(s.Horizon), func(o *statsObject) **int64 { return &o.Horizon })
	count(false, "steps", int64(s.Steps), func(o *statsObject) **int64 { return &o.Steps })
	count(sat, "variables", s.Variables, func(o *statsObject) **int64 { return &o.Variables })
	count(sat, "clauses", s.Clauses, func(o *statsObject) **int64 { return &o.Clauses })
	count(false, "conflicts", s.Conflicts, func(o *statsObject) **int64 { return &o.Conflicts })
	count(false, "peak bytes", s.PeakBytes, func(o *statsObject) **int64 { return &o.PeakBytes })
	return out
}

// leastTime is how long a search must last, in seconds, before its speed means anything.
const leastTime = 0.001

// speed is the number of states expanded in a second; 0 without an answer.
func speed(a *pzc.Answer) float64 {
	seconds := a.Stats.SolveTime.Seconds()
	if seconds < leastTime {
		return 0
	}
	return math.Round(float64(a.Stats.Expanded) / seconds)
}

// grouped writes 1,234,567.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// stats writes why the puzzle was solved as it was, and a table of the work.
func (p *printer) stats(a *pzc.Answer) {
	p.line("")
	if a.Choice != "" {
		p.line("Why so: %s", a.Choice)
	}
	t := newTable(p.w)
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, Align: text.AlignRight}})
	for _, c := range counters(a) {
		t.AppendRow(table.Row{c.name, c.text})
	}
	t.Render()
	if len(a.Stats.Iterations) > 0 {
		p.line("passes (bound: states expanded)  %s", passes(a))
	}
}

// mostPasses is how many passes are shown, the last ones.
const mostPasses = 12

func passes(a *pzc.Answer) string {
	all := a.Stats.Iterations
	var out []string
	if len(all) > mostPasses {
		out = append(out, fmt.Sprintf("%d more", len(all)-mostPasses))
		all = all[len(all)-mostPasses:]
	}
	for _, i := range all {
		out = append(out, fmt.Sprintf("%s: %s", grouped(i.Bound), grouped(i.Nodes)))
	}
	return strings.Join(out, "; ")
}
