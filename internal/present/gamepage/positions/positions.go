// Package positions finds the positions that a page on which others play holds: drawings composed of shared parts, the
// moves, and why there is no move in a direction. pzc and the playground both write the page of this data.
package positions

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/draw"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Level is an instance of the puzzle.
type Level struct {
	Puzzle *puzzle.Puzzle
	// Best is the cost of the best known plan, if the page may tell it.
	Best *Best
	// Plan is a solution, if the page may tell it: the names of the moves.
	Plan []string
	// Hard is how hard the level is, in a word; "": not known.
	Hard string
}

// Name names the level for players.
func (l *Level) Name() string { return cmp.Or(l.Puzzle.Instance(), "first") }

// Best holds the known bounds on the cost of plans.
type Best struct {
	Cost    int64
	Optimal bool // no plan costs less
}

// Book is what a page holds.
type Book struct {
	Title   string `json:"title"`
	Author  string `json:"author,omitempty"`
	Text    string `json:"text,omitempty"`    // what the cover says
	NoHints bool   `json:"noHints,omitempty"` // the page gives no hints
	Cells   string `json:"cells,omitempty"`   // how texts name cells, unless the reader chooses: "r1c1", "a1"

	Games []*Game `json:"-"`
	Most  int     `json:"-"` // positions of a game that needs no compiler; 0: MostPositions
}

// Game is one model, of which levels are played.
type Game struct {
	Title  string
	Levels []Level
	Model  Model
}

// Model holds the texts of the model by name, for the compiler in the page.
type Model struct {
	Files map[string]string `json:"files"`
	Main  string            `json:"main"` // the name of the model
}

// Limits of a page without the compiler.
const (
	// MostPositions is the greatest number of positions.
	MostPositions = 40_000

	triesEach = 25      // moves that are tried for each of these positions, on average
	maxData   = 4 << 20 // bytes of JSON for all positions, of which about a quarter is left when they are compressed
)

// JSON returns the data of the page. If the page cannot hold all positions of a game, the data has its model instead,
// and why says why: the compiler in the page must play it.
func JSON(ctx context.Context, b *Book) (out []byte, why string, err error) {
	page := struct {
		*Book
		Games []json.RawMessage `json:"games"`
	}{Book: b}
	levels := 0
	for _, g := range b.Games {
		levels += len(g.Levels)
	}
	for left, i := maxData, 0; i < len(b.Games); i++ {
		g := b.Games[i]
		d, err := findPositions(ctx, g, cmp.Or(b.Most, MostPositions))
		if err == nil && levels > 1 {
			err = d.drawStarts(ctx, g)
		}
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", g.Title, err)
		}
		if out, err = json.Marshal(d); err == nil && d.why == "" && len(out) > left {
			d.tooLarge("the drawings are too large")
		}
		if d.why != "" {
			d.Model, why = &g.Model, cmp.Or(why, d.why)
			out, err = json.Marshal(d)
		} else {
			left -= len(out)
		}
		if err != nil {
			return nil, "", err
		}
		page.Games = append(page.Games, out)
	}
	out, err = json.Marshal(page)
	return out, why, err
}

// drawStarts draws what each level begins with, for a page that lists the levels.
func (d *data) drawStarts(ctx context.Context, g *Game) error {
	for i := range g.Levels {
		boards, err := show.Opening(ctx, g.Levels[i].Puzzle, nil)
		if err != nil {
			return err
		}
		picture, _ := show.PictureOf(boards)
		d.Levels[i].Picture = picture.Inline()
	}
	return nil
}

