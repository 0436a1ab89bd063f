package playground

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/internal/levels"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// imported is a data file for a model of the library, made of levels in another format.
type imported struct {
	Formats  []formatName  `json:"formats"`        // that the text may be of: one if it was read
	Fits     bool          `json:"fits"`           // each of the formats reads the text
	Name     string        `json:"name,omitempty"` // of the data file; "": nothing was read
	Text     string        `json:"text,omitempty"`
	Levels   int           `json:"levels"`
	Findings []text.Fields `json:"findings"`
}

type formatName struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// levels reads levels as `pzc import` does. If several formats read the text, or none, the answer lists formats.
func (p *Playground) levels(_ context.Context, q *struct {
	As   string `json:"as"`   // the format; "": the text tells
	Name string `json:"name"` // of the file; "": the text was pasted
	Text string `json:"text"`
},
) (any, error) {
	name := cmp.Or(q.Name, "text")
	formats := levels.Guess(name, q.Text)
	out := imported{Findings: []text.Fields{}, Fits: len(formats) > 0}
	if q.As != "" || len(formats) == 0 {
		formats = slices.DeleteFunc(levels.Formats(), func(f levels.Format) bool { return q.As != "" && q.As != f.Name })
	}
	if len(formats) == 0 {
		return nil, fmt.Errorf("there is no format %q", q.As)
	}
	for _, f := range formats {
		out.Formats = append(out.Formats, formatName{f.Name, f.About})
	}
	if len(formats) != 1 {
		return out, nil
	}
	all, diags := levels.Read(formats[0], name, q.Text, levels.Options{})
	out.Findings = (&texts{raw: map[string]string{name: q.Text}}).findings(diags.Sorted())
	if diags.HasErrors() {
		return out, nil
	}
	model, ok := puzzle.Library(cmp.Or(all[0].Model, formats[0].Model))
	if !ok {
		return nil, fmt.Errorf("there is no model for levels of the format %s", formats[0].Name)
	}
	about := fmt.Sprintf("Read as %s.", formats[0].Name)
	text, diags := puzzle.Format("levels", levels.DataFile(model.File, about, all))
	if diags.HasErrors() {
		return nil, diags
	}
	out.Name, out.Text, out.Levels = model.Name+".pz", text, len(all)
	return out, nil
}
