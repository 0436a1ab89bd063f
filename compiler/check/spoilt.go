package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// withoutSpoilt drops errors in declarations that a syntax error cut short. Example: of `goal x = 1` the parser keeps
// `goal x`. The error that x is not a condition is a consequence of the syntax error.
func withoutSpoilt(l diag.List, files []*dsl.File, syntax diag.List) diag.List {
	for _, s := range syntax {
		i := slices.IndexFunc(files, func(f *dsl.File) bool { return f.Name == s.Span.Start.Filename })
		if i < 0 {
			continue
		}
		d, whole := spoilt(files[i], s.Span.Start.Offset)
		if d == nil {
			continue
		}
		l = slices.DeleteFunc(l, func(e *diag.Diagnostic) bool {
			at := e.Span.Start
			return at.Filename == files[i].Name && d.Span().Start.Offset <= at.Offset &&
				at.Offset <= d.Span().End.Offset &&
				(whole || at.Line == s.Span.Start.Line)
		})
	}
	return l
}

// spoilt is the declaration that contains a syntax error or ends just before it. whole tells whether the error cut it
// short.
func spoilt(f *dsl.File, at int) (d dsl.Decl, whole bool) {
	for _, x := range f.Decls {
		if x.Span().Start.Offset <= at {
			d = x
		}
	}
	if d == nil {
		return nil, false
	}
	end := d.Span().End.Offset
	if at < end {
		return d, false
	}
	if _, isMove := d.(*dsl.MoveDecl); isMove || at > len(f.Src) || strings.TrimSpace(f.Src[end:at]) != "" {
		return nil, false
	}
	return d, true
}
