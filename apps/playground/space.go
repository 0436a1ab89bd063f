package playground

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/present/show/explored"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
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
	x.Survey, err = z.Survey(ctx, explore.SurveyOptions{
		Options:    explore.Options{Options: backends.Options{Threads: 1, Memory: q.memory(), Progress: p.progress()}},
		Heuristics: heuristics, Keep: true,
	})
	if err != nil {
		return nil, err
	}
	defer z.Showing(ctx)()
	v := x.Survey
	var report bytes.Buffer
	printer := show.NewPrinter(&report, z, show.Style{})
	x.Report(printer, false)
	if err := printer.Flush(); err != nil {
		return nil, err
	}
	tables, pictures, plots := []text.Fields{}, []text.Fields{}, x.Plots()
	for _, t := range x.Tables() {
		tables = append(tables, text.Fields{"name", t.Name, "header", t.Header, "rows", t.Rows})
	}
	for _, name := range keys(plots) {
		pictures = append(pictures, plot(name, plots[name].Picture().Inline()))
	}
	out := text.Fields{
		"complete", !x.Undecided(), "reason?", Words(v.Reason), "text", Words(report.String()), "space", x.JSON(),
		"tables", tables, "plots", pictures,
	}
	if v.Kept != nil && len(v.Kept.States) <= min(cmp.Or(q.States, mostListed), mostListed) {
		out = append(out, "graph", graphOf(x))
	}
	return out, nil
}

// plot returns a picture with its name.
func plot(name, svg string) text.Fields { return text.Fields{"name", name, "svg", svg} }

// graphOf lists the states of a small space and the moves between them, and draws them. A state has the cost that is
// left to a goal, -1 if none can be reached, and the move that leads to it on a shortest way from the start.
func graphOf(x *explored.Space) text.Fields {
	k, z := x.Survey.Kept, x.Puzzle
	states, edges := make([]text.Fields, len(k.States)), []text.Fields{}
	from, by := make([]int, len(k.States)), make([]string, len(k.States))
	for id := range from {
		from[id] = -1
	}
	for _, m := range k.Moves {
		name := z.MoveName(m.Move)
		edges = append(edges, text.Fields{"from", m.From, "to", m.To, "move", name, "cost", m.Cost})
		if from[m.To] < 0 && k.Depths[m.To] == k.Depths[m.From]+1 {
			from[m.To], by[m.To] = m.From, name
		}
	}
	picture, boxes := x.Layout(len(k.States) <= mostDrawn)
	for id := range states {
		b := boxes[id]
		states[id] = text.Fields{
			"depth", k.Depths[id], "left", k.Rests[id], "goal?", k.Goals[id], "move?", by[id], "from", from[id],
			"x", int(b.X), "y", int(b.Y), "width", int(b.W), "height", int(b.H),
		}
	}
	return text.Fields{"states", states, "edges", edges, "svg", picture.Inline()}
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
	results := []text.Fields{}
	for _, x := range p.program.Expectations(q.Instance) {
		ctx, stop := q.bounded(ctx)
		outcome, err := p.expect(ctx, q.Instance, x, q.memory())
		stop()
		if err != nil {
			return nil, err
		}
		results = append(results, append(text.Fields{
			"expect", puzzle.ExpectationText(x), "result", outcome.Verdict, "found", Words(outcome.Found),
		}, p.texts.place(x.Span)...))
	}
	return text.Fields{"results", results}, nil
}

func (p *Playground) expect(ctx context.Context, instance string, x model.Expect,
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
