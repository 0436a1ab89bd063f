package compilertest

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
)

// Checked returns the program of a text. more lists further files: name, text, name, text, …
func Checked(t testing.TB, src string, more ...string) *model.Program {
	t.Helper()
	files := fstest.MapFS{"m.pz": {Data: []byte(src)}}
	for i := 0; i+1 < len(more); i += 2 {
		files[more[i]] = &fstest.MapFile{Data: []byte(more[i+1])}
	}
	p, diags := check.Load(files, "m.pz")
	require.NoError(t, diags.Err())
	return p
}

// ModelOf returns the model of a text with its own parameters.
func ModelOf(t *testing.T, src string, more ...string) *model.Model {
	t.Helper()
	m, diags := semantics.Build(Checked(t, src, more...), nil, nil)
	require.NoError(t, diags.Err())
	return m
}

// Machine returns a machine for a text and its only initial state.
func Machine(t *testing.T, src string, more ...string) (*semantics.Machine, []int64) {
	t.Helper()
	x := semantics.NewMachine(ModelOf(t, src, more...))
	states, complete, err := x.InitialStates(t.Context(), 2)
	require.NoError(t, err)
	require.True(t, complete)
	require.Len(t, states, 1)
	return x, states[0]
}

// Move reads a ground move.
func Move(t *testing.T, x *semantics.Machine, text string) semantics.Move {
	t.Helper()
	mv, diags := parse.Move(x, "plan", text)
	require.NoError(t, diags.Err())
	return mv
}

// Instance builds the named instance of a program, "" for its own parameters.
func Instance(t testing.TB, p *model.Program, name string, given map[string]semantics.Binding) *model.Model {
	t.Helper()
	var inst *model.Instance
	for _, i := range p.Instances {
		if i.Name == name {
			inst = i
		}
	}
	require.Equal(t, name != "", inst != nil, "instance %q", name)
	m, diags := semantics.Build(p, inst, given)
	require.NoError(t, diags.Err())
	return m
}
