package playground

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// pointing is a click on a cell of a board, or a drag from one cell to another.
type pointing struct {
	place
	From [2]int  `json:"from"` // the board and the cell, row by row
	To   *[2]int `json:"to"`
}

// mostMeant is the greatest number of moves that are offered for a click.
const mostMeant = 50

// pointed returns the moves that a click or a drag may mean. The model has no rules for clicks, so the visible changes
// decide:
//
//   - a move is meant by a cell if an argument of the move is the cell's element, or what stands in the cell, or if the
//     move changes how the cell looks;
//   - moves that name the cell come before moves that only change it;
//   - of a drag, both ends must be meant; if the moves name cells, the first before the last. A move that brings the
//     whole piece from the one cell to the other fits best.
func (p *Playground) pointed(ctx context.Context, q *pointing) (any, error) {
	g, err := p.play(ctx, &q.place)
	if err != nil {
		return nil, err
	}
	f := &finder{g: g, boards: g.game.Shown(g.state()), known: map[string][]view.Board{}}
	from, ok := f.cell(q.From)
	to := from
	if ok && q.To != nil {
		to, ok = f.cell(*q.To)
	}
	var can, cannot []string
	if ok {
		can, cannot = f.find(from, to)
	}
	return text.Fields{"moves", cut(can), "refused", cut(cannot)}, nil
}

func cut(names []string) []string {
	if len(names) > mostMeant {
		return names[:mostMeant]
	}
	return append([]string{}, names...)
}

// finder looks for the moves that cells mean.
type finder struct {
	g      *played
	boards []view.Board
	known  map[string][]view.Board // the boards after a move
}

// cell is a cell of a board.
type cell struct {
	board, index int
	names        []string // what an argument of a move that means it may be: the element, what stands in the cell
}

func (f *finder) cell(at [2]int) (cell, bool) {
	if at[0] < 0 || at[0] >= len(f.boards) || at[1] < 0 || at[1] >= len(f.boards[at[0]].Text) {
		return cell{}, false
	}
	b := &f.boards[at[0]]
	c := cell{board: at[0], index: at[1]}
	if names := f.g.z.CellNames(b); names != nil && names[at[1]] != "" {
		c.names = append(c.names, names[at[1]])
	}
	if text := b.Text[at[1]]; text != "" && !b.Line {
		c.names = append(c.names, text, "'"+text+"'")
	}
	return c, true
}

// How well a move fits the cells that were pointed at. The move that fits best is meant.
const (
	named   = 4 // an argument is the cell's element
	held    = 2 // an argument is what stands in the cell
	changed = 1 // the cell looks different after the move
)

// find returns the moves that are meant: those that can be made or, if others fit better or there are none, those that
// cannot.
func (f *finder) find(from, to cell) (can, cannot []string) {
	var possible, refused meant
	for _, m := range f.g.game.Moves() {
		if f.g.game.Can(f.g.state(), m) {
			possible.add(m.Name, f.score(m, from, to, true))
		} else {
			refused.add(m.Name, f.score(m, from, to, false))
		}
	}
	if len(possible.names) > 0 && possible.best >= refused.best {
		return possible.names, nil
	}
	return nil, refused.names
}

// meant collects the moves that fit best.
type meant struct {
	names []string
	best  int
}

func (l *meant) add(name string, score int) {
	if score > l.best {
		l.names, l.best = nil, score
	}
	if score > 0 && score == l.best {
		l.names = append(l.names, name)
	}
}

// score returns how well a move fits the cells; 0: not at all.
func (f *finder) score(m puzzle.GameMove, from, to cell, possible bool) int {
	args := f.g.game.Args(m)
	first, at := argument(args, from, 0)
	if !possible && at > 0 && first == named {
		first-- // rather a move of what is there than a move to it
	}
	if from.board == to.board && from.index == to.index {
		if first == 0 && possible && f.changes(m, from) {
			return changed
		}
		return first
	}
	last, _ := argument(args, to, 0)
	if first == named && last == named {
		if last, _ = argument(args, to, at+1); last == 0 {
			return 0 // the other way round
		}
		return 4 * named
	}
	if !possible {
		return first + last
	}
	a, b := f.changes(m, from), f.changes(m, to)
	switch {
	case last == 0 && !b && a && f.falls(m, from, to):
		return first + changed
	case first == 0 && !a, last == 0 && !b:
		return 0
	case a && b:
		return first + last + changed + 2*named*f.carries(m, from, to)
	}
	return first + last + changed
}

