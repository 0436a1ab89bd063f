// Package static finds values that must be constant and depend on the state: in types, sizes of grids, sets of binders
// and other places.
package static

import (
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// One walk over the checked tree finds for each expression what its value depends on: state variables and, inside a
// def, parameters of the def. Where a constant is demanded, a dependence on the state is an error. A dependence on a
// parameter means that every call must give a constant for this parameter.

// reads describes the dependencies of a value.
type reads struct {
	state *evidence    // nil: no state variable
	param map[int]bool // slots of parameters of the def being walked
}

// evidence is a place where the state is read.
type evidence struct {
	span diag.Span
	def  string // the def through which it is read, if any
	what string // "`crate`"
}

func (e *evidence) String() string {
	if e.def == "" {
		return e.what
	}
	return "`" + e.def + "`, which reads " + e.what
}

// Analysis finds the dependencies of the values of a program.
type Analysis struct {
	program *model.Program
	o       Options
	defs    map[*model.Def]*defFacts
	env     map[int]reads // of the frame being walked: what parameters and lets depend on
	def     *defFacts     // nil outside of defs
}

// Options are options of an analysis.
type Options struct {
	// Refuse is called for each dependence on the state where a constant is wanted.
	Refuse func(Refusal)
	// Later holds parameters and constants that count as state because their values are known later. It is nil if there
	// are none.
	Later map[*model.Array]bool
}

// Refusal is a dependence on the state where a constant is wanted.
type Refusal struct {
	Span    diag.Span // where the state is read
	At      diag.Span // of what cannot depend on it; zero if it is not known
	What    string    // what is read: "`crate`", "`f`, which reads `crate`"
	Who     string    // what cannot depend on it
	Because string    // the end of the sentence
	Help    string
}

type defFacts struct {
	state *evidence      // what the body reads
	must  map[int]string // parameters that must be constant, and what wants it
}

// New makes an analysis of a program. It looks at the defs at once.
func New(p *model.Program, o Options) *Analysis {
	w := &Analysis{program: p, o: o, defs: map[*model.Def]*defFacts{}, env: map[int]reads{}}
	for _, f := range p.Defs {
		w.defFacts(f)
	}
	return w
}

// varies reports whether an array is a state variable or counts as one.
func (w *Analysis) varies(a *model.Array) bool { return a.Role == model.State || w.o.Later[a] }

// Check looks at all places of the program where a constant is demanded.
func (w *Analysis) Check() {
	p := w.program
	union := map[*model.TypeDecl]bool{} // of types for each entry, which are looked at themselves
	for _, a := range p.Arrays {
		if n, ok := a.Domain.(*model.NamedSet); ok && a.Entry != nil {
			union[n.Decl] = true
		}
	}
	for _, t := range p.Types {
		if !union[t] {
			w.Constant(t.Set, "a type")
		}
	}
	for _, g := range p.Grids {
		for _, e := range g.Sizes() {
			if model.NamedMap(e) == nil {
				w.Constant(e, "the size of a grid")
			}
		}
	}
	for _, a := range p.Arrays {
		w.array(a)
	}
	w.formulas(p.Inits, p.Always, p.Goals, p.Deads, p.Invariants)
	for _, f := range p.Assumes {
		if r := w.cond(f.Cond); w.o.Later == nil {
			w.complain(r, "`assume`", "")
		}
	}
	for _, m := range slices.Concat(p.Moves, p.Symmetries) {
		w.move(m)
	}
	w.hints()
}

func (w *Analysis) array(a *model.Array) {
	for _, i := range a.Index {
		w.Constant(i.Set, "the type of an index")
	}
	w.Constant(a.Domain, "a type")
	w.Constant(a.Entry, "a type")
	switch {
	case a.Role == model.State || w.o.Later[a]:
		w.walk(a.Value)
	case w.o.Later != nil: // the value was computed already
	case a.Role == model.Param:
		w.Constant(a.Value, "the default of a parameter")
	case a.Unnamed:
		w.Constant(a.Value, "a list in an expression")
	default:
		w.Constant(a.Value, "a constant")
	}
}

// Lists looks at the lists in expressions.
func (w *Analysis) Lists() {
	for _, a := range w.program.Arrays {
		if a.Unnamed {
			w.array(a)
		}
	}
}

func (w *Analysis) formulas(lists ...[]model.Formula) {
	for _, f := range slices.Concat(lists...) {
		w.cond(f.Cond)
	}
}

func (w *Analysis) hints() {
	p := w.program
	for _, h := range p.Heuristics {
		w.walk(h.Value)
	}
	for _, r := range p.Relaxations {
		for _, v := range r.Params {
			w.Constant(v.Value, "a parameter of the other puzzle")
		}
		for _, v := range r.States {
			w.walk(v.Value)
		}
	}
	for _, pr := range p.Prunes {
		for _, step := range pr.Steps {
			for _, a := range step.Args {
				w.Constant(a.Value, "a value in a pattern")
			}
		}
		w.Constant(pr.Where, "`where`")
	}
	for _, v := range p.Views {
		w.Constant(v.Set, "the set of a view")
		w.walk(v.Text)
		for _, c := range v.Clauses {
			w.Constant(c.Set, "the set of a clause of a view")
			w.walk(c.Expr)
		}
	}
	for _, inst := range p.Instances {
		for _, v := range inst.Values {
			w.Constant(v.Value, "the value of a parameter")
		}
	}
}

// defFacts walks a def when it is called for the first time.
func (w *Analysis) defFacts(d *model.Def) *defFacts {
	if f, ok := w.defs[d]; ok {
		return f // a def in a cycle is not complete yet; the cycle is reported elsewhere
	}
	f := &defFacts{must: map[int]string{}}
	w.defs[d] = f
	env, def := w.env, w.def
	w.env, w.def = map[int]reads{}, f
	for _, p := range d.Params {
		w.Constant(p.Set, "a type")
		w.env[p.Slot] = reads{param: map[int]bool{p.Slot: true}}
	}
	w.Constant(d.Result, "a type")
	f.state = w.walk(d.Body).state
	w.env, w.def = env, def
	return f
}

func (w *Analysis) move(m *model.Move) {
	for _, p := range m.Params {
		w.Constant(p.Set, "the type of a parameter")
	}
	if r := w.walk(m.Where); r.state != nil && w.o.Later == nil {
		w.complain(r, "`where`", "write `when …`")
	}
	for _, c := range m.When {
		w.cond(c)
	}
	for _, e := range []model.Expr{m.Cost, m.Order, m.Label} {
		w.walk(e)
	}
	w.effects(m.Body)
	w.effects(m.Then)
	w.env = map[int]reads{}
}

func (w *Analysis) effects(list []model.Effect) {
	for _, e := range list {
		switch e := e.(type) {
		case *model.Assign:
			for _, t := range e.Targets {
				for _, i := range t.Index {
					w.walk(i)
				}
			}
			for _, v := range e.Values {
				w.walk(v)
			}
		case *model.Let:
			r := w.walk(e.Value)
			for slot := range e.Target.Slots() {
				w.env[slot] = r
			}
		case *model.IfEffect:
			w.walk(e.Cond)
			w.effects(e.Then)
			w.effects(e.Else)
		case *model.ForEffect:
			w.binds(e.Vars)
			w.walk(e.Where)
			w.effects(e.Body)
		case *model.Require:
			w.cond(e.Cond)
		}
	}
}

func (w *Analysis) refuse(at *evidence, r Refusal) {
	r.Span, r.What = at.span, at.String()
	w.o.Refuse(r)
}

// Reads reports whether the value of an expression depends on the state.
func (w *Analysis) Reads(e model.Expr) bool { return w.walk(e).state != nil }

// Constant looks at an expression that must be constant. The expression may be nil. who names it for Refusal: "a type".
func (w *Analysis) Constant(e model.Expr, who string) {
	w.complain(w.walk(e), who, "")
}

// complain reports a dependence on the state. A dependence on parameters of the def is passed on to the calls of the
// def.
func (w *Analysis) complain(r reads, who, help string) {
	if r.state != nil {
		w.refuse(r.state, Refusal{Who: who, Help: help})
	}
	for p := range r.param {
		w.def.must[p] = who
	}
}

// argument reports an argument that reads the state although the def demands a constant. A dependence on parameters of
// the calling def is passed on.
func (w *Analysis) argument(r reads, def *model.Def, param, who string) {
	if r.state != nil {
		w.refuse(r.state, Refusal{Who: "`" + param + "` of `" + def.Name + "`", Because: ", for " + who + " does on `" +
			param + "`"})
		r.state = nil
	}
	w.complain(r, who, "")
}

// binds walks the sets of a binder's variables.
func (w *Analysis) binds(vars []model.Bind) {
	for _, v := range vars {
		r, who, help := w.walk(v.Set), "the set of a binder", "go over a type and filter: `x in T where …`"
		if r.state != nil {
			w.refuse(r.state, Refusal{Who: who, Help: help, At: v.Set.Span()})
			r.state = nil
		}
		w.complain(r, who, help)
	}
}

// cond walks a condition and its reason. It returns the dependencies of the condition.
func (w *Analysis) cond(c model.Cond) reads {
	r := w.walk(c.Expr)
	if c.Reason != nil {
		w.walk(c.Reason)
	}
	return r
}

// walk returns the dependencies of the value of an expression. It visits all parts of the expression, which may be nil.
func (w *Analysis) walk(e model.Expr) reads {
	if e == nil {
		return reads{}
	}
	var own reads
	switch x := e.(type) {
	case *model.Local:
		return w.env[x.Slot]
	case *model.Read:
		if w.varies(x.Array) {
			own.state = &evidence{span: x.Sp, what: "`" + x.Array.Name + "`"}
			if x.Ty.Kind == model.MapKind { // of a deferred map, only cells can be read
				w.refuse(own.state, Refusal{Who: "what reads it as a whole"})
			}
		}
	case *model.Find:
		if w.varies(x.Array) {
			own.state = &evidence{span: x.Sp, what: "`" + x.Array.Name + "`"}
			if x.Array.Optional {
				w.refuse(own.state, Refusal{Who: "what finds a value in it"})
			}
		}
	case *model.MapAt:
		if a := model.NamedMap(x.Map); a != nil {
			if w.varies(a) {
				own.state = &evidence{span: x.Sp, what: "`" + a.Name + "`"}
			}
			return both(own, w.walk(x.Cell))
		}
	case *model.Extent:
		if model.NamedMap(x.Map) != nil { // the size of a deferred map is fixed
			return own
		}
	case *model.Call:
		return w.call(x)
	case *model.Fold:
		w.binds(x.Vars)
		return both(w.walk(x.Where), w.walk(x.Body))
	case *model.SetComp:
		w.binds(x.Vars)
		return both(w.walk(x.Where), w.walk(x.Elem))
	case *model.In:
		return both(w.walk(x.X), w.amongWhich(x.Set))
	case *model.Size:
		w.Constant(x.Set, "the set of `size`")
		return reads{}
	case *model.Nth:
		w.Constant(x.Set, "the set of `nth`")
		return w.walk(x.I)
	case *model.Binary:
		if x.L.Type().Kind == model.SetKind {
			w.Constant(x.L, "a set that is compared")
			w.Constant(x.R, "a set that is compared")
		}
	case *model.Steps:
		return both(w.relation(x.Rel, w.o.Later != nil), both(w.walk(x.A), w.walk(x.B)))
	case *model.Reaches:
		return both(w.relation(x.Rel, false), both(w.walk(x.A), w.walk(x.B)))
	case *model.Links:
		return w.relation(x.Rel, false)
	case *model.PatternCost:
		w.Constant(x.Values, "the values of a pattern")
		w.Constant(x.Tracked, "the values of a pattern")
		own.state = &evidence{span: x.Sp, what: "a pattern"}
	case *model.AdditiveCost, *model.ProjectCost, *model.HeuristicRef, *model.RelaxationRef:
		own.state = &evidence{span: e.Span(), what: "a heuristic"}
	default:
	}
	for part := range model.Parts(e) {
		own = both(own, w.walk(part))
	}
	return own
}

// amongWhich walks the right side of `in`: elements of a set that is written out and bounds of a range may read the
// state, other sets may not.
func (w *Analysis) amongWhich(set model.Expr) reads {
	switch x := set.(type) {
	case *model.SetLit, *model.Range:
		return w.walk(x)
	default:
	}
	w.complain(w.walk(set), "a set to the right of `in`",
		"only `{…}` and `lo..hi` to the right of `in` may read the state")
	return reads{}
}

// relation walks the relation of `steps` or `reaches`, which may be demanded to be constant.
func (w *Analysis) relation(r *model.Relation, constant bool) reads {
	if r.Pairs != nil {
		w.Constant(r.Pairs, "a set of pairs that is walked on")
		return reads{}
	}
	if constant {
		w.complain(w.walk(r.Body), "a relation of `steps`", "")
		return reads{}
	}
	return w.walk(r.Body)
}

func (w *Analysis) call(x *model.Call) reads {
	f := w.defFacts(x.Def)
	var out reads
	for i, arg := range x.Args {
		r := w.walk(arg)
		out = both(out, r)
		p := x.Def.Params[i]
		if who := f.must[p.Slot]; who != "" {
			w.argument(r, x.Def, p.Name, who)
		}
	}
	if f.state != nil {
		out.state = &evidence{span: x.Sp, def: x.Def.Name, what: f.state.what}
	}
	return out
}

func both(a, b reads) reads {
	if a.state == nil {
		a.state = b.state
	}
	if len(a.param) == 0 {
		a.param = b.param
	} else if len(b.param) > 0 {
		a.param = maps.Clone(a.param)
		maps.Copy(a.param, b.param)
	}
	return a
}
