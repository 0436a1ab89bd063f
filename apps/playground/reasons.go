package playground

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// facts returns the sentences of an answer to `why`.
func (p *Playground) facts(all []why.Fact) []text.Fields {
	out := make([]text.Fields, len(all))
	for i, f := range all {
		out[i] = append(append(text.Fields{"role", f.Role, "text", Words(f.Text)}, p.texts.place(f.Span)...),
			"instances?", f.Objects(), "plan?", f.Moves(), "board?", f.Board, "left?", f.Left, "parts?", p.facts(f.Parts))
	}
	return out
}

type whyParams struct {
	place
	limits
	Question string `json:"question"`
	Move     string `json:"move"`
}

// why answers a question about the puzzle.
func (p *Playground) why(ctx context.Context, q *whyParams) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	z, err := p.from(ctx, &place{Instance: q.Instance})
	if err != nil {
		return nil, err
	}
	if q.Question == "solution" && len(q.Moves)+len(q.Start) > 0 {
		if z, err = p.from(ctx, &q.place); err != nil {
			return nil, err
		}
	}
	o := why.Options{}
	o.Solve.Memory, o.Solve.Threads, o.Solve.Progress = q.memory(), 1, p.progress()
	o.Found = func(facts []why.Fact) {
		p.write(notification{"progress", text.Fields{"id", p.id, "text", "", "facts", p.facts(facts)}})
	}
	a, err := why.On(ctx, z, q.Question, q.Move, puzzle.Text{Name: "plan", Text: q.lines()}, o)
	if err != nil {
		return nil, err
	}
	return text.Fields{
		"question", a.Kind, "complete", a.Limit == "", "limit?", Words(a.Limit), "facts", p.facts(a.Facts),
	}, nil
}

// lines returns the position as pzc reads plans.
func (at *place) lines() string {
	var b strings.Builder
	for _, name := range keys(at.Start) {
		fmt.Fprintf(&b, "%s = %s\n", name, at.Start[name])
	}
	for _, m := range at.Moves {
		b.WriteString(m + "\n")
	}
	return b.String()
}
