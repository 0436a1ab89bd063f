package semantics_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/semanticstest"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
)

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
			m := semanticstest.Instance(t, semanticstest.Library(t, tt.file), tt.instance, nil)
			a, err := semanticstest.Solve(context.Background(), m, 400_000)
			require.NoError(t, err)
			assert.Equal(t, tt.cost >= 0, a.Solvable)
			if tt.cost >= 0 {
				assert.Equal(t, tt.cost, a.Cost)
			}
			x := semantics.NewMachine(m)
			t.Log(a.States, a.Cost)
			for _, l := range view.Lines(x, a.Start) {
				t.Log(l)
			}
			for _, mv := range a.Plan {
				t.Log(x.Format(mv))
			}
		})
	}
}
