package generate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// vary draws the values of some parameters at random, all others stay:
//
//   - of a map: its signs are shuffled, or drawn by shares;
//   - of an array whose values all differ: its values are shuffled;
//   - else each value is one of the declared type.
type vary struct {
	z      *puzzle.Puzzle
	params []varied
}

// varied is a parameter that is drawn. For a map, signs has the sign of each cell.
type varied struct {
	a          *model.Array
	rows, cols int
	signs      []rune
}

func newVary(o Options) (source, error) {
	v := &vary{z: o.Base}
	for _, text := range o.Vary {
		name, shares, given := strings.Cut(text, "=")
		one, err := v.param(strings.TrimSpace(name))
		if err == nil && given {
			err = one.share(shares)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", mention.With(mention.Vary, text), err)
		}
		v.params = append(v.params, one)
	}
	return v, nil
}

// param returns a parameter that can be drawn.
func (v *vary) param(name string) (varied, error) {
	var names []string
	for _, a := range v.z.Model().ParamArrays() {
		d := v.z.Model().Data[a.ID]
		switch {
		case a.Name != name:
			names = append(names, a.Name)
			continue
		case a.Type.Kind == model.MapKind && len(a.Index) == 0:
			of := d.Values[0].C.Map
			return varied{a: a, rows: of.Rows, cols: of.Cols, signs: slices.Clone(of.Cells)}, nil
		case d.Domain == nil || d.Domain.Len() == 0:
			return varied{}, fmt.Errorf("the values of its type, %s, cannot be listed; it can be made by %s", a.Type,
				mention.With(mention.From, "GENERATOR"))
		}
		return varied{a: a}, nil
	}
	if len(names) == 0 {
		return varied{}, errors.New("the model has no parameters")
	}
	return varied{}, fmt.Errorf("there is no parameter `%s`; %s", name,
		diag.Meant(name, names, "there are "+strings.Join(names, ", ")))
}

const shareHelp = "write a size or nothing, and signs with numbers or per cent, one alone for the rest: " +
	"`7x8 @1 $2 .2 #25% _`; `_` is a blank"

// share fills the map by shares: "7x8 @1 $2 #25% .".
func (v *varied) share(text string) error {
	if v.signs == nil || len(v.a.Type.Elems) > 0 {
		return errors.New("shares are for maps of characters; write its name alone")
	}
	words := strings.Fields(text)
	if len(words) > 0 {
		high, wide, _ := strings.Cut(words[0], "x")
		rows, err := strconv.Atoi(high)
		cols, wrong := strconv.Atoi(wide)
		if err == nil && wrong == nil && min(rows, cols) > 0 && max(rows, cols) <= mostCells && rows*cols <= mostCells {
			v.rows, v.cols, words = rows, cols, words[1:]
		}
	}
	cells := v.rows * v.cols
	drawn, rest := []rune{}, rune(0)
	for _, word := range words {
		sign, size := utf8.DecodeRuneInString(word)
		if sign == '_' && !slices.Contains(v.signs, '_') {
			sign = ' '
		}
		number, percent := strings.CutSuffix(word[size:], "%")
		n, err := strconv.Atoi(number)
		switch {
		case word[size:] == "" && rest == 0:
			rest = sign
			continue
		case err != nil || n < 0 || n > mostCells:
			return fmt.Errorf("`%s` is no share: %s", word, shareHelp)
		case percent:
			n = int(math.Round(float64(n*cells) / 100))
		}
		drawn = append(drawn, slices.Repeat([]rune{sign}, n)...)
	}
	switch {
	case len(drawn) > cells:
		return fmt.Errorf("these are %d signs, and %d×%d cells hold %d", len(drawn), v.rows, v.cols, cells)
	case len(drawn) < cells && rest == 0:
		return fmt.Errorf("these are %d signs for %d cells: give one sign alone, for the rest", len(drawn), cells)
	}
	v.signs = append(drawn, slices.Repeat([]rune{rest}, cells-len(drawn))...)
	return nil
}

// mostCells is the greatest number of cells of a map that is drawn.
const mostCells = 10_000

func (v *vary) candidate(_ context.Context, r *rand.Rand, _ Options) (made, error) {
	data := map[string]any{}
	for _, p := range v.params {
		if p.signs != nil {
			cells := slices.Clone(p.signs)
			r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
			data[p.a.Name] = mapData(v.z.Model(), p.a.Type, &model.Map{Rows: p.rows, Cols: p.cols, Cells: cells})
			continue
		}
		d := v.z.Model().Data[p.a.ID]
		values := slices.Clone(d.Values)
		if len(values) > 1 && model.NewSet(p.a.Type, slices.Clone(values)).Len() == len(values) {
			r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
		} else {
			for k := range values {
				if of := d.DomainAt(k).Elems; !values[k].IsNone() {
					values[k] = of[r.IntN(len(of))]
				}
			}
		}
		data[p.a.Name] = arrayData(v.z, p.a, values)
	}
	return made{data: data}, nil
}
