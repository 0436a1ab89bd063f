package playground

import (
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// board is one view of a state, for a table that a screen reader reads, and for clicks.
type board struct {
	Rows    int      `json:"rows"`
	Cols    int      `json:"cols"`
	Cells   []string `json:"cells"`
	Fill    []string `json:"fill,omitempty"`
	Names   []string `json:"names,omitempty"`
	Caption bool     `json:"caption,omitempty"`
	X       float64  `json:"x"`
	Y       float64  `json:"y"`
	Width   float64  `json:"width"`
	Height  float64  `json:"height"`
}

// shown draws boards.
func shown(z *puzzle.Puzzle, boards []puzzle.Board) ([]board, string) {
	picture, boxes := show.PictureOf(boards)
	out := make([]board, len(boards))
	for i := range boards {
		b := &boards[i]
		out[i] = board{
			Rows: b.Rows, Cols: b.Cols, Cells: show.Words(b), Fill: b.Fill, Caption: b.Line, Names: z.CellNames(b),
			X: boxes[i].X, Y: boxes[i].Y, Width: boxes[i].W, Height: boxes[i].H,
		}
	}
	return out, picture.Inline()
}
