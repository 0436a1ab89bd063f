package playground

import (
	"context"
	"time"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/apps/report"
	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// ratingOf puts measures into words, with the reason if one is not known. others are those of the instances of the
// model, if they were asked for. notes are further ones.
func ratingOf(v *rate.Vector, others []*rate.Vector, notes ...string) text.Fields {
	var measures []text.Fields
	for _, m := range v.Measures {
		x := text.Fields{"name", m.Name, "value", nil, "text", "", "meaning", "not known: " + Words(m.Reason)}
		if m.Reason == "" {
			x = text.Fields{"name", m.Name, "value", m.Value, "text", text.Grouped(m.Value), "meaning", m.Meaning}
			if percent, known := rate.Percentile(others, m.Name, m.Value); known {
				x = append(x, "percentile", percent)
			}
		}
		measures = append(measures, x)
	}
	all := append(append([]string{}, v.Notes...), notes...)
	return text.Fields{"measures", measures, "notes", all, "among", len(others), "hardness", v.Hardness()}
}

type rateParams struct {
	limits
	Instance string `json:"instance"`
	States   int64  `json:"states"`
	Compare  bool   `json:"compare"`
}

func (p *Playground) rateOptions(q *rateParams) rate.Options {
	return rate.Options{States: max(q.States, 0), Puzzle: p.bounds(q.limits)}
}

// bounds are the options of work on one thread.
func (p *Playground) bounds(l limits) puzzle.Options {
	return puzzle.Options{Options: backends.Options{Threads: 1, Memory: l.memory(), Progress: p.progress()}}
}

// rate measures an instance, and with Compare also the others of the model.
func (p *Playground) rate(ctx context.Context, q *rateParams) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	z, err := p.from(ctx, &place{Instance: q.Instance})
	if err != nil {
		return nil, err
	}
	o := p.rateOptions(q)
	v, err := rate.Of(ctx, z, o)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	var others []*rate.Vector
	if q.Compare {
		others = rate.Instances(ctx, p.program, o)
	}
	if q.Compare && ctx.Err() != nil {
		return ratingOf(v, others, "Not all instances were compared: "+context.Cause(ctx).Error()+"."), nil
	}
	return ratingOf(v, others), nil
}

// section is a part of a report.
type section struct {
	report.Passage
	Pictures []text.Fields `json:"pictures,omitempty"`
}

// report says what a designer wants to know of an instance.
func (p *Playground) report(ctx context.Context, q *rateParams) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	z, err := p.from(ctx, &place{Instance: q.Instance})
	if err != nil {
		return nil, err
	}
	defer z.Showing(ctx)()
	next := time.Time{}
	r, err := report.Of(ctx, z, p.rateOptions(q), func(r *report.Report) {
		if time.Now().After(next) {
			p.write(notification{"progress", text.Fields{"id", p.id, "text", "", "facts", reported(z, r)}})
			next = time.Now().Add(time.Second)
		}
	})
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return reported(z, r, "The report is not complete: "+context.Cause(ctx).Error()+"."), nil
	}
	return reported(z, r), nil
}

// reported puts a report into words, also one that is not complete.
func reported(z *puzzle.Puzzle, r *report.Report, notes ...string) text.Fields {
	parts := []section{}
	for _, x := range r.Passages(z) {
		s := section{Passage: x}
		for i, line := range x.Lines {
			s.Lines[i] = Words(line)
		}
		s.Pictures = lists.Map(x.States, func(state puzzle.Step) text.Fields {
			return plot(state.Move, show.Picture(z, state.State).Inline())
		})
		parts = append(parts, s)
	}
	return append(ratingOf(r.Vector, nil, notes...), "plan?", (&why.Fact{Plan: r.Plan}).Moves(), "parts", parts)
}
