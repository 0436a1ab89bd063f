package pattern

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestReflections: a state is as far from the goal as its image, and estimates with reflected sums do not overestimate.
func TestReflections(t *testing.T) {
	some := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomSymmetric(rt)
		if rapid.Bool().Draw(rt, "any") {
			tk = searchtest.RandomPermutation(rt)
		}
		ref := searchtest.Explore(tk)
		sp := space.New(context.Background(), tk, true)
		rest := ref.Distances()
		all := newChooser(sp, newBuilder(context.Background())).newPermuted(0).reflections()
		for _, r := range all {
			some++
			for _, s := range ref.Sorted() {
				image := make([]int64, len(s))
				for i, x := range s {
					image[r.place[i]] = r.value[x]
				}
				if d, there := rest[searchtest.Key(image)]; there {
					require.Equal(rt, rest[searchtest.Key(s)], d)
				}
			}
		}
		if e, err := newChooser(sp, newBuilder(context.Background())).estimate(Large); err == nil {
			admissibleOn(rt, ref, sp, &e)
		}
	})
	require.Positive(t, some)
}

func permutedOf(t *testing.T, tk *task.Task) *permuted {
	return newChooser(space.New(t.Context(), tk, true), newBuilder(t.Context())).newPermuted(0)
}

// TestReflectedTiles: boards whose goal is mirrored in its diagonal have a second look into the same tables.
func TestReflectedTiles(t *testing.T) {
	tk := searchtest.Named(searchtest.Slide(3, 3, func(c int) int64 { return int64(c) }, 8, 6, 7, 2, 5, 4, 3, 0, 1))
	sp := space.New(t.Context(), tk, true)
	b := newChooser(sp, newBuilder(context.Background())).newPermuted(0)
	reflections := b.reflections()
	require.Len(t, reflections, 1)
	require.True(t, reflections[0].keeps([][]int64{{1, 3, 4}, {2, 6, 5, 7}}))
	sp.OwnTask()
	b.choice = &chosen{size: Large}
	groups := [][]int64{{1, 2, 4, 5}, {3, 6, 7, 8}}
	sum, ok := b.costs(groups)
	require.True(t, ok)
	sums := b.reflectedSums(groups, sum)
	require.Len(t, sums, 1)
	p := sp.Task.Pool
	require.NoError(t, newBuilder(t.Context()).need(sp, p.Add(sum...)))
	e := estimate.Estimate{Inst: sp.Program.Compile(p.Max(p.Add(sum...), p.Add(sums[0]...))), Trusted: true}
	one := estimate.Estimate{Inst: sp.Program.Compile(p.Add(sum...)), Trusted: true}
	parts, ok := sp.Program.TableSums(p.Add(sums[0]...))
	require.True(t, ok, "it can be carried along")
	require.Len(t, parts[0].Parts, 2)
	exact := space.New(t.Context(), tk, true)
	own := searchtest.OwnAbstraction(tk, nil)
	exact.Tables = append(exact.Tables, nil)
	require.NoError(t, newBuilder(t.Context()).need(exact, own))
	least := exact.Program.Compile(own)
	x, ev, other, st := space.NewExpander(sp), sp.NewEvaluator(), exact.NewEvaluator(), make([]uint64, sp.Layout.Words)
	require.True(t, sp.Layout.Pack(tk.Init, st))
	var total [2]int64
	seed := uint64(1)
	for range 2000 {
		other.Load(st)
		d := other.Eval(least)
		for i, h := range []*estimate.Estimate{&e, &one} {
			require.LessOrEqual(t, h.Of(st, ev), d)
			total[i] += h.Of(st, ev)
		}
		x.Expand(st)
		seed = seed*6364136223846793005 + 1442695040888963407
		copy(st, x.State(int(seed>>33%uint64(len(x.Kids)))))
	}
	require.Greater(t, total[0], total[1])
	require.Empty(t, permutedOf(t, searchtest.Named(searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1))).reflections()[1:])
	heavy := searchtest.Named(searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1))
	for m := range heavy.Moves {
		heavy.Moves[m].Cost = heavy.Pool.Var(heavy.Moves[m].Effects[0].Var)
	}
	require.Empty(t, permutedOf(t, heavy).reflections(), "costs that differ by value")
}
