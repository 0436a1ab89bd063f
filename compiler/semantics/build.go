package semantics

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/text"
)

// maxSteps limits the steps of evaluation for one type, parameter or constant.
const maxSteps = 200_000_000

// Binding is a value given to a parameter from outside the model. Exactly one of Value, JSON and Text is set.
type Binding struct {
	Value  *model.InstanceValue // -D name=expression, checked against the parameter
	JSON   json.RawMessage      // --data: the value of the parameter
	Text   *string              // -D name=@file: the text of a map
	Where  string               // the source of the value, as errors name it: "data.json", "-D"
	Blanks diag.List            // the warnings that are due if a blank is a sign of the map
}

// source is the source of the value of a parameter.
type source struct {
	Binding
	compute func(d *model.ArrayData) []Slot // for a parameter of a relaxation: computed from the first model
}

// progress is the state of the computation of an array, type or grid.
type progress uint8

const (
	untouched progress = iota
	running
	done
	failed
)

// builder computes all data of a model from its parameters. It computes each array, type and grid when the evaluator
// first reads it.
type builder struct {
	p      *model.Program
	m      *model.Model
	ev     *Evaluator
	inst   map[*model.Array]*model.InstanceValue
	given  map[*model.Array]source
	diags  diag.List
	arrays []progress
	types  []progress
	grids  []progress
	steps  int64 // the limit for one array, type or grid

	optional bool // values of the list that is read may be missing
	stopped  bool // the interruption has been reported
	relaxed  bool // this is the other puzzle of a relaxation: its initial values and relaxations are not computed
}

// Build computes the model of a program: the values of its parameters and everything that depends on them. The value of
// a parameter comes from given, else from inst, else from its default. inst may be nil. If the model is nil, the list
// holds an error.
func Build(p *model.Program, inst *model.Instance, given map[string]Binding) (*model.Model, diag.List) {
	return BuildContext(context.Background(), p, inst, given)
}

// BuildContext is Build that ends with the context. The model is then nil and the list holds an error with code
// CodeStopped.
func BuildContext(
	ctx context.Context, p *model.Program, inst *model.Instance, given map[string]Binding,
) (*model.Model, diag.List) {
	b := newBuilder(p, inst)
	b.ev.ctx = ctx
	b.take(given)
	m, diags := b.finish()
	b.ev.ctx = nil
	return m, diags
}

// interrupted reports whether the context ended. It adds an error the first time.
func (b *builder) interrupted() bool {
	if !b.ev.ended() {
		return false
	}
	if !b.stopped {
		b.stopped = true
		cause := context.Cause(b.ev.ctx)
		b.diags.Errorf(diag.Span{}, CodeStopped, "computing the data of the model was interrupted: %v", cause)
	}
	return true
}

func newBuilder(p *model.Program, inst *model.Instance) *builder {
	m := &model.Model{
		Program: p, Instance: inst, Data: make([]*model.ArrayData, len(p.Arrays)),
		Sets: make([]*model.Set, len(p.Types)), Dims: make([]model.Dims, len(p.Grids)),
	}
	b := &builder{
		p: p, m: m, ev: NewEvaluator(m), steps: maxSteps,
		inst: map[*model.Array]*model.InstanceValue{}, given: map[*model.Array]source{},
		arrays: make([]progress, len(p.Arrays)), types: make([]progress, len(p.Types)),
		grids: make([]progress, len(p.Grids)),
	}
	b.ev.build = b
	if inst != nil {
		for i := range inst.Values {
			b.inst[inst.Values[i].Param] = &inst.Values[i]
		}
	}
	return b
}

// take assigns the given values to the parameters. It reports names that are not parameters.
func (b *builder) take(given map[string]Binding) {
	byName := map[string]*model.Array{}
	var names []string
	for _, a := range b.p.ParamArrays() {
		byName[a.Name] = a
		names = append(names, a.Name)
	}
	for _, name := range sortedKeys(given) {
		if a := byName[name]; a != nil {
			b.given[a] = source{Binding: given[name]}
			continue
		}
		d := b.diags.Errorf(diag.Span{}, codeUnknownParam,
			"%s%s has no parameter `%s`", prefix(given[name].Where), b.p.Puzzle, name)
		if len(names) > 0 {
			d.Help = diag.Meant(name, names, "it has "+strings.Join(names, ", "))
		}
	}
}

