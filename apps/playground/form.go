package playground

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// filling is values that a person has filled in.
type filling struct {
	Instance string            `json:"instance"`
	Values   map[string]string `json:"values"`
}

// element is a value that a person can fill in.
type element struct {
	Name    string   `json:"name"`
	Text    string   `json:"text"` // "": none yet
	Options []string `json:"options"`
}

type conflict struct {
	Message string `json:"message"`
	span
	Elements []string `json:"elements"`
}

type formBoard struct {
	board
	Shows [][]string `json:"shows"`           // by cell: the elements that it shows
	Wrong []int      `json:"wrong,omitempty"` // cells with values that a conflict is about
}

type filled struct {
	Title     string            `json:"title"`
	About     puzzle.About      `json:"about"`
	Boards    []formBoard       `json:"boards"`
	SVG       string            `json:"svg"`
	Values    map[string]string `json:"values"`
	Elements  []element         `json:"elements"`
	Conflicts []conflict        `json:"conflicts"`
	Missing   int               `json:"missing"`
	Solved    bool              `json:"solved"`
	Cost      int64             `json:"cost,omitempty"` // if it is solved and has an objective
	Dropped   []string          `json:"dropped,omitempty"`
}

// filledForm is a form with the values of a request.
type filledForm struct {
	*opened
	*puzzle.Filled
	given   map[int]int64
	dropped []string // values that the puzzle does not have (any more)
}

// fillIn fills in values. Those that the puzzle does not have are left out, so that an edit of the model keeps the
// rest.
func (p *Playground) fillIn(ctx context.Context, q *filling) (*filledForm, error) {
	o, err := p.open(ctx, q.Instance)
	if err != nil {
		return nil, err
	}
	if o.form == nil {
		if o.form, err = o.z.Form(); err != nil {
			return nil, err
		}
	}
	p.after = append(p.after, o.form.Within(ctx))
	f := &filledForm{opened: o, given: map[int]int64{}}
	for _, name := range keys(q.Values) {
		place, ok := o.form.Place(name)
		if ok {
			ok = false
			for _, v := range o.form.Values(place) {
				if o.form.Text(place, v) == q.Values[name] {
					f.given[place], ok = v, true
				}
			}
		}
		if !ok {
			f.dropped = append(f.dropped, name+" = "+q.Values[name])
		}
	}
	f.Filled = o.form.Fill(f.given)
	return f, nil
}

// values shows a puzzle without moves that is filled in. With press, a cell is pressed first.
func (p *Playground) values(ctx context.Context, q *struct {
	filling
	Press *[2]int `json:"press"`
},
) (any, error) {
	f, err := p.fillIn(ctx, &q.filling)
	if err != nil {
		return nil, err
	}
	if q.Press != nil {
		if next := f.form.Press(f.Filled, q.Press[0], q.Press[1]); next != nil {
			f.Filled = f.form.Fill(next)
		}
	}
	out := &filled{
		Title: show.Title(f.about.Title, f.z.Instance()), About: f.about, Values: f.named(f.Given), Elements: []element{},
		Conflicts: []conflict{}, Missing: len(f.Missing), Solved: f.Solved, Dropped: f.dropped,
	}
	if f.Final != nil && f.z.Model().Objective != nil {
		out.Cost = f.Final.Cost
	}
	for _, place := range f.Open {
		e := element{Name: f.form.Name(place)}
		for _, v := range f.form.Values(place) {
			e.Options = append(e.Options, f.form.Text(place, v))
		}
		if v, ok := f.Given[place]; ok {
			e.Text = f.form.Text(place, v)
		}
		out.Elements = append(out.Elements, e)
	}
	for i := range f.Conflicts {
		c := &f.Conflicts[i]
		one := conflict{Message: c.Reason, span: p.texts.span(c.Part), Elements: []string{}}
		if one.Message == "" {
			one.Message = c.Msg
		}
		if one.File == "" {
			one.span = p.texts.span(c.Span)
		}
		for _, w := range c.Values {
			one.Elements = append(one.Elements, w.Name)
		}
		out.Conflicts = append(out.Conflicts, one)
	}
	out.Boards, out.SVG = f.draw()
	return out, nil
}

