package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// cycles reports declarations that depend on each other in a cycle. It reports each cycle that a depth-first search in
// the order of declaration finds.
func (c *checker) cycles() {
	w := &cycleWalk{checker: c, state: map[*symbol]phase{}}
	for _, s := range c.symbols {
		w.visit(s)
	}
}

// instanceCycles reports cycles among parameters that have their values from an instance.
func (c *checker) instanceCycles(values map[*model.Array]*symbol) {
	w := &cycleWalk{checker: c, state: map[*symbol]phase{}, instead: values}
	for _, a := range c.program.Arrays {
		if s := values[a]; s != nil {
			w.visit(s)
		}
	}
}

type cycleWalk struct {
	*checker
	state   map[*symbol]phase // typing: on the path; checked: done
	path    []need
	instead map[*model.Array]*symbol // values of an instance, which replace defaults
}

func (w *cycleWalk) visit(s *symbol) {
	w.state[s] = typing
	for _, n := range s.needs {
		to := n.to
		if v := w.instead[to.array]; to.array != nil && v != nil {
			to = v
		}
		w.path = append(w.path, need{to: to, span: n.span})
		switch w.state[to] {
		case fresh:
			w.visit(to)
		case typing:
			w.report(to)
		default:
		}
		w.path = w.path[:len(w.path)-1]
	}
	w.state[s] = checked
}

// report reports the cycle at the end of the path, which leads back to a symbol.
func (w *cycleWalk) report(to *symbol) {
	start := len(w.path) - 1
	for start > 0 && w.path[start-1].to != to {
		start--
	}
	cycle := w.path[start:]
	if w.instead != nil && !slices.ContainsFunc(cycle, func(n need) bool { return n.to.isValue() }) {
		return // the cycle does not need the instance
	}
	names := []string{to.name}
	for _, n := range cycle {
		names = append(names, n.to.name)
	}
	d := &diag.Diagnostic{Code: codeCycle, Span: to.span}
	switch {
	case len(cycle) == 1 && to.def != nil:
		d.Msg = "`" + to.name + "` calls itself"
		d.Help = "defs are never recursive; `steps` and `reaches` find ways, binders go over sets"
	case len(cycle) == 1:
		d.Msg = "`" + to.name + "` depends on itself"
	default:
		d.Msg = "these depend on each other in a cycle: " + strings.Join(names, " → ")
	}
	for _, n := range cycle {
		d.See(n.span, "`"+n.to.name+"` is needed here")
	}
	w.diags.Add(d)
}
