package pddl

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Several problems as instances of one model.
//
// The writer works on the objects, facts and values of all problems together. Objects of different problems are
// different, also if they have one name. So what is proved of all objects is proved of those of each problem: that one
// set is within another one, that at most one atom of a group holds, that two terms differ.
//
// What the model says of objects becomes a parameter, and each problem an instance with its values: the enum of
// objects, types, static predicates, initial values. A goal becomes a set of tuples. Example: (on a b) and (on b c) are
//
//	goal forall (x, y) in goal_on: on[x] == y

// several reports whether problems are instances of one model.
func (w *writer) several() bool { return len(w.t.Instances) > 1 }

// of returns those of some objects that are objects of a problem.
func (in *instance) of(objects []*Object) (own []*Object) {
	return lists.Filter(objects, func(o *Object) bool { return o.Of == in })
}

// gives adds the value of a parameter to each instance.
func (w *writer) gives(name string, value func(*instance) string) {
	for _, in := range w.t.Instances {
		w.given[in] = append(w.given[in], name+" = "+value(in))
	}
}

// datum declares what a problem decides: a constant, or a parameter that has a value in each instance.
func (w *writer) datum(span diag.Span, name, kind string, value func(*instance) string) {
	word, is := "const ", ""
	if w.several() {
		word = "param "
		w.gives(name, value)
	} else {
		is = " = " + value(w.t.Instances[0])
	}
	w.out.marked(span, func() { w.out.WriteString(word + name + kind + is) })
	w.out.WriteString("\n")
}

// datumAs returns what a problem decides, as an expression: its value, or a parameter that has a value in each
// instance.
func (w *writer) datumAs(name, kind string, value func(*instance) string) string {
	if !w.several() {
		return value(w.t.Instances[0])
	}
	name = w.globals.name(name)
	w.data.f("param %s%s\n", name, kind)
	w.gives(name, value)
	return name
}

// differs reports whether a predicate without arguments holds initially in some problems only.
func (w *writer) differs(p *Predicate) bool {
	n := len(w.initOf[p])
	return n > 0 && n < len(w.t.Instances)
}

// goalForm is a condition of goals, with variables in place of objects.
type goalForm struct {
	cond   *Cond
	vars   []*Var
	tuples map[*instance][][]*Object // the objects
}

// goalsOfAll writes a goal for each form of conditions.
func (w *writer) goalsOfAll() {
	before := w.out.Len()
	for _, f := range w.goalForms() {
		table := newNames(w.globals)
		var vars []string
		for i, v := range f.vars {
			w.locals[v] = table.name(v.Name)
			vars = append(vars, w.locals[v])
			var objects []*Object
			for _, in := range w.t.Instances {
				for _, t := range f.tuples[in] {
					objects = append(objects, t[i])
				}
			}
			w.varSets[v] = newSet("", objects)
		}
		cond := w.cond(f.cond, table)
		if cond == yes {
			continue
		}
		name := "goal_condition"
		if f.cond.Op == Holds {
			name = "goal_" + f.cond.Atom.Pred.Name
		}
		if len(vars) > 0 || len(f.tuples) < len(w.t.Instances) {
			name = w.datumAs(name, w.setOf(len(vars)), func(in *instance) string {
				return w.tuplesText(len(vars), f.tuples[in])
			})
		}
		w.out.marked(f.cond.Span, func() {
			switch {
			case len(vars) > 0:
				w.out.f("goal forall %s in %s: ", tuple(vars), name)
			case len(f.tuples) < len(w.t.Instances):
				cond = implies(operand(diag.Span{}, "%s", name), cond)
				w.out.WriteString("goal ")
			default:
				w.out.WriteString("goal ")
			}
			w.out.expr(cond, 0)
		})
		w.out.WriteString("\n")
	}
	if w.out.Len() == before {
		w.out.WriteString("goal true\n")
	}
}

