package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/pzc-lang/pzc"
)

// printExploration writes what explore found in the format that was asked for.
func (e *env) printExploration(x *exploration) error {
	if e.json() {
		return e.writeJSON(x.json())
	}
	return e.answer(func(out io.Writer) error {
		p := e.printer(out, x.z)
		p.exploration(x, e.globals.Quiet)
		return p.w.Flush()
	})
}

func (p *printer) exploration(x *exploration, quiet bool) {
	if !quiet {
		p.line("%s: %s", x.title(), x.headline())
		p.line("")
	}
	p.depths(x)
	if x.survey.Surveyed {
		p.line("")
		p.facts(x.survey)
		p.comparisons(x.survey)
	}
	if x.growth != nil {
		p.line("")
		p.growth(x.growth)
	}
	if x.survey.Reason != "" && !quiet {
		p.line("")
		p.line("%s", sentence(x.survey.Reason))
	}
}

func (x *exploration) title() string {
	if x.z.Instance() == "" {
		return x.z.Program.Name()
	}
	return x.z.Program.Name() + ", instance " + x.z.Instance()
}

// unit is what distances of the table of depths count.
func (x *exploration) unit() string {
	if x.survey.ByCost {
		return "cost"
	}
	return "moves"
}

func (x *exploration) headline() string {
	v := x.survey
	if len(v.Layers) == 0 {
		return "no state satisfies the conditions on the start"
	}
	states := grouped(v.States()) + " states"
	if v.States() == 1 {
		states = "1 state"
	}
	last := grouped(v.Layers[len(v.Layers)-1].Distance)
	switch {
	case !v.Complete && !x.bounded():
		return "at least " + states + " can be reached"
	case !v.Complete:
		return states + " can be reached in " + last + " moves"
	case v.ByCost:
		return states + " can be reached, the farthest at cost " + last
	case last == "1":
		return states + " can be reached, the farthest in 1 move"
	}
	return states + " can be reached, the farthest in " + last + " moves"
}

// right aligns the columns from number first on.
func right(t table.Writer, first, columns int) {
	var all []table.ColumnConfig
	for i := first; i <= columns; i++ {
		all = append(all, table.ColumnConfig{Number: i, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight})
	}
	t.SetColumnConfigs(all)
	style := t.Style()
	style.Format.Header, style.Format.Footer = text.FormatDefault, text.FormatDefault
}

// depths writes the table of states at each distance from the start, beside those at each distance from a goal.
func (p *printer) depths(x *exploration) {
	v := x.survey
	if len(v.Layers) == 0 {
		return
	}
	toGoal := x.distancesMatch()
	t := newTable(p.w)
	header := table.Row{x.unit(), "states", "goals", "no move", "branching"}
	if toGoal {
		header = append(header, "to a goal")
	}
	right(t, 1, len(header))
	t.AppendHeader(header)
	var total pzc.Layer
	rest := v.Distances
	row := func(distance any, l pzc.Layer, expanded bool, toGoal string) {
		r := table.Row{distance, grouped(l.States), grouped(l.Goals), "", "", toGoal}
		if expanded {
			r[3], r[4] = grouped(l.Stuck), fmt.Sprintf("%.2f", float64(l.Moves)/float64(max(1, l.States)))
		}
		t.AppendRow(r[:len(header)])
	}
	for i, l := range v.Layers {
		for toGoal && len(rest) > 0 && rest[0].Distance < l.Distance {
			t.AppendRow(table.Row{grouped(rest[0].Distance), "", "", "", "", grouped(rest[0].States)})
			rest = rest[1:]
		}
		same := ""
		if len(rest) > 0 && rest[0].Distance == l.Distance {
			same, rest = grouped(rest[0].States), rest[1:]
		}
		row(grouped(l.Distance), l, i < x.expanded(), same)
		total = pzc.Layer{States: total.States + l.States, Goals: total.Goals + l.Goals, Stuck: total.Stuck + l.Stuck, Moves: total.Moves + l.Moves}
	}
	for ; toGoal && len(rest) > 0; rest = rest[1:] {
		t.AppendRow(table.Row{grouped(rest[0].Distance), "", "", "", "", grouped(rest[0].States)})
	}
	row("all", total, v.Complete, grouped(v.States()-v.Hopeless))
	t.Render()
}

// expanded is in how many layers all moves were made.
func (x *exploration) expanded() int {
	n := len(x.survey.Layers)
	switch {
	case x.survey.Complete:
		return n
	case x.bounded():
		return n - 1
	}
	return n - 2
}

// distancesMatch tells whether distances to a goal are known and counted as those from the start are.
func (x *exploration) distancesMatch() bool {
	return x.survey.Surveyed && (x.survey.ByCost || x.survey.MaxCost == 1)
}

