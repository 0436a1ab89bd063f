package difftest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/why"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// verdict is the first sentence of an answer.
func verdict(a *why.Answer) string {
	for _, f := range a.Facts {
		if f.Role == why.Verdict || f.Role == why.Nearest {
			return f.Text
		}
	}
	return ""
}

// explained is how long a changed puzzle may take here.
const explained = time.Second

// TestReasonsAgree: the question that pzc why answers is the one that the explored states say. The reasons check
// themselves, and end in an error if they are wrong. A move can be made where, and only where, the semantics makes it.
func TestReasonsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 200)
		if s == nil {
			return
		}
		ctx := context.Background()
		a, err := why.Ask(ctx, s.puzzle, why.Options{Each: explained})
		require.NoError(rt, err)
		switch {
		case s.least != none:
			require.Equal(rt, why.Cheapest, a.Kind)
		case s.puzzle.HasMoves():
			require.Equal(rt, why.NoPlan, a.Kind)
		default:
			require.Equal(rt, why.NoValues, a.Kind)
		}
		for _, f := range a.Facts {
			require.NotContains(rt, f.Text, "broken")
		}
		if len(s.x.Instances()) > 0 && s.starts == 1 {
			s.asksForMove(ctx)
		}
	})
}

// asksForMove asks why a move cannot be made at the start, and compares with the explored states.
func (s *subject) asksForMove(ctx context.Context) {
	moves := s.x.Instances()
	mv := moves[rapid.IntRange(0, len(moves)-1).Draw(s.rt, "move")]
	name := s.x.Format(mv)
	a, err := why.Move(ctx, s.puzzle, name, puzzle.Text{Name: "plan"}, why.Options{Each: explained})
	require.NoError(s.rt, err)
	distance := s.distanceOf(name)
	switch {
	case a.Limit != "":
	case distance == 0:
		require.Contains(s.rt, verdict(a), "can be made, at cost")
	case distance < 0:
		require.Contains(s.rt, verdict(a), "cannot be made at the start")
		require.Contains(s.rt, a.Find(why.Nearest).Text, "No moves lead from here")
	default:
		require.Contains(s.rt, verdict(a), "cannot be made at the start")
		near := a.Find(why.Nearest)
		require.NotContains(s.rt, near.Text, "No moves lead")
		if s.unit {
			require.Len(s.rt, near.Plan, distance)
		}
	}
}

// distanceOf is the least number of moves to a state in which a move can be made, -1 if there is none.
func (s *subject) distanceOf(name string) int {
	depth := map[int]int{0: 0}
	for open := []int{0}; len(open) > 0; open = open[1:] {
		i := open[0]
		for _, e := range s.steps[i] {
			if e.name == name {
				return depth[i]
			}
		}
		for _, e := range s.steps[i] {
			if _, seen := depth[e.to]; !seen {
				depth[e.to] = depth[i] + 1
				open = append(open, e.to)
			}
		}
	}
	return -1
}

// TestSecondSolutionsAgree: without moves, the nearest second solution is the nearest in the list of all solutions.
func TestSecondSolutionsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		text := anyModel(rt, writeConstraints, 200)
		m := load(rt, text)
		if m == nil {
			return
		}
		p := newPuzzle(rt, text)
		s := exploreModel(rt, m, 500)
		if p == nil || s == nil || p.HasMoves() {
			return
		}
		ctx := context.Background()
		a, err := why.On(ctx, p, "unique", "", puzzle.Text{}, why.Options{Each: explained})
		require.NoError(rt, err)
		answer, err := p.Solve(ctx, puzzle.Options{})
		require.NoError(rt, err)
		if len(answer.Solutions) == 0 {
			require.Equal(rt, why.NoValues, a.Kind)
			return
		}
		best := len(m.Arrays) * 1000
		for i, state := range s.states {
			d := 0
			for k := range state {
				if state[k] != answer.Solutions[0].Start[k] {
					d++
				}
			}
			if s.goal[i] && d > 0 {
				best = min(best, d)
			}
		}
		if best == len(m.Arrays)*1000 {
			require.Equal(rt, "The solution is the only one.", verdict(a))
			return
		}
		require.True(rt, strings.HasPrefix(verdict(a),
			fmt.Sprintf("There is a second solution. It differs in %d element", best)),
			"%s, the nearest differs in %d", verdict(a), best)
	})
}
