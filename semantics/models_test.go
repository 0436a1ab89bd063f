package semantics_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/semantics"
)

// referenceModels is the folder of the language's reference models, beside the repository.
const referenceModels = "../../shared/design/models"

// loadReference checks a reference model.
func loadReference(t *testing.T, name string) *model.Program {
	t.Helper()
	if _, err := os.Stat(filepath.Join(referenceModels, name)); err != nil {
		t.Skipf("the reference models are not here: %v", err)
	}
	p, diags := check.Load(os.DirFS(referenceModels), name)
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

func TestReferenceModels(t *testing.T) {
	for _, tt := range []struct {
		file, instance string
		cost           int64 // -1: unsolvable
		states         int
	}{
		{"taquin.pz", "hardest", 31, 181440},
		{"pegs.pz", "", 14, 0},
		{"bloxorz.pz", "", 7, 0},
		{"sokoban_pushes.pz", "", 8, 0},
		{"taquin.pz", "", 31, 0},
		{"walking.pz", "", 0, 0},
	} {
		t.Run(tt.file+"/"+tt.instance, func(t *testing.T) {
			m := instance(t, loadReference(t, tt.file), tt.instance, nil)
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
