// Package later prepares models for generated programs that read some parameters when they run. Defer turns these
// parameters, and the constants that depend on them, into state variables that no move changes. WhyNot says why a
// parameter cannot be deferred.
package later

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/static"
)

// A deferred parameter is a state variable that no move changes, and so is each constant that depends on it. Grounding
// and gogen compute beforehand only what does not read the state, so they need to know nothing of deferred parameters.
// A parameter cannot be deferred if a value depends on it that must be constant. There is one exception: the parts of
// the `where` of a move that depend on a deferred parameter become conditions of the move.

// Deferred is a model some of whose parameters are known only when a program runs.
type Deferred struct {
	// Model has the deferred parameters, and the constants that depend on them, as state variables; see
	// model.Array.Later. It has no symmetries and no prunes: searches do not need them, and they may hold for this
	// instance only.
	Model *model.Model
	// LeftOut gives the reason for each heuristic that Model does not have, by its name: its simpler puzzle depends on
	// a deferred parameter.
	LeftOut map[string]string
	// With lists for a deferred parameter, by its name, the parameters that must be given together with it because
	// their defaults depend on it.
	With map[string][]string
}

// State makes a state of the deferred model from a state of the model m. The deferred parameters have their present
// values.
func (d *Deferred) State(m *model.Model, state []int64) []int64 {
	out := make([]int64, d.Model.StateSize)
	for _, a := range d.Model.StateArrays() {
		to := d.Model.Data[a.ID]
		if a.Later == nil {
			copy(out[to.Offset:to.Offset+to.Size], state[m.Data[a.ID].Offset:])
			continue
		}
		for i, v := range to.Values {
			out[to.Offset+i] = v.N
		}
	}
	return out
}

// WhyNot says why a parameter cannot be deferred together with others; "" if it can be.
func WhyNot(m *model.Model, a *model.Array, others []*model.Array) string {
	return newDeferral(m, others, a).why(a)
}

// Defer makes a model in which some parameters are known only when a program runs. WhyNot must allow these parameters.
func Defer(m *model.Model, params []*model.Array) *Deferred {
	d := newDeferral(m, params, params...)
	out := &Deferred{Model: d.clone(), LeftOut: d.leftOut, With: map[string][]string{}}
	for _, a := range params {
		w := newDeferral(m, params, a).dependence()
		for _, p := range params {
			if p != a && p.Value != nil && !d.givenByInstance(p) && w.of(p.Value) {
				out.With[a.Name] = append(out.With[a.Name], p.Name)
			}
		}
	}
	return out
}

// Bounds for arrays that become state variables, because grounding looks at each value.
const (
	laterValues = 4096    // of an element
	laterTotal  = 1 << 16 // values of all elements of an array
)

// deferral finds what depends on deferred parameters.
type deferral struct {
	m       *model.Model
	program model.Program         // what is looked at
	named   []*model.Array        // all parameters that are deferred
	later   map[*model.Array]bool // those in hand, and the constants that depend on them
	leftOut map[string]string
}

func newDeferral(m *model.Model, named []*model.Array, in ...*model.Array) *deferral {
	d := &deferral{
		m: m, program: *m.Program, named: named, later: map[*model.Array]bool{},
		leftOut: map[string]string{},
	}
	d.program.Symmetries, d.program.Prunes, d.program.Instances, d.program.Expects = nil, nil, nil, nil
	for _, a := range in {
		d.later[a] = true
	}
	for more := true; more; {
		more = false
		w := d.dependence()
		for _, a := range m.Arrays {
			if a.Role == model.Const && !d.later[a] && w.of(a.Value) {
				d.later[a], more = true, true
			}
		}
	}
	d.leaveOut()
	return d
}

// dependence finds the expressions that depend on deferred arrays.
type dependence struct {
	*static.Analysis
	refused *bool
}

func (d *deferral) dependence() dependence {
	refused := false
	return dependence{d.analysis(func(static.Refusal) { refused = true }), &refused}
}

