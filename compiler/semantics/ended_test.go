package semantics_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// If the context ends while data are computed, at whatever point, there is no model.
func TestBuildEnds(t *testing.T) {
	p := compilertest.Checked(t, `
		puzzle P
		const a: 0..1000000000000 = sum i in 0..99, j in 0..99: i * j
		const b[i in 0..9]: 0..1000000000000 = a + sum j in 0..999: i * j
		type T = 0..a / 1000000000
		assume forall i in 0..9999: i * a >= 0
		state x[i in 0..9]: T = (sum j in 0..999: j * i) % 2
		move m when x[0] == 0 { x[0] := 1 }
		goal x[0] == 1
		relaxation r of "o.pz" { y = x[0] }
		heuristic h = r
	`, "o.pz", "puzzle O const c: 0..1000000000000 = sum i in 0..9999: i state y: 0..1000 = 0 move m when y == 0 { y "+
		":= 1 } goal y == 1")
	whole, looks := 0, 0
	for ; whole < 3; looks++ {
		m, diags := semantics.BuildContext(&endsAfter{context.Background(), looks}, p, nil, nil)
		if m != nil {
			require.NoError(t, diags.Err())
			whole++
			continue
		}
		require.Zero(t, whole)
		require.Len(t, diags, 1)
		require.Equal(t, semantics.CodeStopped, diags[0].Code)
	}
	require.Greater(t, looks, 10)
}

// Values that are given are not available to elements that are chosen, wherever they are declared.
func TestGivenValuesComeFirst(t *testing.T) {
	x := semantics.NewMachine(compilertest.ModelOf(t, `
		puzzle P
		state x[i in 0..59]: 0..59 distinct = if i < 40 then any else 59 - i + 20
		move m when x[0] > 0 { x[0] := 0 }
		goal x[0] == 0
	`))
	states, _, err := x.InitialStates(t.Context(), 100)
	require.NoError(t, err)
	require.Len(t, states, 100)
	for i, s := range states {
		require.Nil(t, x.CheckInitial(s))
		if i > 0 {
			require.Less(t, fmt.Sprint(padded(states[i-1])), fmt.Sprint(padded(s)), "in the order of the elements")
		}
	}
	x = semantics.NewMachine(compilertest.ModelOf(t,
		"puzzle P state x[i in 0..9]: 0..9 distinct = if i < 8 then any else 3 move m { x[0] := 0 } goal x[0] == 0"))
	states, complete, err := x.InitialStates(t.Context(), 1)
	require.NoError(t, err)
	require.True(t, complete)
	require.Empty(t, states, "two elements are given the same value")
}

func padded(state []int64) (out []string) {
	for _, n := range state {
		out = append(out, fmt.Sprintf("%02d", n))
	}
	return out
}
