package report

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// element is a sign of a map, and what becomes of the puzzle without it.
type element struct {
	Sign   rune
	Places []string // "(2, 1)"
	Cost   *int64   // nil: no plan
	Reason string   // why the cost is not known; "": it is known
}

// String returns the sign with its places: "'A' at (2, 1), (2, 2)".
func (e *element) String() string {
	return fmt.Sprintf("%q at %s", e.Sign, strings.Join(e.Places, ", "))
}

// blanks are the signs that can stand for nothing; the first one that a map has is its blank.
const blanks = " .-_0"

// mostCells is the greatest number of cells of all maps whose signs are taken away.
const mostCells = 400

// elements takes away one sign of a map after the other: a cell, or where the model refuses this for each cell of a
// sign, all cells of the sign. Signs that are rare come first, because time may end before all were tried.
func (r *Report) elements(ctx context.Context, z *puzzle.Puzzle, o rate.Options) error {
	r.Omitted = "the puzzle has no map with signs and blanks"
	defer func() {
		slices.SortStableFunc(r.Elements, func(e, f element) int { return cmp.Compare(e.Sign, f.Sign) })
	}()
	cells := 0
	for _, a := range z.Model().ParamArrays() {
		if a.Type.Kind != model.MapKind || len(a.Type.Elems) > 0 {
			continue
		}
		for k, v := range z.Model().Data[a.ID].Values {
			places := map[rune][]int{}
			for p, sign := range v.C.Map.Cells {
				places[sign] = append(places[sign], p)
			}
			if cells += len(v.C.Map.Cells); cells > mostCells {
				r.Elements, r.Omitted = nil, "the maps have more than "+text.Count(mostCells, "cell")
				return nil
			}
			i := strings.IndexFunc(blanks, func(sign rune) bool { return places[sign] != nil })
			if i < 0 {
				continue
			}
			r.Omitted = ""
			for _, sign := range slices.SortedFunc(maps.Keys(places), func(s, t rune) int {
				return cmp.Or(cmp.Compare(len(places[s]), len(places[t])), cmp.Compare(s, t))
			}) {
				before := len(r.Elements)
				for n, group := range append(slices.Collect(slices.Chunk(places[sign], 1)), places[sign]) {
					if sign == rune(blanks[i]) || n == len(places[sign]) && (n == 1 || len(r.Elements) > before) {
						break
					}
					if err := r.without(ctx, z, o, a, k, group, rune(blanks[i])); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// without adds the element at some places of a map, unless the model refuses to be without it.
func (r *Report) without(
	ctx context.Context, z *puzzle.Puzzle, o rate.Options, a *model.Array, k int, places []int, blank rune,
) error {
	values := slices.Clone(z.Model().Data[a.ID].Values)
	m := *values[k].C.Map
	e := element{Sign: m.Cells[places[0]]}
	m.Cells = slices.Clone(m.Cells)
	for _, p := range places {
		m.Cells[p] = blank
		e.Places = append(e.Places, fmt.Sprintf("(%d, %d)", p/m.Cols, p%m.Cols))
	}
	values[k] = model.MapValue(&m)
	y, diags := z.With(ctx, a, values)
	if ctx.Err() == nil && !diags.HasErrors() {
		diags = y.Ground(ctx)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if diags.HasErrors() {
		return nil
	}
	var err error
	e.Cost, e.Reason, err = rate.Cost(ctx, y, o)
	r.Elements = append(r.Elements, e)
	r.found()
	return err
}
