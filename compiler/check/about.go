package check

import (
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// about checks `title`, `author` and `rules`. What the model itself says takes the place of what its files say.
func (c *checker) about(d *dsl.AboutDecl) {
	text := map[string]*model.About{
		"title": &c.program.Title, "author": &c.program.Author, "rules": &c.program.Rules,
	}[d.Word]
	if first := text.Span.Start; text.Text != "" && first.Filename == d.Pos.Filename {
		c.diags.Errorf(headOf(d.Span()), codeAbout, "a second `%s`: a puzzle has one", d.Word).
			See(headOf(text.Span), "the first one").
			Help = "join both texts; `rules` may have several lines between triple quotes"
		return
	}
	*text = model.About{Span: d.Span()}
	switch s := d.Text.(type) {
	case *dsl.Str:
		for _, p := range s.Parts {
			text.Text += p.Text
		}
		text.Text = strings.TrimSpace(text.Text)
	case *dsl.MapLit:
		for _, row := range s.Rows {
			text.Text += strings.TrimRight(row, " ") + "\n"
		}
		text.Text = strings.Trim(text.Text, "\n")
	default: // the parser refuses it
	}
	if text.Text == "" {
		c.diags.Errorf(d.Text.Span(), codeAbout, "an empty text").Help = "write one, or remove `" + d.Word + "`"
	}
}

// comment takes the comment above the puzzle line as the rules of a puzzle that has no others: a line for each
// paragraph.
func (c *checker) comment() {
	if c.program.HasRules = c.program.Rules.Text != ""; c.program.HasRules || c.puzzle == nil {
		return
	}
	var paragraph []string
	var all []string
	for line := range strings.Lines(string(c.puzzle.Doc) + "\n\n") {
		if line = strings.TrimSpace(line); line != "" {
			paragraph = append(paragraph, line)
		} else if len(paragraph) > 0 {
			all, paragraph = append(all, strings.Join(paragraph, " ")), nil
		}
	}
	c.program.Rules = model.About{Span: c.puzzle.Span(), Text: strings.Join(all, "\n\n")}
}