// argument tells how an argument of a move, from a place on, means a cell, and which argument that is.
func argument(args []string, c cell, from int) (score, at int) {
	for i := from; i < len(args); i++ {
		switch k := slices.Index(c.names, args[i]); {
		case k == 0:
			return named, i
		case k > 0:
			return held, i
		}
	}
	return 0, -1
}

// after returns the boards after a move.
func (f *finder) after(m puzzle.GameMove) []view.Board {
	if f.known[m.Name] == nil {
		step, _ := f.g.game.Try(f.g.state(), m)
		f.known[m.Name] = f.g.game.Shown(step.State)
	}
	return f.known[m.Name]
}

// changes reports whether a cell looks different after a move.
func (f *finder) changes(m puzzle.GameMove, c cell) bool {
	after := f.after(m)
	return c.board < len(after) && look(&f.boards[c.board], c.index) != look(&after[c.board], c.index)
}

// carries reports whether a move brings what is seen in one cell to another one. It returns 2 if the whole piece, which
// is the cells around that look the same, moves by the same distance; 1 if only the cell looks as the other did.
func (f *finder) carries(m puzzle.GameMove, from, to cell) int {
	after := f.after(m)
	before := &f.boards[from.board]
	if from.board != to.board || to.board >= len(after) || len(after[to.board].Text) != len(before.Text) {
		return 0
	}
	now := &after[to.board]
	if look(before, from.index) != look(now, to.index) {
		return 0
	}
	rows, cols := to.index/before.Cols-from.index/before.Cols, to.index%before.Cols-from.index%before.Cols
	for _, k := range piece(before, from.index) {
		r, c := k/before.Cols+rows, k%before.Cols+cols
		if r < 0 || r >= before.Rows || c < 0 || c >= before.Cols || look(before, k) != look(now, r*before.Cols+c) {
			return 1
		}
	}
	return 2
}

// falls reports whether a move brings what is seen in one cell to another cell of the column of to: a disk to a peg.
func (f *finder) falls(m puzzle.GameMove, from, to cell) bool {
	before, after := &f.boards[from.board], f.after(m)
	if from.board != to.board || to.board >= len(after) || len(after[to.board].Text) != len(before.Text) {
		return false
	}
	for k := to.index % before.Cols; k < len(before.Text); k += before.Cols {
		if now := look(&after[to.board], k); now != look(before, k) && now == look(before, from.index) {
			return true
		}
	}
	return false
}

// piece lists the cells that are joined to a cell and look the same.
func piece(b *view.Board, at int) []int {
	cells, found := []int{at}, map[int]bool{at: true}
	for i := 0; i < len(cells); i++ {
		r, c := cells[i]/b.Cols, cells[i]%b.Cols
		for _, next := range [][2]int{{r - 1, c}, {r, c + 1}, {r + 1, c}, {r, c - 1}} {
			k := next[0]*b.Cols + next[1]
			inside := next[0] >= 0 && next[0] < b.Rows && next[1] >= 0 && next[1] < b.Cols
			if inside && !found[k] && look(b, k) == look(b, at) {
				found[k] = true
				cells = append(cells, k)
			}
		}
	}
	return cells
}

// look is the appearance of a cell.
func look(b *view.Board, index int) (l struct {
	text, fill string
	mark       view.CellMark
},
) {
	if index >= len(b.Text) {
		return l
	}
	if l.text, l.fill = b.Text[index], b.Fill[index]; b.Marks != nil {
		l.mark = b.Marks[index]
	}
	return l
}
