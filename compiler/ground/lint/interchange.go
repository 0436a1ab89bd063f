package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
)

// interchange looks for enums whose values can be exchanged.
type interchange struct {
	m       *model.Model
	t       *task.Task
	sources map[string]string
	proved  func(from []int) bool
}

// Interchangeable proposes a symmetry for each enum whose values no move, cost or goal tells apart: search then keeps
// one of all states that differ in the order of these values. It looks at models with moves and without symmetries,
// and at enums that only stand in indices. proved reports whether the task stays the same if each variable takes the
// value of another one, from.
func Interchangeable(
	m *model.Model, t *task.Task, sources map[string]string, proved func(from []int) bool,
) (diags diag.List) {
	if len(m.Moves) == 0 || len(m.Symmetries) > 0 {
		return nil
	}
	c := &interchange{m, t, sources, proved}
	for _, e := range m.Enums {
		if c.exchangeable(e) {
			d := diags.Warnf(e.Span, codeInterchangeable, "the values of `%s` can be exchanged: no move, cost or goal tells "+
				"them apart", e.Name)
			d.Help = "search keeps one of such states with `" + c.exchange(e) + "`"
		}
	}
	return diags
}

// exchangeable reports whether it is proved that each two neighbours among the values of an enum can be exchanged.
func (c *interchange) exchangeable(e *model.Enum) bool {
	var values []model.Value // of the indices of e, the same for all arrays
	for _, a := range c.m.StateArrays() {
		if a.Type.Kind == model.Enumerated && a.Type.Enum == e {
			return false
		}
		for i, set := range c.m.Data[a.ID].Index {
			switch {
			case !isEnum(a.Index[i].Set.Type().Elem(), e):
			case values != nil && !slices.EqualFunc(values, set.Elems, equalValues):
				return false
			default:
				values = set.Elems
			}
		}
	}
	for i := 1; i < len(values); i++ {
		if from := c.exchanged(e, values[i-1], values[i]); from == nil || !c.proved(from) {
			return false
		}
	}
	return len(values) > 1
}

func isEnum(t *model.Type, e *model.Enum) bool { return t.Kind == model.Enumerated && t.Enum == e }

func equalValues(a, b model.Value) bool { return model.Compare(a, b) == 0 }

// exchanged returns, by variable of the task, the variable whose value it takes when two values of an enum are
// exchanged in all indices; nil if one of these is no variable.
func (c *interchange) exchanged(e *model.Enum, a, b model.Value) (from []int) {
	variable := map[int]int{} // by place in a state
	for v := range c.t.Vars {
		variable[c.t.Vars[v].State] = v
	}
	for v := range c.t.Vars {
		array, k := c.m.ArrayAt(c.t.Vars[v].State)
		d := c.m.Data[array.ID]
		at := slices.Clone(d.IndexAt(k))
		for i := range at {
			switch {
			case !isEnum(array.Index[i].Set.Type().Elem(), e):
			case equalValues(at[i], a):
				at[i] = b
			case equalValues(at[i], b):
				at[i] = a
			}
		}
		w, ok := variable[d.Offset+d.Place(at...)]
		if !ok {
			return nil
		}
		from = append(from, w)
	}
	return from
}

// exchange writes the symmetry that exchanges two values of an enum.
func (c *interchange) exchange(e *model.Enum) string {
	var effects []string
	for _, a := range c.m.StateArrays() {
		var loops, first, second []string
		for i, x := range a.Index {
			name := string(rune('i' + i))
			if isEnum(x.Set.Type().Elem(), e) {
				first, second = append(first, "a"), append(second, "b")
				continue
			}
			loops = append(loops, name+" in "+c.text(x.Set.Span()))
			first, second = append(first, name), append(second, name)
		}
		if len(loops) == len(a.Index) {
			continue
		}
		x, y := a.Name+"["+strings.Join(first, ", ")+"]", a.Name+"["+strings.Join(second, ", ")+"]"
		effect := fmt.Sprintf("%s, %s := %s, %s", x, y, y, x)
		if len(loops) > 0 {
			effect = "for " + strings.Join(loops, ", ") + " { " + effect + " }"
		}
		effects = append(effects, effect)
	}
	return fmt.Sprintf("symmetry exchange(a: %s, b: %[1]s) where a < b { %s }", e.Name, strings.Join(effects, "  "))
}

// text returns the source text of a place in the model.
func (c *interchange) text(at diag.Span) string {
	return c.sources[at.Start.Filename][at.Start.Offset:at.End.Offset]
}
