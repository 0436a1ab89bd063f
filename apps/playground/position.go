package playground

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// place is a position of a game: the start and the moves from it.
type place struct {
	Instance string            `json:"instance"`
	Start    map[string]string `json:"start"`
	Moves    []string          `json:"moves"`
}

// broken says which move of a list could not be made.
type broken struct {
	Index   int    `json:"index"`
	Move    string `json:"move"`
	Message string `json:"message"`
	span
}

// made returns the JSON of a move.
func made(move, label string, cost int64) text.Fields {
	return text.Fields{"move", move, "label?", label, "cost", cost}
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
	boards, svg := shown(g.z, g.game.Shown(state))
	values, steps, moves, cost := []text.Fields{}, []text.Fields{}, []text.Fields{}, int64(0)
	for _, v := range g.z.Assignment(state) {
		values = append(values, text.Fields{"name", v.Name, "text", v.Text})
	}
	for _, s := range g.steps {
		steps = append(steps, made(s.Move, s.Label, s.Cost))
		cost += s.Cost
	}
	for _, m := range g.game.Moves() {
		if !g.game.Can(state, m) {
			continue
		}
		if step, no := g.game.Try(state, m); no == "" {
			moves = append(moves, append(made(m.Name, step.Label, step.Cost), "direction?", m.Direction))
		}
	}
	return text.Fields{
		"title", show.Title(g.about.Title, g.z.Instance()), "about", g.about, "boards", boards, "svg", svg, "values", values,
		"made", steps, "cost", cost, "moves", moves, "goal", g.game.Goal(state), "lost?", g.game.Lost(state),
		"dead?", g.game.Dead(state), "cut?", g.game.CutShort(), "broken?", g.broken,
	}, nil
}

// allMoves lists all moves, with the reasons why some cannot be made.
func (p *Playground) allMoves(ctx context.Context, at *place) (any, error) {
	g, err := p.play(ctx, at)
	if err != nil {
		return nil, err
	}
	all := []text.Fields{}
	for _, m := range g.game.Moves() {
		step, no := g.game.Try(g.state(), m)
		all = append(all, append(made(m.Name, step.Label, step.Cost), "direction?", m.Direction, "no?", no))
	}
	return text.Fields{"moves", all, "cut?", g.game.CutShort()}, nil
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
	asked := slices.DeleteFunc(slices.Clone(g.game.Moves()), func(m puzzle.GameMove) bool {
		return m.Name != q.Move && (q.Move != "" || m.Direction != q.Direction)
	})
	reasons, message := []text.Fields{}, g.game.WhyNot(g.state(), asked...)
	if len(asked) == 0 && q.Move != "" { // there is no such move
		asked = []puzzle.GameMove{{Name: q.Move}}
	}
	for _, m := range asked {
		for _, r := range g.game.Refusals(g.state(), m.Name) {
			if message == "" || r.Reason != "" && strings.Contains(message, r.Reason) {
				reasons = append(reasons, append(text.Fields{"message", refusalText(r)}, p.texts.place(r.Span)...))
			}
		}
	}
	return text.Fields{"possible", len(reasons) == 0, "message?", message, "reasons", reasons}, nil
}

// shown draws boards. Of each it returns what a screen reader reads, and where clicks are.
func shown(z *puzzle.Puzzle, boards []view.Board) ([]text.Fields, string) {
	picture, boxes := show.PictureOf(boards)
	out := make([]text.Fields, len(boards))
	for i := range boards {
		b, box := &boards[i], boxes[i]
		out[i] = text.Fields{
			"rows", b.Rows, "cols", b.Cols, "cells", show.Words(b), "fill?", b.Fill, "names?", z.CellNames(b),
			"caption?", b.Line, "x", box.X, "y", box.Y, "width", box.W, "height", box.H,
		}
	}
	return out, picture.Inline()
}