// data is what the script of the page reads of one game. Names are indices of lists, which all levels share.
type data struct {
	Title  string  `json:"title"`
	Author string  `json:"author,omitempty"`
	Rules  string  `json:"rules,omitempty"`
	Form   bool    `json:"form"` // there are no moves: it is filled in
	Levels []level `json:"levels"`

	Moves   []string `json:"moves,omitempty"` // as plans write them
	Ways    []int    `json:"ways,omitempty"`  // the direction of each move, from 1: up, right, down, left; 0: none
	Texts   []string `json:"texts,omitempty"` // labels and reasons
	Parts   []part   `json:"parts,omitempty"` // of drawings
	Words   []string `json:"words,omitempty"` // of what drawings show
	Layouts []layout `json:"layouts,omitempty"`
	Kinds   []kind   `json:"kinds,omitempty"`
	Changes [][]int  `json:"changes,omitempty"` // of drawings: see changes
	States  *states  `json:"states,omitempty"`

	Model *Model `json:"model,omitempty"` // the compiler in the page plays it; nil: the graph is complete

	why string // why the graph is not complete
}

type level struct {
	Name     string   `json:"name"`
	Instance string   `json:"instance"`
	Start    int      `json:"start"`
	Clues    []string `json:"clues,omitempty"`
	Best     *int64   `json:"best,omitempty"`
	Optimal  bool     `json:"optimal,omitempty"`
	Plan     []string `json:"plan,omitempty"`
	Hard     string   `json:"hard,omitempty"`
	Most     bool     `json:"most,omitempty"`    // the best solution has the greatest value
	Picture  string   `json:"picture,omitempty"` // SVG of the start
}

// part is an element of a drawing and the cell where it stands: the number of the board and of the cell, -1 for none.
type part struct {
	SVG  string `json:"s"`
	Cell [2]int `json:"c"`
}

// layout is the size of a drawing and where the boards lie in it.
type layout struct {
	W      float64    `json:"w"`
	H      float64    `json:"h"`
	Boards []boardBox `json:"b"`
}

type boardBox struct {
	X    float64 `json:"x"`
	Y    float64 `json:"y"`
	W    float64 `json:"w"` // of a cell
	H    float64 `json:"h"`
	Rows int     `json:"r"`
	Cols int     `json:"n"`
	Line bool    `json:"l,omitempty"`
}

// kind is what many positions have in common.
type kind struct {
	Layout int   `json:"l"`
	Edges  []int `json:"e,omitempty"` // moves that can be made, three numbers each: move, cost, label or -1
	Not    []int `json:"n,omitempty"` // directions without a move, two numbers each: direction, why
	Goal   bool  `json:"g,omitempty"`
	Lost   int   `json:"x,omitempty"` // why the game is lost, as the number of a text and 1
}

// states holds the positions, breadth first: numbers that are small or occur often, which gzip compresses well.
type states struct {
	Kind []int `json:"k"`
	// Change makes the drawing of a position from the drawing of the first position that has a move to it, or from
	// nothing if it is a start. A drawing is a list of parts, followed by words w as -1-w.
	Change []int `json:"d"`
	// To has a number for each move of each position: 0 if the move leads to a new position, otherwise how many
	// positions were found after the position to which it leads, that one included.
	To []int `json:"t"`
}

func (d *data) tooLarge(why string) {
	d.Moves, d.Ways, d.Texts, d.Parts, d.Words, d.Layouts = nil, nil, nil, nil, nil, nil
	d.Kinds, d.Changes, d.States = nil, nil, nil
	d.why = why
}

// explorer collects positions.
type explorer struct {
	*data
	// The numbers of what the lists of data have.
	texts, moves, parts, words, layouts, kinds, changes map[string]int

	most, tries int
}

