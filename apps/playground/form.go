package playground

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// filling is values that a person has filled in.
type filling struct {
	Instance string            `json:"instance"`
	Values   map[string]string `json:"values"`
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
	cost := int64(0)
	if f.Final != nil && f.z.Model().Objective != nil {
		cost = f.Final.Cost
	}
	elements, conflicts := []text.Fields{}, []text.Fields{}
	for _, place := range f.Open {
		given := "" // none yet
		if v, ok := f.Given[place]; ok {
			given = f.form.Text(place, v)
		}
		options := lists.Map(f.form.Values(place), func(v int64) string { return f.form.Text(place, v) })
		elements = append(elements, text.Fields{
			"name", f.form.Name(place), "label", f.form.Label(place), "text", given, "options", options,
			"open?", f.form.OpenText(place),
		})
	}
	for i := range f.Conflicts {
		c := &f.Conflicts[i]
		at, names := c.Part, []string{}
		if p.texts.span(at).File == "" {
			at = c.Span
		}
		for _, w := range c.Values {
			names = append(names, w.Name)
		}
		one := append(text.Fields{"message", cmp.Or(c.Reason, c.Msg), "said", c.Reason != ""}, p.texts.place(at)...)
		conflicts = append(conflicts, append(one, "elements", names))
	}
	boards, svg := f.draw()
	return text.Fields{
		"title", show.Title(f.about.Title, f.z.Instance()), "about", f.about, "boards", boards, "svg", svg,
		"values", f.named(f.Given), "elements", elements, "conflicts", conflicts, "missing", len(f.Missing),
		"count", f.Progress(),
		"solved", f.Solved, "judge?", f.Judged(), "cost?", cost, "dropped?", f.dropped,
	}, nil
}

// judge says of what is filled in whether it is a solution, and which rules it breaks, if only a solver can tell.
func (p *Playground) judge(ctx context.Context, f *filledForm, l limits) (any, error) {
	if err := p.guides(ctx, f, l); err != nil {
		return nil, err
	}
	cost, solved := int64(0), false
	fits := f.Hidden
	if fits {
		var err error
		if fits, err = f.guide.Fits(ctx, f.Rest()); err != nil {
			return nil, err
		}
	}
	if fits {
		c, err := f.form.Complete(ctx, f.Rest(), puzzle.ValidateOptions{Memory: l.memory()})
		if err != nil {
			return nil, err
		}
		if solved = c != nil && c.Undecided == "" && c.Valid(); solved && f.form.HasObjective() {
			cost = c.Solution.Cost
		}
	}
	conflicts := []text.Fields{}
	if !solved {
		broken, err := f.guide.Broken(ctx, f.given)
		if err != nil {
			return nil, err
		}
		for _, b := range broken {
			one := append(text.Fields{"message", b.Fact.Text, "said", b.Said}, p.texts.place(b.Fact.Span)...)
			conflicts = append(conflicts, append(one, "elements", lists.Map(b.Places, f.form.Name)))
		}
	}
	return text.Fields{"solved", solved, "conflicts", conflicts, "cost?", cost}, nil
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
func (f *filledForm) draw() ([]text.Fields, string) {
	plain := f.Plain()
	boards, svg := shown(f.z, plain)
	for i := range boards {
		shows, wrong := [][]string(nil), []int(nil) // by cell the elements that it shows; cells that a conflict is about
		for cell := range plain[i].Rows * plain[i].Cols {
			names := []string{}
			if cell < len(f.Boards[i].Shows) {
				names = append(names, lists.Map(f.Boards[i].Shows[cell], f.form.Name)...)
			}
			shows = append(shows, names)
			if f.Boards[i].Wrong[cell] {
				wrong = append(wrong, cell)
			}
		}
		boards[i] = append(boards[i], "shows", shows, "stands?", f.stands(&f.Boards[i]), "links?", links(&f.Boards[i]),
			"wrong?", wrong)
	}
	return boards, svg
}

// stands returns, by cell, the names of the elements that stand at its four sides or are links over them; "" for none.
// It returns nil if none does.
func (f *filledForm) stands(b *puzzle.FormBoard) (cells [][]string) {
	for cell, stands := range b.Stands {
		if len(stands) > 0 && cells == nil {
			cells = make([][]string, len(b.Stands))
		}
		for _, s := range stands {
			if cells[cell] == nil {
				cells[cell] = make([]string, len(puzzle.Directions))
			}
			cells[cell][s.Way] = f.form.Name(s.Place)
		}
	}
	return cells
}

// links reports whether elements are links between cells.
func links(b *puzzle.FormBoard) bool {
	return slices.ContainsFunc(b.Stands, func(stands []view.Stand) bool {
		return slices.ContainsFunc(stands, func(s view.Stand) bool { return s.Link })
	})
}

// onForm is on for questions about a form, of which backends are asked. The puzzle is compiled.
func onForm(answer func(*Playground, context.Context, *filledForm, limits) (any, error)) handler {
	type question struct {
		filling
		limits
	}
	return on(func(p *Playground, ctx context.Context, q *question) (any, error) {
		ctx, stop := q.bounded(ctx)
		defer stop()
		f, err := p.fillIn(ctx, &q.filling)
		if err == nil {
			err = f.ground(ctx)
		}
		if err != nil {
			return nil, err
		}
		return answer(p, ctx, f, q.limits)
	})
}

// check reports whether the filled-in values can still be completed.
func (p *Playground) check(ctx context.Context, f *filledForm, l limits) (any, error) {
	c, err := f.form.Complete(ctx, f.given, puzzle.ValidateOptions{Partial: true, Memory: l.memory()})
	if err != nil {
		return nil, err
	}
	switch {
	case c == nil:
		return text.Fields{"solvable", nil, "message", "It is not known whether it can be completed."}, nil
	case c.Undecided != "":
		message := "It is not known whether it can be completed: " + Words(c.Undecided) + "."
		return text.Fields{"solvable", nil, "message", message}, nil
	case c.Valid():
		return text.Fields{"solvable", true, "message", "It can still be completed."}, nil
	}
	message := "It cannot be completed any more"
	if reason := c.Failures[0].Reason; reason != "" {
		message += ": " + reason
	}
	return text.Fields{"solvable", false, "message", message + "."}, nil
}

// guides makes the guide of a form, if there is none.
func (p *Playground) guides(ctx context.Context, f *filledForm, l limits) (err error) {
	if f.guide == nil {
		o := why.Options{}
		o.Solve.Memory, o.Solve.Threads = l.memory(), 1
		f.guide, err = why.NewGuide(ctx, f.z, o)
	}
	return err
}

// next explains the value that is easiest to see.
func (p *Playground) next(ctx context.Context, f *filledForm, l limits) (any, error) {
	if err := p.guides(ctx, f, l); err != nil {
		return nil, err
	}
	forced, err := f.guide.Next(ctx, f.given)
	switch {
	case errors.Is(err, why.ErrContradiction):
		return text.Fields{"message", "What is filled in is not part of a solution.", "wrong", true, "facts", []any{}}, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case forced == nil:
		return text.Fields{"message", "No value follows from what is filled in.", "facts", []any{}}, nil
	}
	name, value := f.form.Name(forced.Place), f.form.Text(forced.Place, forced.Value)
	var told []string // the rules, in the words of the model; "": it has none
	for i := range forced.Facts {
		for _, part := range forced.Facts[i].Parts {
			told = append(told, f.z.Told(part.Span))
		}
	}
	return text.Fields{
		"element?", name, "text?", value, "message", fmt.Sprintf("%s is %s.", name, value), "told?", told,
		"facts", p.facts(forced.Facts),
	}, nil
}
