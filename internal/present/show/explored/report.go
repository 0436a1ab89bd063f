package explored

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/text"
)

// report writes a space as text.
type report struct {
	*show.Printer
	x *Space
}

// Report writes a space as text; if quiet, the tables alone.
func (space *Space) Report(p *show.Printer, quiet bool) {
	r := report{p, space}
	if !quiet {
		r.Line("%s: %s", space.title(), space.headline())
		r.Line("")
	}
	r.depths()
	if space.Survey.Surveyed {
		r.Line("")
		r.facts(space.Survey)
		r.comparisons(space.Survey)
	}
	if space.Growth != nil {
		r.Line("")
		r.growth(space.Growth)
	}
	if space.Survey.Reason != "" && !quiet {
		r.Line("")
		r.Line("%s", text.Sentence(space.Survey.Reason))
	}
}

// numbers makes a table of numbers with these titles.
func (r report) numbers(titles ...any) text.Table {
	t := r.Table()
	columns := make([]int, len(titles))
	for i := range columns {
		columns[i] = i + 1
	}
	t.Numbers(columns...)
	t.Header(titles...)
	return t
}

// depths writes the table of states at each distance from the start, beside those at each distance from a goal.
func (r report) depths() {
	x, v := r.x, r.x.Survey
	if len(v.Layers) == 0 {
		return
	}
	toGoal := x.distancesMatch()
	titles := []any{x.unit(), "states", "goals", "no move", "branching"}
	if toGoal {
		titles = append(titles, "to a goal")
	}
	t := r.numbers(titles...)
	row := func(distance any, l explore.Layer, expanded bool, toGoal string) {
		cells := []any{distance, text.Grouped(l.States), text.Grouped(l.Goals), "", "", toGoal}
		if expanded {
			cells[3], cells[4] = text.Grouped(l.Stuck), fmt.Sprintf("%.2f", float64(l.Moves)/float64(max(1, l.States)))
		}
		t.Row(cells[:len(titles)]...)
	}
	fromGoal := func(distance, states int64) { t.Row(text.Grouped(distance), "", "", "", "", text.Grouped(states)) }
	var total explore.Layer
	rest := v.Distances
	for i, l := range v.Layers {
		for toGoal && len(rest) > 0 && rest[0].Distance < l.Distance {
			fromGoal(rest[0].Distance, rest[0].States)
			rest = rest[1:]
		}
		same := ""
		if len(rest) > 0 && rest[0].Distance == l.Distance {
			same, rest = text.Grouped(rest[0].States), rest[1:]
		}
		row(text.Grouped(l.Distance), l, i < x.expanded(), same)
		total = explore.Layer{
			States: total.States + l.States, Goals: total.Goals + l.Goals, Stuck: total.Stuck + l.Stuck,
			Moves: total.Moves + l.Moves,
		}
	}
	for ; toGoal && len(rest) > 0; rest = rest[1:] {
		fromGoal(rest[0].Distance, rest[0].States)
	}
	row("all", total, v.Complete, text.Grouped(v.States()-v.Hopeless))
	t.Render()
}

// facts writes the facts about the whole space.
func (r report) facts(v *explore.Survey) {
	t := r.Table()
	fact := func(name, format string, args ...any) { t.Row(name, fmt.Sprintf(format, args...)) }
	fact("goals", "%s", text.Grouped(v.Goals))
	fact("dead ends", "%s (no goal, and no move can be made)", text.Grouped(v.DeadEnds))
	fact("cannot reach a goal", "%s", text.Grouped(v.Hopeless))
	switch {
	case v.Optimal < 0:
		fact("cheapest plans", "none: no goal can be reached")
	case v.Plans == nil:
		fact("cheapest plans", "cost %s; not counted: %s", text.Grouped(v.Optimal), v.NotCounted)
	default:
		fact("cheapest plans", "%s of cost %s", text.Digits(v.Plans.String()), text.Grouped(v.Optimal))
	}
	if trap := v.Trap; trap != nil {
		fact("earliest trap", "move %d, %s: from then on no goal can be reached", trap.Before+1, r.Puzzle.MoveName(trap.Move))
	}
	fact("farthest from start", "%s at %s", text.Plural(v.Farthest.States, "state"), away(v, v.Farthest.Distance.Distance))
	if v.Hardest.Example != nil {
		fact("farthest from goal", "%s at %s", text.Plural(v.Hardest.States, "state"), away(v, v.Hardest.Distance.Distance))
	}
	if v.Diameter != nil {
		fact("diameter", "%s", away(v, v.Diameter.Distance))
	} else if v.NoDiameter != "stopped" {
		fact("diameter", "not computed: %s", v.NoDiameter)
	}
	t.Render()
	r.example("A state farthest from the start", v, v.Farthest)
	r.example("A state farthest from a goal", v, v.Hardest)
	if v.Trap != nil {
		r.Line("")
		r.Line("Before the trap, %s:", r.Puzzle.MoveName(v.Trap.Move))
		r.State(r.Puzzle.StateOf(v.Trap.State))
	}
}

