package check_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// Models that are wrong in ways that a person, or a program that writes models, could think of: each has at least one
// error with a place, and none makes the checker panic.
func TestFiftyWrongModels(t *testing.T) {
	const head = "puzzle P state x: 0..3 = 0 move go { x := 1 } goal x == 3 "
	models := map[string]string{
		"empty":        "",
		"blank":        "\n\n   \n",
		"comment only": "// nothing\n",
		"binary":       "\x00\x01\x02\xff\xfe",
		"not UTF-8":    "puzzle \xff",
		"puzzle only":  "puzzle P",
		"no name":      "puzzle",
		"brace":        "{",
		"deep parentheses": head + "goal " + strings.Repeat("(", 5000) + "x" + strings.Repeat(")", 5000) +
			" == 1",
		"deep not":  head + "goal " + strings.Repeat("not ", 5000) + "true and x",
		"long sum":  head + "goal 0" + strings.Repeat(" + 1", 5000) + " == y",
		"deep sets": head + "type T = " + strings.Repeat("{", 3000) + "1" + strings.Repeat("}", 3000),
	}
	for _, row := range filetest.Rows(t, "testdata/wrong.txt", 2) {
		models[row[0]] = head + row[1]
	}
	for name, src := range models {
		t.Run(name, func(t *testing.T) {
			l := check.Loader{FS: fstest.MapFS{"p.pz": {Data: []byte(src)}}}
			p, diags := l.Load("p.pz")
			assert.Nil(t, p)
			assert.True(t, diags.HasErrors())
			for _, d := range diags {
				assert.True(t, d.Span.Start.IsValid(), "%s has no place", d.Msg)
				assert.NotContains(t, d.Msg, "something", "a wrong type shows through")
			}
			assert.NotEmpty(t, compilertest.Printed(diags, l.Sources))
		})
	}
	assert.GreaterOrEqual(t, len(models), 50)
}

func TestUnreadableModels(t *testing.T) {
	l := check.Loader{FS: fstest.MapFS{}}
	p, diags := l.Load("missing.pz")
	assert.Nil(t, p)
	assert.Contains(t, diags.Error(), "missing.pz:1:1: error: cannot read missing.pz: file does not exist")
}
