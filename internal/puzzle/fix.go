package puzzle

import (
	"io/fs"
	"math"
	"strings"

	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// LoadIndexed is LoadText that also fills an index of the names, for an editor. The index is filled even if there are
// errors.
func LoadIndexed(fsys fs.FS, name, text string) (*Program, *index.Index, diag.List) {
	p := newProgram(fsys)
	p.loader.Index = &index.Index{}
	checked, diags := p.loader.LoadText(name, text)
	p.keep(checked)
	x := p.loader.Index
	p.loader.Index = nil // later checks, such as of the values of options, do not concern the model
	return p, x, diags
}

// maxFixes bounds how many fixes Fix applies to a text.
const maxFixes = 200

// Fix applies the fixes that the findings about the text of a model propose, one after the other. It leaves out a fix
// that does not help, and one that is a guess. It returns the new text and the findings that were fixed.
func Fix(fsys fs.FS, name, text string) (string, diag.List) {
	var fixed diag.List
	crlf := strings.Contains(text, "\r\n") // positions are those of the text with LF
	text = diag.Unmarked(text)
	_, diags := LoadText(fsys, name, text)
	for at := 0; at < len(diags) && len(fixed) < maxFixes; {
		d := diags[at]
		next, n := diag.List{d}.ApplyFixes(name, text)
		if n > 0 && !d.Fix.Guess {
			if _, found := LoadText(fsys, name, next); helps(d, diags, found) {
				text, diags, fixed, at = next, found, append(fixed, d), 0
				continue
			}
		}
		at++
	}
	if crlf {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, fixed
}

// helps reports whether the fix of a finding has led from the findings before to better ones: up to the place of the
// fix there are fewer, and elsewhere there are no more. A fix of the syntax may reveal errors in names and types, which
// do not count; a name that is misspelt twice is reported once.
func helps(d *diag.Diagnostic, before, after diag.List) bool {
	count := func(l diag.List, end int) (n int) {
		for _, e := range l {
			if e.Severity == d.Severity && (!dsl.IsSyntax(d.Code) || dsl.IsSyntax(e.Code)) && e.Span.Start.Offset <= end {
				n++
			}
		}
		return n
	}
	upTo := d.Fix.Span.End.Offset
	return count(after, upTo) < count(before, upTo) && (d.Severity == diag.Error || !after.HasErrors()) &&
		count(after, math.MaxInt) <= count(before, math.MaxInt)
}
