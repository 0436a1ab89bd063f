package acceptance_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/models"
)

// linear_conflict counts the fewest tiles to take out of a line, which is what is left of the longest ordered part.
func TestLinearConflictIsExact(t *testing.T) {
	program, diags := check.Load(models.FS(), taquin)
	require.Empty(t, diags)
	for _, size := range [][2]int{{2, 3}, {3, 3}, {2, 6}, {4, 4}, {3, 5}} {
		rows, cols := size[0], size[1]
		random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // boards, no secrets
		for range 40 {
			board := random.Perm(rows * cols)
			var given []int64
			text := fmt.Sprint(board)
			for _, tile := range board {
				given = append(given, int64(tile))
			}
			m, diags := semantics.Build(program, nil, jsonBindings(t, params{"rows": rows, "cols": cols, "start": given}))
			require.False(t, diags.HasErrors(), "%v", diags)
			estimates := verify.NewEstimates(semantics.NewMachine(m), nil)
			for _, h := range program.Heuristics {
				if h.Name != "linear_conflict" {
					continue
				}
				got, err := estimates.Of(h, given)
				require.NoError(t, err)
				assert.Equal(t, int64(linearConflict(board, rows, cols)), got, "%d×%d %s", rows, cols, text)
			}
		}
	}
}

// linearConflict is Manhattan plus two for each tile that must leave its line, by the longest increasing subsequence.
func linearConflict(board []int, rows, cols int) int {
	total := 0
	for at, tile := range board {
		if home := tile - 1; tile != 0 {
			total += abs(at/cols-home/cols) + abs(at%cols-home%cols)
		}
	}
	for r := range rows {
		var seats []int
		for c := range cols {
			if tile := board[r*cols+c]; tile != 0 && (tile-1)/cols == r {
				seats = append(seats, (tile-1)%cols)
			}
		}
		total += 2 * (len(seats) - longestIncreasing(seats))
	}
	for c := range cols {
		var seats []int
		for r := range rows {
			if tile := board[r*cols+c]; tile != 0 && (tile-1)%cols == c {
				seats = append(seats, (tile-1)/cols)
			}
		}
		total += 2 * (len(seats) - longestIncreasing(seats))
	}
	return total
}

func longestIncreasing(list []int) int {
	longest := 0
	ends := make([]int, len(list)) // length of the longest that ends here
	for i := range list {
		ends[i] = 1
		for k := range i {
			if list[k] < list[i] {
				ends[i] = max(ends[i], ends[k]+1)
			}
		}
		longest = max(longest, ends[i])
	}
	return longest
}

func abs(n int) int { return max(n, -n) }
