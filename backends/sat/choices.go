package sat

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
)

// choice is a set of literals of which every model makes exactly one true: the values of a variable, the moves at a step.
type choice []cnf.Lit

// startChoices are the values of some variables in the initial state, or what these are written with; nil: of all.
func (e *encoder) startChoices(on []int) (out []choice) {
	s := e.steps[0]
	for v, alive := range s.alive {
		if len(alive) > 1 && (on == nil || slices.Contains(on, v)) {
			if s.coding[v] != nil {
				for _, l := range s.coding[v].literals() {
					out = append(out, choice{-l, l})
				}
				continue
			}
			var c choice
			for _, i := range alive {
				c = append(c, s.val[v][i])
			}
			out = append(out, c)
		}
	}
	return out
}

// planChoices are what tells plans of t moves apart: the initial state and the moves.
func (e *encoder) planChoices(t int) []choice {
	out := e.startChoices(nil)
	for _, s := range e.steps[:t] {
		var c choice
		for _, l := range s.ops {
			if l != cnf.False {
				c = append(c, l)
			}
		}
		out = append(out, c)
	}
	return out
}