// findPositions finds all positions of all levels. If there are too many, the data says why.
func findPositions(ctx context.Context, g *Game, most int) (*data, error) {
	x := &explorer{
		data: &data{Title: g.Title, States: &states{}}, most: most,
		texts: map[string]int{}, moves: map[string]int{}, parts: map[string]int{}, words: map[string]int{},
		layouts: map[string]int{}, kinds: map[string]int{}, changes: map[string]int{},
	}
	games := make([]*puzzle.Game, len(g.Levels))
	states, tries := 0, 0
	for i := range g.Levels {
		l := &g.Levels[i]
		about := l.Puzzle.About()
		x.Author, x.Rules = about.Author, about.Rules
		x.Levels = append(x.Levels, level{
			Name: l.Name(), Instance: l.Puzzle.Instance(), Plan: l.Plan, Clues: about.Clues, Hard: l.Hard,
		})
		if o := l.Puzzle.Model().Objective; o != nil {
			x.Levels[i].Most = o.Maximize
		}
		if l.Best != nil {
			x.Levels[i].Best, x.Levels[i].Optimal = &l.Best.Cost, l.Best.Optimal
		}
		if x.Form = x.Form || !l.Puzzle.HasMoves(); x.Form {
			continue
		}
		var err error
		if games[i], err = l.Puzzle.Play(ctx); err != nil {
			return nil, err
		}
		if states <= x.most && tries <= triesEach*x.most {
			n := x.counted(ctx, l.Puzzle)
			states, tries = states+n, tries+n*len(games[i].Moves())
		}
	}
	switch {
	case x.Form:
		x.tooLarge("it is filled in, not played by moves")
		return x.data, nil
	case states > x.most || tries > triesEach*x.most:
		x.tooLarge(tooMany)
		return x.data, nil
	}
	for i, game := range games {
		if err := x.level(ctx, game, &x.Levels[i]); err != nil || x.why != "" {
			return x.data, err
		}
	}
	return x.data, nil
}

const tooMany = "it has too many positions"

// level explores one level, breadth first.
func (x *explorer) level(ctx context.Context, game *puzzle.Game, l *level) error {
	defer game.Within(ctx)()
	number := map[string]int{}
	first := len(x.States.Kind)
	l.Start = first
	var found [][]int64
	var from [][]int // the drawing of the first position with a move to each position
	add := func(s []int64, drawing []int) (back int) {
		key := stateKey(s)
		if n, known := number[key]; known {
			return len(found) - n
		}
		number[key] = len(found)
		found, from = append(found, slices.Clone(s)), append(from, drawing)
		return 0
	}
	add(game.Start, nil)
	for k := 0; k < len(found); k++ {
		if x.tries += len(game.Moves()); first+len(found) > x.most || x.tries > triesEach*x.most {
			x.tooLarge(tooMany)
			return nil
		}
		x.position(game, found[k], from[k], add)
		if game.CutShort() {
			return fmt.Errorf("exploring the positions: %w", context.Cause(ctx))
		}
		found[k], from[k] = nil, nil
	}
	return nil
}