// named returns values by the names of their elements.
func (f *filledForm) named(values map[int]int64) map[string]string {
	out := map[string]string{}
	for place, v := range values {
		out[f.form.Name(place)] = f.form.Text(place, v)
	}
	return out
}

// draw draws the boards of the form.
func (f *filledForm) draw() ([]formBoard, string) {
	plain := make([]puzzle.Board, len(f.Boards))
	for i := range f.Boards {
		plain[i] = f.Boards[i].Board
	}
	boards, svg := shown(f.z, plain)
	out := make([]formBoard, len(boards))
	for i := range boards {
		out[i].board = boards[i]
		for cell := range boards[i].Cells {
			names := []string{}
			if cell < len(f.Boards[i].Shows) {
				for _, place := range f.Boards[i].Shows[cell] {
					names = append(names, f.form.Name(place))
				}
			}
			out[i].Shows = append(out[i].Shows, names)
			if f.Boards[i].Wrong[cell] {
				out[i].Wrong = append(out[i].Wrong, cell)
			}
		}
	}
	return out, svg
}

// question is a form about which a backend is asked.
type question struct {
	filling
	limits
}

// grounded answers a question with the compiled task.
func (p *Playground) grounded(
	ctx context.Context, q *question, answer func(context.Context, *filledForm) (any, error),
) (any, error) {
	ctx, stop := q.bounded(ctx)
	defer stop()
	f, err := p.fillIn(ctx, &q.filling)
	if err == nil {
		err = f.ground(ctx)
	}
	if err != nil {
		return nil, err
	}
	return answer(ctx, f)
}

// check reports whether the filled-in values can still be completed.
func (p *Playground) check(ctx context.Context, q *question) (any, error) {
	return p.grounded(ctx, q, func(ctx context.Context, f *filledForm) (any, error) { return f.check(ctx, q.limits) })
}

func (f *filledForm) check(ctx context.Context, l limits) (any, error) {
	c, err := f.form.Complete(ctx, f.given, puzzle.ValidateOptions{Partial: true, Memory: l.memory()})
	if err != nil {
		return nil, err
	}
	yes, no := true, false
	out := struct {
		Solvable *bool  `json:"solvable"`
		Message  string `json:"message"`
	}{}
	switch {
	case c == nil || c.Undecided != "":
		out.Message = "It is not known whether it can be completed."
		if c != nil {
			out.Message = "It is not known whether it can be completed: " + Words(c.Undecided) + "."
		}
	case c.Valid():
		out.Solvable, out.Message = &yes, "It can still be completed."
	default:
		out.Solvable, out.Message = &no,
			"It cannot be completed any more: "+strings.TrimPrefix(c.Failures[0].Msg, "cannot be completed: ")+"."
	}
	return out, nil
}

// next explains the value that is easiest to see.
func (p *Playground) next(ctx context.Context, q *question) (any, error) {
	return p.grounded(ctx, q, func(ctx context.Context, f *filledForm) (any, error) { return p.step(ctx, f, q.limits) })
}

func (p *Playground) step(ctx context.Context, f *filledForm, l limits) (_ any, err error) {
	if f.guide == nil {
		o := why.Options{}
		o.Solve.Memory, o.Solve.Threads = l.memory(), 1
		if f.guide, err = why.NewGuide(ctx, f.z, o); err != nil {
			return nil, err
		}
	}
	type step struct {
		Element string `json:"element,omitempty"`
		Text    string `json:"text,omitempty"`
		Message string `json:"message"`
		Facts   []fact `json:"facts"`
	}
	forced, err := f.guide.Next(ctx, f.given)
	switch {
	case errors.Is(err, why.ErrContradiction):
		return step{Message: "What is filled in is not part of a solution.", Facts: []fact{}}, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case forced == nil:
		return step{Message: "No value follows from what is filled in.", Facts: []fact{}}, nil
	}
	name, text := f.form.Name(forced.Place), f.form.Text(forced.Place, forced.Value)
	return step{name, text, fmt.Sprintf("%s is %s.", name, text), p.facts(forced.Facts)}, nil
}
