package semantics

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
)

// fault is a part of a condition that makes the condition fail, with what is wrong as the end of a sentence.
type fault struct {
	part   model.Expr
	vars   []Witness // the variables of the foralls that lead to the part
	values []Witness // the elements of the state that decide the part and the way to it
	text   string
}

// describing describes the faults of a condition in the evaluator's state.
type describing struct {
	m     *model.Model
	ev    *Evaluator
	mv    Move // that a set of values excludes, which does not name the parameter
	lost  bool // the condition is of a `lost`, which holds
	yield func(fault) bool
}

// fault describes a fault. It returns false if yield did.
func (b *describing) fault(x failingPart) bool {
	if e, ok := x.Part.(*model.Fold); ok && e.Kind == model.DistinctOf && x.Want {
		if groups := b.equal(e, x.Frame); len(groups) > 0 {
			return !slices.ContainsFunc(groups, func(holders []holder) bool { return !b.yield(b.same(e, holders, x)) })
		}
	}
	places := joined(x.On, b.ev.deciding(x.Part, x.Frame))
	values := b.witnesses(places)
	text := b.say(x.Part, x.Frame, x.Want) + with(values)
	if said := b.noted(x.Part, x.Frame, x.Want, places); said != "" {
		text, x.Vars = said, nil // it names their values
	}
	return b.yield(fault{x.Part, x.Vars, values, text})
}

// noted describes a part that fails in the notation of the model: the condition, and the atoms at places that hold
// instead. It returns "" without a notation.
func (b *describing) noted(part model.Expr, f Frame, want bool, places []int) string {
	n := b.m.Notation
	if n == nil {
		return ""
	}
	text := n.Condition(part.Span(), func(name string) string {
		for _, l := range model.FreeLocals(part) {
			if l.Name == name {
				if v, ok := b.ev.Value(l, f); ok {
					return b.m.Format(l.Type(), v)
				}
			}
		}
		for i, v := range b.mv.Args {
			if p := &b.mv.Decl.Params[i]; p.Name == name {
				return b.m.Format(p.Set.Type().Elem(), v)
			}
		}
		return ""
	})
	if text == "" {
		return ""
	}
	if text += " does not hold"; !want {
		text = strings.TrimSuffix(text, " does not hold") + " holds"
	}
	for _, place := range places {
		if atom := b.m.HoldsAt(place, b.m.FormatAt(place, b.ev.state[place])); atom != "" && want {
			text += "; " + atom + " does"
		}
	}
	return text
}

// witnesses returns the names and values of elements of the state.
func (b *describing) witnesses(places []int) (all []Witness) {
	for _, place := range places {
		value := b.m.FormatAt(place, b.ev.state[place])
		all = append(all, Witness{Name: b.m.StateName(place), Value: value})
	}
	return all
}

// holder is an element of a `distinct` binder: its value, and the frame with the variables of the binder.
type holder struct {
	value model.Value
	frame Frame
}

// equal returns the elements of a `distinct` binder whose value occurs more than once, grouped by value.
func (b *describing) equal(e *model.Fold, f Frame) (groups [][]holder) {
	var all []holder
	b.ev.EachBinding(e, f, func() bool {
		if v, ok := b.ev.Value(e.Body, f); ok {
			all = append(all, holder{v, slices.Clone(f)})
		}
		return true
	})
	slices.SortStableFunc(all, func(x, y holder) int { return model.Compare(x.value, y.value) })
	for len(all) > 0 {
		n := 1
		for n < len(all) && model.Compare(all[0].value, all[n].value) == 0 {
			n++
		}
		if n > 1 {
			groups = append(groups, all[:n])
		}
		all = all[n:]
	}
	return groups
}

// readsOf returns the places that decide an element of a `distinct` binder and the way to the binder.
func (b *describing) readsOf(e *model.Fold, f Frame, on []int) []int {
	if e.Where != nil && model.ReadsState(e.Where) {
		on = joined(on, b.ev.deciding(e.Where, f))
	}
	return joined(on, b.ev.deciding(e.Body, f))
}

