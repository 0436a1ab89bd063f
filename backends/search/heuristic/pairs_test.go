package heuristic

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/librarytest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// TestPairs compares the heuristic with exact costs in all states of random tasks, where it can be made.
func TestPairs(t *testing.T) {
	made := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomCrates(rt)
		x, ok := librarytest.Exhaust(tk, 500)
		if !ok {
			return
		}
		e, err := Pairs(context.Background(), x.Space)
		if err != nil {
			return
		}
		made++
		ev := x.Space.NewEvaluator()
		for id := range x.States.Len() {
			st := x.States.State(uint32(id))
			h := e.Of(st, ev)
			require.LessOrEqual(rt, h, x.Rest[id], "state %v", x.Space.Layout.Unpack(st))
		}
	})
	t.Logf("made %d times", made)
	require.Positive(t, made)
}
