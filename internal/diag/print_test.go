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

func TestDecode(t *testing.T) {
	for file, want := range map[string]string{
		"":                       "",
		"a\r\nb\rc\n":            "a\nb\rc\n",
		"\ufeffé\r\n":            "é\n",
		"a\n\xe4":                "f:2:1: error: the file is not text: it has a byte that is not UTF-8 (0xe4)",
		"\xff\xfea\x00\n\x00":    "f:1:1: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
		"\xfe\xff\x00a\x00\n":    "f:1:1: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
		"é\x00":                  "f:1:2: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
		diag.Legible("Z\xe4 \n"): "Z\ufffd \n",
		diag.Legible("\xff\x00"): "f:1:1: error: the file is not text: it has a NUL byte, as files in UTF-16 have",
	} {
		text, wrong := diag.Decode("f", file)
		if wrong != nil {
			assert.Equal(t, "save the file as UTF-8 text", wrong.Help)
			text = wrong.Error()
		}
		assert.Equal(t, want, text, "%q", file)
	}
}

func TestNearest(t *testing.T) {
	words := []string{"state", "goal", "move", "instance", "n", "m"}
	for _, tt := range []struct{ name, want string }{
		{"stat", "state"},
		{"satte", "state"},
		{"Goal", "goal"},
		{"instace", "instance"},
		{"instnaces", "instance"},
		{"mvoe", "move"},
		{"colour", ""},
		{"k", ""},
		{"", ""},
		{"N", "n"},
		{"state", ""},
		{strings.Repeat("x", 1000), ""},
	} {
		assert.Equal(t, tt.want, diag.Nearest(tt.name, words), "nearest to %q", tt.name)
	}
}

// hidden are characters of each kind that must not be in a text that is printed.
const hidden = "\x00\x07\x1b\r\u007f\u0085\u009b\u00ad\u034f\u061c\u115f\u180e\u200b\u200c\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2066\u2069\u3164\ufeff\ufff9\U000e0001\U000e0041"

func TestHidden(t *testing.T) {
	for _, r := range hidden {
		assert.True(t, diag.Hidden(r), "%U", r)
		assert.Equal(t, 2, diag.FirstHidden("ab"+string(r)+"c"), "%U", r)
		assert.Equal(t, "a\ufffd", diag.Shown("a"+string(r)), "%U", r)
	}
	for _, text := range []string{
		"a b\tc\nd", "äöü ß é €", "日本語", "עברית", "العربية", "♟♜ ▲◆█", "👨\u200d👩\u200d👧 ❤\ufe0f", "e\u0301",
	} {
		assert.Equal(t, -1, diag.FirstHidden(text), text)
	}
	// What joins two signs joins nothing else.
	assert.Equal(t, 1, diag.FirstHidden("a\u200db"))
	assert.Equal(t, 0, diag.FirstHidden("\u200d"))
	assert.Equal(t, 7, diag.FirstHidden("👨\u200d\u200d"))
	assert.True(t, diag.Hidden('\u200d'), "by itself")
}

func TestClip(t *testing.T) {
	assert.Equal(t, "short", diag.Clip("short"))
	long := strings.Repeat("ä", 1_000_000)
	assert.Len(t, []rune(diag.Clip(long)), 2001)
	assert.Equal(t, strings.Repeat("ä", 2000), diag.Clip(strings.Repeat("ä", 2000)))
	var l diag.List
	d := l.Errorf(diag.Span{}, "x", "%s", long)
	d.Help = long
	d.Related = []diag.Related{{Msg: long}}
	assert.Less(t, len(printed(l, nil, false)), 3*(4000+100))
}

func TestOneLine(t *testing.T) {
	assert.Equal(t, "up↵V: solved↵", diag.OneLine("up\nV: solved\n"))
	assert.Equal(t, "up", diag.OneLine("up"))
}
