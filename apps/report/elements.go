package report

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Element is a sign of a map, and what becomes of the puzzle without it.
type Element struct {
	Sign   rune
	Places []string // "(2, 1)"
	Cost   *int64   // nil: no plan
	Reason string   // why the cost is not known; "": it is known
}

// String returns the sign with its places: "'A' at (2, 1), (2, 2)".
func (e *Element) String() string {
	return fmt.Sprintf("%q at %s", e.Sign, strings.Join(e.Places, ", "))
}

// blanks are the signs that can stand for nothing; the first one that a map has is its blank.
const blanks = " .-_0"

// mostElements is the number of changed puzzles that are tried.
const mostElements = 200

// elements takes away one sign of a map after the other: a cell, or where the model refuses this for each cell of a
// sign, all cells of the sign.
func (r *Report) elements(ctx context.Context, z *puzzle.Puzzle, o rate.Options) error {
	tried := 0
	for _, a := range z.Model().ParamArrays() {
		if a.Type.Kind != model.MapKind {
			continue
		}
		for k, v := range z.Model().Data[a.ID].Values {
			cells := v.C.Map.Cells
			i := strings.IndexFunc(blanks, func(sign rune) bool { return slices.Contains(cells, sign) })
			if i < 0 {
				continue
			}
			blank := rune(blanks[i])
			for _, sign := range slices.Compact(slices.Sorted(slices.Values(cells))) {
				if sign == blank {
					continue
				}
				var places []int
				for p, c := range cells {
					if c == sign {
						places = append(places, p)
					}
				}
				if tried += len(places); tried > mostElements {
					r.Elements, r.Omitted = nil, "the maps have more than "+text.Count(mostElements, "sign")
					return nil
				}
				if err := r.without(ctx, z, o, a, k, places, blank); err != nil {
					return err
				}
			}
		}
	}
	if tried == 0 {
		r.Omitted = "the puzzle has no map with signs and blanks"
	}
	return nil
}

// without tries the puzzle without the sign at each of some places of a map.
func (r *Report) without(
	ctx context.Context, z *puzzle.Puzzle, o rate.Options, a *model.Array, k int, places []int, blank rune,
) error {
	before := len(r.Elements)
	try := func(places ...int) error {
		e, err := changed(ctx, z, o, a, k, places, blank)
		if e != nil {
			r.Elements = append(r.Elements, *e)
		}
		return err
	}
	for _, p := range places {
		if err := try(p); err != nil {
			return err
		}
	}
	if len(places) > 1 && len(r.Elements) == before {
		return try(places...)
	}
	return nil
}

// changed returns the element at some places of a map, nil if the model refuses to be without it.
func changed(
	ctx context.Context, z *puzzle.Puzzle, o rate.Options, a *model.Array, k int, places []int, blank rune,
) (*Element, error) {
	values := slices.Clone(z.Model().Data[a.ID].Values)
	old := values[k].C.Map
	cells := slices.Clone(old.Cells)
	names := make([]string, len(places))
	for i, p := range places {
		cells[p], names[i] = blank, fmt.Sprintf("(%d, %d)", p/old.Cols, p%old.Cols)
	}
	values[k] = model.MapValue(&model.Map{Rows: old.Rows, Cols: old.Cols, Cells: cells})
	e := &Element{Sign: old.Cells[places[0]], Places: names}
	y, diags := z.With(ctx, a, values)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if diags.HasErrors() || y.Ground(ctx).HasErrors() {
		return nil, nil
	}
	n, known, err := rate.Cost(ctx, y, o)
	switch {
	case err != nil:
		return nil, err
	case known == "":
		e.Cost = n
	default:
		e.Reason = known
	}
	return e, nil
}
