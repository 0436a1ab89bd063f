package code

import (
	"fmt"
	"strings"
)

// Params joins parameters, each a name and a type. Those of one type that follow one another share it.
func Params(params []string) string {
	var out []string
	for i, p := range params {
		name, kind, _ := strings.Cut(p, " ")
		if i+1 < len(params) {
			if _, next, _ := strings.Cut(params[i+1], " "); next == kind {
				out = append(out, name)
				continue
			}
		}
		out = append(out, p)
	}
	return strings.Join(out, ", ")
}

// Fields is Params for the fields of a struct: one text for each type.
func Fields(fields []string) []string {
	merged := Params(fields)
	var out []string
	var names []string
	for _, f := range strings.Split(merged, ", ") {
		if !strings.Contains(f, " ") {
			names = append(names, f)
			continue
		}
		out = append(out, strings.Join(append(names, f), ", "))
		names = nil
	}
	return out
}

// Lines joins the elements of a composite literal, several to a line.
func Lines(rows []string) string {
	text, used := "", 0
	for i, r := range rows {
		if used += len(r) + 2; i == 0 || used > 72 {
			text, used = text+"\n", len(r)+2
		}
		text += r + ", "
	}
	return text
}

// Numbers joins numbers.
func Numbers(list []int64) string {
	text := make([]string, len(list))
	for i, n := range list {
		text[i] = fmt.Sprint(n)
	}
	return strings.Join(text, ", ")
}
