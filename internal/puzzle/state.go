package puzzle

import (
	"context"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/lists"
)

// View shows a state as the model's views say; nil if the model has no views, or after Showing has ended the work.
func (puzzle *Puzzle) View(state []int64) []view.Board {
	boards := view.Boards(puzzle.machine, state)
	if undefined := puzzle.undefined(state); len(undefined) > 0 {
		known := lists.Map(state, func(int64) bool { return true })
		for place := range undefined {
			known[place] = false
		}
		boards = view.Partial(puzzle.machine, &semantics.Partial{State: state, Known: known})
	}
	if puzzle.CutShort() {
		return nil
	}
	return boards
}

// Shown shows a state as the model's views say or, if there are none, as its variables. Sheets have heads. The other
// arrays are boards, with rows and columns if they are indexed by the cells of a grid or by two indices.
func (puzzle *Puzzle) Shown(state []int64) []view.Board {
	if len(puzzle.Program.checked.Views) > 0 {
		return puzzle.View(state)
	}
	boards, _ := puzzle.tables(func(place int) string {
		array, _ := puzzle.model.ArrayAt(place)
		return puzzle.model.Format(array.Type, model.Int(state[place]))
	})
	return boards
}

// tables shows the variables. text returns what is shown of an element. Places lists, for each cell of each board, the
// element that it shows, if any.
func (puzzle *Puzzle) tables(text func(place int) string) (out []view.Board, places [][][]int) {
	sheets := puzzle.Sheets()
	add := func(b view.Board, shows [][]int) {
		b.Fill = make([]string, len(b.Text))
		out, places = append(out, b), append(places, shows)
	}
	for place := 0; place < puzzle.model.StateSize; {
		array, _ := puzzle.model.ArrayAt(place)
		n := puzzle.model.Data[array.ID].Size
		first := place
		place += n
		if s := sheets[array.Name]; s != nil {
			if s.Arrays[0] == array.Name {
				add(puzzle.board(s, text))
			}
			continue
		}
		if len(array.Index) == 0 {
			add(view.Board{Rows: 1, Cols: 1, Text: []string{array.Name + " = " + text(first)}, Line: true}, [][]int{{first}})
			continue
		}
		b := view.Board{Text: make([]string, n)}
		shows := make([][]int, n)
		for k := range n {
			b.Text[k], shows[k] = text(first+k), []int{first + k}
		}
		b.Rows, b.Cols = puzzle.Shape(array, n)
		add(view.Board{Rows: 1, Cols: 1, Text: []string{array.Name}, Line: true}, make([][]int, 1))
		add(b, shows)
	}
	return out, places
}

// CellNames returns the elements of a view's set that the cells of a board show, as the language writes them; "" for a
// cell outside the set. It returns nil if the board is a line.
func (puzzle *Puzzle) CellNames(b *view.Board) []string { return view.CellNames(puzzle.model, b) }

// Shape returns the rows and columns of the board for an array of n elements.
func (puzzle *Puzzle) Shape(a *model.Array, n int) (rows, cols int) {
	index := puzzle.model.Data[a.ID].Index
	last := index[len(index)-1]
	switch {
	case n == 0:
		return 0, 0
	case len(index) == 1 && last.Type.Kind == model.CellKind:
		if d := puzzle.model.Dims[last.Type.Grid.ID]; d.Rows*d.Cols == int64(n) {
			return int(d.Rows), int(d.Cols)
		}
	case len(index) > 1:
		return n / len(last.Elems), len(last.Elems)
	}
	return 1, n
}

// Showing makes View and Shown end some work after the context does, until undo is called. After they were ended,
// CutShort is true, View returns nil and what Shown returned means nothing.
func (puzzle *Puzzle) Showing(ctx context.Context) (undo func()) { return puzzle.machine.Beyond(ctx) }

// CutShort reports whether View or Shown was ended before it was done.
func (puzzle *Puzzle) CutShort() bool { return puzzle.machine.Ended() }

// Assigned is an element of a state variable and its value.
type Assigned struct {
	Variable string // "queen"
	Name     string // "queen[3]"
	Text     string // as the language writes the value; "none": the answer is not defined
	JSON     any    // number, Boolean, [row, column] of a cell, or the text; nil: not defined
	Decided  bool   // a part of the answer: see Decides
}

// Assignment lists the values of a state.
func (puzzle *Puzzle) Assignment(state []int64) []Assigned {
	out, undefined := make([]Assigned, len(state)), puzzle.undefined(state)
	for place, n := range state {
		array, _ := puzzle.model.ArrayAt(place)
		text := puzzle.model.Format(array.Type, model.Int(n))
		out[place] = Assigned{
			array.Name, puzzle.model.StateName(place), text, puzzle.json(array.Type, n, text),
			puzzle.Decides(place),
		}
		if undefined[place] {
			out[place].Text, out[place].JSON = parse.None, nil
		}
	}
	return out
}

func (puzzle *Puzzle) json(t *model.Type, n int64, text string) any {
	switch t.Kind {
	case model.Number:
		return n
	case model.Boolean:
		return n != 0
	case model.CellKind:
		cols := puzzle.model.Dims[t.Grid.ID].Cols
		return [2]int64{n / cols, n % cols}
	default:
		return text
	}
}
