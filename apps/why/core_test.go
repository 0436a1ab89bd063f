package why

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// sums is an asker: clauses are bit masks of forbidden bits, and a set holds together unless all bits are forbidden.
type sums struct {
	masks []uint
	all   uint
}

func (s *sums) clashes(set []int) bool {
	var m uint
	for _, c := range set {
		m |= s.masks[c]
	}
	return m == s.all
}

func (s *sums) ask(_ context.Context, set []int) (verdict, []int) {
	if s.clashes(set) {
		return clash, set
	}
	var m uint
	for _, c := range set {
		m |= s.masks[c]
	}
	free := s.all &^ m
	free &= -free // one solution: the lowest bit that is not forbidden
	var holding []int
	for c := range s.masks {
		if s.masks[c]&free == 0 {
			holding = append(holding, c)
		}
	}
	return together, holding
}

// least returns the least size of a set with a property, and whether there is one.
func least(n int, p func(set []int) bool) (size int, found bool) {
	size = n + 1
	for bits := range 1 << n {
		var set []int
		for c := range n {
			if bits>>c&1 == 1 {
				set = append(set, c)
			}
		}
		if len(set) < size && p(set) {
			size, found = len(set), true
		}
	}
	return size, found
}

func TestCores(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	ctx := context.Background()
	tested := 0
	for range 1000 {
		s := &sums{all: 1<<5 - 1}
		n := 3 + rng.IntN(6)
		for range n {
			s.masks = append(s.masks, uint(rng.IntN(8))<<rng.IntN(3))
		}
		all := without(n, nil)
		if !s.clashes(all) {
			continue
		}
		tested++
		core, proved := irreducible(ctx, s, all)
		require.True(t, proved)
		require.True(t, s.clashes(core))
		for i := range core {
			assert.False(t, s.clashes(slices.Delete(slices.Clone(core), i, i+1)))
		}
		want, _ := least(n, s.clashes)
		smallest, proved := smallestCore(ctx, s, n, core)
		require.True(t, proved)
		assert.True(t, s.clashes(smallest))
		assert.Len(t, smallest, want)

		want, possible := least(n, func(set []int) bool { return !s.clashes(without(n, set)) })
		correction, proved := smallestCorrection(ctx, s, n, core)
		require.True(t, possible)
		require.True(t, proved)
		assert.False(t, s.clashes(without(n, correction)))
		assert.Len(t, correction, want)
	}
	assert.Greater(t, tested, 100)
}

// TestClausesAreTheModel: a state is a solution of a puzzle without moves exactly if all clauses hold. The states are a
// solution and states that differ from it in one element.
func TestClausesAreTheModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, name := range []string{
		"bridges", "cryptarithm", "domino", "kakuro", "latin", "nonogram", "skyscrapers", "star_battle",
		"sudoku", "zebra",
	} {
		t.Run(name, func(t *testing.T) {
			program, diags := puzzle.Load(models.FS(), name+".pz")
			require.NoError(t, diags.Err())
			z, diags := program.Instantiate(puzzle.Data{})
			require.NoError(t, diags.Err())
			require.NoError(t, z.Ground(t.Context()).Err())
			answer, err := z.Solve(t.Context(), puzzle.Options{})
			require.NoError(t, err)
			require.NotEmpty(t, answer.Solutions)
			solution, m, machine := answer.Solutions[0].Start, z.Model(), z.Machine()
			clauses := allClauses(m, machine)
			require.Greater(t, len(clauses), 3)
			broken := 0
			for i := range 200 {
				state := slices.Clone(solution)
				if i > 0 {
					place := rng.IntN(len(state))
					a, _ := m.ArrayAt(place)
					domain := m.Data[a.ID].Domain.Elems
					state[place] = domain[rng.IntN(len(domain))].N
				}
				want := machine.CheckInitial(state) == nil && machine.Goal(state)
				holds := true
				for c := range clauses {
					holds = holds && machine.Holds(clauses[c].formula(), state)
				}
				require.Equal(t, want, holds, "%v", state)
				if !want {
					broken++
				}
			}
			assert.Positive(t, broken)
		})
	}
}

// TestGuide compares the next step with all solutions that have the given values: all solutions have the value of the
// step. A step is missing only if each element that is not given has several values.
func TestGuide(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 8))
	forced, none, wrong := 0, 0, 0
	for range 60 {
		z := grounded(t, drawnRules(rng))
		g, err := NewGuide(t.Context(), z, Options{})
		require.NoError(t, err)
		for range 4 {
			given := map[int]int64{}
			for place := range g.s.values {
				if rng.IntN(3) == 0 {
					given[place] = int64(1 + rng.IntN(3))
				}
			}
			g.s.out = g.base
			solutions := slices.DeleteFunc(g.s.consistent(upTo(len(g.s.rules)), nil), func(state []int64) bool {
				for place, n := range given {
					if state[place] != n {
						return true
					}
				}
				return false
			})
			open := func(place int) bool { // no value follows for the element
				_, is := given[place]
				return is || slices.ContainsFunc(solutions, func(s []int64) bool { return s[place] != solutions[0][place] })
			}
			next, err := g.Next(t.Context(), given)
			switch {
			case len(solutions) == 0:
				require.ErrorIs(t, err, ErrContradiction)
				wrong++
			case next == nil:
				require.NoError(t, err)
				for place := range g.s.values {
					require.True(t, open(place), "%v", given)
				}
				none++
			default:
				require.NoError(t, err)
				require.False(t, open(next.Place))
				require.Equal(t, solutions[0][next.Place], next.Value)
				require.NotContains(t, given, next.Place)
				forced++
			}
		}
	}
	require.Greater(t, min(forced, none, wrong), 20, "%d %d %d", forced, none, wrong)
}
