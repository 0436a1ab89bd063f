package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/technique"
)

// runOf is a run with limits that are low at times, and without some techniques, so that each is used and left out.
func runOf(g *sattest.Generator, o backends.Options) *run {
	o.Encoding, o.AtMost = g.Among("encoding", encode.Encodings()), g.Among("at most one", cnf.AtMostOnes())
	all := slices.DeleteFunc(technique.Names(), func(name string) bool {
		// only this ends the search for plans as good as the best
		return name == technique.Ends.Name() && o.All
	})
	for range g.UpTo(3, "techniques left out") {
		o.Without = append(o.Without, all[g.UpTo(len(all)-1, "left out")])
	}
	r := newRun(g.Task, o)
	r.chainFrom = []float64{chainFrom, 0, 2}[g.UpTo(2, "chain")]
	if g.UpTo(1, "few tables") == 0 {
		r.lim.Table, r.lim.TableScope, r.lim.Pair = 5, 1, 0
	}
	if g.UpTo(1, "no layers") == 0 {
		r.lim.LayerFacts = 0
	}
	if g.UpTo(3, "no cases") == 0 {
		r.lim.Cases = 0
	}
	if g.UpTo(1, "few solutions") == 0 {
		r.lim.Few = 1
	}
	if g.UpTo(1, "states beside each formula") == 0 {
		listedBy(r).large = 0
	}
	r.lim.Doubled = []float64{0, r.lim.Doubled, 1000}[g.UpTo(2, "two moves at a step")]
	r.lim.DoubledFrom = g.UpTo(3, "two moves from")
	switch g.UpTo(3, "fused") {
	case 0: // nothing
		r.lim.Fused = 0
	case 1: // all that can be
		r.lim.FusedSum, r.lim.FusedPart, r.lim.Growth = 100, 1, 100
	}
	return r
}

func TestAllAssignmentsAreFound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, true)
		g.Goal = g.Boolean(3)
		if g.UpTo(2, "condition") == 0 {
			g.InitCond = g.Boolean(2)
		}
		want := map[string]bool{}
		sattest.EachState(g.Task, func(state []int64) {
			if g.Pool.Eval(g.Goal, state) != 0 && g.Pool.Eval(g.InitCond, state) != 0 {
				want[fmt.Sprint(state)] = true
			}
		})
		one := runOf(g, backends.Options{})
		if g.UpTo(1, "encoding as it comes") == 0 {
			one.o.Encoding = ""
		}
		r, err := one.report(context.Background())
		require.NoError(rt, err)
		require.Equal(rt, len(want) > 0, r.Status == backends.Solved)
		r, err = runOf(g, backends.Options{All: true}).report(context.Background())
		require.NoError(rt, err)
		if len(want) == 0 {
			require.Equal(rt, backends.Unsolvable, r.Status)
			return
		}
		require.True(rt, r.Complete)
		require.Len(rt, r.Plans, len(want))
		for _, p := range r.Plans {
			require.Contains(rt, want, fmt.Sprint(p.Start))
			delete(want, fmt.Sprint(p.Start))
		}
	})
}

func TestPlansAreOptimal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		want := cheapest(g.Task)
		r, err := runOf(g, backends.Options{}).report(context.Background())
		require.NoError(rt, err)
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, r.Status)
			return
		}
		require.Equal(rt, backends.Solved, r.Status, r.Reason)
		require.GreaterOrEqual(rt, r.Plans[0].Cost, want)
		if r.Optimal {
			require.Equal(rt, want, r.Plans[0].Cost)
		}
	})
}

func TestLongPlansAreOptimal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, false)
		g.DrawMoves(true)
		g.Goal = g.Boolean(2)
		o := backends.Options{MinHorizon: 1 + g.UpTo(9, "at least")}
		want := cheapestFrom(g.Task, o.MinHorizon)
		if want < 0 && cheapest(g.Task) >= 0 {
			return // it looks for ever longer plans
		}
		r, err := runOf(g, o).report(context.Background())
		require.NoError(rt, err)
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, r.Status, r.Reason)
			return
		}
		require.Equal(rt, backends.Solved, r.Status, r.Reason)
		require.GreaterOrEqual(rt, r.Plans[0].Cost, want)
		require.GreaterOrEqual(rt, len(r.Plans[0].Moves), o.MinHorizon)
		if r.Optimal {
			require.Equal(rt, want, r.Plans[0].Cost)
		}
	})
}
