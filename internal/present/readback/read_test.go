package readback_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/filetest"
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

// testdata/answers.txt has texts of answers.
func TestRead(t *testing.T) {
	for _, row := range append(filetest.Rows(t, "testdata/answers.txt", 3),
		[]string{"moves", "go(1)\n\n  stay # here\r\ngo ( 2 )", "go(1) stay go ( 2 )"},
		[]string{"a byte order mark", "\ufeffgo(1)", "go(1)"},
		[]string{
			"a generated program", "  1. go(1)  one\n  2. stay\ncost 2, moves: 2; 9 states expanded in 0s\n", "go(1) stay",
		},
	) {
		answers, problem := readback.Read("f", row[1], names)
		assert.Nil(t, problem, row[0])
		assert.Equal(t, row[2], short(answers), row[0])
	}
}

// testdata/actions.txt has plans in PDDL, testdata/actionproblems.txt has texts that are none.
func TestReadActions(t *testing.T) {
	planning := readback.Names{Puzzle: "Test", Moves: []string{"go", "stay"}, PDDL: true}
	for _, row := range filetest.Rows(t, "testdata/actions.txt", 3) {
		answers, problem := readback.Read("f", row[1], planning)
		assert.Nil(t, problem, row[0])
		assert.Equal(t, strings.ReplaceAll(row[2], "⏎", "\n"), short(answers), row[0])
	}
	for _, row := range filetest.Rows(t, "testdata/actionproblems.txt", 3) {
		answers, problem := readback.Read("f", row[1], planning)
		assert.Empty(t, answers, row[0])
		assert.Equal(t, row[2], fmt.Sprint(problem), row[0])
	}
}

// Input that cannot be read is one finding: testdata/problems.txt has some.
func TestReadProblems(t *testing.T) {
	deep := "f:1:101: error: this begins as JSON and is none: it is nested too deeply"
	for _, row := range append(filetest.Rows(t, "testdata/problems.txt", 3),
		[]string{"a deep list", strings.Repeat("[", 1000), deep},
	) {
		answers, problem := readback.Read("f", row[1], names)
		assert.Empty(t, answers, row[0])
		assert.Equal(t, row[2], fmt.Sprint(problem), row[0])
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
