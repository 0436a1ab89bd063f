package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/internal/bench"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Outputs that no worker prints are refused.
func TestForgedOutputs(t *testing.T) {
	one := puzzle.Promise{Name: "dead", Kept: puzzle.Holds}
	rows := func(all ...puzzle.Promise) found[puzzle.Verification] {
		return found[puzzle.Verification]{&jobs.Result{}, puzzle.Verification{Instance: "a", Promises: all}}
	}
	require.NoError(t, checkVerification(rows(one).Output))
	about := []puzzle.Promise{one}
	require.NotNil(t, verificationOf("a", about, rows(one)))
	require.Nil(t, verificationOf("b", about, rows(one)))
	require.Nil(t, verificationOf("a", nil, rows(one)))
	require.Nil(t, verificationOf("a", []puzzle.Promise{{Name: "admissible h"}}, rows(one)))
	require.Nil(t, verificationOf("a", about, rows()))
	require.ErrorContains(t, checkVerification(rows(puzzle.Promise{Kept: "fine"}).Output), `"fine" is no result`)
	require.ErrorContains(t, checkOutcomes([]outcome{{Verdict: "fine"}}), `"fine" is no result`)
	require.ErrorContains(t, checkDrafts(make([]generate.Draft, 1)), "there are 1 drafts")
	drafts := make([]generate.Draft, draftsPerJob)
	drafts[3].Left = "cheated"
	require.ErrorContains(t, checkDrafts(drafts), `"cheated" is no result`)
	require.NoError(t, checkRun(bench.Run{Status: "solved"}))
	require.ErrorContains(t, checkRun(bench.Run{Status: "won"}), `"won" is no result`)
	cost := int64(3)
	ran := found[bench.Run]{&jobs.Result{}, bench.Run{Status: "solved", Optimal: true, Cost: &cost}}
	ran.Figures = `{"status": "unsolvable", "optimal": false, "cost": 4, "nodes": 7, "processor": "P"}`
	run := runOf(ran)
	require.Equal(t, "P", run.Processor)
	require.Equal(t, "solved", run.Status)
	require.EqualValues(t, 3, *run.Cost)
	ran.Figures = "{"
	require.Equal(t, "failed", runOf(ran).Status)
}

// TestForbiddenFlags: a job has no flag but those that its command declares as shareable, and no file but its own.
func TestForbiddenFlags(t *testing.T) {
	for _, kind := range []string{"grade", "test", "verify", "generate", "bench", "solve"} {
		j := &jobs.Job{Kind: kind, Args: []string{"model.pz", "-"}, Flags: []string{"--instance=a"}}
		switch kind {
		case "grade":
			j.Flags = []string{"--work=9"}
		case "bench":
			j.Flags = []string{"--instances=a"}
		}
		line, err := commandOf(commandNamed(kind), "in", j)
		require.NoError(t, err, kind)
		assert.Equal(t, []string{kind, filepath.Join("in", "model.pz"), "-", j.Flags[0]}, line[1:5])
		for _, flag := range []string{
			"--sat-solver=sh", "--engine=native", "-o=out", "-oout", "--output=out", "--trust", "--trust=true", "--alone=false",
			"--sandbox=false", "--memory=1TiB", "--tables=out", "--proof=out", "--work", "--keep=out", "--define=a=@out", "--",
			"model.pz", "--instance", "--data=out", "--workers=out", "--html=out", "", "-i=a", "--no-work=1",
		} {
			bad := *j
			bad.Flags = append([]string{flag}, j.Flags...)
			_, err := commandOf(commandNamed(kind), "in", &bad)
			require.ErrorContains(t, err, "no job may have", "%s %s", kind, flag)
		}
		for _, arg := range []string{"/etc/passwd", "../model.pz", ""} {
			bad := *j
			bad.Args = []string{arg}
			_, err := commandOf(commandNamed(kind), "in", &bad)
			require.ErrorContains(t, err, "is no file of the job", "%s %s", kind, arg)
		}
	}
	for _, kind := range []string{"emit-go", "work", "play", "help", "", "--help", "none"} {
		_, err := commandOf(commandNamed(kind), "in", &jobs.Job{Kind: kind})
		require.ErrorContains(t, err, "are unknown", kind)
	}
}
