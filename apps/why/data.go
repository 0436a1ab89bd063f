package why

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// datum is one value of the data, and another value for it.
type datum struct {
	array  *model.Array
	values []model.Value // of the array, with the other value
	text   string
	plan   puzzle.Solution
}

// maxData bounds the data that are tried.
const maxData = 300

// data adds the single values of the data that cause the puzzle to have no plan: with another number, truth value or
// character in this place there is a plan. All other data stay.
func (a *Answer) data(ctx context.Context, z *puzzle.Puzzle, o Options) error {
	tried := otherData(z.Model())
	if len(tried) > maxData {
		return nil
	}
	ctx, o, cancel := o.within(ctx, o.all()/4)
	defer cancel()
	var found []datum
	for _, d := range tried {
		if ctx.Err() != nil {
			break
		}
		plan, err := d.solve(ctx, z, o)
		if err != nil {
			return err
		}
		if plan != nil && len(plan.Steps) > 0 {
			d.plan = *plan
			found = append(found, d)
		}
	}
	if len(found) == 0 {
		return nil
	}
	slices.SortStableFunc(found, func(x, y datum) int { return cmp.Compare(x.plan.Cost, y.plan.Cost) })
	a.add(giveWay, "There is a plan with other data:")
	for i, d := range found {
		if i == maxWays {
			a.add(note, text.Count(len(found)-i, "other value")+" would do.")
			break
		}
		a.Facts = append(a.Facts, Fact{
			Role: giveWay, Text: d.text + ": then " + planText(d.plan), Span: d.array.Span, Plan: d.plan.Steps,
		})
	}
	return nil
}

// solve returns a plan of the puzzle with the other value, nil if none was found.
func (d *datum) solve(ctx context.Context, z *puzzle.Puzzle, o Options) (*puzzle.Solution, error) {
	ctx, o, cancel := o.within(ctx, o.each())
	defer cancel()
	other, diags := z.With(ctx, d.array, d.values)
	if diags.HasErrors() || other == nil {
		return nil, nil // the changed data violate an `assume`
	}
	m := *other.Model()
	m.Program = m.WithoutPromises()
	answer, err := solveChanged(ctx, z, &m, o)
	if err != nil || answer == nil || len(answer.Solutions) == 0 {
		return nil, err
	}
	return &answer.Solutions[0], nil
}

// otherData lists other values for each value of the data: numbers greater and less by one, and the other truth value.
// For each cell of a map the values are the characters that are most frequent in the map.
func otherData(m *model.Model) (all []datum) {
	for _, a := range m.ParamArrays() {
		d := m.Data[a.ID]
		for k, v := range d.Values {
			if a.Type.Kind == model.MapKind {
				all = append(all, otherMaps(m, a, d.Values, k)...)
				continue
			}
			for _, other := range neighbours(a.Type, d.Domain, v) {
				values := slices.Clone(d.Values)
				values[k] = other
				name := a.Name
				if len(a.Index) > 0 {
					name += "[" + m.FormatIndex(a, k) + "]"
				}
				text := fmt.Sprintf("%s is %s instead of %s", name, m.Format(a.Type, other), m.Format(a.Type, v))
				all = append(all, datum{array: a, values: values, text: text})
			}
		}
	}
	return all
}

// neighbours lists other values of a type near v. A value that is missing has none.
func neighbours(t *model.Type, domain *model.Set, v model.Value) (others []model.Value) {
	if domain == nil || t.Kind != model.Number && t.Kind != model.Boolean {
		return nil
	}
	return lists.Filter([]model.Value{model.Int(v.N + 1), model.Int(v.N - 1)}, domain.Contains)
}

// frequent is the number of characters that are tried in each cell of a map.
const frequent = 2

// otherMaps lists maps that differ in one cell.
func otherMaps(m *model.Model, a *model.Array, values []model.Value, k int) (all []datum) {
	old := values[k].C.Map
	count := map[rune]int{}
	var chars []rune
	for _, c := range old.Cells {
		if count[c]++; count[c] == 1 {
			chars = append(chars, c)
		}
	}
	slices.SortStableFunc(chars, func(x, y rune) int { return cmp.Compare(count[y], count[x]) })
	chars = chars[:min(len(chars), frequent)]
	for i, was := range old.Cells {
		for _, c := range chars {
			if c == was {
				continue
			}
			cells := slices.Clone(old.Cells)
			cells[i] = c
			changed := slices.Clone(values)
			changed[k] = model.MapValue(&model.Map{Rows: old.Rows, Cols: old.Cols, Cells: cells})
			name := func(of *model.Map) string { return m.Format(a.Type.Sign(), of.At(int64(i))) }
			text := fmt.Sprintf("%s has %s at (%d, %d) instead of %s", a.Name, name(changed[k].C.Map), i/old.Cols, i%old.Cols,
				name(old))
			all = append(all, datum{array: a, values: changed, text: text})
		}
	}
	return all
}

// maxWays is how many clauses are shown that may give way.
const maxWays = 3