// of reports whether an expression depends on such an array, also in a place where a constant is demanded.
func (w dependence) of(e model.Expr) bool {
	*w.refused = false
	return w.Reads(e) || *w.refused
}

func (d *deferral) analysis(refuse func(static.Refusal)) *static.Analysis {
	wide := func(vars []model.Bind, i int) bool { return d.widened(vars, i) != nil }
	return static.New(&d.program, static.Options{Refuse: refuse, Later: d.later, Wide: wide})
}

// leaveOut drops relaxations whose other puzzle depends on deferred parameters, and heuristics that need such a
// relaxation or a pattern with deferred values.
func (d *deferral) leaveOut() {
	w := d.dependence()
	constant := func(e model.Expr) bool { return !w.of(e) }
	gone := map[*model.Relaxation]bool{}
	d.program.Relaxations = slices.DeleteFunc(slices.Clone(d.program.Relaxations), func(r *model.Relaxation) bool {
		gone[r] = slices.ContainsFunc(r.Params, func(v model.RelaxationValue) bool { return !constant(v.Value) })
		return gone[r]
	})
	for n := -1; n != len(d.leftOut); {
		n = len(d.leftOut)
		d.program.Heuristics = slices.DeleteFunc(slices.Clone(d.program.Heuristics), func(h *model.Heuristic) bool {
			return model.Contains(h.Value, func(e model.Expr) bool {
				why := d.missing(e, gone, constant)
				if why != "" {
					d.leftOut[h.Name] = why
				}
				return why != ""
			})
		})
	}
}

// missing says why an estimate cannot be computed: it depends on deferred parameters. It is "" for other expressions.
func (d *deferral) missing(e model.Expr, gone map[*model.Relaxation]bool, constant func(model.Expr) bool) string {
	switch e := e.(type) {
	case *model.RelaxationRef:
		if gone[e.Relaxation] {
			return "the puzzle of `" + e.Relaxation.Name + "` depends on " + d.names()
		}
	case *model.PatternCost:
		if !constant(e.Values) || e.Tracked != nil && !constant(e.Tracked) {
			return "the values of a pattern depend on " + d.names()
		}
	case *model.HeuristicRef:
		return d.leftOut[e.Heuristic.Name]
	default:
	}
	return ""
}

