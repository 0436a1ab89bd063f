package pddl

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
)

// Model is a task as a model of pzc.
type Model struct {
	Text     string
	Findings diag.List
	Places   *places
	Names    *notation
}

// Write writes a task as a model. The model has no text if its Findings have errors: a predicate has too many atoms.
func Write(t *Task) *Model {
	w := &writer{
		t: t, initOf: map[*Predicate][]Fact{}, types: map[string]*set{}, unary: map[*Predicate]*set{},
		singles: map[*Object]*set{}, varSets: map[*Var]*set{}, places: map[*Predicate][]*set{},
		narrowed: map[*Var]*Cond{}, nevers: map[*Action]string{},
		actionFacts: map[*Action]*actionFacts{}, apartIn: map[*Predicate]map[[2]int]bool{},
		of: map[*Predicate]*variable{}, objects: map[*Object]string{},
		globals: newNames(nil), locals: map[*Var]string{}, defs: map[*Predicate]string{}, tuples: map[*Predicate]string{},
		functions: map[*function]string{}, out: &output{}, data: &output{}, given: map[*instance][]string{},
		constants: map[string]bool{},
	}
	w.prepare()
	if !w.diags.HasErrors() {
		w.write()
	}
	return &Model{w.out.String(), w.diags, w.out.places(), w.notation()}
}

// prepare decides how the task is represented.
func (w *writer) prepare() {
	seen := map[fact]bool{}
	for _, f := range w.t.Init {
		key := fact{f.Of, f.Pred.Name + " " + strings.Join(names(f.Args), " ")}
		if !seen[key] {
			seen[key] = true
			w.initOf[f.Pred] = append(w.initOf[f.Pred], f)
		}
	}
	w.makeSets()
	for _, a := range w.t.Actions {
		w.bindParams(a)
		for _, e := range a.Effects {
			w.bind(e.Vars)
		}
		for _, c := range a.Costs {
			w.bind(c.Vars)
		}
	}
	w.t.conditions(func(c *Cond) { w.bind(c.Vars) })
	for _, p := range w.t.Predicates {
		if p.derived() {
			w.bind(p.Params)
		}
		for _, r := range p.Rules {
			w.bind(r.Params)
		}
	}
	for _, p := range w.t.Predicates {
		if p.Fluent {
			w.places[p] = w.positions(p)
		}
	}
	w.group()
	for _, v := range w.variables {
		if p, _ := v.first(); w.elements(v.params) > maxElements {
			w.diags.Errorf(p.Span, codeUnsupported, "`%s` has more than %s atoms, too many for a variable of a model",
				p.Name, diag.Thousands(maxElements))
		}
	}
	w.nameAll()
}

// nameAll gives names to all declarations, in the order of the model.
func (w *writer) nameAll() {
	for _, v := range w.variables {
		p, _ := v.first()
		name := p.Name
		if v.pred == nil && !slices.ContainsFunc(v.parts, func(m *member) bool { return m.counted >= 0 }) {
			name = v.parts[0].pred.Name + "_or_" + v.parts[1].pred.Name // the predicates are its values
		}
		v.name = w.globals.name(name)
		w.of[p] = v // of a Boolean variable
		for _, m := range v.parts {
			w.of[m.pred] = v
		}
	}
	for _, p := range w.t.Predicates {
		switch {
		case p.derived():
			w.defs[p] = w.globals.name(p.Name)
		case !p.Fluent && (len(p.Params) > 1 || len(p.Params) == 0 && w.differs(p)):
			w.tuples[p] = w.globals.name(p.Name)
		}
	}
	for _, f := range w.t.Functions {
		if !f.Cost {
			w.functions[f] = w.globals.name(f.Name)
		}
	}
	named := map[string]string{}
	for _, o := range w.t.Objects {
		if named[o.Name] == "" {
			named[o.Name] = w.globals.name(o.Name)
		}
		w.objects[o] = named[o.Name]
	}
	for _, v := range w.variables {
		for _, m := range v.parts {
			if m.counted < 0 {
				m.value = w.globals.name(m.pred.Name)
			}
		}
	}
	for _, s := range w.sets {
		s.name = w.globals.name(capital(s.what))
	}
	if optional := slices.DeleteFunc(slices.Clone(w.variables), func(v *variable) bool {
		return v.pred != nil || !w.mayBeNone(v)
	}); len(optional) > 0 {
		w.none = w.globals.name("none")
		for _, v := range optional {
			v.none = w.none
		}
	}
	table := newNames(nil)
	for _, a := range w.t.Actions {
		w.moves = append(w.moves, table.name(a.Name))
	}
}

// write writes the model. What does not change comes first; it is written last, when it is known which sets are named.
func (w *writer) write() {
	for _, a := range w.t.Actions {
		w.nevers[a] = w.never(a)
	}
	body := w.section(func() {
		w.state()
		w.derived()
		for i, a := range w.t.Actions {
			w.move(i, a)
		}
		w.goals()
		w.views()
	})
	relations := w.section(func() { w.relations(body.String()) })
	doc(w.out, w.t.Doc)
	w.out.f("puzzle %s\n\n", newNames(nil).name(w.t.Domain))
	values := w.given // those of objects and types come first
	w.given = map[*instance][]string{}
	w.objectsAndTypes()
	for in, more := range values {
		w.given[in] = append(w.given[in], more...)
	}
	w.out.add(relations)
	if w.data.Len() > 0 {
		w.data.WriteString("\n")
	}
	w.out.add(w.data)
	w.out.add(body)
	w.instances()
	w.out.marks = append(w.out.marks, mark{0, w.out.Len(), w.t.Span})
}
