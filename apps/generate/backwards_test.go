package generate

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/explore"
)

const cars = `puzzle Cars
type Cell = grid(5, 5)
type Car = 'A'..'F'
state at[p in Car]: Cell = any
state across[p in Car]: bool = any
def covers(p: Car, c: Cell) = c == at[p] or c == at[p] + (if across[p] then right else down)
goal forall p in Car: defined(at[p] + (if across[p] then right else down))
goal forall c in Cell: (count p in Car: covers(p, c)) <= 1
goal across['A'] and at['A'].row == 2
def _level(c: Cell) = if exists p in Car: covers(p, c) then (the p in Car: covers(p, c)) else '.'
`

// TestFarthestStarts: the start of a random board is as far from the goals as any state of the board.
func TestFarthestStarts(t *testing.T) {
	o := Options{
		Base: base(t, "rush_hour", ""), From: own(t, cars), Backwards: true, Count: 4, Want: want(t, "cost >= 4", true),
	}
	files := map[string]bool{}
	for _, o.Threads = range []int{1, 3} {
		r, err := Generate(t.Context(), o)
		require.NoError(t, err)
		require.Len(t, r.Levels, 4)
		for _, l := range r.Levels {
			s, err := l.Puzzle.Survey(t.Context(), explore.SurveyOptions{})
			require.NoError(t, err)
			assert.Equal(t, s.Hardest.Distance.Distance, s.Optimal, "%s", l.Data)
			assert.Equal(t, s.Optimal, l.Solution.Cost)
		}
		text, diags := File("std:rush_hour.pz", "", r.Levels, nil)
		require.NoError(t, diags.Err())
		files[fmt.Sprint(text, r.Left)] = true
	}
	assert.Len(t, files, 1)
}

// TestDrawnStarts: maps are read from the drawing of a state at the wanted distance.
func TestDrawnStarts(t *testing.T) {
	for name, cost := range map[string]string{
		"rush_hour": "cost == 9", "sokoban/sokoban_pushes": "cost == 5",
	} {
		w := want(t, cost, true)
		r, err := Generate(t.Context(), Options{Base: base(t, name, ""), Backwards: true, Count: 2, Want: w})
		require.NoError(t, err)
		require.Len(t, r.Levels, 2, name)
		for _, l := range r.Levels {
			assert.Zero(t, w.Gap(l.value))
		}
	}
}
