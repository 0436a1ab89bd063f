package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Outputs that no worker prints are refused.
func TestForgedOutputs(t *testing.T) {
	one := `{"results": [{"instance": "a", "promise": "dead", "line": 1, "result": "holds", "states": 3}]}`
	require.NoError(t, checkVerifyOutput(one))
	about := []puzzle.Promise{{Name: "dead"}}
	require.NotNil(t, verificationOf("a", about, &jobs.Result{Output: one}))
	require.Nil(t, verificationOf("b", about, &jobs.Result{Output: one}))
	require.Nil(t, verificationOf("a", nil, &jobs.Result{Output: one}))
	require.Nil(t, verificationOf("a", []puzzle.Promise{{Name: "admissible h"}}, &jobs.Result{Output: one}))
	require.Nil(t, verificationOf("a", about, &jobs.Result{Output: `{"results": []}`}))
	require.ErrorContains(t, checkVerifyOutput(`{"results": [{"result": "fine"}]}`), `"fine" is no result`)
	require.Error(t, checkVerifyOutput("no JSON"))
	require.ErrorContains(t, checkDrafts(`{"drafts": [{}]}`), "there are 1 drafts")
	all := `{"drafts": [` + strings.Repeat("{}, ", draftsPerJob-1) + `{"left": "cheated"}]}`
	require.ErrorContains(t, checkDrafts(all), `"cheated" is no reason`)
	require.Error(t, checkDrafts("{"))
	require.NoError(t, checkBenchOutput(`{"status": "solved"}`))
	require.ErrorContains(t, checkBenchOutput(`{"status": "won"}`), `"won" is no result`)
	require.Error(t, checkBenchOutput("{"))
	figures := `{"status": "unsolvable", "optimal": false, "cost": 4, "nodes": 7, "processor": "P"}`
	run, processor := runOf(&jobs.Result{Output: `{"status": "solved", "optimal": true, "cost": 3}`, Figures: figures})
	require.Equal(t, "P", processor)
	require.Equal(t, "solved", run.Status)
	require.EqualValues(t, 3, *run.Cost)
	run, _ = runOf(&jobs.Result{Output: `{"status": "solved"}`, Figures: "{"})
	require.Equal(t, "failed", run.Status)
}