// placeOf returns the place of the element of the state that an expression names, -1 for other expressions.
func (b *describing) placeOf(e model.Expr, f Frame) int {
	r, ok := e.(*model.Read)
	if !ok || r.Array.Role != model.State {
		return -1
	}
	d := b.m.Data[r.Array.ID]
	place, ok := b.ev.place(d, r.Index, f)
	if !ok {
		return -1
	}
	return d.Offset + place
}

// same describes elements of a `distinct` binder that have one value.
func (b *describing) same(e *model.Fold, hs []holder, x failingPart) fault {
	var reads []int
	plain, places := true, map[int]bool{}
	for i, h := range hs {
		place := b.placeOf(e.Body, h.frame)
		plain, places[place] = plain && place >= 0 && !places[place], true
		if i < maxWitnesses {
			reads = joined(reads, b.readsOf(e, h.frame, x.On))
		}
	}
	names, values := make([]string, len(hs)), b.witnesses(reads)
	for i, h := range hs {
		if plain {
			names[i] = b.m.StateName(b.placeOf(e.Body, h.frame))
		} else {
			names[i] = "the value for " + Equations(b.ev.bound(nil, e, h.frame))
		}
	}
	text := "`distinct` fails: " + together(names) + " " + b.m.Format(e.Body.Type(), hs[0].value)
	if !plain || e.Where != nil && model.ReadsState(e.Where) || len(x.On) > 0 {
		text += with(values)
	}
	return fault{part: e, vars: x.Vars, values: values, text: text}
}

// together names things that are alike: "a and b are both", "a, b and c are all".
func together(names []string) string {
	if len(names) == 2 {
		return names[0] + " and " + names[1] + " are both"
	}
	if n := len(names) - maxWitnesses; n > 0 {
		names = append(slices.Clone(names[:maxWitnesses]), fmt.Sprintf("%d more", n))
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " are all"
}

// say describes why an expression does not have the wanted truth value.
func (b *describing) say(e model.Expr, f Frame, want bool) string {
	if _, ok := b.ev.Value(e, f); !ok {
		return "a value is undefined"
	}
	verb, denied, part := "fails", "", "the condition"
	if !want {
		verb = "holds"
	}
	if want == b.lost { // below a `not`
		denied, part = ", which it denies", "a part that it denies"
	}
	switch e := e.(type) {
	case *model.Binary:
		op := e.Op.String()
		l, lok := b.ev.Value(e.L, f)
		r, rok := b.ev.Value(e.R, f)
		if !lok || !rok || !e.Op.Compares() {
			return "`" + op + "` " + verb + denied
		}
		text := b.m.Format(e.L.Type(), l) + " " + op + " " + b.m.Format(e.R.Type(), r)
		return fmt.Sprintf("%s is %t%s", text, !want, denied)
	case *model.In:
		v, ok := b.ev.Value(e.X, f)
		if !ok {
			return "`in` " + verb
		}
		if want {
			return b.m.Format(e.X.Type(), v) + " is not in the set"
		}
		return b.m.Format(e.X.Type(), v) + " is in the set"
	case *model.Fold:
		return "`" + e.Kind.String() + "` " + verb + denied
	case *model.Links:
		all, links := b.ev.linksOf(e, f)
		if _, k := parts(links); e.Connected && k >= 0 {
			name := func(i int) string { return b.m.Format(all.Type, all.Elems[links[i][0]]) }
			return name(k) + " hangs apart from " + name(0) + denied
		}
		return "`" + map[bool]string{true: "connected", false: "acyclic"}[e.Connected] + "` " + verb + denied
	default:
		return fmt.Sprintf("%s is %t", part, !want)
	}
}

// with returns the end of a sentence that names witnesses.
func with(ws []Witness) string {
	if len(ws) == 0 {
		return ""
	}
	if len(ws) == maxWitnesses {
		return ", with " + Equations(ws) + ", …"
	}
	return ", with " + Equations(ws)
}