// facts writes what is known of the whole.
func (p *printer) facts(v *pzc.Survey) {
	t := newTable(p.w)
	fact := func(name, format string, args ...any) { t.AppendRow(table.Row{name, fmt.Sprintf(format, args...)}) }
	fact("goals", "%s", grouped(v.Goals))
	fact("dead ends", "%s (no goal, and no move can be made)", grouped(v.DeadEnds))
	fact("cannot reach a goal", "%s", grouped(v.Hopeless))
	switch {
	case v.Optimal < 0:
		fact("cheapest plans", "none: no goal can be reached")
	case v.Plans == nil:
		fact("cheapest plans", "cost %s; not counted: %s", grouped(v.Optimal), v.NotCounted)
	default:
		fact("cheapest plans", "%s of cost %s", groupedBig(v.Plans.String()), grouped(v.Optimal))
	}
	if t := v.Trap; t != nil {
		fact("earliest trap", "move %d, %s: from then on no goal can be reached", t.Before+1, p.z.MoveName(t.Move))
	}
	fact("farthest from start", "%s at %s", plural(v.Farthest.States, "state"), away(v, v.Farthest.Distance.Distance))
	if v.Hardest.Example != nil {
		fact("farthest from goal", "%s at %s", plural(v.Hardest.States, "state"), away(v, v.Hardest.Distance.Distance))
	}
	if v.Diameter != nil {
		fact("diameter", "%s", away(v, v.Diameter.Distance))
	} else if v.NoDiameter != "stopped" {
		fact("diameter", "not computed: %s (--diameter)", v.NoDiameter)
	}
	t.Render()
	p.example("A state farthest from the start", v, v.Farthest)
	p.example("A state farthest from a goal", v, v.Hardest)
	if v.Trap != nil {
		p.line("")
		p.line("Before the trap, %s:", p.z.MoveName(v.Trap.Move))
		p.state(p.z.StateOf(v.Trap.State))
	}
}

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return grouped(n) + " " + what + "s"
}

// groupedBig writes 1,234,567 for a number of any size.
func groupedBig(s string) string {
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// away writes a distance: moves where each costs 1, else costs.
func away(v *pzc.Survey, n int64) string {
	if v.MaxCost == 1 {
		return plural(n, "move")
	}
	return "cost " + grouped(n)
}

func (p *printer) example(title string, v *pzc.Survey, e pzc.Extreme) {
	if e.Example == nil || e.Distance.Distance == 0 {
		return
	}
	p.line("")
	p.line("%s, at %s:", title, away(v, e.Distance.Distance))
	p.state(p.z.StateOf(e.Example))
}

// comparisons writes the table of heuristics and the counterexamples.
func (p *printer) comparisons(v *pzc.Survey) {
	if len(v.Comparisons) == 0 {
		return
	}
	p.line("")
	p.line("Heuristics against exact distances:")
	t := newTable(p.w)
	t.AppendHeader(table.Row{"heuristic", "mean", "exact mean", "exact in", "admissible", "consistent"})
	right(t, 2, 4)
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		if c.Missing != "" {
			t.AppendRow(table.Row{c.Heuristic, "", "", "", "not made", ""})
			continue
		}
		t.AppendRow(table.Row{
			c.Heuristic, fmt.Sprintf("%.2f", c.Mean), fmt.Sprintf("%.2f", c.Exact),
			fmt.Sprintf("%.1f %%", 100*float64(c.Hits)/float64(max(1, c.States))), yes(c.TooHigh == nil), yes(c.Drop == nil),
		})
	}
	t.Render()
	for i := range v.Comparisons {
		p.counterexamples(&v.Comparisons[i])
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (p *printer) counterexamples(c *pzc.Comparison) {
	if c.Missing != "" {
		p.line("")
		p.line("%s: %s", c.Heuristic, c.Missing)
	}
	if t := c.TooHigh; t != nil {
		p.line("")
		broken := ""
		if c.Promised {
			broken = ", against its promise"
		}
		p.line("%s is not admissible%s: it is %s where the distance is %s:", c.Heuristic, broken, estimate(t.Estimate), grouped(t.Exact))
		p.state(p.z.StateOf(t.State))
	}
	d := c.Drop
	if d == nil {
		return
	}
	p.line("")
	if d.Move < 0 {
		p.line("%s is not consistent: it is %s in a goal:", c.Heuristic, estimate(d.Estimate))
	} else {
		p.line("%s is not consistent: %s costs %s, and the value falls from %s to %s:",
			c.Heuristic, p.z.MoveName(d.Move), grouped(d.Cost), estimate(d.Estimate), estimate(d.After))
	}
	p.state(p.z.StateOf(d.State))
}

// estimate writes a heuristic's value.
func estimate(n int64) string {
	if n >= pzc.Endless {
		return "without end"
	}
	return grouped(n)
}

// growth writes how many sequences of moves there are.
func (p *printer) growth(g *pzc.Growth) {
	p.line("Sequences of moves from the start, and how many times as many as one move before:")
	t := newTable(p.w)
	header := table.Row{"moves"}
	for _, c := range g.Columns {
		header = append(header, growthName(c), "")
	}
	t.AppendHeader(header)
	right(t, 1, len(header))
	for n := range g.Columns[0].Sequences {
		row := table.Row{n}
		for _, c := range g.Columns {
			number, factor := "", ""
			if n < len(c.Sequences) {
				number = groupedBig(c.Sequences[n].String())
			}
			if f := growthFactor(c, n); f != 0 {
				factor = fmt.Sprintf("× %.2f", f)
			}
			row = append(row, number, factor)
		}
		t.AppendRow(row)
	}
	t.Render()
	for _, c := range g.Columns {
		if c.Reason != "" {
			p.line("%s, column %s.", strings.TrimSuffix(sentence(c.Reason), "."), growthName(c))
		}
	}
}

// growthFactor is by how much the number of sequences grew with the last of n moves; 0 if that means nothing.
func growthFactor(c pzc.GrowthColumn, n int) float64 {
	if n == 0 || n >= len(c.Sequences) || c.Sequences[n-1].Sign() == 0 {
		return 0
	}
	f, _ := c.Sequences[n].Float64()
	before, _ := c.Sequences[n-1].Float64()
	return f / before
}

func growthName(c pzc.GrowthColumn) string {
	if c.Without == "" {
		return "all"
	}
	return "less " + c.Without
}
