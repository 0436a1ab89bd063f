package puzzle

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Sheet is the layout of a table with heads: an array with two indices, or arrays that share their only index.
type Sheet struct {
	Arrays []string // the arrays, as declared
	Head   []string // the titles of the columns, that of the row names first
	Rows   []string // the names of the rows
	Places [][]int  // row by row: the places of the cells in a state
}

// Limits for sheets. Larger tables are easier to read as lists.
const (
	maxSheetRows    = 40
	maxSheetColumns = 30
	maxSheetWidth   = 100
)

// ManyTruths is the length from which on an array of Booleans is written as the indices at which it is true. Such
// arrays are in no sheet. Only the length decides, so that all solutions of a run have the same form.
const ManyTruths = 24

// Sheets returns the tables in which the values of the puzzle are shown, by the names of their arrays. Arrays over the
// cells of a grid are in no sheet, unless they have a second index.
func (puzzle *Puzzle) Sheets() map[string]*Sheet {
	all := puzzle.sheets()
	byName := map[string]*Sheet{}
	for i := range all {
		for _, name := range all[i].Arrays {
			byName[name] = &all[i]
		}
	}
	return byName
}

// sheets lists the sheets in the order of their first arrays.
func (puzzle *Puzzle) sheets() (all []Sheet) {
	arrays := puzzle.model.StateArrays()
	taken := map[*model.Array]bool{}
	for i, a := range arrays {
		index := puzzle.model.Data[a.ID].Index
		var s Sheet
		switch {
		case taken[a] || !puzzle.inSheet(a):
			continue
		case len(index) == 2:
			s = puzzle.sheetOfTwo(a)
		default:
			group := []*model.Array{a}
			for _, b := range arrays[i+1:] {
				if !taken[b] && puzzle.inSheet(b) && puzzle.sameIndex(a, b) {
					group = append(group, b)
				}
			}
			if len(group) < 2 {
				continue
			}
			s = puzzle.sheetOf(group)
			for _, b := range group {
				taken[b] = true
			}
		}
		if puzzle.fitsSheet(&s) {
			all = append(all, s)
		}
	}
	return all
}

// inSheet reports whether an array is of a kind that is shown in sheets.
func (puzzle *Puzzle) inSheet(a *model.Array) bool {
	d := puzzle.model.Data[a.ID]
	if a.Type.Kind == model.Boolean && d.Size >= ManyTruths || d.Size == 0 {
		return false
	}
	switch len(d.Index) {
	case 1:
		return d.Index[0].Type.Kind != model.CellKind && d.Size <= maxSheetRows
	case 2:
		return d.Index[0].Len() <= maxSheetRows && d.Index[1].Len() <= maxSheetColumns
	default:
		return false
	}
}

// sameIndex reports whether two arrays have one index, with the same values.
func (puzzle *Puzzle) sameIndex(a, b *model.Array) bool {
	x, y := puzzle.model.Data[a.ID].Index, puzzle.model.Data[b.ID].Index
	if len(x) != 1 || len(y) != 1 || x[0].Type.String() != y[0].Type.String() {
		return false
	}
	return slices.EqualFunc(x[0].Elems, y[0].Elems, func(v, w model.Value) bool { return model.Compare(v, w) == 0 })
}

func (puzzle *Puzzle) labels(s *model.Set) []string {
	return lists.Map(s.Elems, func(v model.Value) string { return puzzle.model.Format(s.Type, v) })
}

// sheetOfTwo returns the sheet of an array with two indices.
func (puzzle *Puzzle) sheetOfTwo(a *model.Array) Sheet {
	d := puzzle.model.Data[a.ID]
	s := Sheet{Arrays: []string{a.Name}, Rows: puzzle.labels(d.Index[0])}
	s.Head = append([]string{a.Name}, puzzle.labels(d.Index[1])...)
	columns := len(s.Head) - 1
	for r := range s.Rows {
		row := make([]int, columns)
		for c := range row {
			row[c] = d.Offset + r*columns + c
		}
		s.Places = append(s.Places, row)
	}
	return s
}

// sheetOf returns the sheet of arrays that share their only index.
func (puzzle *Puzzle) sheetOf(group []*model.Array) Sheet {
	s := Sheet{Head: []string{"index"}, Rows: puzzle.labels(puzzle.model.Data[group[0].ID].Index[0])}
	if set, ok := group[0].Index[0].Set.(*model.NamedSet); ok {
		s.Head[0] = set.Decl.Name
	} else if t := puzzle.model.Data[group[0].ID].Index[0].Type; t.Kind == model.Enumerated {
		s.Head[0] = t.Enum.Name
	}
	for _, a := range group {
		s.Arrays, s.Head = append(s.Arrays, a.Name), append(s.Head, a.Name)
	}
	for r := range s.Rows {
		row := lists.Map(group, func(a *model.Array) int { return puzzle.model.Data[a.ID].Offset + r })
		s.Places = append(s.Places, row)
	}
	return s
}

// fitsSheet reports whether a sheet is narrow enough for all its values, and can be divided at its bars.
func (puzzle *Puzzle) fitsSheet(s *Sheet) bool {
	columns := [][]string{s.Rows}
	for _, place := range s.Places[0] {
		array, _ := puzzle.model.ArrayAt(place)
		columns = append(columns, puzzle.labels(puzzle.model.Data[array.ID].Domain))
	}
	width := 0
	for i, column := range columns {
		widest := 0
		for _, text := range append(column, s.Head[i]) {
			if strings.Contains(text, "|") {
				return false
			}
			widest = max(widest, utf8.RuneCountInString(text))
		}
		width += widest + len(" | ")
	}
	return len(columns)-1 <= maxSheetColumns && width <= maxSheetWidth
}

// board is a sheet as a board whose first row and column are heads, and the element that each cell shows.
func (puzzle *Puzzle) board(s *Sheet, text func(place int) string) (b view.Board, shows [][]int) {
	b = view.Board{Rows: len(s.Rows) + 1, Cols: len(s.Head), Text: slices.Clone(s.Head)}
	for range s.Head {
		shows = append(shows, nil)
	}
	for r, places := range s.Places {
		b.Text, shows = append(b.Text, s.Rows[r]), append(shows, nil)
		for _, place := range places {
			b.Text, shows = append(b.Text, text(place)), append(shows, []int{place})
		}
	}
	return b, shows
}
