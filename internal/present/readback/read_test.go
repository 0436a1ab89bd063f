package readback_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/present/readback"
)

var names = readback.Names{
	Puzzle: "Test",
	Moves:  []string{"go", "stay"},
	Signs:  func() map[rune]string { return map[rune]string{'r': "go(1)", 'L': "stay"} },
	Arrays: []readback.Array{
		{Name: "at", Elems: []string{"at"}},
		{Name: "v", Index: [][]string{{"0", "1"}}, Elems: []string{"v[0]", "v[1]"}},
		{Name: "w", Index: [][]string{{"0", "1"}}, Elems: []string{"w[0]", "w[1]"}},
		{
			Name: "seat", Index: [][]string{{"ada", "bob"}, {"1", "2"}},
			Elems: []string{"seat[ada, 1]", "seat[ada, 2]", "seat[bob, 1]", "seat[bob, 2]"},
		},
		{Name: "on", Index: [][]string{{"(0, 0)", "(0, 1)"}}, Elems: []string{"on[(0, 0)]", "on[(0, 1)]"}},
	},
}

// short writes answers in a line: "v[0]=1 v[1]=2 go(1) / stay".
func short(answers []readback.Answer) string {
	var all []string
	for _, a := range answers {
		var parts []string
		for _, g := range a.Given {
			parts = append(parts, g.Name+"="+g.Value.Text)
		}
		for _, m := range a.Moves {
			parts = append(parts, m.Text)
		}
		all = append(all, strings.Join(parts, " "))
	}
	return strings.Join(all, " / ")
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{"nothing", "", ""},
		{"moves", "go(1)\n\n  stay # here\r\ngo ( 2 )", "go(1) stay go ( 2 )"},
		{
			"numbers", "1. go(1)\n2) stay\n3: stay\nstep 4. stay\n- stay\n5. stay   a label",
			"go(1) stay stay stay stay stay",
		},
		{"punctuation", "go(1);\nstay,\nstay ;", "go(1) stay stay"},
		{"statements", "v[0] = 1; v[1]=(2; 3) ;go(';');;stay", "v[0]=1 v[1]=(2; 3) go(';') stay"},
		{"a list on two lines", "v = [1, // one\n  # two\n  (2,\n3) ]; go(\n1)", "v[0]=1 v[1]=(2,\n3) go(\n1)"},
		{"signs", "rrL\nL r # and\n", "go(1) go(1) stay stay go(1)"},
		{"not all signs", "rrx", "rrx"},
		{"a byte order mark", "\ufeffgo(1)", "go(1)"},
		{"comments of a model", "// all\ngo(1) // here\nv[0] = 1 // there", "v[0]=1 go(1)"},
		{"an unknown move", "jump('#', (1, 2))", "jump('#', (1, 2))"},
		{"elements", "v[0] = 1\nv[ 1 ]=2\nat := 3\n", "v[0]=1 v[ 1 ]=2 at=3"},
		{"colons", "v[0]: 1\nat : 2", "v[0]=1 at=2"},
		{"a list", "v = [1, (2, 3)]", "v[0]=1 v[1]=(2, 3)"},
		{"a nested list", "seat = [[1, 2], [3, ']']]", "seat[ada, 1]=1 seat[ada, 2]=2 seat[bob, 1]=3 seat[bob, 2]=']'"},
		{"truths", "on = true at [(0, 1)], else false", "on[(0, 0)]=false on[(0, 1)]=true"},
		{"no truths", "on = false everywhere", "on[(0, 0)]=false on[(0, 1)]=false"},
		{"several", "# solution 1\ngo(1)\n# solution 2\nsolution 3\nstay", "go(1) /  / stay"},
		{
			"an array's table", "seat | 1 | 2\n-----+---+--\nada | x | y\nbob | | z",
			"seat[ada, 1]=x seat[ada, 2]=y seat[bob, 2]=z",
		},
		{"two tables", "n | v | w\n0 | 5 | 6\nseat | 2\nada | 8\nat = 1", "v[0]=5 w[0]=6 seat[ada, 2]=8 at=1"},
		{"a shared table", "n | v | w\n0 | 5 | 6\n1 | 7 | 8\n\nat = 1", "v[0]=5 w[0]=6 v[1]=7 w[1]=8 at=1"},
		{
			"what is printed", `Test, instance x: solved in 2 moves, cost 3

      ab = 1
  at = 7
at = 1
   1. go(1)    a label 2. stay
   2. stay  cost 2

By search, bfs: compiled in 0.001 s, solved in 0.000 s.
  v = [1, 2]
`, "at=1 go(1) stay",
		},
		{
			"a generated program", "  1. go(1)  one\n  2. stay\ncost 2, moves: 2; 9 states expanded in 0s\n", "go(1) stay",
		},
		{
			"a trace", "Test: solved\n\n  start    1. go((0, 1))  note 2. go    2. stay\n  ab   ab 3. stay\n\n  3. stay\n",
			"go((0, 1)) stay stay",
		},
		{"JSON values", `{"v[0]": 1, "v": [1, 2], "at": [0, 1], "x": true}`, "v[0]=1 v[0]=1 v[1]=2 at=(0, 1) x=true"},
		{"JSON moves", `["go(1)", {"label": "a", "move": "stay"}]`, "go(1) stay"},
		{"a JSON answer", `{"status": "solved", "assignment": {"at": 1}, "plan": ["stay"]}`, "at=1 stay"},
		{"JSON answers", `{"solutions": [["stay"], {"assignment": {"at": 1}, "plan": []}]}`, "stay / at=1"},
		{"a JSON list of answers", `[{"at": 1}, {"at": 2}]`, "at=1 / at=2"},
		{"JSON one after another", "{\"at\": 1}\n{\"at\": 2}", "at=1 / at=2"},
		{"no solution", `{"solutions": []}`, ""},
		{
			"cells in JSON", `{"v": [[0, 1], [1, 0]], "seat": [[1, 2], [3, 4]]}`,
			"v[0]=(0, 1) v[1]=(1, 0) seat[ada, 1]=1 seat[ada, 2]=2 seat[bob, 1]=3 seat[bob, 2]=4",
		},
	} {
		answers, problem := readback.Read("f", tt.input, names)
		assert.Nil(t, problem, tt.name)
		assert.Equal(t, tt.want, short(answers), tt.name)
	}
}