// counted returns the number of states of the compiled puzzle, at least: to count them takes a small part of the time
// that the positions of the page take. It counts to a limit. States behind a goal count, too. It returns 0 if nothing
// is known.
func (x *explorer) counted(ctx context.Context, z *puzzle.Puzzle) int {
	if diags := z.GroundOnce(ctx); diags.HasErrors() || z.Task() == nil {
		return 0
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	starts, states := 0, 0
	_, err := z.Explore(ctx, explore.Options{
		Options: backends.Options{Threads: 1}, ByMoves: true,
		Layer: func(l explore.Layer) {
			if states += int(l.States); l.Distance == 0 {
				starts = states
			}
			if starts > 1 || states > x.most {
				stop()
			}
		},
	})
	if err != nil || starts > 1 { // the game has one of the starts
		return 0
	}
	return states
}

func stateKey(s []int64) string {
	key := make([]byte, 0, 2*len(s))
	for _, n := range s {
		key = binary.AppendVarint(key, n)
	}
	return string(key)
}

// position adds a position: its drawing, and its moves.
func (x *explorer) position(game *puzzle.Game, s []int64, from []int, add func([]int64, []int) int) {
	out, drawing := x.draw(game.Shown(s))
	out.Goal = game.Goal(s)
	if lost := game.Lost(s); lost != "" {
		out.Lost = x.text(text.Sentence(diag.OneLine(lost))) + 1
	}
	if !out.Goal && out.Lost == 0 {
		x.play(game, s, &out, func(next []int64) int { return add(next, drawing) })
	}
	change := changes(from, drawing)
	x.States.Kind = append(x.States.Kind, numbered(x.kinds, fmt.Sprint(out), &x.Kinds, out))
	x.States.Change = append(x.States.Change, numbered(x.changes, fmt.Sprint(change), &x.Changes, change))
}

// play lists the moves of a position.
func (x *explorer) play(game *puzzle.Game, s []int64, out *kind, add func([]int64) int) {
	can, cannot := map[string]bool{}, map[string][]puzzle.GameMove{}
	for _, m := range game.Moves() {
		if !game.Can(s, m) {
			cannot[m.Direction] = append(cannot[m.Direction], m)
			continue
		}
		step, _ := game.Try(s, m)
		can[m.Direction] = true
		label := -1
		if step.Label != "" {
			label = x.text(diag.OneLine(step.Label))
		}
		out.Edges = append(out.Edges, x.move(m), int(step.Cost), label)
		x.States.To = append(x.States.To, add(step.State))
	}
	for i, d := range puzzle.Directions {
		if can[d] {
			continue
		}
		if why := game.WhyNot(s, cannot[d]...); why != "" {
			out.Not = append(out.Not, i+1, x.text(text.Sentence(diag.OneLine(why))))
		}
	}
}

// changes returns what makes one list from another: at each place where they differ, how many numbers they have in
// common before it, how many are left out, how many are put in, and these.
func changes(from, to []int) (out []int) {
	for common := 0; len(from)+len(to) > 0; {
		if len(from) > 0 && len(to) > 0 && from[0] == to[0] {
			from, to, common = from[1:], to[1:], common+1
			continue
		}
		gone, come := apart(from, to)
		out = append(append(out, common, gone, come), to[:come]...)
		from, to, common = from[gone:], to[come:], 0
	}
	return out
}

// apart returns after how many numbers of each list they have a number in common: the least sum.
func apart(from, to []int) (gone, come int) {
	for sum := 1; sum < len(from)+len(to); sum++ {
		for gone := max(0, sum-len(to)+1); gone <= sum && gone < len(from); gone++ {
			if from[gone] == to[sum-gone] {
				return gone, sum - gone
			}
		}
	}
	return len(from), len(to)
}

func (x *explorer) text(s string) int { return numbered(x.texts, s, &x.Texts, s) }

func (x *explorer) move(m puzzle.GameMove) int {
	n := numbered(x.moves, m.Name, &x.Moves, m.Name)
	if n == len(x.Ways) {
		x.Ways = append(x.Ways, slices.Index(puzzle.Directions[:], m.Direction)+1)
	}
	return n
}

// numbered returns the number of a thing in a list, to which it is added if it is new.
func numbered[T any](numbers map[string]int, key string, list *[]T, thing T) int {
	n, known := numbers[key]
	if !known {
		n = len(*list)
		numbers[key] = n
		*list = append(*list, thing)
	}
	return n
}

// draw composes the drawing of boards.
func (x *explorer) draw(boards []view.Board) (out kind, drawing []int) {
	picture, boxes := show.PictureOf(boards)
	l := layout{W: picture.W, H: picture.H}
	for i, b := range boards {
		l.Boards = append(l.Boards, boardBox{boxes[i].X, boxes[i].Y, boxes[i].W, boxes[i].H, b.Rows, b.Cols, b.Line})
	}
	out.Layout = numbered(x.layouts, fmt.Sprint(l), &x.Layouts, l)
	for _, p := range picture.Parts() {
		cell := l.cell(p.At)
		drawing = append(drawing, numbered(x.parts, p.SVG+fmt.Sprint(cell), &x.Parts, part{p.SVG, cell}))
	}
	for word := range strings.SplitSeq(picture.Title, " ") {
		drawing = append(drawing, -1-numbered(x.words, word, &x.Words, word))
	}
	return out, drawing
}

// cell returns the board and the cell at a point.
func (l *layout) cell(at draw.Point) [2]int {
	for i, b := range l.Boards {
		if col, row := int((at.X-b.X)/b.W),
			int((at.Y-b.Y)/b.H); !b.Line && at.X >= b.X && at.Y >= b.Y && col < b.Cols && row < b.Rows {
			return [2]int{i, row*b.Cols + col}
		}
	}
	return [2]int{-1, -1}
}
