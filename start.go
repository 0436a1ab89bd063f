package pzc

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// startLine matches a line of a plan that gives a state variable its first value.
var startLine = regexp.MustCompile(`^\s*([A-Za-z_]\w*\s*(?:\[.*\])?)\s*=([^#]*)(?:#.*)?$`)

// splitPlan reads the lines of a plan that choose the start. In rest these lines are blank, so that the others keep
// their places.
func (z *Puzzle) splitPlan(plan Text) (given map[int]int64, rest string, diags diag.List) {
	given = map[int]int64{}
	lines := strings.Split(plan.Text, "\n")
	offset := 0
	for i, line := range lines {
		if parts := startLine.FindStringSubmatch(strings.TrimSuffix(line, "\r")); parts != nil {
			lines[i] = strings.Repeat(" ", len(line))
			if msg := z.give(given, squeeze(parts[1]), squeeze(parts[2])); msg != "" {
				at := diag.Pos{Filename: plan.Name, Offset: offset, Line: i + 1, Column: 1}
				end := at
				end.Offset, end.Column = offset+len(line), len([]rune(line))+1
				diags.Errorf(diag.Span{Start: at, End: end}, semantics.CodePlan, "%s", msg)
			}
		}
		offset += len(line) + 1
	}
	return given, strings.Join(lines, "\n"), diags
}

// squeeze drops blanks, so that names and values compare equal however they are spaced.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// give adds the first value of an element to given. The text that it returns says what is wrong; "": nothing.
func (z *Puzzle) give(given map[int]int64, name, value string) string {
	for place := range z.model.StateSize {
		if squeeze(z.model.StateName(place)) != name {
			continue
		}
		array, _ := z.model.ArrayAt(place)
		for _, v := range z.model.Data[array.ID].Domain.Elems {
			if squeeze(z.model.Format(array.Type, v)) == value {
				given[place] = v.N
				return ""
			}
		}
		return fmt.Sprintf("`%s` cannot be `%s`", name, value)
	}
	return fmt.Sprintf("%s has no state variable `%s`", z.Program.Name(), name)
}
