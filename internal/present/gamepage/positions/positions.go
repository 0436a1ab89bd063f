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

	"github.com/pzc-lang/pzc/backends"
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
}

// Name names the level for players.
func (l *Level) Name() string { return cmp.Or(l.Puzzle.Instance(), "first") }

// Best holds the known bounds on the cost of plans.
type Best struct {
	Cost    int64
	Optimal bool // no plan costs less
}

// Game is what is played.
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
	maxStates = 20_000
	maxTries  = 400_000  // moves that are tried in all positions together
	maxData   = 10 << 20 // bytes of JSON, of which about a tenth is left when they are compressed
)

// JSON returns the data of the page. If the page cannot hold all positions, the data has the model instead, and why
// says why: the compiler in the page must play it.
func JSON(ctx context.Context, g *Game) (out []byte, why string, err error) {
	d, err := explore(ctx, g)
	if err != nil {
		return nil, "", err
	}
	if d.why == "" {
		if out, err = json.Marshal(d); err != nil || len(out) <= maxData {
			return out, "", err
		}
		d.tooLarge("the drawings are too large")
	}
	d.Model = &g.Model
	out, err = json.Marshal(d)
	return out, d.why, err
}

// data is the data that the script of the page reads. Names are indices of lists, which all levels share.
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
	Layouts []layout `json:"layouts,omitempty"`
	States  []state  `json:"states,omitempty"`

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

// state is a position.
type state struct {
	Parts  []int `json:"p"`
	Layout int   `json:"l"`
	Alt    int   `json:"a"`           // what the drawing shows, in words
	Edges  []int `json:"e,omitempty"` // moves that can be made, four numbers each: move, next state, cost, label or -1
	Not    []int `json:"n,omitempty"` // directions without a move, two numbers each: direction, why
	Goal   bool  `json:"g,omitempty"`
	Lost   int   `json:"x,omitempty"` // why the game is lost, as the number of a text and 1
}

func (d *data) tooLarge(why string) {
	d.Moves, d.Ways, d.Texts, d.Parts, d.Layouts, d.States = nil, nil, nil, nil, nil, nil
	d.why = why
}

// explorer collects positions.
type explorer struct {
	*data
	texts   map[string]int
	moves   map[string]int
	parts   map[string]int
	layouts map[string]int
	tries   int
}

// explore finds all positions of all levels. If there are too many, the data says why.
func explore(ctx context.Context, g *Game) (*data, error) {
	x := &explorer{
		data:  &data{Title: g.Title},
		texts: map[string]int{}, moves: map[string]int{}, parts: map[string]int{}, layouts: map[string]int{},
	}
	games := make([]*puzzle.Game, len(g.Levels))
	states, tries := 0, 0
	for i := range g.Levels {
		l := &g.Levels[i]
		about := l.Puzzle.About()
		x.Author, x.Rules = about.Author, about.Rules
		x.Levels = append(x.Levels, level{
			Name: l.Name(), Instance: l.Puzzle.Instance(), Plan: l.Plan, Clues: about.Clues,
		})
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
		if states <= maxStates && tries <= maxTries {
			n := counted(ctx, l.Puzzle)
			states, tries = states+n, tries+n*len(games[i].Moves())
		}
	}
	switch {
	case x.Form:
		x.tooLarge("it is filled in, not played by moves")
		return x.data, nil
	case states > maxStates || tries > maxTries:
		x.tooLarge(tooMany)
		return x.data, nil
	}
	for i, game := range games {
		if err := x.level(ctx, g.Levels[i].Puzzle, game, &x.Levels[i]); err != nil || x.why != "" {
			return x.data, err
		}
	}
	return x.data, nil
}

const tooMany = "it has too many positions"

// level explores one level, breadth first.
func (x *explorer) level(ctx context.Context, z *puzzle.Puzzle, game *puzzle.Game, l *level) error {
	defer game.Within(ctx)()
	number := map[string]int{}
	var states [][]int64
	l.Start = len(x.States)
	first := l.Start
	add := func(s []int64) int {
		key := stateKey(s)
		n, known := number[key]
		if !known {
			n = first + len(states)
			number[key] = n
			states = append(states, slices.Clone(s))
		}
		return n
	}
	add(game.Start)
	for k := 0; k < len(states); k++ {
		if x.tries += len(game.Moves()); first+len(states) > maxStates || x.tries > maxTries {
			x.tooLarge(tooMany)
			return nil
		}
		x.States = append(x.States, x.position(game, states[k], add))
		if game.CutShort() {
			return fmt.Errorf("exploring the positions: %w", context.Cause(ctx))
		}
	}
	return nil
}

// counted returns the number of states of the compiled puzzle, at least: to count them takes a small part of the time
// that the positions of the page take. It counts to a limit. States behind a goal count, too. It returns 0 if nothing
// is known.
func counted(ctx context.Context, z *puzzle.Puzzle) int {
	if diags := z.GroundOnce(ctx); diags.HasErrors() || z.Task() == nil {
		return 0
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	starts, states := 0, 0
	_, err := z.Explore(ctx, puzzle.ExploreOptions{
		Options: backends.Options{Threads: 1}, ByMoves: true,
		Layer: func(l puzzle.Layer) {
			if states += int(l.States); l.Distance == 0 {
				starts = states
			}
			if starts > 1 || states > maxStates {
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

// position draws a state and lists its moves.
func (x *explorer) position(game *puzzle.Game, s []int64, add func([]int64) int) state {
	out := x.draw(game.Shown(s))
	out.Goal = game.Goal(s)
	if lost := game.Lost(s); lost != "" {
		out.Lost = x.text(text.Sentence(diag.OneLine(lost))) + 1
	}
	if out.Goal || out.Lost > 0 {
		return out
	}
	can, cannot := map[string]bool{}, map[string][]puzzle.GameMove{}
	for _, m := range game.Moves() {
		step, no := game.Try(s, m)
		if no == "" {
			can[m.Direction] = true
			label := -1
			if step.Label != "" {
				label = x.text(diag.OneLine(step.Label))
			}
			out.Edges = append(out.Edges, x.move(m), add(step.State), int(step.Cost), label)
			continue
		}
		cannot[m.Direction] = append(cannot[m.Direction], m)
	}
	for i, d := range puzzle.Directions {
		if can[d] {
			continue
		}
		if why := game.WhyNot(s, cannot[d]...); why != "" {
			out.Not = append(out.Not, i+1, x.text(text.Sentence(diag.OneLine(why))))
		}
	}
	return out
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
func (x *explorer) draw(boards []puzzle.Board) (out state) {
	picture, boxes := show.PictureOf(boards)
	l := layout{W: picture.W, H: picture.H}
	for i, b := range boards {
		l.Boards = append(l.Boards, boardBox{boxes[i].X, boxes[i].Y, boxes[i].W, boxes[i].H, b.Rows, b.Cols, b.Line})
	}
	out.Layout = numbered(x.layouts, fmt.Sprint(l), &x.Layouts, l)
	for _, p := range picture.Parts() {
		cell := l.cell(p.At)
		out.Parts = append(out.Parts, numbered(x.parts, p.SVG+fmt.Sprint(cell), &x.Parts, part{p.SVG, cell}))
	}
	out.Alt = x.text(picture.Title)
	return out
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
