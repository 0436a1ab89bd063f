package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// A stranger's file has as many slow instances as its author likes; the time that all take together is bounded.
func TestSandboxBoundsAFile(t *testing.T) {
	c := testCommand{limits: limits{Sandbox: true, Timeout: time.Minute}}
	e, _, _ := testEnv()
	within := c.fileBudget()
	require.Equal(t, 10*time.Minute, within.total)
	require.False(t, within.over())
	require.False(t, limits{Timeout: time.Minute}.fileBudget().over(), "only strangers' models")

	program, diags := puzzle.LoadText(nil, "endless.pz", endless+"instance a {} expect solvable expect cost 300\n")
	require.False(t, diags.HasErrors())
	within.end = time.Now().Add(50 * time.Millisecond)
	test := &tested{testCommand: &c, crew: &crew{}, file: "endless.pz", within: within}
	test.env, test.said = e.partOf(t.Context())
	test.working.Store(1)
	rows, err := test.instance(program, "a")
	require.NoError(t, err)
	require.Len(t, rows, 2)
	for _, r := range rows {
		require.Equal(t, puzzle.Undecided, r.Verdict)
	}
	require.Equal(t, outcome{
		File: "endless.pz", Instance: "a", Expect: "cost 300", Verdict: puzzle.Undecided,
		Found: "not tried: the time limit of 10m0s for all of a file was reached",
	}, rows[1])
	require.Equal(t, exitUndecided, worst(rows))
}
