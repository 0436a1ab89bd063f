package verify

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// way returns the moves of a counterexample as text.
func way(x *semantics.Machine, moves []semantics.Move) string {
	var names []string
	for _, m := range moves {
		names = append(names, x.Format(m))
	}
	return strings.Join(names, " ")
}

// TestVerify checks each kind of promise, kept and broken, with a shortest path to a state that breaks it.
func TestVerify(t *testing.T) {
	for _, tt := range []struct{ name, src, fault, way, rest string }{
		{name: "all kept", src: `symmetry mirror { at := (at.col, at.row) for c in Cell { coin[c] := coin[(c.col, c.row)] } }
			invariant (count c in Cell: coin[c]) <= 2 dead false prune step(d), step(e) where d == -e and false
			heuristic h admissible = manhattan(at, (2, 2))`},
		{name: "invariant", src: "invariant at.row < 2", fault: "an `invariant` fails", way: "step(down) step(down)"},
		{
			name: "dead", src: "dead at == (2, 1)", fault: "a state is `dead` from which",
			way:  "step(right) step(down) step(down)",
			rest: "step(left) step(right) step(right) step(up) step(up) step(down) step(down)",
		},
		{
			name: "admissible", src: "heuristic h admissible = if at == (0, 1) then 8 else 0",
			fault: "`h` is not admissible: it says 8 where a goal is reached at cost 7", way: "step(right)",
			rest: "step(right) step(down) step(down) step(left) step(left) step(right) step(right)",
		},
		{
			name: "relaxation", src: "relaxation r of \"o.pz\" { x = at.row } heuristic h = r",
			fault: "relaxation r: `step(down)` of cost 1", way: "",
		},
		{
			name:  "symmetry that loses the goal",
			src:   "symmetry corner when at == (2, 2) and (forall c in Cell: not coin[c]) { at := (0, 0) }",
			fault: "the symmetry `corner` does not keep the goal",
			way:   "step(down) step(down) step(up) step(up) step(right) step(right) step(down) step(down)",
		},
		{
			name: "prune", src: "prune step(d), step(d)",
			fault: "all cheapest ways to a state are forbidden, and any other costs 4, not 2: here `step(",
			way:   "step(down) step(down)",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, _ := compilertest.Machine(t, square+tt.src, "o.pz",
				"puzzle O state x: 0..2 = 0 goal x == 2 move down cost 2 { x := x + 1 }")
			v := All(t.Context(), x.Model(), Limits{States: 10_000})
			assert.True(t, v.Complete)
			require.NotEmpty(t, v.Claims)
			for _, c := range v.Claims {
				if tt.fault == "" {
					assert.Nil(t, c.Fault, c.Name)
					assert.True(t, c.Checked, c.Name)
					continue
				}
				if assert.NotNil(t, c.Fault, c.Name) {
					assert.True(t, strings.HasPrefix(c.Fault.Text, tt.fault), c.Fault.Text)
					assert.Len(t, c.Fault.Way, len(strings.Fields(tt.way)), way(x, c.Fault.Way))
					assert.Len(t, c.Fault.Rest, len(strings.Fields(tt.rest)), way(x, c.Fault.Rest))
				}
			}
		})
	}
}

// TestVerifyConsistency checks the notes about consistency: a move is named exactly if it lowers the estimate by more
// than its cost.
func TestVerifyConsistency(t *testing.T) {
	for heuristic, note := range map[string]string{
		"manhattan(at, (2, 2))":          "consistent",
		"0":                              "consistent",
		"if at == (0, 1) then 3 else 0":  "not consistent: `step(",
		"if at == (0, 1) then 1 else 0":  "consistent",
		"if at == (0, 1) then 2 else 0":  "not consistent: `step(",
		"manhattan(at, (2, 2)) / 2 * 2":  "not consistent: `step(",
		"if at == (2, 2) then -5 else 1": "consistent",
	} {
		x, _ := compilertest.Machine(t, square+"heuristic h admissible = "+heuristic)
		v := All(t.Context(), x.Model(), Limits{States: 10_000})
		require.Len(t, v.Claims, 1)
		require.Nil(t, v.Claims[0].Fault, heuristic)
		assert.True(t, strings.HasPrefix(v.Claims[0].Note, note), "%s: %s", heuristic, v.Claims[0].Note)
	}
}

// TestVerifyEnds checks that results after the end of the context are dropped, and that no claim counts as checked.
func TestVerifyEnds(t *testing.T) {
	x, _ := compilertest.Machine(t, square+"invariant at.row < 3 dead false")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := All(ctx, x.Model(), Limits{States: 10_000})
	assert.False(t, v.Complete)
	for _, c := range v.Claims {
		assert.False(t, c.Checked)
		assert.Nil(t, c.Fault)
		assert.Equal(t, "context canceled", c.Open)
	}
}

// TestVerifyAssignments checks that in a puzzle without moves a symmetry is checked on solutions only.
func TestVerifyAssignments(t *testing.T) {
	const pair = "puzzle Pair state a: 1..3 = any state b: 1..3 = any goal a + b == 4 and a != b "
	for src, fault := range map[string]string{
		"symmetry exchange { a, b := b, a }": "",
		"symmetry shift { a := b - 2 }":      "the symmetry `shift` cannot be made: a would be -1",
		"symmetry same { a := b }":           "the symmetry `same` does not keep the goal",
		"symmetry third { a := 4 - b }":      "",
	} {
		x := semantics.NewMachine(compilertest.ModelOf(t, pair+src))
		v := All(t.Context(), x.Model(), Limits{States: 100})
		assert.Equal(t, 2, v.States)
		require.Len(t, v.Claims, 1)
		if fault == "" {
			assert.True(t, v.Claims[0].Checked, "%s: %v", src, v.Claims[0].Fault)
		} else if assert.NotNil(t, v.Claims[0].Fault, src) {
			assert.True(t, strings.HasPrefix(v.Claims[0].Fault.Text, fault), v.Claims[0].Fault.Text)
		}
	}
}