func prefix(where string) string {
	if where == "" {
		return ""
	}
	return where + ": "
}

func (b *builder) finish() (*model.Model, diag.List) {
	if b.diags.HasErrors() {
		return nil, b.diags
	}
	b.requireParams()
	for _, g := range b.p.Grids {
		b.grid(g)
	}
	for _, t := range b.p.Types {
		b.typeSet(t)
	}
	for _, a := range b.p.Arrays {
		b.array(a)
	}
	if !b.diags.HasErrors() {
		b.layout()
	}
	b.assumptions()
	if !b.diags.HasErrors() && !b.relaxed {
		b.initial()
	}
	if b.diags.HasErrors() {
		return nil, b.diags
	}
	b.ev.build = nil
	if !b.relaxed {
		for _, r := range b.p.Relaxations {
			if _, list := BuildRelaxation(b.ev.ctx, b.m, r); list.HasErrors() {
				b.diags = append(b.diags, list...)
				return nil, b.diags
			}
		}
	}
	return b.m, b.diags
}

// requireParams reports parameters without a value. What does not depend on them is still computed and checked.
func (b *builder) requireParams() {
	var missing []string
	var span diag.Span
	for _, a := range b.p.ParamArrays() {
		_, given := b.given[a]
		if given || b.inst[a] != nil || a.Value != nil {
			continue
		}
		if len(missing) == 0 {
			span = a.Span
		}
		missing = append(missing, "`"+a.Name+"`")
		b.arrays[a.ID] = failed
	}
	if len(missing) == 0 {
		return
	}
	what := "parameter"
	if len(missing) > 1 {
		what = "parameters"
	}
	d := b.diags.Errorf(span, CodeMissing,
		"%s needs a value for the %s %s", b.p.Puzzle, what, strings.Join(missing, ", "))
	example := mention.With(mention.Values, strings.Trim(missing[0], "`")+"=value")
	d.Help = "give it in an instance, with " + mention.Data + ", or with " + example
}

// isolate runs a computation with its own budget and its own record of failures, and reports whether it succeeded. what
// is its name in errors.
func (b *builder) isolate(span diag.Span, what string, compute func() bool) bool {
	ev := b.ev
	if b.interrupted() {
		ev.tainted = true
		return false
	}
	state, known, left, tainted, unknown := ev.state, ev.known, ev.steps, ev.tainted, ev.unknown
	ev.state, ev.known, ev.steps, ev.tainted, ev.unknown = nil, nil, b.steps, false, false
	ok := compute()
	switch {
	case ev.problem != nil:
		ev.problem.Msg = what + ": " + ev.problem.Msg
		b.diags.Add(ev.problem)
		ev.problem, ok = nil, false
	case ev.steps < 0 && !b.interrupted():
		b.diags.Errorf(span, codeTooMuchWork, "%s takes more than %d steps to compute", what, b.steps)
		ok = false
	case ev.tainted || ev.steps < 0:
		ok = false
	}
	ev.state, ev.known, ev.steps, ev.unknown = state, known, left, unknown
	ev.tainted = tainted || !ok
	return ok
}

// errorf reports an error, unless the error follows from an earlier one.
func (b *builder) errorf(span diag.Span, code, format string, args ...any) {
	if !b.ev.tainted && b.ev.problem == nil && b.ev.steps >= 0 {
		b.diags.Errorf(span, code, format, args...)
	}
	b.ev.tainted = true
}

// enter begins a computation that is made once. It returns false if the computation is done, has failed or is running.
func (b *builder) enter(p *progress, span diag.Span, what string) bool {
	switch *p {
	case untouched:
		*p = running
		return true
	case running:
		b.errorf(span, codeCycle, "%s depends on itself", what)
	case failed:
		b.ev.tainted = true
	case done:
	}
	return false
}

func leave(p *progress, ok bool) {
	*p = failed
	if ok {
		*p = done
	}
}

// grid returns the size of a grid.
func (b *builder) grid(g *model.Grid) model.Dims {
	p := &b.grids[g.ID]
	if *p != done && b.enter(p, g.Span, g.Name) {
		leave(p, b.isolate(g.Span, g.Name, func() bool { return b.measure(g) }))
	}
	return b.m.Dims[g.ID]
}

