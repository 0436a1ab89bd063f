package playground

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// place is a position of a game: the start and the moves from it.
type place struct {
	Instance string            `json:"instance"`
	Start    map[string]string `json:"start"`
	Moves    []string          `json:"moves"`
}

type made struct {
	Move  string `json:"move"`
	Label string `json:"label,omitempty"`
	Cost  int64  `json:"cost"`
}

type option struct {
	made
	Direction string `json:"direction,omitempty"`
	No        string `json:"no,omitempty"`
}

// broken says which move of a list could not be made.
type broken struct {
	Index   int    `json:"index"`
	Move    string `json:"move"`
	Message string `json:"message"`
	span
}

type value struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type position struct {
	Title  string       `json:"title"`
	About  puzzle.About `json:"about"`
	Boards []board      `json:"boards"`
	SVG    string       `json:"svg"`
	Values []value      `json:"values"`
	Made   []made       `json:"made"`
	Cost   int64        `json:"cost"`
	Moves  []option     `json:"moves"`
	Goal   bool         `json:"goal"`
	Lost   string       `json:"lost,omitempty"`
	Dead   bool         `json:"dead,omitempty"`
	Cut    bool         `json:"cut,omitempty"`
	Broken *broken      `json:"broken,omitempty"`
}

// played is a game at a position.
type played struct {
	*opened
	start  []int64
	steps  []puzzle.Step
	broken *broken
}

func (g *played) state() []int64 {
	if n := len(g.steps); n > 0 {
		return g.steps[n-1].State
	}
	return g.start
}

// play makes the moves of a position up to the first move that is not applicable.
func (p *Playground) play(ctx context.Context, at *place) (*played, error) {
	o, err := p.open(ctx, at.Instance)
	if err != nil {
		return nil, err
	}
	if o.game == nil {
		if o.game, err = o.z.Play(ctx); err != nil {
			return nil, err
		}
	}
	p.after = append(p.after, o.game.Within(ctx))
	g := &played{opened: o, start: o.game.Start}
	if len(at.Start) > 0 {
		var given strings.Builder
		for _, name := range keys(at.Start) {
			fmt.Fprintf(&given, "%s = %s\n", name, at.Start[name])
		}
		if g.start, err = o.game.StartOf(puzzle.Text{Name: "start", Text: given.String()}); err != nil {
			return nil, err
		}
	}
	steps, refused := o.game.Replay(g.start, at.Moves)
	g.steps = steps
	if refused != nil {
		g.broken = &broken{
			Index: len(steps), Move: at.Moves[len(steps)], Message: refusalText(refused),
			span: p.texts.span(refused.Span),
		}
	}
	return g, nil
}

// refusalText returns a refusal in words: the model's own, if it has some.
func refusalText(r *semantics.Refusal) string {
	if r.Reason != "" {
		return r.Reason
	}
	return r.Text
}

// position shows where moves lead.
func (p *Playground) position(ctx context.Context, at *place) (any, error) {
	g, err := p.play(ctx, at)
	if err != nil {
		return nil, err
	}
	state := g.state()
	out := &position{
		Title: show.Title(g.about.Title, g.z.Instance()), About: g.about,
		Values: []value{}, Made: []made{}, Moves: []option{},
		Goal: g.game.Goal(state), Lost: g.game.Lost(state), Dead: g.game.Dead(state), Broken: g.broken,
	}
	out.Boards, out.SVG = shown(g.z, g.game.Shown(state))
	for _, v := range g.z.Assignment(state) {
		out.Values = append(out.Values, value{v.Name, v.Text})
	}
	for _, s := range g.steps {
		out.Made = append(out.Made, made{s.Move, s.Label, s.Cost})
		out.Cost += s.Cost
	}
	for _, m := range g.game.Moves() {
		if !g.game.Can(state, m) {
			continue
		}
		if step, no := g.game.Try(state, m); no == "" {
			out.Moves = append(out.Moves, option{made: made{m.Name, step.Label, step.Cost}, Direction: m.Direction})
		}
	}
	out.Cut = g.game.CutShort()
	return out, nil
}

// allMoves lists all moves, with the reasons why some cannot be made.
func (p *Playground) allMoves(ctx context.Context, at *place) (any, error) {
	g, err := p.play(ctx, at)
	if err != nil {
		return nil, err
	}
	all := []option{}
	for _, m := range g.game.Moves() {
		step, no := g.game.Try(g.state(), m)
		all = append(all, option{made{m.Name, step.Label, step.Cost}, m.Direction, no})
	}
	return struct {
		Moves []option `json:"moves"`
		Cut   bool     `json:"cut,omitempty"`
	}{all, g.game.CutShort()}, nil
}

type reason struct {
	Message string `json:"message"`
	span
}

// refusal says why a move cannot be made or, without a move, why none in a direction can. The message is the model's
// own; it is "" if the model gives no reason.
func (p *Playground) refusal(ctx context.Context, q *struct {
	place
	Move      string `json:"move"`
	Direction string `json:"direction"`
},
) (any, error) {
	g, err := p.play(ctx, &q.place)
	if err != nil {
		return nil, err
	}
	out := struct {
		Possible bool     `json:"possible"`
		Message  string   `json:"message,omitempty"`
		Reasons  []reason `json:"reasons"`
	}{Reasons: []reason{}}
	asked := slices.DeleteFunc(slices.Clone(g.game.Moves()), func(m puzzle.GameMove) bool {
		return m.Name != q.Move && (q.Move != "" || m.Direction != q.Direction)
	})
	out.Message = g.game.WhyNot(g.state(), asked...)
	if len(asked) == 0 && q.Move != "" { // there is no such move
		asked = []puzzle.GameMove{{Name: q.Move}}
	}
	for _, m := range asked {
		for _, r := range g.game.Refusals(g.state(), m.Name) {
			if out.Message == "" || r.Reason != "" && strings.Contains(out.Message, r.Reason) {
				out.Reasons = append(out.Reasons, reason{refusalText(r), p.texts.span(r.Span)})
			}
		}
	}
	out.Possible = len(out.Reasons) == 0
	return out, nil
}

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
