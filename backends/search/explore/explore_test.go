package explore

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestExploreAgainstReference compares the layers, by moves and by cost, with those of a plain exploration.
func TestExploreAgainstReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomTask(rt, rapid.IntRange(0, 3).Draw(rt, "wide") == 0)
		tk.Dead = tk.Goal // a promise, and a wrong one: exploring does not believe it
		ref := searchtest.Explore(tk)
		for _, byMoves := range []bool{false, true} {
			var seen []Layer
			e, err := Explore(t.Context(), tk, Options{ByMoves: byMoves, Layer: func(l Layer) { seen = append(seen, l) }})
			require.NoError(rt, err)
			require.True(rt, e.Complete, e.Reason)
			require.Equal(rt, e.Layers, seen)
			require.EqualValues(rt, len(ref.States), e.States())
			agreeOnLayers(rt, ref, e)
		}
	})
}

func agreeOnLayers(t require.TestingT, ref *searchtest.Reference, e *Exploration) {
	want := map[int64]Layer{}
	for k, st := range ref.States {
		d := int64(ref.Moves[k])
		if e.ByCost {
			d = ref.Cost[k]
		}
		l := want[d]
		l.Distance = d
		l.States++
		if ref.Goal(st) {
			l.Goals++
		}
		can := moves(ref.T, st)
		if l.Moves += can; can == 0 {
			l.Stuck++
		}
		want[d] = l
	}
	require.Len(t, e.Layers, len(want))
	for i, l := range e.Layers {
		require.Equal(t, want[l.Distance], l)
		require.True(t, i == 0 || e.Layers[i-1].Distance < l.Distance)
	}
}

// moves is how many moves can be made in a state.
func moves(tk *task.Task, st []int64) (n int64) {
	for m := range tk.Moves {
		if _, _, ok := tk.Apply(st, m); ok {
			n++
		}
	}
	return n
}

func TestExploreKnownPuzzles(t *testing.T) {
	for _, c := range []struct {
		name   string
		task   *task.Task
		kept   string
		layers []int64
	}{
		{"tiles 2×3", searchtest.Tiles(2, 3, 1, 2, 3, 4, 5, 0), "packed state", []int64{
			1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
		}},
		{"tiles 3×3", searchtest.Tiles(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0), "ranked state", []int64{
			1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110, 23952,
			20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
		}},
		{
			"pancakes 8", searchtest.Pancakes(searchtest.Span(8)...), "packed state",
			[]int64{1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455},
		},
		{"pancakes 9", searchtest.Pancakes(searchtest.Span(9)...), "ranked state", []int64{
			1, 8, 56, 391, 2278, 10666, 38015, 93585, 132697, 79379, 5804,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := Explore(t.Context(), c.task, Options{})
			require.NoError(t, err)
			assert.Contains(t, e.Kept, c.kept)
			var got []int64
			for _, l := range e.Layers {
				got = append(got, l.States)
			}
			assert.Equal(t, c.layers, got)
			assert.True(t, e.Complete)
		})
	}
}

// TestLongExploreCube counts all states of the cube, made of stickers and made of corners.
func TestLongExploreCube(t *testing.T) {
	half := []int64{1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644}
	quarter := []int64{1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276}
	for _, c := range []struct {
		name   string
		task   *task.Task
		layers []int64
	}{
		{"stickers, half turns", searchtest.CubeOfStickers(true), half},
		{"corners, half turns", searchtest.CubeOfCorners(true), half},
		{"stickers, quarter turns", searchtest.CubeOfStickers(false), quarter},
		{"corners, quarter turns", searchtest.CubeOfCorners(false), quarter},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := Explore(t.Context(), c.task, Options{})
			require.NoError(t, err)
			var got []int64
			for _, l := range e.Layers {
				got = append(got, l.States)
			}
			assert.Equal(t, c.layers, got)
			t.Logf("%s: %s, %.1f bytes a state", c.name, e.Stats.SolveTime, e.Stats.BytesPerState)
		})
	}
}

func TestExploreWithinLimits(t *testing.T) {
	five := 5
	e, err := Explore(t.Context(), searchtest.Tiles(3, 3, 1, 2, 3, 4, 5, 6, 7, 8, 0),
		Options{Options: backends.Options{MaxHorizon: &five}})
	require.NoError(t, err)
	assert.Len(t, e.Layers, 6)
	assert.Equal(t, "states beyond 5 moves were not looked at", e.Reason)
	assert.False(t, e.Complete)

	cube := searchtest.CubeOfStickers(true)
	cube.Always = cube.Pool.Not(cube.Goal) // so that it has no parts
	e, err = Explore(t.Context(), cube, Options{Options: backends.Options{Memory: 16 << 20}})
	require.NoError(t, err)
	assert.False(t, e.Complete)
	assert.Contains(t, e.Reason, "the memory limit of 16 MiB was reached")
	assert.Greater(t, e.States(), int64(150_000))
	assert.Less(t, e.Stats.PeakBytes, int64(16<<20))

	_, err = Explore(t.Context(), searchtest.Jugs(4, true, 5, 3),
		Options{Options: backends.Options{MaxHorizon: &five}})
	assert.ErrorContains(t, err, "differ in cost")
}

// TestWithoutRoom: an exploration that does not fit the memory ends, and says so.
func TestWithoutRoom(t *testing.T) {
	tiles := searchtest.Tiles(2, 5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
	e, err := Explore(t.Context(), tiles, Options{Options: backends.Options{Threads: 1, Memory: 1300 << 10}})
	require.NoError(t, err)
	require.False(t, e.Complete)
	require.Contains(t, e.Reason, "the memory limit of 1.27 MiB was reached")
}

// A state to which a cheaper way is found later is counted once, at its own distance.
func TestExploreFindsDetours(t *testing.T) {
	e, err := Explore(t.Context(), searchtest.Detours(4), Options{})
	require.NoError(t, err)
	require.True(t, e.ByCost)
	require.Len(t, e.Layers, 9)
	for i, l := range e.Layers {
		require.EqualValues(t, i, l.Distance)
		require.EqualValues(t, 1, l.States)
		require.Equal(t, int64(2-i%2)-2*int64(i/8), l.Moves)
	}
}
