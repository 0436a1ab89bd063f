// Package acceptance_test shows pzc working as a whole: the examples of the reference, the library, and the corpus of
// instances with verified answers. The corpus lies beside the repository; its tests are skipped if it is absent.
package acceptance_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
)

// block is a fenced block of a document: ```pz is a model or some declarations of one, ```pz eval expressions with
// their values.
type block struct {
	info, text string
	line       int
}

func blocks(t *testing.T, file string) []block {
	t.Helper()
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	var out []block
	open := false
	for i, line := range strings.Split(string(data), "\n") {
		info, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && !open:
			out = append(out, block{info: info, line: i + 2})
			open = true
		case fence:
			open = false
		case open:
			out[len(out)-1].text += line + "\n"
		}
	}
	return out
}

// complete makes a model of a few declarations.
func complete(text string) string {
	f, _ := dsl.Parse("fragment.pz", []byte(text))
	has := map[string]bool{}
	for _, d := range f.Decls {
		has[fmt.Sprintf("%T", d)] = true
	}
	if !has["*dsl.PuzzleDecl"] {
		text = "puzzle Fragment\n" + text
	}
	if !has["*dsl.StateDecl"] {
		text += "state fragment: bool = false\n"
	}
	if !has["*dsl.GoalDecl"] {
		text += "goal 1 == 1\n"
	}
	if !has["*dsl.MoveDecl"] && !strings.Contains(text, "any") {
		text += "move fragment { }\n"
	}
	return text
}

func load(t *testing.T, text string, line int) *model.Model {
	t.Helper()
	program, diags := check.Load(fstest.MapFS{"doc.pz": {Data: []byte(text)}}, "doc.pz")
	require.False(t, diags.HasErrors(), "the block at line %d: %v\n%s", line, diags, text)
	if slices.ContainsFunc(program.ParamArrays(), func(a *model.Array) bool { return a.Value == nil }) {
		require.NotEmpty(t, program.Instances)
		return nil
	}
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "the block at line %d: %v", line, diags)
	return m
}

func TestLanguageReference(t *testing.T) { explained(t, "../../docs/language.md", 10, 50) }

func TestLanguageCard(t *testing.T) { explained(t, "../../docs/card.md", 4, 15) }

// explained checks the models and expressions of a document, which has more than these numbers of them.
func explained(t *testing.T, file string, leastModels, leastValues int) {
	t.Helper()
	var context string // the last complete model
	models, values := 0, 0
	all := blocks(t, file)
	for i, b := range all {
		switch b.info {
		case "pz":
			models++
			text := complete(b.text)
			load(t, text, b.line)
			if strings.Contains(b.text, "puzzle ") {
				context = text
			}
		case "pz eval":
			values += evaluate(t, context, b)
		case "pz wrong":
			_, diags := check.Load(fstest.MapFS{"slide.pz": {Data: []byte(b.text)}}, "slide.pz")
			var printed strings.Builder
			diag.Print(&printed, diags, map[string]string{"slide.pz": b.text}, false)
			assert.Equal(t, all[i+1].text, printed.String(), "line %d", all[i+1].line)
		}
	}
	assert.Greater(t, models, leastModels)
	assert.Greater(t, values, leastValues)
}

// evaluate computes the expressions of a block, one a line, in the initial state of a model.
func evaluate(t *testing.T, context string, b block) int {
	t.Helper()
	var want []string
	text := context
	for line := range strings.Lines(b.text) {
		expr, value, ok := strings.Cut(strings.TrimSpace(line), "//")
		if !ok {
			continue
		}
		want = append(want, strings.TrimSpace(expr)+"   // "+strings.TrimSpace(value))
		text += "view \"{" + strings.TrimSpace(expr) + "}\"\n"
	}
	machine := semantics.NewMachine(load(t, text, b.line))
	states, _, err := machine.InitialStates(t.Context(), 1)
	require.NoError(t, err)
	require.NotEmpty(t, states)
	lines := view.Lines(machine, states[0])
	require.Len(t, lines, len(want))
	for i, line := range lines {
		expr, value, _ := strings.Cut(want[i], "   // ")
		if value == "undefined" {
			value = "?"
		}
		assert.Equal(t, value, line, "line %d and on: %s", b.line, expr)
	}
	return len(want)
}

// docs/findings.md has a rule for each code of a finding, and no others.
func TestFindings(t *testing.T) {
	codes, ruled := map[string]bool{diag.NotText: true}, map[string]bool{}
	for _, file := range []string{
		"dsl/codes.go", "compiler/check/codes.go", "compiler/semantics/codes.go", "compiler/semantics/verify/codes.go",
		"compiler/ground/codes.go", "compiler/ground/lint/codes.go", "compiler/ground/symbolic/codes.go",
		"compiler/ground/work/work.go", "compiler/semantics/view/coloured.go",
		"internal/puzzle/remarks.go", "internal/puzzle/answering.go",
	} {
		for _, c := range compilertest.Codes(t, "../../"+file) {
			codes[c] = true
		}
	}
	for _, c := range pddl.Codes() {
		codes[c.Name] = true
	}
	data, err := os.ReadFile("../../docs/findings.md")
	require.NoError(t, err)
	var rows []string
	for line := range strings.Lines(string(data)) {
		if code, is := strings.CutPrefix(line, "| `"); is {
			rows = append(rows, strings.Replace(code, "`", "\t", 1))
			code, _, _ = strings.Cut(code, "`")
			ruled[code] = true
		}
	}
	assert.IsIncreasing(t, rows)
	assert.Equal(t, codes, ruled)
}
