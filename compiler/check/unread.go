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
		words[""] = words[""] || d.Code == codeUse || d.Code == codeUseCycle || d.Code == dsl.CodeTooLarge
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
