package diag

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/sorting"
)

// Fix is an edit that a diagnostic proposes: Text instead of the text in Span. A fix is exact: it can be applied
// without a look at the help text.
type Fix struct {
	Span Span
	Text string
}

// Replace proposes a text instead of the text in the span of the diagnostic.
func (d *Diagnostic) Replace(text string) *Diagnostic {
	d.Fix = &Fix{Span: d.Span, Text: text}
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
// applies the first.
func (l List) ApplyFixes(file, text string) (fixed string, applied int) {
	var fixes []*Fix
	for _, d := range l {
		if f := d.Fix; f != nil && f.Span.Start.Filename == file && f.Span.End.Offset <= len(text) {
			fixes = append(fixes, f)
		}
	}
	sorting.Stable(fixes, func(a, b *Fix) int { return a.Span.Start.Offset - b.Span.Start.Offset })
	var out strings.Builder
	done := 0
	for _, f := range fixes {
		if f.Span.Start.Offset < done {
			continue
		}
		out.WriteString(text[done:f.Span.Start.Offset] + f.Text)
		done = f.Span.End.Offset
		applied++
	}
	out.WriteString(text[done:])
	return out.String(), applied
}