func (b *builder) measure(g *model.Grid) bool {
	f := make(Frame, g.Slots)
	var d model.Dims
	if g.Maps != nil {
		for i, m := range g.Maps {
			v, ok := b.ev.eval(m, f)
			if !ok || v.C == nil || v.C.Map == nil {
				b.errorf(g.Span, codeBadGrid, "the map of %s is undefined", g.Name)
				return false
			}
			size := model.Dims{Rows: int64(v.C.Map.Rows), Cols: int64(v.C.Map.Cols)}
			if i > 0 && size != d {
				b.errorf(g.Span, codeBadGrid, "the maps of %s differ in size: `%s` has %d × %d cells, `%s` has %d × %d",
					g.Name, model.NamedMap(g.Maps[0]).Name, d.Rows, d.Cols, model.NamedMap(m).Name, size.Rows, size.Cols)
				return false
			}
			d = size
		}
	} else {
		rows, rok := b.ev.eval(g.Rows, f)
		cols, cok := b.ev.eval(g.Cols, f)
		if !rok || !cok || rows.N < 0 || cols.N < 0 {
			b.errorf(g.Span, codeBadGrid, "the size of %s is undefined or negative", g.Name)
			return false
		}
		d = model.Dims{Rows: rows.N, Cols: cols.N}
	}
	if d.Rows > maxElements || d.Cols > maxElements || d.Rows*d.Cols > maxElements {
		b.errorf(g.Span, CodeTooLarge, "%s has %s of %d cells: at most %d cells are possible",
			g.Name, text.Count(int(d.Rows), "row"), d.Cols, maxElements)
		return false
	}
	b.m.Dims[g.ID] = d
	return true
}

// typeSet returns the values of a declared type, or nil if they cannot be listed.
func (b *builder) typeSet(t *model.TypeDecl) *model.Set {
	p := &b.types[t.ID]
	if *p != done && b.enter(p, t.Span, "type "+t.Name) {
		leave(p, b.isolate(t.Span, "type "+t.Name, func() bool {
			f := make(Frame, t.Slots)
			if b.unlistable(t.Set, f) {
				return true
			}
			s, ok := b.ev.set(t.Set, f)
			if !ok {
				b.errorf(t.Span, codeUndefined, "the type %s is undefined", t.Name)
				return false
			}
			b.m.Sets[t.ID] = s
			return true
		}))
	}
	return b.m.Sets[t.ID]
}

// unlistable reports whether the elements of a set cannot be listed: the set of all characters, of all sets or of all
// maps, or a range that is too long.
func (b *builder) unlistable(e model.Expr, f Frame) bool {
	switch e := e.(type) {
	case *model.AnyChar, *model.AnySet, *model.AnyList, *model.AnyMap:
		return true
	case *model.NamedSet:
		return b.typeSet(e.Decl) == nil && b.types[e.Decl.ID] == done
	case *model.Product:
		return slices.ContainsFunc(e.Elems, func(x model.Expr) bool { return b.unlistable(x, f) })
	case *model.Range:
		lo, hi, ok := b.ev.bounds(e, f)
		return ok && hi >= lo && uint64(hi)-uint64(lo) >= uint64(b.ev.maxSet)
	default:
		return false
	}
}

// array computes the indices and the domain of an array, and its values unless the array is a state variable.
func (b *builder) array(a *model.Array) *model.ArrayData {
	p := &b.arrays[a.ID]
	if *p == done {
		return b.m.Data[a.ID]
	}
	what := "`" + a.Name + "`"
	if b.enter(p, a.Span, what) {
		leave(p, b.isolate(a.Span, what, func() bool { return b.compute(a) }))
	}
	if *p != done {
		return nil
	}
	return b.m.Data[a.ID]
}

func (b *builder) compute(a *model.Array) bool {
	d, ok := b.shape(a)
	if !ok {
		return false
	}
	b.m.Data[a.ID] = d
	if !b.domain(a, d) {
		return false
	}
	if a.Role == model.State {
		return true
	}
	return b.values(a, d)
}

