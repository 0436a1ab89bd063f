package check

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// withoutLost drops findings that may be consequences of declarations that could not be read: their names are unknown,
// and the puzzle may lack a part. It drops all warnings. If a file could not be read, all names may be its names.
func withoutLost(l diag.List, files []*dsl.File, reading diag.List) diag.List {
	names, words := map[string]bool{}, map[string]bool{}
	for _, d := range reading {
		words[""] = words[""] || d.Code == codeUse || d.Code == codeUseCycle
	}
	unread := words[""]
	for _, f := range files {
		for _, lost := range f.Lost {
			words[lost.Word] = true
			for _, name := range lost.Names {
				names[name] = true
			}
		}
	}
	part := map[string]string{
		codeNoGoal: "goal", codeNoState: "state", codeNoPuzzle: "puzzle", codePuzzle: "puzzle", codeUse: "use",
	}
	return slices.DeleteFunc(l, func(d *diag.Diagnostic) bool {
		switch d.Code {
		case codeUnknown:
			return unread || slices.ContainsFunc(strings.Split(d.Msg, "`"), func(s string) bool { return names[s] })
		case codeExpect, codeObjective, codeLost:
			return len(words) > 0
		case codeNoMoves:
			return words[""] || words["state"] || words["move"]
		}
		word, ok := part[d.Code]
		return ok && (words[""] || words[word]) || d.Severity == diag.Warning
	})
}

// withoutSpoilt drops errors in declarations that a syntax error cut short. Example: of `goal x.row() == 1` the parser
// keeps `goal x.row`. The error that it is not a condition is a consequence of the syntax error. A syntax error with a
// fix cut nothing short, because the parser applies the fix.
func withoutSpoilt(l diag.List, files []*dsl.File, syntax diag.List) diag.List {
	for _, s := range syntax {
		if s.Fix != nil {
			continue
		}
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
