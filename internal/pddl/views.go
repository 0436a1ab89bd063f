package pddl

import "strings"

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
