package ground_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task/describe"
)

// described is a ground task as text; the walk may add nothing to what reachability finds, and take nothing away.
func described(t *testing.T, m *model.Model, from int) string {
	tk, diags := ground.Walking(context.Background(), m, from)
	if diags.HasErrors() {
		return "errors"
	}
	var b strings.Builder
	describe.Moves(&b, tk)
	return b.String()
}

func TestWalkReachesTheSame(t *testing.T) {
	models := 0
	mutants(t, 1, 4, func(name, text string, seed uint64) {
		if m := smallModel(name, text); m != nil {
			models++
			require.Equal(t, described(t, m, math.MaxInt), described(t, m, -1), "%s, seed %d\n%s", name, seed, text)
		}
	})
	require.Greater(t, models, 120)
}

// Of two tokens that are never in the same place most combinations never occur. That nothing outside the ring is
// written, neither by the first branch nor by the second, follows from what the move demands of the places that it
// writes.
func TestSpentMoves(t *testing.T) {
	m := loadFiles(t, `
puzzle Ring
type Place = 0..199
state a: Place = 0
state b: Place = 3
def open(p: Place) = p % 2 == 0 or p % 3 == 0
always open(a) and open(b) and a != b
move jump(d: 2..4) when a + d <= 199 and b + d <= 199 {
  a, b := if a < b then b + d else a + d, if a < b then a + d else b + d
}
goal a == 198 and b == 195
`)
	require.Equal(t, described(t, m, math.MaxInt), described(t, m, 1000))
}
