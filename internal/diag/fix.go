package diag

import (
	"slices"
	"strings"
)

// Fix is an edit that a diagnostic proposes: Text instead of the text in Span. A fix is exact: it can be applied
// without a look at the help text. If Guess, something else may be meant, so that only a person may apply it.
type Fix struct {
	Span  Span
	Text  string
	Guess bool
}

// Replace proposes a text instead of the text in the span of the diagnostic.
func (d *Diagnostic) Replace(text string) *Diagnostic {
	d.Fix = &Fix{Span: d.Span, Text: text}
	return d
}

// Write proposes a text instead of the text in a span. The help says so, and more: "write `text` to compare".
func (d *Diagnostic) Write(span Span, text, more string) *Diagnostic {
	d.Fix, d.Help = &Fix{Span: span, Text: text}, "write `"+text+"`"+more
	if text == "" {
		d.Help = "remove it" + more
	}
	return d
}

// DidYouMean asks whether name was meant, unless name is "". It proposes a fix if name is the only one of the
// candidates that is near to what was written.
func (d *Diagnostic) DidYouMean(written, name string, candidates []string) *Diagnostic {
	if name == "" {
		return d
	}
	d.Help = "did you mean `" + name + "`?"
	others := slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return c == name })
	if Nearest(written, others) == "" || strings.EqualFold(written, name) {
		d.Replace(name)
	}
	return d
}

// ApplyFixes applies the fixes of a list to the text of a file, and returns their number. Of fixes that overlap, it
// applies the first. A blank keeps words apart that the edit would join: `!b` becomes `not b`.
func (l List) ApplyFixes(file, text string) (fixed string, applied int) {
	var fixes []*Fix
	for _, d := range l {
		if f := d.Fix; f != nil && f.Span.Start.Filename == file && f.Span.End.Offset <= len(text) {
			fixes = append(fixes, f)
		}
	}
	slices.SortStableFunc(fixes, func(a, b *Fix) int { return a.Span.Start.Offset - b.Span.Start.Offset })
	var out []byte
	add := func(part string) {
		if n := len(out); n > 0 && part != "" {
			if a, b := out[n-1], part[0]; inWord(a) && inWord(b) || inSign(a) && inSign(b) {
				out = append(out, ' ')
			}
		}
		out = append(out, part...)
	}
	done := 0
	for _, f := range fixes {
		if f.Span.Start.Offset < done {
			continue
		}
		add(text[done:f.Span.Start.Offset])
		add(f.Text)
		done = f.Span.End.Offset
		applied++
	}
	add(text[done:])
	return string(out), applied
}

// inSign reports whether a character is a part of signs of several characters.
func inSign(c byte) bool { return strings.IndexByte("=<>!:.&|", c) >= 0 }

// inWord reports whether a character is a part of words and numbers.
func inWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}
