package why

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// TestClausesAreTheModel: a state is a solution of a puzzle without moves exactly if all clauses hold. The states are a
// solution and states that differ from it in one element.
func TestClausesAreTheModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{
		"bridges", "cryptarithm", "domino", "kakuro", "latin", "nonogram", "skyscrapers", "star_battle",
		"sudoku", "zebra",
	} {
		t.Run(name, func(t *testing.T) {
			program, diags := puzzle.Load(models.FS(), name+".pz")
			require.NoError(t, diags.Err())
			z, diags := program.Instantiate(puzzle.Data{})
			require.NoError(t, diags.Err())
			require.NoError(t, z.Ground(t.Context()).Err())
			answer, err := z.Solve(t.Context(), puzzle.Options{})
			require.NoError(t, err)
			require.NotEmpty(t, answer.Solutions)
			solution, m, machine := answer.Solutions[0].Start, z.Model(), z.Machine()
			clauses := stillClauses(m, machine)
			require.Greater(t, len(clauses), 3)
			broken := 0
			for i := range 200 {
				state := slices.Clone(solution)
				if i > 0 {
					place := rng.IntN(len(state))
					a, _ := m.ArrayAt(place)
					domain := m.Data[a.ID].Domain.Elems
					state[place] = domain[rng.IntN(len(domain))].N
				}
				want := machine.CheckInitial(state) == nil && machine.Goal(state)
				holds := true
				for c := range clauses {
					holds = holds && machine.Holds(clauses[c].formula(), state)
				}
				require.Equal(t, want, holds, "%v", state)
				if !want {
					broken++
				}
			}
			assert.Positive(t, broken)
		})
	}
}