// names lists the parameters that are deferred.
func (d *deferral) names() string {
	var names []string
	for _, a := range d.named {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// why returns the reason why a parameter cannot be deferred.
func (d *deferral) why(a *model.Array) string {
	why := ""
	d.analysis(func(r static.Refusal) {
		if why == "" {
			why = fmt.Sprintf("%s depends on it (%s:%d)", strings.ReplaceAll(r.Who, "`", ""), r.Span.Start.Filename,
				r.Span.Start.Line)
		}
	}).Check()
	if why != "" {
		return d.declared(why)
	}
	for _, t := range d.m.Arrays {
		if !d.later[t] {
			continue
		}
		if why := d.unfit(t); why != "" && t == a {
			return "it is " + why
		} else if why != "" {
			return t.Name + " depends on it, which is " + why
		}
	}
	if p := d.byDefault(); p != nil {
		return "the default of " + p.Name + " depends on it, so that " + p.Name + " has to be named as well"
	}
	return ""
}

// unfit returns the reason why a parameter or constant cannot be a state variable; "": none.
func (d *deferral) unfit(a *model.Array) string {
	data := d.m.Data[a.ID]
	if d.isMap(a) {
		data = d.mapData(a)
	}
	switch {
	case d.isMap(a) && data == nil:
		return "a map of which only the size is read"
	case d.isMap(a) && data.Size > 0:
		if data.Domain.Len()*data.Size > laterTotal {
			return "so large a map"
		}
	case slices.ContainsFunc(d.m.Enums, func(e *model.Enum) bool { return e.Param == a }):
		return "an enum, whose values are constants of the program"
	case a.Role == model.Param && !d.m.Plain(a) || !a.Type.Scalar():
		return "no number, name or cell, or no list of such"
	case a.Entry != nil:
		return "of a type for each entry"
	case data.Domain == nil || data.Domain.Len() > laterValues || data.Domain.Len()*data.Size > laterTotal:
		return "of a type with too many values"
	case slices.Contains(data.Defined, false):
		return "undefined in places"
	}
	return ""
}

// byDefault returns a parameter whose value is a default that depends on deferred parameters; nil: none.
func (d *deferral) byDefault() *model.Array {
	w := d.dependence()
	for _, p := range d.m.ParamArrays() {
		if !slices.Contains(d.named, p) && !d.later[p] && p.Value != nil && !d.givenByInstance(p) && w.of(p.Value) {
			return p
		}
	}
	return nil
}

func (d *deferral) givenByInstance(p *model.Array) bool {
	return d.m.Instance != nil && slices.ContainsFunc(d.m.Instance.Values, func(v model.InstanceValue) bool {
		return v.Param == p
	})
}

// declared says it shorter where the size or the type of a declaration depends on a parameter.
func (d *deferral) declared(why string) string {
	w := d.dependence()
	reads := func(es ...model.Expr) bool {
		return slices.ContainsFunc(es, func(e model.Expr) bool { return e != nil && model.NamedMap(e) == nil && w.of(e) })
	}
	for _, g := range d.m.Grids {
		if reads(g.Sizes()...) {
			return "the size of " + g.Name + " depends on it"
		}
	}
	for _, t := range d.m.Types {
		if reads(t.Set) {
			return "the type " + t.Name + " depends on it"
		}
	}
	for _, a := range d.m.Arrays {
		if reads(a.Domain) {
			return "the type of " + a.Name + " depends on it"
		}
		for _, i := range a.Index {
			if reads(i.Set) {
				return "the size of " + a.Name + " depends on it"
			}
		}
	}
	return why
}

// clone makes the model.
func (d *deferral) clone() *model.Model {
	c := newCloner(d)
	p := d.program
	p.Arrays, p.Defs, p.Views = each(p.Arrays, c.array), each(p.Defs, c.def), each(p.Views, c.view)
	p.Inits, p.Assumes, p.Always = each(p.Inits, c.formula), each(p.Assumes, c.formula), each(p.Always, c.formula)
	p.Goals, p.Deads, p.Invariants = each(p.Goals, c.formula), each(p.Deads, c.formula), each(p.Invariants, c.formula)
	p.Heuristics, p.Relaxations = each(p.Heuristics, c.heuristic), each(p.Relaxations, c.relaxation)
	w := d.dependence()
	p.Moves = each(d.m.Moves, func(mv *model.Move) *model.Move { return c.move(d.guarded(w, mv)) })
	out := &model.Model{
		Program: &p, Instance: d.m.Instance, Data: make([]*model.ArrayData, len(d.m.Data)), Sets: d.m.Sets, Dims: d.m.Dims,
	}
	for i, a := range p.Arrays {
		data := *d.m.Data[i]
		if a.Later != nil && d.isMap(a.Later) {
			data = *d.mapData(a.Later)
		}
		if a.Role == model.State {
			data.Offset = out.StateSize
			out.StateSize += data.Size
		}
		out.Data[i] = &data
	}
	return out
}

// guarded moves the parts of `where` that depend on what is known later to the conditions.
func (d *deferral) guarded(w dependence, mv *model.Move) *model.Move {
	out := *mv
	var when []model.Cond
	var keep func(e model.Expr) model.Expr
	keep = func(e model.Expr) model.Expr {
		b, ok := e.(*model.Binary)
		switch {
		case !w.of(e):
			return e
		case !ok || b.Op != model.And:
			when = append(when, model.Cond{Expr: e})
			return nil
		}
		l, r := keep(b.L), keep(b.R)
		if l == nil || r == nil {
			return orElseExpr(l, r)
		}
		both := *b
		both.L, both.R = l, r
		return &both
	}
	if mv.Where != nil {
		out.Where = keep(mv.Where)
		out.When = append(when, mv.When...)
	}
	return &out
}

func orElseExpr(l, r model.Expr) model.Expr {
	if l == nil {
		return r
	}
	return l
}
