package playground

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// levels reads levels as `pzc import` does, as a data file for a model of the library. The answer lists the formats
// that the text may be of: one if it was read. It fits if each of these formats reads it.
func (p *Playground) levels(_ context.Context, q *struct {
	As   string `json:"as"`   // the format; "": the text tells
	Name string `json:"name"` // of the file; "": the text was pasted
	Text string `json:"text"`
},
) (any, error) {
	name := cmp.Or(q.Name, "text")
	formats := levels.Guess(name, q.Text)
	fits := len(formats) > 0
	if q.As != "" || len(formats) == 0 {
		formats = slices.DeleteFunc(levels.Formats(), func(f levels.Format) bool { return q.As != "" && q.As != f.Name })
	}
	if len(formats) == 0 {
		return nil, fmt.Errorf("there is no format %q", q.As)
	}
	out := text.Fields{"formats", lists.Map(formats, func(f levels.Format) text.Fields {
		return text.Fields{"name", f.Name, "about", f.About}
	}), "fits", fits}
	if len(formats) != 1 {
		return append(out, "levels", 0, "findings", []text.Fields{}), nil
	}
	all, diags := levels.Read(formats[0], name, q.Text, levels.Options{})
	findings := (&texts{raw: map[string]string{name: q.Text}}).findings(diags.Sorted())
	if diags.HasErrors() {
		return append(out, "levels", 0, "findings", findings), nil
	}
	model, ok := puzzle.Library(cmp.Or(all[0].Model, formats[0].Model))
	if !ok {
		return nil, fmt.Errorf("there is no model for levels of the format %s", formats[0].Name)
	}
	about := fmt.Sprintf("Read as %s.", formats[0].Name)
	file, diags := puzzle.Format("levels", levels.DataFile(model.File, about, all))
	if diags.HasErrors() {
		return nil, diags
	}
	return append(out, "name", model.Name+".pz", "text?", file, "levels", len(all), "findings", findings), nil
}
