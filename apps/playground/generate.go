package playground

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type generateParams struct {
	limits
	Instance  string   `json:"instance"`
	Want      string   `json:"want"`
	Count     int      `json:"count"`
	Seed      uint64   `json:"seed"`
	Vary      []string `json:"vary"`
	Backwards bool     `json:"backwards"`
}

// mostMade is the greatest number of puzzles that are made for a request.
const mostMade = 100

// generate makes puzzles: the text of a file that uses the model.
func (p *Playground) generate(ctx context.Context, q *generateParams) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	q.Count = cmp.Or(q.Count, 1)
	switch {
	case p.program == nil:
		return nil, errNothing
	case p.program.Translated() != "":
		return nil, errors.New("puzzles are made for models in the language of pzc; convert this one first")
	case q.Count < 0 || q.Count > mostMade:
		return nil, fmt.Errorf("%d puzzles are wanted; the page makes 1 to %d at a time", q.Count, mostMade)
	case len(q.Vary) > 0 && q.Backwards:
		return nil, errors.New("random values and start states are different ways to make data; choose one")
	}
	z, diags := p.program.InstantiateContext(ctx, puzzle.Data{Instance: q.Instance})
	if diags.HasErrors() {
		return nil, diags
	}
	o := generate.Options{
		Base: z, Count: q.Count, Seed: q.Seed, Rate: true, Vary: q.Vary, Backwards: q.Backwards, Threads: 1,
		Solve: p.bounds(q.limits),
	}
	about := fmt.Sprintf("Made by the playground of pzc with seed %d", q.Seed)
	if q.Want != "" {
		if o.Want, diags = rate.ParseWant("the want", q.Want, rate.Names(z.HasMoves())); diags.HasErrors() {
			return nil, diags
		}
		about += ", wanted: " + strings.Join(strings.Fields(q.Want), " ")
	}
	r, err := generate.Generate(ctx, o)
	if err != nil {
		return nil, err
	}
	hardness := lists.Map(r.Levels, func(l generate.Level) string {
		if l.Rating == nil {
			return ""
		}
		return l.Rating.Hardness()
	})
	said := lists.Map(r.Summary(q.Count), func(line string) string { return text.Sentence(Words(line)) })
	file := ""
	if len(r.Levels) > 0 || r.Nearest != nil {
		file, diags = generate.File(p.texts.main, about+".", r.Levels, r.Nearest)
	}
	return text.Fields{"made", len(r.Levels), "text", file, "said", said, "hardness", hardness}, diags.Err()
}
