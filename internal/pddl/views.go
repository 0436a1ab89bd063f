package pddl

import "strings"

// maxShown is the number of elements of a state variable that a view shows. More would not be read.
const maxShown = 120

// views writes a line of text for each state variable: where a Boolean one is true, or the values of a group.
func (w *writer) views() {
	for _, v := range w.variables {
		if n := elements(v.params); n == 0 || n > maxShown {
			continue
		}
		var b strings.Builder
		instances(v.params, func(args []*Object) {
			at := v.name
			shown := strings.Join(w.list(args), " ")
			if len(args) > 0 {
				at += "[" + strings.Join(w.list(args), ", ") + "]"
			}
			switch {
			case v.pred != nil && len(args) == 0:
				b.WriteString("{if " + at + " then \"\" else \"not \"}" + v.name)
			case v.pred != nil:
				b.WriteString("{if " + at + " then \" " + shown + "\" else \"\"}")
			case len(args) == 0:
				b.WriteString(" {" + at + "}")
			default:
				b.WriteString(" " + shown + " {" + at + "},")
			}
		})
		label := v.name + ":"
		if v.pred != nil && len(v.params) == 0 {
			label = ""
		}
		w.out.f("view \"%s%s\"\n", label, strings.TrimSuffix(b.String(), ","))
	}
}
