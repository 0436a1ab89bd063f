package semantics_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// TestPartialStatesAgree compares two lists of states: the states found by choosing one value after another, where a
// condition may be decided early, and all states for which the condition is true.
func TestPartialStatesAgree(t *testing.T) { partialStatesAgree(t, 300) }

// TestLongPartialStatesAgree compares more conditions.
func TestLongPartialStatesAgree(t *testing.T) { partialStatesAgree(t, 3000) }

func partialStatesAgree(t *testing.T, draws int) {
	t.Helper()
	p := newPhrases(5, 1)
	none, all := 0, 0
	for range draws {
		conditions := "\ngoal " + p.truth(1+p.rnd.IntN(3))
		for range p.rnd.IntN(3) {
			conditions += "\n" + p.pick("goal ", "always ", "init ") + p.truth(1+p.rnd.IntN(3))
		}
		src := phrased + conditions
		m := compilertest.ModelOf(t, src)
		n := 0
		require.NoError(t, semantics.NewMachine(m).Choose(t.Context(), m.Goals, func([]int64) bool {
			n++
			return true
		}))
		want, x := 0, semantics.NewMachine(m)
		for k := range int64(27 * 4) {
			if s := []int64{k / 36, k / 12 % 3, k / 4 % 3, k % 4}; x.CheckInitial(s) == nil && x.Goal(s) {
				want++
			}
		}
		require.Equal(t, want, n, src)
		switch n {
		case 0:
			none++
		case 27 * 4:
			all++
		}
	}
	require.Less(t, none+all, draws*2/3, "too many conditions do not depend on the state")
}
