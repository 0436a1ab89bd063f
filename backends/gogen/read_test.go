package gogen_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// TestByNothing: what is divided by a constant 0 is undefined; the Go compiler would refuse it.
func TestByNothing(t *testing.T) {
	text := writtenWith(t, "at + at % 0 + at / 0")
	assert.Contains(t, text, "search.Mod(s.at, 0)")
	assert.Contains(t, text, "search.Div(s.at, 0)")
}

// writtenWith is a library package of a small puzzle with a heuristic.
func writtenWith(t *testing.T, heuristic string) string {
	t.Helper()
	loader := &check.Loader{}
	program, diags := loader.LoadText("a.pz", `puzzle Found
state at: 0..3 = 0
move on when at < 3 { at := at + 1 }
goal at == 3
heuristic h = `+heuristic+"\n")
	require.False(t, diags.HasErrors(), "%v", diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%v", diags)
	ground, diags := ground.Task(context.Background(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	written, err := gogen.Emit(context.Background(), m, ground, gogen.Options{Package: "found"})
	require.NoError(t, err)
	var text strings.Builder
	for _, f := range written.Files {
		if !strings.HasPrefix(f.Name, "search/") {
			text.Write(f.Text)
		}
	}
	return text.String()
}

// TestNoStandardModule: the module of a puzzle that is called as a package of the standard library has another name.
func TestNoStandardModule(t *testing.T) {
	for _, f := range emit(t, "net.pz", gogen.Options{}) {
		if f.Name == "go.mod" {
			assert.Contains(t, string(f.Text), "module netpuzzle\n")
		}
	}
}