// goalForms returns the forms of all conditions of goals, in their order.
func (w *writer) goalForms() (all []*goalForm) {
	forms := map[string]*goalForm{}
	for _, in := range w.t.Instances {
		for _, c := range conjuncts(in.Goal) {
			var vars []*Var
			var objects []*Object
			form := rewriting(func(t Term) Term {
				if t.Object == nil {
					return t
				}
				name := fmt.Sprint("?x", len(vars)+1)
				vars, objects = append(vars, &Var{Name: name}), append(objects, t.Object)
				return Term{Span: t.Span, Var: vars[len(vars)-1]}
			}).cond(c)
			key := form.text(func(t Term) string { return t.Var.Name })
			form.walk(func(c *Cond) {
				for _, v := range c.Vars {
					key += " " + typeText(v.Types)
				}
			})
			f := forms[key]
			if f == nil {
				f = &goalForm{form, vars, map[*instance][][]*Object{}}
				forms[key] = f
				all = append(all, f)
			}
			if !slices.ContainsFunc(f.tuples[in], func(t []*Object) bool { return slices.Equal(t, objects) }) {
				f.tuples[in] = append(f.tuples[in], objects)
			}
		}
	}
	for _, f := range all { // an atom has the variables of its predicate
		if f.cond.Op == Holds {
			for i, v := range f.vars {
				v.Name = f.cond.Atom.Pred.Params[i].Name
			}
		}
	}
	return all
}

// viewOfAll writes a line of text for a state variable: the set of those for which a Boolean is true, or the set of all
// pairs of indices and values.
func (w *writer) viewOfAll(v *variable) {
	pred, _ := v.first()
	names := w.indexNames(v)
	var vars []string
	for i, name := range names {
		vars = append(vars, name+" in "+w.named(v.params[i]))
	}
	at := v.name
	if len(names) > 0 {
		at += "[" + strings.Join(names, ", ") + "]"
	}
	over := " for " + strings.Join(vars, ", ")
	switch {
	case v.pred != nil && len(names) == 0:
		at = "{if " + at + " then \"\" else \"not \"}" + pred.Name
	case v.pred != nil:
		at = pred.Name + ": {{" + tuple(names) + over + " where " + at + "}}"
	case len(names) == 0:
		at = pred.Name + ": {" + at + "}"
	default:
		at = pred.Name + ": {{" + tuple(append(names, at)) + over + "}}"
	}
	w.out.f("view \"%s\"\n", at)
}

// instances writes the problems as instances, by their names, or by those of their files if two have one name.
func (w *writer) instances() {
	if !w.several() {
		return
	}
	table, seen := newNames(nil), map[string]bool{}
	for _, in := range w.t.Instances {
		seen[in.Name] = true
	}
	for _, in := range w.t.Instances {
		name := in.Name
		if len(seen) < len(w.t.Instances) {
			file := path.Base(strings.ReplaceAll(in.Span.Start.Filename, `\`, "/"))
			name = strings.TrimSuffix(file, path.Ext(file))
		}
		w.out.f("\ninstance %s {\n", table.name(name))
		for _, value := range w.given[in] {
			w.out.f("  %s\n", value)
		}
		w.out.WriteString("}\n")
	}
}

// maxShown is the number of elements of a state variable that a view shows. More would not be read.
const maxShown = 120

// views writes a line of text for each state variable: where a Boolean one is true, or the values of a group.
func (w *writer) views() {
	for _, v := range w.variables {
		n := w.elements(v.params)
		if n > 0 && w.several() {
			w.viewOfAll(v)
		}
		if n == 0 || n > maxShown || w.several() {
			continue
		}
		var b strings.Builder
		pred, _ := v.first()
		w.t.Instances[0].arguments(v.params, func(args []*Object) {
			at := v.name
			shown := strings.Join(w.shown(args), " ")
			if len(args) > 0 {
				at += "[" + strings.Join(w.list(args), ", ") + "]"
			}
			switch {
			case v.pred != nil && len(args) == 0:
				b.WriteString("{if " + at + " then \"\" else \"not \"}" + pred.Name)
			case v.pred != nil:
				b.WriteString("{if " + at + " then \" " + shown + "\" else \"\"}")
			case len(args) == 0:
				b.WriteString(" {" + at + "}")
			default:
				b.WriteString(" " + shown + " {" + at + "},")
			}
		})
		label := pred.Name + ":"
		if v.pred != nil && len(v.params) == 0 {
			label = ""
		}
		w.out.f("view \"%s%s\"\n", label, strings.TrimSuffix(b.String(), ","))
	}
}

// shown returns objects as a text shows them. A name that differs in PDDL is a value, which the notation writes.
func (w *writer) shown(objects []*Object) []string {
	names := w.list(objects)
	for i, o := range objects {
		if names[i] != o.Name {
			names[i] = "{" + names[i] + "}"
		}
	}
	return names
}
