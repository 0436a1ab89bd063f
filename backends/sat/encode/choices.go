package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// Choice is a set of literals of which exactly one is true in every model: the values of a variable, or the moves at a
// step.
type Choice = []cnf.Lit

// StartChoices lists the choices of the values of some variables (nil: all) in state 0.
func (e *Encoder) StartChoices(on []int) (out []Choice) {
	s := e.Steps[0]
	for v, alive := range s.Alive {
		if len(alive) > 1 && (on == nil || slices.Contains(on, v)) {
			if s.coding[v] != nil {
				for _, l := range s.coding[v].literals() {
					out = append(out, Choice{-l, l})
				}
				continue
			}
			var c Choice
			for _, i := range alive {
				c = append(c, s.Val[v][i])
			}
			out = append(out, c)
		}
	}
	return out
}

// PlanChoices lists the choices that tell plans of t moves apart: the initial state and the moves.
func (e *Encoder) PlanChoices(t int) []Choice {
	out := e.StartChoices(nil)
	for _, s := range e.Steps[:t] {
		var c Choice
		for _, l := range s.Ops {
			if l != cnf.False {
				c = append(c, l)
			}
		}
		out = append(out, c)
	}
	return out
}
