package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
)

// interchangeable proposes a symmetry for each enum whose values no move, cost or goal tells apart: search then keeps
// one of all states that differ in the order of these values. It looks at models with moves and without symmetries,
// and at enums that only stand in indices.
func (puzzle *Puzzle) interchangeable(ctx context.Context) (diags diag.List) {
	p := puzzle.Program.checked
	if len(p.Moves) == 0 || len(p.Symmetries) > 0 {
		return nil
	}
	for _, e := range p.Enums {
		if puzzle.exchangeable(ctx, e) {
			d := diags.Warnf(e.Span, semantics.CodeInterchangeable, "the values of `%s` can be exchanged: no move, cost or "+
				"goal tells them apart", e.Name)
			d.Help = "search keeps one of such states with `" + puzzle.exchange(e) + "`"
		}
	}
	return diags
}

// exchangeable reports whether it is proved that each two neighbours among the values of an enum can be exchanged.
func (puzzle *Puzzle) exchangeable(ctx context.Context, e *model.Enum) bool {
	var values []model.Value // of the indices of e, the same for all arrays
	for _, a := range puzzle.model.StateArrays() {
		if a.Type.Kind == model.Enumerated && a.Type.Enum == e {
			return false
		}
		for i, set := range puzzle.model.Data[a.ID].Index {
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
		if from := puzzle.exchanged(e, values[i-1], values[i]); ctx.Err() != nil || from == nil ||
			!reduced.Interchangeable(puzzle.task, from) {
			return false
		}
	}
	return len(values) > 1
}

func isEnum(t *model.Type, e *model.Enum) bool { return t.Kind == model.Enumerated && t.Enum == e }

func equalValues(a, b model.Value) bool { return model.Compare(a, b) == 0 }

// exchanged returns, by variable of the task, the variable whose value it takes when two values of an enum are
// exchanged in all indices; nil if one of these is no variable.
func (puzzle *Puzzle) exchanged(e *model.Enum, a, b model.Value) (from []int) {
	variable := map[int]int{} // by place in a state
	for v := range puzzle.task.Vars {
		variable[puzzle.task.Vars[v].State] = v
	}
	for v := range puzzle.task.Vars {
		array, k := puzzle.model.ArrayAt(puzzle.task.Vars[v].State)
		d := puzzle.model.Data[array.ID]
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
func (puzzle *Puzzle) exchange(e *model.Enum) string {
	var effects []string
	for _, a := range puzzle.model.StateArrays() {
		var loops, first, second []string
		for i, x := range a.Index {
			name := string(rune('i' + i))
			if isEnum(x.Set.Type().Elem(), e) {
				first, second = append(first, "a"), append(second, "b")
				continue
			}
			loops = append(loops, name+" in "+puzzle.text(x.Set.Span()))
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
func (puzzle *Puzzle) text(at diag.Span) string {
	return puzzle.Program.Sources()[at.Start.Filename][at.Start.Offset:at.End.Offset]
}
