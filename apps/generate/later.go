package generate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/static"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Here are models whose data are still open, of puzzles without moves: parameters, and the constants that depend on
// them, become state variables.
//
// A deferred parameter is a state variable with a fixed value, and so is each constant that depends on it. Grounding
// computes beforehand only what does not read the state, so it need know nothing of deferred parameters. A parameter
// cannot be deferred if a value depends on it that must be constant.

// Deferred is a model some of whose parameters are state variables.
type Deferred struct {
	// Model has the deferred parameters, and the constants that depend on them, as state variables; see
	// model.Array.Later. It has no heuristics, symmetries and prunes, which nothing uses without moves.
	Model *model.Model
	*deferral
	// Fixed says, by the name of a parameter, why it cannot be deferred.
	Fixed map[string]string
}

// Defer makes a model in which those of some parameters that can be deferred are state variables.
func Defer(m *model.Model, params []*model.Array) *Deferred {
	out := &Deferred{Fixed: map[string]string{}}
	var open []*model.Array
	for _, a := range params {
		if why := newDeferral(m, a).why(a); why != "" {
			out.Fixed[a.Name] = why
			continue
		}
		open = append(open, a)
	}
	out.deferral = newDeferral(m, open...)
	out.Model = out.clone()
	return out
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

// Bounds for arrays that become state variables, because grounding looks at each value.
const (
	laterValues = 4096    // of an element
	laterTotal  = 1 << 20 // values of all elements of an array
)

// deferral finds what depends on deferred parameters.
type deferral struct {
	m       *model.Model
	program model.Program         // what is looked at
	later   map[*model.Array]bool // the deferred parameters, and the constants that depend on them
}

func newDeferral(m *model.Model, params ...*model.Array) *deferral {
	d := &deferral{m: m, program: *m.Program, later: lists.Set(params)}
	d.program.Heuristics, d.program.Relaxations, d.program.Symmetries, d.program.Prunes = nil, nil, nil, nil
	d.program.Instances, d.program.Expects = nil, nil
	for more := true; more; {
		more = false
		w := d.dependence()
		for _, a := range m.Arrays {
			if a.Role == model.Const && !d.later[a] && w.of(a.Value) {
				d.later[a], more = true, true
			}
		}
	}
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
	return static.New(&d.program, static.Options{Refuse: refuse, Later: d.later})
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
		return "the default of " + p.Name + " depends on it"
	}
	return ""
}

// unfit returns the reason why a parameter or constant cannot be a state variable; "": none.
func (d *deferral) unfit(a *model.Array) string {
	data := d.data(a)
	switch {
	case d.isMap(a) && data == nil:
		return "a map of which only the size is read"
	case d.isMap(a) && data.Size > 0:
		if data.Domain.Len()*data.Size > laterTotal {
			return "so large a map"
		}
	case slices.ContainsFunc(d.m.Enums, func(e *model.Enum) bool { return e.Param == a }):
		return "an enum, whose values are constants of the model"
	case a.Role == model.Param && !plain(a, data) || !a.Type.Scalar():
		return "no number, name or cell, or no list of such"
	case a.Entry != nil:
		return "of a type for each entry"
	case data.Domain == nil || data.Domain.Len() > laterValues || data.Domain.Len()*data.Size > laterTotal:
		return "of a type with too many values"
	case !a.Optional && slices.Contains(data.Defined, false):
		return "undefined in places"
	}
	return ""
}

// plain reports whether each element of an array is a single value of a listed domain, and the values of each index
// follow one another.
func plain(a *model.Array, data *model.ArrayData) bool {
	loose := func(s *model.Set) bool { return !s.Type.Scalar() || !s.Gapless() || s.Type.Kind == model.Boolean }
	return !slices.ContainsFunc(data.Index, loose) && a.Type.Scalar() && data.Domain != nil && data.Domain.Len() > 0
}

// byDefault returns a parameter whose value is a default that depends on deferred parameters; nil: none.
func (d *deferral) byDefault() *model.Array {
	w := d.dependence()
	return lists.First(d.m.ParamArrays(), func(p *model.Array) bool {
		return !d.later[p] && p.Value != nil && !d.givenByInstance(p) && w.of(p.Value)
	})
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
	p.Types = each(p.Types, c.typeDecl)
	p.Arrays, p.Defs, p.Views = each(p.Arrays, c.array), each(p.Defs, c.def), each(p.Views, c.view)
	p.Inits, p.Assumes, p.Always = each(p.Inits, c.formula), each(p.Assumes, c.formula), each(p.Always, c.formula)
	p.Goals, p.Deads, p.Invariants = each(p.Goals, c.formula), each(p.Deads, c.formula), each(p.Invariants, c.formula)
	out := &model.Model{
		Program: &p, Instance: d.m.Instance, Data: make([]*model.ArrayData, len(d.m.Data)), Sets: d.m.Sets, Dims: d.m.Dims,
	}
	for i, a := range p.Arrays {
		data := *d.m.Data[i]
		if a.Later != nil {
			data = *d.data(a.Later)
		}
		if a.Role == model.State {
			data.Offset = out.StateSize
			out.StateSize += data.Size
		}
		out.Data[i] = &data
	}
	return out
}
