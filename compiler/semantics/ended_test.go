package semantics_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/semantics"
)

// ends is a context that ends after a given number of looks at it.
type ends struct {
	context.Context
	looks int
}

func (e *ends) Err() error {
	if e.looks--; e.looks < 0 {
		return context.Canceled
	}
	return nil
}

// If the context ends while data are computed, at whatever point, there is no model.
func TestBuildEnds(t *testing.T) {
	p := checked(t, `
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
		m, diags := semantics.BuildContext(&ends{context.Background(), looks}, p, nil, nil)
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
	x := semantics.NewMachine(build(t, `
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
	x = semantics.NewMachine(build(t,
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

// A long plan with repeated moves is read quickly. A long plan with errors in all lines is not read to its end.
func TestLongPlans(t *testing.T) {
	x, _ := machine(t, "puzzle P state x: 0..9 = 0 move m(a: 0..9) when x != a { x := a } goal x == 9")
	plan, diags := x.ParsePlan("plan", strings.Repeat("m(1)\n  m(2)\n\n", 200_000))
	require.NoError(t, diags.Err())
	require.Len(t, plan, 400_000)
	_, diags = x.ParsePlan("plan", "m(3)\n"+strings.Repeat("m(10)\n", 200_000))
	require.Less(t, len(diags), 200)
	require.Equal(t, 2, diags[0].Span.Start.Line)
}

// An incomplete table of costs gives no estimate. A later query makes the table again.
func TestTablesEnd(t *testing.T) {
	x, s := machine(t, `puzzle P
		type T = 0..6
		state b[i in T]: T distinct = 6 - i
		move swap(i: T, j: T) where j == i + 1 { b[i], b[j] := b[j], b[i] }
		goal forall i in T: b[i] == i
		heuristic p = pattern(b, {0, 1, 2, 3})
		relaxation r of "o.pz" { y = b[0] }
		heuristic q = r
	`, "o.pz", "puzzle O state y: 0..6 = 6 move m when y > 0 { y := y - 1 } goal y == 0")
	for i, want := range []int64{18, 6} {
		h := x.Model().Heuristics[i]
		undo := x.Within(&ends{t.Context(), 0})
		_, err := x.Heuristic(h, s)
		undo()
		require.Error(t, err, h.Name)
		v, err := x.Heuristic(h, s)
		require.NoError(t, err)
		require.Equal(t, want, v, h.Name)
	}
}
