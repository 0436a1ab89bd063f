package search

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/prune"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// TestFeaturesGoOn ends feature-space search after few states, again and again. It goes on where it was: it finds a
// plan if there is one, and ends otherwise.
func TestFeaturesGoOn(t *testing.T) {
	made, plans, ends := 0, 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomSokoban(rt, 1)
		r := newRun(t.Context(), tk, backends.Options{})
		ref := searchtest.Explore(tk)
		if r.Begin(); len(tk.Moves) == 0 || r.RootCount() == 0 {
			return
		}
		packer := prune.NewPacker(r.Space, r.Root(0))
		if packer == nil {
			return
		}
		made++
		p := &portfolio{run: r, packer: packer}
		for {
			r.Budget, r.GiveUp, r.GaveUp, r.Check = r.Counts.Expanded+7, func() bool { return true }, false, 0
			o := p.goOn()
			if r.GaveUp {
				continue
			}
			require.Equal(rt, ref.Best != job.NoCost, o.Found)
			if ends++; o.Found {
				plans++
			}
			return
		}
	})
	t.Logf("%d puzzles, %d plans", made, plans)
	require.Equal(t, made, ends)
	if !testing.Short() {
		require.Positive(t, plans)
	}
}