// shape computes the index sets and the number of elements of an array.
func (b *builder) shape(a *model.Array) (*model.ArrayData, bool) {
	d := &model.ArrayData{Size: 1}
	for _, iv := range a.Index {
		f := make(Frame, model.SlotsFor(iv.Set))
		s, ok := b.ev.set(iv.Set, f)
		if !ok {
			b.errorf(iv.Set.Span(), codeUndefined, "the index set of `%s` is undefined or cannot be listed", a.Name)
			return nil, false
		}
		d.Index = append(d.Index, s)
		if d.Size > 0 && s.Len() > maxElements/d.Size {
			b.errorf(a.Span, CodeTooLarge, "`%s` has too many elements: at most %d are possible", a.Name, maxElements)
			return nil, false
		}
		d.Size *= s.Len()
	}
	return d, true
}

// listedDomain is the greatest size of the domain of a parameter or constant that is listed. Domains of state variables
// are always listed.
const listedDomain = 1 << 16

func (b *builder) domain(a *model.Array, d *model.ArrayData) bool {
	f := make(Frame, model.SlotsFor(a.Domain))
	if a.Role != model.State {
		if a.Type.Scalar() && !b.unlistable(a.Domain, f) {
			if it, ok := b.ev.elems(a.Domain, f); ok && it.n <= listedDomain {
				d.Domain, _ = b.ev.set(a.Domain, f)
			}
		}
		return true
	}
	s, ok := b.ev.set(a.Domain, f)
	if !ok {
		if b.unlistable(a.Domain, f) {
			b.errorf(a.Domain.Span(), CodeTooLarge, "the type of the state variable `%s` has too many values", a.Name)
		}
		b.errorf(a.Domain.Span(), codeUndefined, "the type of the state variable `%s` is undefined", a.Name)
		return false
	}
	if s.Len() > maxValues {
		b.errorf(a.Domain.Span(), CodeTooLarge,
			"the state variable `%s` has %d values: each is looked at before the search, and at most %d are possible", a.Name,
			s.Len(), maxValues)
		return false
	}
	if s.Len() == 0 && d.Size > 0 {
		b.errorf(a.Domain.Span(), codeEmptyType, "the type of the state variable `%s` is empty", a.Name)
		return false
	}
	d.Domain = s
	return a.Entry == nil || b.entries(a, d)
}

// entries computes the type of each element. Elements whose types are equal share one set.
func (b *builder) entries(a *model.Array, d *model.ArrayData) bool {
	if !b.ev.fits(d.Size, valueBytes) {
		return false
	}
	d.Entries = make([]*model.Set, d.Size)
	equal := map[string][]*model.Set{}
	for k := range d.Entries {
		s, ok := b.ev.set(b.entry(a, d, k))
		name := a.Name + "[" + b.m.FormatIndex(a, k) + "]"
		if !ok {
			b.errorf(a.Domain.Span(), codeUndefined, "the type of %s is undefined", name)
			return false
		}
		if s.Len() == 0 {
			b.errorf(a.Domain.Span(), codeEmptyType, "the type of %s is empty", name)
			return false
		}
		key := fmt.Sprint(s.Len(), s.Elems[0].N)
		alike := slices.IndexFunc(equal[key], func(t *model.Set) bool {
			return slices.EqualFunc(s.Elems, t.Elems, func(v, w model.Value) bool { return v.N == w.N })
		})
		if alike < 0 {
			alike, equal[key] = len(equal[key]), append(equal[key], s)
		}
		d.Entries[k] = equal[key][alike]
	}
	return true
}

// layout assigns the places of the state to the state variables.
func (b *builder) layout() {
	for _, a := range b.p.StateArrays() {
		d := b.m.Data[a.ID]
		d.Offset = b.m.StateSize
		if b.m.StateSize += d.Size; b.m.StateSize > maxState {
			b.diags.Errorf(a.Span, CodeTooLarge, "a state has too many elements: at most %d are possible", maxState)
			return
		}
	}
}

func (b *builder) assumptions() {
	for i := range b.p.Assumes {
		c := &b.p.Assumes[i]
		b.isolate(c.Expr.Span(), "`assume`", func() bool {
			f := make(Frame, c.Slots)
			if b.ev.holds(c.Expr, f) {
				return true
			}
			text := b.ev.reason(&c.Cond, f)
			if text == "" {
				text = "the data break this assumption of the model"
			}
			b.errorf(c.Expr.Span(), codeAssume, "%s", text)
			return false
		})
	}
	b.ev.tainted = false
	b.ev.steps = math.MaxInt64
}
