package semantics

import (
	"math"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
)

// A def that reads no state has the same value in all states for the same arguments. If such a def evaluates binders,
// its values are kept permanently.
//
// Defs that call defs can take a number of steps that doubles with each level of calls. While such a def is evaluated,
// the state does not change. So the results of the calls below it are kept until it returns.

// heavySteps is the weight from which on the results of a def are kept. The weight is the number of nodes with the
// bodies of all called defs inlined.
const heavySteps = 10_000

// maxRecalled is the greatest number of results that are kept. maxRecalledArgs is the greatest number of arguments of a
// call whose result is kept.
const (
	maxRecalled     = 100_000
	maxRecalledArgs = 4
	maxFixed        = 1 << 18 // values of defs that read no state
)

// recall keeps the results of calls while a heavy def is evaluated.
type recall struct {
	heavy   map[*model.Def]bool
	depth   int // the number of nested heavy calls
	results map[callKey]Slot

	fixed  map[*model.Def]bool // the defs whose values are kept permanently
	values map[fixedKey]Slot
}

// fixedKey is a call of a def that reads no state. Bit i of defined says that argument i is.
type fixedKey struct {
	def     *model.Def
	args    [maxRecalledArgs]int64
	defined uint8
}

type callKey struct {
	def  *model.Def
	args [maxRecalledArgs]Slot
}

func newRecall(p *model.Program) recall {
	weights, heavy := map[*model.Def]float64{}, map[*model.Def]bool{}
	if p == nil {
		return recall{}
	}
	for _, d := range p.Defs {
		if len(d.Params) <= maxRecalledArgs && defWeight(d, weights) >= heavySteps {
			heavy[d] = true
		}
	}
	return recall{heavy: heavy, fixed: fixedDefs(p)}
}

// fixedDefs returns the defs whose values are kept permanently.
func fixedDefs(p *model.Program) map[*model.Def]bool {
	var reads model.StateReads
	fixed, looping := map[*model.Def]bool{}, map[*model.Def]bool{}
	composite := func(v model.Variable) bool { return v.Set == nil || !v.Set.Type().Elem().Scalar() }
	for _, d := range p.Defs {
		if len(d.Params) <= maxRecalledArgs && loops(d, looping) && !reads.By(d.Body) &&
			!slices.ContainsFunc(d.Params, composite) {
			fixed[d] = true
		}
	}
	return fixed
}

// loops reports whether a def, or a def that it calls, evaluates a binder. known holds the answers so far, so that each
// body is visited once.
func loops(d *model.Def, known map[*model.Def]bool) bool {
	is, ok := known[d]
	if !ok {
		known[d] = false // ends a recursion, which a checked model does not have
		is = model.Contains(d.Body, func(x model.Expr) bool {
			switch x := x.(type) {
			case *model.Fold, *model.SetComp:
				return true
			case *model.Call:
				return loops(x.Def, known)
			default:
				return false
			}
		})
		known[d] = is
	}
	return is
}

// defWeight returns the number of nodes of a def's body with the bodies of all called defs inlined.
func defWeight(d *model.Def, weights map[*model.Def]float64) float64 {
	if w, ok := weights[d]; ok {
		return w
	}
	weights[d] = 1 // ends a recursion, which a checked model does not have
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

// keeps reports whether the results of some defs are kept. They are not kept on partial states, because on a partial
// state an evaluation also records the elements that it missed.
func (ev *Evaluator) keeps(defs map[*model.Def]bool, d *model.Def) bool {
	return len(defs) > 0 && defs[d] && ev.known == nil && ev.build == nil && !ev.two
}

// body evaluates the body of a def with its arguments in g, or returns the kept result.
func (ev *Evaluator) body(d *model.Def, g Frame) (model.Value, bool) {
	r := &ev.recall
	if ev.keeps(r.fixed, d) {
		return ev.fixedBody(d, g)
	}
	if !ev.keeps(r.heavy, d) {
		return ev.eval(d.Body, g)
	}
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

// fixedBody is body for a def whose values are kept permanently.
func (ev *Evaluator) fixedBody(d *model.Def, g Frame) (model.Value, bool) {
	r := &ev.recall
	key := fixedKey{def: d}
	for i := range d.Params {
		if a := g[d.Params[i].Slot]; a.OK {
			key.args[i], key.defined = a.Value.N, key.defined|1<<i
		}
	}
	if s, ok := r.values[key]; ok {
		return s.Value, s.OK
	}
	v, ok := ev.eval(d.Body, g)
	if ev.steps < 0 || ev.problem != nil {
		return v, ok
	}
	if r.values == nil || len(r.values) >= maxFixed {
		r.values = map[fixedKey]Slot{}
	}
	r.values[key] = Slot{v, ok}
	return v, ok
}

// EvalDef computes the body of a def that reads no state. f holds the values of its parameters.
func (ev *Evaluator) EvalDef(d *model.Def, f Frame) (model.Value, bool) {
	old := ev.state
	ev.state = nil
	v, ok := ev.body(d, f)
	ev.state = old
	return v, ok
}
