package bench

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func number(n int64) *int64 { return &n }

func sample() []*Run {
	a, b := Case{File: "a, \"b\".pz", Instance: "x", Algorithm: "bfs"}, Case{
		File: "c.pz", Heuristic: "max(h, 2)", Without: "corral,packing",
	}
	return []*Run{
		{
			Case: a, Repeat: 1, Status: "solved", Optimal: true, Cost: number(7), Length: number(3), Nodes: number(12),
			CPU: 0.25, Wall: 0.5, Peak: 4096,
		},
		{Case: b, Repeat: 1, Status: "unknown", Horizon: number(4), CPU: 2, Wall: 2, Reason: "the time limit\nwas reached"},
		{
			Case: a, Repeat: 2, Status: "solved", Optimal: true, Cost: number(7), Length: number(3), Nodes: number(12),
			CPU: 0.75, Wall: 1, Peak: 8192,
		},
	}
}

func TestSummaries(t *testing.T) {
	all := Summarise(sample())
	require.Len(t, all, 2)
	assert.Equal(t, 2, all[0].Runs)
	assert.InDelta(t, 0.5, all[0].CPU, 1e-9)
	assert.Equal(t, int64(6144), all[0].Peak)
	assert.True(t, all[0].Decided())
	assert.False(t, all[1].Decided())
	runs := append(sample(), &Run{Case: all[0].Case, Status: "failed"})
	assert.False(t, Summarise(runs)[0].Decided(), "one run that failed spoils the case")
	assert.Equal(t, []string{"bfs", "max(h, 2) without corral,packing", "default"},
		[]string{all[0].Way(), all[1].Way(), Case{}.Way()})
}

func TestDisagreement(t *testing.T) {
	way := func(algorithm, status string, optimal bool, cost int64) *Summary {
		s := &Summary{Case: Case{File: "m.pz", Algorithm: algorithm}, Status: status, Optimal: optimal}
		if status == "solved" {
			s.Cost = &cost
		}
		return s
	}
	for _, c := range []struct {
		name  string
		all   []*Summary
		wrong bool
	}{
		{"same", []*Summary{way("a", "solved", true, 3), way("b", "solved", true, 3)}, false},
		{"not both optimal", []*Summary{way("a", "solved", true, 3), way("b", "solved", false, 5)}, false},
		{"undecided", []*Summary{way("a", "solved", true, 3), way("b", "unknown", false, 0)}, false},
		{
			"other cost",
			[]*Summary{way("a", "solved", false, 5), way("b", "solved", true, 3), way("c", "solved", true, 4)},
			true,
		},
		{"solved and unsolvable", []*Summary{way("a", "solved", true, 3), way("b", "unsolvable", false, 0)}, true},
	} {
		a, b := Disagreement(c.all)
		assert.Equal(t, c.wrong, a != nil && b != nil, c.name)
	}
}

// A record that was interrupted, also within a line, is gone on with.
func TestRecordIsResumed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "runs.csv")
	here := Here("1.0", Limits{Timeout: time.Second})
	r, err := Open(name, here)
	require.NoError(t, err)
	for _, run := range sample() {
		require.NoError(t, r.add(run))
	}
	require.NoError(t, r.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)

	require.NoError(t, os.WriteFile(name, append(text, "d.pz,,,bf"...), 0o600))
	r, err = Open(name, here)
	require.NoError(t, err)
	assert.Equal(t, sample(), r.Runs)
	run, ok := r.done(sample()[2].Case, 2)
	assert.True(t, ok)
	assert.Equal(t, sample()[2], run)
	_, ok = r.done(sample()[2].Case, 3)
	assert.False(t, ok)
	require.NoError(t, r.add(&Run{Case: Case{File: "d.pz"}, Repeat: 1, Status: "solved"}))
	require.NoError(t, r.Close())
	r, err = Open(name, here)
	require.NoError(t, err)
	assert.Len(t, r.Runs, 4)
	require.NoError(t, r.Close())
}

// A record that was cut off anywhere is gone on with.
func TestCutRecords(t *testing.T) {
	name := filepath.Join(t.TempDir(), "runs.csv")
	here := Here("1.0", Limits{})
	r, err := Open(name, here)
	require.NoError(t, err)
	ends := []int{len(here.head())}
	for _, run := range sample() {
		require.NoError(t, r.add(run))
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		ends = append(ends, len(text))
	}
	require.NoError(t, r.Close())
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for n := range len(text) {
		require.NoError(t, os.WriteFile(name, text[:n], 0o600))
		r, err := Open(name, here)
		require.NoError(t, err, "%d bytes", n)
		runs := len(r.Runs)
		if n < ends[0] {
			require.Zero(t, runs)
		} else {
			require.True(t, ends[runs] <= n && n < ends[runs+1], "%d runs in %d bytes", runs, n)
		}
		for _, run := range sample()[runs:] {
			require.NoError(t, r.add(run))
		}
		require.NoError(t, r.Close())
		again, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, string(text), string(again))
	}
}

func TestRecordsOfOthersStayAsTheyAre(t *testing.T) {
	here := Here("1.0", Limits{})
	for _, c := range []struct{ text, wrong string }{
		{"some notes\n", "no record of pzc bench"},
		{"x", "no record of pzc bench"},
		{"# pzc 0.9\n", "another version"},
		{"# pzc 1.0, " + here.Go + ", " + here.System + "\n# Abacus, 1 cores\n", "another machine"},
	} {
		name := filepath.Join(t.TempDir(), "notes.csv")
		require.NoError(t, os.WriteFile(name, []byte(c.text), 0o600))
		_, err := Open(name, here)
		require.ErrorContains(t, err, c.wrong)
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, c.text, string(after))
	}
}

func TestMeasureOfWhatIsNoAnswer(t *testing.T) {
	r, err := Measure(t.Context(), "true", Case{File: "m.pz"}, Limits{})
	if err != nil {
		t.Skip("there is no program called true here")
	}
	assert.Equal(t, "failed", r.Status)
	assert.NotEmpty(t, r.Reason)
	_, err = Measure(t.Context(), filepath.Join(t.TempDir(), "none"), Case{}, Limits{})
	require.Error(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Measure(ctx, "true", Case{}, Limits{})
	require.ErrorIs(t, err, context.Canceled)
}
