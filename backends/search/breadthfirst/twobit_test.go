package breadthfirst

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestTwoBits compares TwoBit, in memory and with a file, with a plain exploration.
func TestTwoBits(t *testing.T) {
	for name, draw := range map[string]func(*rapid.T) *task.Task{
		"any":         func(rt *rapid.T) *task.Task { return searchtest.RandomTask(rt, false) },
		"arrangement": randomArrangement,
		"parts":       searchtest.RandomParts,
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			rapid.Check(t, func(rt *rapid.T) { compareTwoBit(rt, draw(rt), folder) })
		})
	}
}

func compareTwoBit(t *rapid.T, tk *task.Task, folder string) {
	ref := searchtest.Explore(tk)
	var want []int64
	goals := int64(0)
	for k, st := range ref.States {
		for len(want) <= ref.Moves[k] {
			want = append(want, 0)
		}
		want[ref.Moves[k]]++
		if ref.Goal(st) {
			goals++
		}
	}
	r := rooted(t, tk, backends.Options{All: true, Threads: rapid.IntRange(1, 2).Draw(t, "threads")})
	var c *space.Coarse
	if rapid.Bool().Draw(t, "coarse") {
		c = space.NewCoarse(t.Context(), r.Space, r.Roots.States)
	}
	s := &TwoBit{Search: plainSearch(r, c)}
	n, rank := numbered(s.sp)
	if n == 0 {
		return
	}
	s, err := s.with(n, rank, 1<<22, folder)
	require.NoError(t, err)
	defer s.Close()
	var got []int64
	for depth := 0; len(got) == depth; depth++ {
		if n := s.Layer(depth, true).States; n > 0 {
			got = append(got, n)
		}
	}
	require.Empty(t, s.Stop)
	require.Equal(t, want, got)
	require.Equal(t, goals, s.Goals)
}
