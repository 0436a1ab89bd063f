package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
)

func TestTiles(t *testing.T) {
	for _, tt := range []struct {
		name       string
		rows, cols int
		start      []int64
		cost       int64 // −1: no plan
	}{
		{"solved", 2, 2, []int64{1, 2, 3, 0}, 0},
		{"farthest", 2, 2, []int64{0, 3, 2, 1}, 6},
		{"parity", 2, 2, []int64{2, 1, 3, 0}, -1},
		{"2x3", 2, 3, []int64{4, 5, 0, 1, 2, 3}, 21},
		{"3x3", 3, 3, []int64{1, 2, 3, 4, 0, 6, 7, 5, 8}, 2},
		{"hardest", 3, 3, hardest, 31},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Backend{}.Solve(context.Background(), tiles(tt.rows, tt.cols, tt.start), backends.Options{Progress: func(s string) { t.Log(s) }})
			require.NoError(t, err)
			if tt.cost < 0 {
				require.Equal(t, backends.Unsolvable, r.Status)
				return
			}
			require.Equal(t, backends.Solved, r.Status)
			require.True(t, r.Optimal)
			require.Equal(t, tt.cost, r.Plans[0].Cost)
		})
	}
}
