package semantics_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// checked returns the program of a text. more lists further files: name, text, name, text, …
func checked(t *testing.T, src string, more ...string) *model.Program {
	t.Helper()
	files := fstest.MapFS{"m.pz": {Data: []byte(src)}}
	for i := 0; i+1 < len(more); i += 2 {
		files[more[i]] = &fstest.MapFile{Data: []byte(more[i+1])}
	}
	p, diags := check.Load(files, "m.pz")
	require.NoError(t, diags.Err())
	return p
}

// build returns the model of a text with its own parameters.
func build(t *testing.T, src string, more ...string) *model.Model {
	t.Helper()
	m, diags := semantics.Build(checked(t, src, more...), nil, nil)
	require.NoError(t, diags.Err())
	return m
}

// machine returns a machine for a text and its only initial state.
func machine(t *testing.T, src string, more ...string) (*semantics.Machine, []int64) {
	t.Helper()
	x := semantics.NewMachine(build(t, src, more...))
	states, complete, err := x.InitialStates(context.Background(), 2)
	require.NoError(t, err)
	require.True(t, complete)
	require.Len(t, states, 1)
	return x, states[0]
}

// move reads a ground move.
func move(t *testing.T, x *semantics.Machine, text string) semantics.Move {
	t.Helper()
	mv, diags := x.ParseMove("plan", text)
	require.NoError(t, diags.Err())
	return mv
}
