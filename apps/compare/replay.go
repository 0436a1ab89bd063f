package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// replay completes a difference with the way to it, and shows the difference to the reference semantics of both models.
// An error is a *puzzle.Fault.
func (c *comparison) replay(d *Difference, q *queue, at int) error {
	var way []pair
	for ; at >= 0; at = int(q.pairs[at].parent) {
		way = append(way, q.pairs[at])
	}
	for s := range d.Way {
		first := way[len(way)-1]
		start := q.w[s].states.State(first.state[s])
		d.Way[s].Start = c.z[s].StateOf(q.w[s].space.Layout.Unpack(start))
		d.Has[s] = true
		for i := len(way) - 2; i >= 0; i-- {
			if m := way[i].move[s]; m < 0 {
				continue
			} else if !c.step(Side(s), d, c.z[s].Task().Moves[m].Name) {
				return c.fault(d, "a move of the way cannot be made")
			}
		}
	}
	if problem := c.confirm(d); problem != "" {
		return c.fault(d, problem)
	}
	return nil
}

// step makes a move on the reference semantics.
func (c *comparison) step(s Side, d *Difference, move string) bool {
	x := c.machine[s]
	mv, diags := parse.Move(x, "move", move)
	if diags.HasErrors() {
		return false
	}
	here := d.Way[s].Final()
	next, cost, refusal := x.Apply(here, mv)
	if refusal != nil {
		return false
	}
	made := puzzle.Step{Move: x.Format(mv), Label: x.Label(here, mv), Cost: cost, State: next}
	d.Way[s].Steps = append(d.Way[s].Steps, made)
	d.Way[s].Cost += cost
	return true
}

// confirm repeats a difference on the reference semantics, and fills in what the model that refuses says. The text says
// why the difference is none.
func (c *comparison) confirm(d *Difference) string {
	states := [2][]int64{d.Way[0].Final(), d.Way[1].Final()}
	switch d.Kind {
	case OfGoal:
		for s, x := range c.machine {
			if x.Goal(states[s]) != (Side(s) == d.Only) {
				return "the goals agree"
			}
		}
		d.Refusals = semantics.ExplainGoal(c.machine[d.Only.Against()], states[d.Only.Against()])
	case ofValue:
		if c.observedDiffer(states) == nil {
			return "the values agree"
		}
	case OfMove, OfCost:
		return c.confirmMove(d, states)
	case OfStart, OfSolution, OfVariable:
	}
	return ""
}

func (c *comparison) confirmMove(d *Difference, states [2][]int64) string {
	var cost [2]string
	for s, x := range c.machine {
		mv, diags := parse.Move(x, "move", d.Move[s])
		can := !diags.HasErrors()
		if can {
			if d.Move[s] = x.Format(mv); x.CheckMove(mv) != nil {
				can = false
				d.Refusals = []*semantics.Refusal{x.CheckMove(mv)}
			}
		} else {
			d.Move[s] = ""
		}
		if can {
			_, n, refusal := x.Apply(states[s], mv)
			if can = refusal == nil; !can {
				same := func(a, b *semantics.Refusal) bool { return a.Text == b.Text } // parts of one clause
				d.Refusals = slices.CompactFunc(semantics.ExplainMove(x, states[s], mv), same)
			}
			cost[s] = fmt.Sprint(n)
		}
		if want := d.Kind == OfCost || Side(s) == d.Only; can != want {
			return "whether the move can be made is as in the other model"
		}
	}
	if d.Kind == OfCost && (cost != d.Values || cost[0] == cost[1]) {
		return "the costs agree"
	}
	return ""
}

// fault returns the report of a difference that the reference semantics does not confirm.
func (c *comparison) fault(d *Difference, problem string) *puzzle.Fault {
	var b strings.Builder
	fmt.Fprintf(&b, "reference  %s, instance %q\nother      %s, instance %q\n%s\nproblem    %s\n",
		c.z[0].Program.Model().Name, c.z[0].Instance(), c.z[1].Program.Model().Name, c.z[1].Instance(),
		d.Sentence([2]string{"the reference", "the other model"}), problem)
	for s := range d.Way {
		for _, step := range d.Way[s].Steps {
			fmt.Fprintf(&b, "  %d  %s\n", s, step.Move)
		}
	}
	return &puzzle.Fault{Backend: "compare", Report: b.String()}
}
