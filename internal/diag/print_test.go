package diag_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/diag"
)

func span(file string, line, column, length int) diag.Span {
	return diag.Span{
		Start: diag.Pos{Filename: file, Line: line, Column: column},
		End:   diag.Pos{Filename: file, Line: line, Column: column + length},
	}
}

func printed(l diag.List, sources map[string]string, color bool) string {
	var b strings.Builder
	diag.Print(&b, l, sources, color)
	return b.String()
}

func TestPrint(t *testing.T) {
	sources := map[string]string{"a.pz": "puzzle A\n\tgoal bord == ä\n", "b.pz": "use\n"}
	var l diag.List
	d := l.Errorf(span("a.pz", 2, 7, 4), "unknown-name", "unknown name `bord`")
	d.Help = "did you mean `board`?"
	d.Related = []diag.Related{
		{Span: span("b.pz", 1, 1, 3), Msg: "used here"}, {Span: span("c.pz", 9, 1, 1), Msg: "elsewhere"},
	}
	l.Warnf(span("a.pz", 2, 15, 1), "odd", "an odd letter")
	l.Errorf(diag.Span{}, "no-file", "no model given")
	assert.Equal(t, `a.pz:2:7: error: unknown name `+"`bord`"+` [unknown-name]
  |     goal bord == ä
  |          ^^^^
  b.pz:1:1: note: used here
  | use
  | ^^^
  c.pz:9:1: note: elsewhere
  help: did you mean `+"`board`"+`?
a.pz:2:15: warning: an odd letter [odd]
  |     goal bord == ä
  |                  ^
error: no model given [no-file]
`, printed(l, sources, false))
	assert.Contains(t, printed(l, sources, true), "\x1b[31;1merror:\x1b[0m")
}

func TestPrintShowsTwenty(t *testing.T) {
	var l diag.List
	for i := range 23 {
		l.Errorf(span("a.pz", i+1, 1, 1), "x", "number %d", i)
	}
	out := printed(l, nil, false)
	assert.Contains(t, out, "number 19")
	assert.NotContains(t, out, "number 20")
	assert.Contains(t, out, "… and 3 more\n")
}

func TestPrintCutsLongLines(t *testing.T) {
	long := strings.Repeat("x", 500) + "HERE" + strings.Repeat("y", 500)
	var l diag.List
	l.Errorf(span("a.pz", 1, 501, 4), "x", "here")
	lines := strings.Split(printed(l, map[string]string{"a.pz": long}, false), "\n")
	assert.Less(t, len(lines[1]), 200)
	assert.Equal(t, strings.Index(lines[1], "HERE")-len("…")+1, strings.Index(lines[2], "^^^^"))
}

// Places outside of the text, and texts that are none, do no harm.
func TestPrintOddPlaces(t *testing.T) {
	for _, src := range []string{"", "a", "a\nb", "\x1b[2J", "\xff\xfe", "\n\n"} {
		for line := -1; line < 4; line++ {
			for column := -1; column < 4; column++ {
				for length := -1; length < 3; length++ {
					var l diag.List
					l.Errorf(span("a.pz", line, column, length), "x", "odd")
					out := printed(l, map[string]string{"a.pz": src}, false)
					assert.Contains(t, out, "error: odd", fmt.Sprint(src, line, column, length))
					assert.NotContains(t, out, "\x1b")
				}
			}
		}
	}
}