// Input that cannot be read is one finding.
func TestReadProblems(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{
			"garbage", "go(1)\n(((\n)))\n]",
			"f:2:1: error: this is neither a move nor `variable = value`; 1 other line cannot be read either",
		},
		{"a board", "..Q.\n  Q...", "f:1:1: error: this looks like a board, not like a plan or values"},
		{
			"a printed answer without a solution", "\nTest: unsolvable (…)\n\nBy sat: compiled in 1 s, solved in 1 s.",
			"f:2:1: error: this is an answer without a solution: unsolvable (…)",
		},
		{"numbers alone", "1 2\n3 4", "f:1:1: error: these look like values without names"},
		{"JSON numbers alone", "[1, 2]", "f:1:2: error: these look like values without names"},
		{"two moves in a line", "go(1) stay", "f:1:1: error: this is neither a move nor `variable = value`"},
		{
			"a list without an end", "v = [1,\n2\n\ngo(1)",
			"f:1:5: error: `v` has 2 values, the list has 1",
		},
		{"a model", "puzzle X\ngoal true", "f:1:1: error: this looks like a model, not like a plan or values"},
		{"a page", "<html>", "f:1:1: error: this looks like a page or a picture, not like a plan or values"},
		{"a short list", "v = [1]", "f:1:5: error: `v` has 2 values, the list has 1"},
		{"one value of many", "v = 1", "f:1:5: error: `v` has 2 elements, one value is given"},
		{"a row that is none", "n | v | w\n7 | 1 | 2", "f:2:1: error: `7` is no index of `v`"},
		{"a wide row", "n | v | w\n1 | 1 | 2 | 3", "f:2:1: error: this row has more cells than the head of the table"},
		{"half of JSON", "{\"v\":\n [1,", "f:2:4: error: this begins as JSON and is none: it ends too early"},
		{
			"no JSON", "[1 2]",
			"f:1:3: error: this begins as JSON and is none: invalid character '2' after array element",
		},
		{
			"a deep list", strings.Repeat("[", 1000),
			"f:1:101: error: this begins as JSON and is none: it is nested too deeply",
		},
		{
			"an answer without a solution", `{"status": "unsolvable"}`,
			"f:1:1: error: this is an answer without a solution: its status is unsolvable",
		},
		{"no moves", `{"plan": [["go"]]}`, "f:1:11: error: a move is wanted here: a text, or an object with \"move\""},
	} {
		answers, problem := readback.Read("f", tt.input, names)
		assert.Empty(t, answers, tt.name)
		assert.Equal(t, tt.want, fmt.Sprint(problem), tt.name)
	}
}

// Whatever the input is, each text of an answer stands in the input where its span says.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"go(1)\nv = [1, (2, 3)]", "# solution 1\n2. go('#')", "Test: solved\n\n  start  1. go\nat = 1\n",
		"v = [1, # one\n  (2,\n3)]; go(\n1)", "seat | 1 | 2\nada | x | y", `{"plan": ["go"], "assignment": {"v": [1, 2]}}`,
		"on = true at [(0, 1)], else false",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, input string) {
		answers, problem := readback.Read("f", input, names)
		if problem != nil || strings.HasPrefix(strings.TrimSpace(input), "{") ||
			strings.HasPrefix(strings.TrimSpace(input), "[") {
			return
		}
		input = diag.Unmarked(input)
		for _, a := range answers {
			for _, m := range a.Moves {
				if !strings.Contains(m.Text, "\n") { // else it may have had a comment
					assert.Equal(t, m.Text, input[m.Span.Start.Offset:m.Span.End.Offset])
				}
			}
			for _, g := range a.Given {
				at := input[g.Value.Span.Start.Offset:g.Value.Span.End.Offset]
				if !strings.HasPrefix(at, "true at ") && at != "false everywhere" && !strings.Contains(at, "\n") {
					assert.Equal(t, g.Value.Text, at)
				}
			}
		}
	})
}
