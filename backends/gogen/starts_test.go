package gogen_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// chosen leaves 21^6 states to start from.
const chosen = `puzzle Chosen
state x[i in 1..6]: 0..20 = any
state done: bool = false
move finish when not done cost x[6] + 1 { done := true }
goal done
`

// TestLongManyStarts runs a program that cannot list the states from which it might start: it must say so soon, and so
// must its own test.
func TestLongManyStarts(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	program, diags := (&check.Loader{}).LoadText("a.pz", chosen)
	require.False(t, diags.HasErrors(), "%v", diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%v", diags)
	ground, diags := ground.Task(context.Background(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	written, err := gogen.Emit(context.Background(), m, ground, gogen.Options{})
	require.NoError(t, err)
	dir := t.TempDir()
	for _, f := range written.Files {
		file := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
		require.NoError(t, os.WriteFile(file, f.Text, 0o600))
	}
	run := func(name string, args ...string) (stdout, stderr string, status int) {
		t.Helper()
		cmd := exec.Command(name, args...)
		var out, errors bytes.Buffer
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errors
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
		err := cmd.Run()
		require.NotNil(t, cmd.ProcessState, "%v", err)
		return out.String(), errors.String(), cmd.ProcessState.ExitCode()
	}
	built := filepath.Join(dir, "built")
	_, stderr, status := run("go", "build", "-o", built, ".")
	require.Zero(t, status, "%s", stderr)

	const ended = "the search was ended before all states to start from were found"
	const full = "the states to start from do not fit into the memory"
	for _, c := range []struct {
		args           []string
		stdout, stderr string
	}{
		{[]string{"-timeout", "100ms", "-memory", "100000"}, "unknown " + ended + "\n", ""},
		{[]string{"-memory", "10"}, "unknown " + full + "\n", ""},
		{[]string{"-memory", "10", "-algorithm", "backtrack"}, "unknown " + full + "\n", ""},
		{[]string{"-memory", "10", "-layers"}, "", full + "\n"},
		{[]string{"-memory", "10", "-json"}, `{"status":"unknown","reason":"` + full +
			`","optimal":false,"cost":0,"plan":[],"expanded":0,"seconds":0,"stats":{"expanded":0,"generated":0,"duplicates":0,` +
			`"backtracks":0,"dead_ends":0,"dead":0,"frontier":0,"kept":0,"bound":0,"elapsed":0}}` + "\n", ""},
	} {
		stdout, stderr, status := run(built, c.args...)
		assert.Equal(t, 3, status, "%v", c.args)
		assert.Equal(t, c.stdout, stdout, "%v", c.args)
		assert.Equal(t, c.stderr, stderr, "%v", c.args)
	}
	out, _, status := run("go", "test", ".") // its tests take some of the states
	assert.Zero(t, status, "%s", out)
}
