package ground_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
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
	for seed := uint64(1); seed <= 120; seed++ {
		text := (&author{rnd: rand.New(rand.NewPCG(seed, 7))}).model()
		p, _ := (&check.Loader{FS: fstest.MapFS{}}).LoadText("random.pz", text)
		if p == nil {
			continue
		}
		m, _ := semantics.Build(p, nil, nil)
		if m == nil {
			continue
		}
		models++
		require.Equal(t, described(t, m, math.MaxInt), described(t, m, -1), "seed %d\n%s", seed, text)
	}
	require.Greater(t, models, 60)
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
