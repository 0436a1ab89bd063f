package why

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
