package semantics

import (
	"math"

	"github.com/pzc-lang/pzc/compiler/model"
)

// Defs that call defs can take a number of steps that doubles with each level. Within one call of such a def the state stays as it
// is, so the results of the calls below it are kept until it returns.

// heavySteps is the number of nodes, with all called bodies written out, from which on a def's results are kept.
const heavySteps = 10_000

// maxRecalled bounds the results that are kept, and maxRecalledArgs the arguments of a call whose result is.
const (
	maxRecalled     = 100_000
	maxRecalledArgs = 4
)

// recall keeps results of calls while a heavy def is evaluated.
type recall struct {
	heavy   map[*model.Def]bool // nil if no def of the model is heavy
	depth   int                 // of nested heavy calls
	results map[callKey]Slot
}

type callKey struct {
	def  *model.Def
	args [maxRecalledArgs]Slot
}

func newRecall(p *model.Program) recall {
	weights := map[*model.Def]float64{}
	var heavy map[*model.Def]bool
	if p == nil {
		return recall{}
	}
	for _, d := range p.Defs {
		if len(d.Params) <= maxRecalledArgs && defWeight(d, weights) >= heavySteps {
			if heavy == nil {
				heavy = map[*model.Def]bool{}
			}
			heavy[d] = true
		}
	}
	return recall{heavy: heavy}
}

// defWeight counts the nodes of a def's body with the bodies of all called defs written out.
func defWeight(d *model.Def, weights map[*model.Def]float64) float64 {
	if w, ok := weights[d]; ok {
		return w
	}
	weights[d] = 1 // of use in a circle, which a checked model does not have
	weights[d] = weight(d.Body, weights)
	return weights[d]
}

func weight(e model.Expr, weights map[*model.Def]float64) float64 {
	w := 1.0
	if c, ok := e.(*model.Call); ok {
		w += defWeight(c.Def, weights)
	}
	for p := range model.Parts(e) {
		w += weight(p, weights)
	}
	return math.Min(w, math.MaxFloat64/1e6)
}

// keeps tells whether results of a def are kept: not while too little is known, where an evaluation also notes what it missed.
func (ev *Evaluator) keeps(d *model.Def) bool {
	return ev.recall.heavy != nil && ev.recall.heavy[d] && ev.known == nil && ev.classed == nil && ev.build == nil
}

// body evaluates the body of a def with its arguments in g, or recalls the result.
func (ev *Evaluator) body(d *model.Def, g Frame) (model.Value, bool) {
	if !ev.keeps(d) {
		return ev.eval(d.Body, g)
	}
	r := &ev.recall
	key := callKey{def: d}
	for i := range d.Params {
		key.args[i] = g[d.Params[i].Slot]
	}
	if s, ok := r.results[key]; ok {
		return s.Value, s.OK
	}
	if r.depth == 0 || len(r.results) >= maxRecalled {
		r.results = map[callKey]Slot{}
	}
	r.depth++
	v, ok := ev.eval(d.Body, g)
	r.depth--
	if r.depth == 0 {
		r.results = nil
	} else {
		r.results[key] = Slot{v, ok}
	}
	return v, ok
}
