package playground

import (
	"context"

	"github.com/pzc-lang/pzc/apps/rate"
	"github.com/pzc-lang/pzc/apps/report"
	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// measure is a measure of a puzzle, in words.
type measure struct {
	Name       string `json:"name"`
	Value      *int64 `json:"value"` // nil: not known
	Text       string `json:"text"`
	Meaning    string `json:"meaning"` // or why the value is not known
	Percentile *int   `json:"percentile,omitempty"`
}

// rating is the answer to `rate`.
type rating struct {
	Measures []measure `json:"measures"`
	Notes    []string  `json:"notes"`
	Among    int       `json:"among"` // the number of instances that were compared
}

// ratingOf puts measures into words. others are those of the instances of the model, if they were asked for.
func ratingOf(v *rate.Vector, others []*rate.Vector) *rating {
	out := &rating{Notes: append([]string{}, v.Notes...), Among: len(others)}
	for _, m := range v.Measures {
		x := measure{Name: m.Name, Meaning: "not known: " + Words(m.Reason)}
		if m.Reason == "" {
			x.Value, x.Text, x.Meaning = &m.Value, text.Grouped(m.Value), m.Meaning
			if percent, known := rate.Percentile(others, m.Name, m.Value); known {
				x.Percentile = &percent
			}
		}
		out.Measures = append(out.Measures, x)
	}
	return out
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
	out := ratingOf(v, others)
	if q.Compare && ctx.Err() != nil {
		out.Notes = append(out.Notes, "Not all instances were compared: "+context.Cause(ctx).Error()+".")
	}
	return out, nil
}

// section is a part of a report.
type section struct {
	report.Passage
	Pictures []plot `json:"pictures,omitempty"`
}

// report says what a designer wants to know of an instance.
func (p *Playground) report(ctx context.Context, q *rateParams) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	z, err := p.from(ctx, &place{Instance: q.Instance})
	if err != nil {
		return nil, err
	}
	r, err := report.Of(ctx, z, p.rateOptions(q))
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	defer z.Showing(ctx)()
	out := struct {
		*rating
		Plan  []string  `json:"plan,omitempty"`
		Parts []section `json:"parts"`
	}{ratingOf(r.Vector, nil), (&why.Fact{Plan: r.Plan}).Moves(), []section{}}
	if ctx.Err() != nil {
		out.Notes = append(out.Notes, "The report is not complete: "+context.Cause(ctx).Error()+".")
	}
	for _, x := range r.Passages(z) {
		s := section{Passage: x}
		for i, line := range x.Lines {
			s.Lines[i] = Words(line)
		}
		for _, state := range x.States {
			s.Pictures = append(s.Pictures, plot{state.Move, show.Picture(z, state.State).Inline()})
		}
		out.Parts = append(out.Parts, s)
	}
	return out, nil
}