func (r report) example(title string, v *explore.Survey, e explore.Extreme) {
	if e.Example == nil || e.Distance.Distance == 0 {
		return
	}
	r.Line("")
	r.Line("%s, at %s:", title, away(v, e.Distance.Distance))
	r.State(r.Puzzle.StateOf(e.Example))
}

// comparisons writes the table of heuristics and the counterexamples.
func (r report) comparisons(v *explore.Survey) {
	if len(v.Comparisons) == 0 {
		return
	}
	r.Line("")
	r.Line("Heuristics against exact distances:")
	t := r.Table()
	t.Numbers(2, 3, 4)
	t.Header("heuristic", "mean", "exact mean", "exact in", "admissible", "consistent")
	for i := range v.Comparisons {
		c := &v.Comparisons[i]
		if c.Missing != "" {
			t.Row(c.Heuristic, "", "", "", "not made", "")
			continue
		}
		t.Row(c.Heuristic, fmt.Sprintf("%.2f", c.Mean), fmt.Sprintf("%.2f", c.Exact),
			fmt.Sprintf("%.1f %%", 100*float64(c.Hits)/float64(max(1, c.States))), yes(c.TooHigh == nil), yes(c.Drop == nil))
	}
	t.Render()
	for i := range v.Comparisons {
		r.counterexamples(&v.Comparisons[i])
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (r report) counterexamples(c *explore.Comparison) {
	if c.Missing != "" {
		r.Line("")
		r.Line("%s: %s", c.Heuristic, c.Missing)
	}
	if t := c.TooHigh; t != nil {
		r.Line("")
		broken := ""
		if c.Promised {
			broken = ", against its promise"
		}
		r.Line(
			"%s is not admissible%s: it is %s where the distance is %s:", c.Heuristic, broken, estimate(t.Estimate),
			text.Grouped(t.Exact),
		)
		r.State(r.Puzzle.StateOf(t.State))
	}
	d := c.Drop
	if d == nil {
		return
	}
	r.Line("")
	if d.Move < 0 {
		r.Line("%s is not consistent: it is %s in a goal:", c.Heuristic, estimate(d.Estimate))
	} else {
		r.Line("%s is not consistent: %s costs %s, and the value falls from %s to %s:",
			c.Heuristic, r.Puzzle.MoveName(d.Move), text.Grouped(d.Cost), estimate(d.Estimate), estimate(d.After))
	}
	r.State(r.Puzzle.StateOf(d.State))
}

// estimate writes the value of a heuristic.
func estimate(n int64) string {
	if n >= explore.Endless {
		return "without end"
	}
	return text.Grouped(n)
}

// growth writes the number of sequences of moves of each length.
func (r report) growth(g *explore.Growth) {
	r.Line("Sequences of moves from the start, and how many times as many as one move before:")
	titles := []any{"moves"}
	for _, c := range g.Columns {
		titles = append(titles, growthName(c), "")
	}
	t := r.numbers(titles...)
	for n := range g.Columns[0].Sequences {
		row := []any{n}
		for _, c := range g.Columns {
			number, factor := "", ""
			if n < len(c.Sequences) {
				number = text.Digits(c.Sequences[n].String())
			}
			if f := growthFactor(c, n); f != 0 {
				factor = fmt.Sprintf("× %.2f", f)
			}
			row = append(row, number, factor)
		}
		t.Row(row...)
	}
	t.Render()
	for _, c := range g.Columns {
		if c.Reason != "" {
			r.Line("%s, column %s.", strings.TrimSuffix(text.Sentence(c.Reason), "."), growthName(c))
		}
	}
}
