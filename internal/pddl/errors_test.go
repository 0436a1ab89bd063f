package pddl_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/pddl"
)

// Each case of testdata/errors.pddl is a domain, and often a problem, in one text. A comment `; error: message | help`
// stands on the line of the finding, and `; nothing` on a line without findings.
func TestErrors(t *testing.T) {
	text, err := os.ReadFile("testdata/errors.pddl")
	require.NoError(t, err)
	for i, c := range strings.Split(string(text), ";;; case\n") {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			in := pddl.Text{Name: "f", Text: c}
			problems := []pddl.Text{in}
			if !strings.Contains(c, "(problem ") || !strings.Contains(c, "(domain ") {
				problems = nil
			}
			_, diags := pddl.Read(in, problems...)
			for n, line := range strings.Split(c, "\n") {
				_, want, ok := strings.Cut(line, "; ")
				if !ok {
					continue
				}
				if want == "nothing" {
					there := slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool { return d.Span.Start.Line == n+1 })
					assert.False(t, there, "line %d: %v\n%s", n+1, diags, c)
					continue
				}
				want, help, _ := strings.Cut(want, " | ")
				found := slices.ContainsFunc(diags, func(d *diag.Diagnostic) bool {
					said := d.Severity.String() + ": " + d.Msg
					return d.Span.Start.Line == n+1 && strings.Contains(said, want) && strings.Contains(d.Help, help)
				})
				assert.True(t, found, "line %d: %s | %s\n%v\n%s", n+1, want, help, diags, c)
			}
		})
	}
}

// Findings about damaged texts never panic, and always come with an error.
func FuzzRead(f *testing.F) {
	text, err := os.ReadFile("testdata/errors.pddl")
	require.NoError(f, err)
	for _, c := range strings.Split(string(text), ";;; case\n") {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, text string) {
		in := pddl.Text{Name: "f", Text: text}
		task, diags := pddl.Read(in, in)
		if assert.Equal(t, task == nil, diags.HasErrors()); task != nil {
			pddl.Write(task)
		}
	})
}
