package acceptance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

func explored(t *testing.T, z *puzzle.Puzzle) *explore.Exploration {
	t.Helper()
	e, err := z.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	require.True(t, e.Complete, e.Reason)
	t.Logf("%d states in %s with %s, %.1f bytes a state, %d MiB at most", e.States(), e.Stats.SolveTime, e.Kept,
		e.Stats.BytesPerState, e.Stats.PeakBytes>>20)
	return e
}

// distances reads lines "DIST name distance states".
func distances(t *testing.T, file, name string) (layers []int64) {
	t.Helper()
	for _, line := range corpusLines(t, file) {
		f := strings.Fields(line)
		if len(f) == 4 && f[0] == "DIST" && f[1] == name && f[2] != "total" {
			require.Equal(t, len(layers), number(t, f[2]))
			layers = append(layers, int64(number(t, f[3])))
		}
	}
	require.NotEmpty(t, layers)
	return layers
}

func wantLayers(t *testing.T, want []int64, e *explore.Exploration) {
	t.Helper()
	var got []int64
	for i, l := range e.Layers {
		assert.EqualValues(t, i, l.Distance)
		got = append(got, l.States)
	}
	assert.Equal(t, want, got)
}

// All boards of a size, by their distance from the solved one.
func TestAllTaquins(t *testing.T) {
	allTaquins(t, [2]int{2, 3}, [2]int{3, 2}, [2]int{2, 4}, [2]int{3, 3})
}

func TestLongAllTaquins(t *testing.T) { allTaquins(t, [2]int{2, 5}) }

func TestHoursAllTaquins(t *testing.T) { allTaquins(t, [2]int{3, 4}) }

func allTaquins(t *testing.T, sizes ...[2]int) {
	t.Helper()
	for _, size := range sizes {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			want := distances(t, "sliding_tiles_distributions.txt", name)
			board := make([]int, size[0]*size[1])
			for i := range board {
				board[i] = i
			}
			p := params{"rows": size[0], "cols": size[1], "start": board, "finish": board}
			e := explored(t, grounded(t, taquin, p))
			wantLayers(t, want, e)
			assert.EqualValues(t, 1, e.Layers[0].Goals)
			assert.Less(t, e.Stats.PeakBytes, int64(2<<30))
		})
	}
}

// The towers stand on every peg in every way that puts no disk on a smaller one: pegs to the power of disks.
func TestAllTowers(t *testing.T) {
	for _, line := range corpusLines(t, "hanoi.txt") {
		c := columns(line)
		pegs, disks := number(t, c[0]), number(t, c[1])
		if c[2] != "0" || number(t, c[4]) > 300_000 {
			continue
		}
		t.Run(c[0]+" "+c[1], func(t *testing.T) {
			e := explored(t, grounded(t, "hanoi.pz", params{"pegs": pegs, "disks": disks}))
			assert.EqualValues(t, number(t, c[4]), e.States())
			for _, l := range e.Layers {
				if l.Goals > 0 {
					assert.EqualValues(t, number(t, c[3]), l.Distance)
				}
			}
		})
	}
}
