package playground

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/present/show/explored"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

type spaceParams struct {
	limits
	Instance   string   `json:"instance"`
	States     int      `json:"states"`
	Heuristics []string `json:"heuristics"`
}

// The numbers of states up to which a graph is listed, and drawn with its boards.
const (
	mostListed = 2000
	mostDrawn  = 500
)

type table struct {
	Name   string     `json:"name"`
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
}

type plot struct {
	Name string `json:"name"`
	SVG  string `json:"svg"`
}

// graph is the states of a small space and the moves between them.
type graph struct {
	States []state `json:"states"`
	Edges  []edge  `json:"edges"`
	SVG    string  `json:"svg"`
}

type state struct {
	Depth int    `json:"depth"`
	Left  int64  `json:"left"` // the cost to a goal; -1: none can be reached
	Goal  bool   `json:"goal,omitempty"`
	Move  string `json:"move,omitempty"` // leads to it from the state number From, on a shortest way from the start
	From  int    `json:"from"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
	W     int    `json:"width"`
	H     int    `json:"height"`
}

type edge struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Move string `json:"move"`
	Cost int64  `json:"cost"`
}

type space struct {
	Complete bool    `json:"complete"`
	Reason   string  `json:"reason,omitempty"`
	Text     string  `json:"text"`
	Space    any     `json:"space"`
	Tables   []table `json:"tables"`
	Plots    []plot  `json:"plots"`
	Graph    *graph  `json:"graph,omitempty"`
}

var errNothingToExplore = errors.New("the puzzle has no moves, so that there is nothing to explore; list its " +
	"solutions instead")

// explore visits all states.
func (p *Playground) explore(ctx context.Context, q *spaceParams) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	if p.program == nil {
		return nil, errNothing
	}
	if !p.program.HasMoves() {
		return nil, errNothingToExplore
	}
	z, err := p.from(ctx, &place{Instance: q.Instance})
	if err != nil {
		return nil, err
	}
	heuristics := q.Heuristics
	if heuristics == nil {
		heuristics = p.program.Heuristics()
	}
	x := &explored.Space{Puzzle: z}
	x.Survey, err = z.Survey(ctx, puzzle.SurveyOptions{
		Options:    puzzle.ExploreOptions{Options: backends.Options{Threads: 1, Memory: q.memory(), Progress: p.progress()}},
		Heuristics: heuristics, Keep: true,
	})
	if err != nil {
		return nil, err
	}
	defer z.Showing(ctx)()
	v := x.Survey
	out := &space{Complete: !x.Undecided(), Reason: Words(v.Reason), Space: x.JSON(), Tables: []table{}, Plots: []plot{}}
	var report bytes.Buffer
	printer := show.NewPrinter(&report, z, show.Style{})
	x.Report(printer, false)
	if err := printer.Flush(); err != nil {
		return nil, err
	}
	out.Text = Words(report.String())
	for _, t := range x.Tables() {
		out.Tables = append(out.Tables, table(t))
	}
	plots := x.Plots()
	for _, name := range keys(plots) {
		out.Plots = append(out.Plots, plot{name, plots[name].Picture().Inline()})
	}
	if v.Kept != nil && len(v.Kept.States) <= min(cmp.Or(q.States, mostListed), mostListed) {
		out.Graph = graphOf(x)
	}
	return out, nil
}

// graphOf lists the states and moves, and draws them.
func graphOf(x *explored.Space) *graph {
	k, z := x.Survey.Kept, x.Puzzle
	g := &graph{States: make([]state, len(k.States)), Edges: []edge{}}
	picture, boxes := x.Layout(len(k.States) <= mostDrawn)
	g.SVG = picture.Inline()
	for id := range k.States {
		s := &g.States[id]
		*s = state{Depth: k.Depths[id], Left: k.Rests[id], Goal: k.Goals[id], From: -1}
		b := boxes[id]
		s.X, s.Y, s.W, s.H = int(b.X), int(b.Y), int(b.W), int(b.H)
	}
	for _, m := range k.Moves {
		name := z.MoveName(m.Move)
		g.Edges = append(g.Edges, edge{m.From, m.To, name, m.Cost})
		if to := &g.States[m.To]; to.From < 0 && k.Depths[m.To] == k.Depths[m.From]+1 {
			to.From, to.Move = m.From, name
		}
	}
	return g
}

// test tries the `expect` lines of an instance.
func (p *Playground) test(ctx context.Context, q *struct {
	Instance string `json:"instance"`
	limits
},
) (any, error) {
	if p.program == nil {
		return nil, errNothing
	}
	type result struct {
		Expect string         `json:"expect"`
		Result puzzle.Verdict `json:"result"`
		Found  string         `json:"found"`
		span
	}
	results := []result{}
	for _, x := range p.program.Expectations(q.Instance) {
		ctx, stop := q.bounded(ctx)
		outcome, err := p.expect(ctx, q.Instance, x, q.memory())
		stop()
		if err != nil {
			return nil, err
		}
		results = append(results, result{
			puzzle.ExpectationText(x), outcome.Verdict, Words(outcome.Found), p.texts.span(x.Span),
		})
	}
	return struct {
		Results []result `json:"results"`
	}{results}, nil
}

func (p *Playground) expect(ctx context.Context, instance string, x puzzle.Expectation,
	memory int64,
) (puzzle.Outcome, error) {
	z, err := p.from(ctx, &place{Instance: instance})
	if err != nil {
		return puzzle.Outcome{}, err
	}
	limits := backends.Options{Threads: 1, Memory: memory, Progress: p.progress()}
	o, err := z.Expect(ctx, x, puzzle.Options{Options: limits})
	if err != nil {
		return o, fmt.Errorf("expect %s: %w", puzzle.ExpectationText(x), err)
	}
	return o, nil
}
