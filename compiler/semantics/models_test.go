package semantics_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/models"
)

// loadLibrary checks a model of the library.
func loadLibrary(t *testing.T, file string) *model.Program {
	t.Helper()
	p, diags := check.Load(models.FS(), file)
	require.NoError(t, diags.Err())
	return p
}

// instance builds the named instance of a program, "" for its own parameters.
func instance(t *testing.T, p *model.Program, name string, given map[string]semantics.Binding) *model.Model {
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

// The exhaustive search of the semantics finds the costs that are known of puzzles of the library.
func TestLibraryIsSolved(t *testing.T) {
	for _, tt := range []struct {
		file, instance string
		cost           int64 // -1: unsolvable
	}{
		{"taquin/taquin.pz", "hardest", 31},
		{"bloxorz/bloxorz.pz", "", 16},
		{"sokoban/sokoban_pushes.pz", "", 4},
		{"wolf_goat_cabbage.pz", "", 7},
		{"hanoi.pz", "", 7},
		{"jugs.pz", "", 6},
		{"bridge.pz", "four", 15},
		{"missionaries.pz", "", 11},
	} {
		t.Run(tt.file+"/"+tt.instance, func(t *testing.T) {
			m := instance(t, loadLibrary(t, tt.file), tt.instance, nil)
			a, err := semantics.Solve(context.Background(), m, 400_000)
			require.NoError(t, err)
			assert.Equal(t, tt.cost >= 0, a.Solvable)
			if tt.cost >= 0 {
				assert.Equal(t, tt.cost, a.Cost)
			}
			x := semantics.NewMachine(m)
			t.Log(a.States, a.Cost)
			for _, l := range x.View(a.Start) {
				t.Log(l)
			}
			for _, mv := range a.Plan {
				t.Log(x.Format(mv))
			}
		})
	}
}
