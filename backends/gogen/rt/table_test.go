package search_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	search "github.com/pzc-lang/pzc/backends/gogen/rt"
)

// tokens is a puzzle in which values change places on a ring: neighbours are exchanged, which costs 1 or, of the hole,
// nothing; all but two of the values look alike.
type tokens [3]int // the places of the values 1, 2 and 0, the hole

func (t tokens) Hash() uint64 { return search.HashOf(t[:]) }

const ring = 6

var homes = []int{0, 1, 2, 3, 4, 5}

// carries exchange the hole with a neighbour; it may also jump over one.
func carries() (list []search.Carry) {
	for to := range ring {
		for _, by := range []int{1, 2, ring - 1} {
			from := (to + by) % ring
			list = append(list, search.Carry{
				Wants: []search.Stand{{Value: 0, Place: to}},
				Ways:  []search.Way{{From: from, To: to}, {From: to, To: from}}, Cost: by,
			})
		}
	}
	return list
}

// moves are the same moves, counted where they move an own value.
func (t *tokens) moves(steps []search.Step[tokens]) []search.Step[tokens] {
	for i, c := range carries() {
		if t[2] != c.Wants[0].Place {
			continue
		}
		s := search.Step[tokens]{Move: i, Next: *t}
		for v := range t {
			for _, w := range c.Ways {
				if t[v] == w.From {
					s.Next[v] = w.To
					if v < 2 {
						s.Cost = c.Cost
					}
				}
			}
		}
		steps = append(steps, s)
	}
	return steps
}

func tokenTable() *search.Table[tokens, tokens] {
	return &search.Table[tokens, tokens]{Name: "tokens", Problem: func() *search.Problem[tokens, tokens] {
		return &search.Problem[tokens, tokens]{
			Starts: []tokens{{3, 4, 5}}, Successors: (*tokens).moves,
			Goal: func(t *tokens) bool { return *t == tokens{1, 2, 0} },
			Pack: func(t *tokens) tokens { return *t }, Unpack: func(t tokens) tokens { return t },
		}
	}}
}

func tokenPattern() *search.Pattern {
	return &search.Pattern{
		Name: "tokens", Own: []int{1, 2}, Others: []int{0}, Only: true, Goal: homes,
		Moves: carries(),
	}
}

// Forwards over the states that are reached or backwards from the goal over all: the costs are the same.
func TestTableAndPattern(t *testing.T) {
	table, pattern := tokenTable(), tokenPattern()
	states := []tokens{{3, 4, 5}}
	seen := map[tokens]bool{states[0]: true}
	for i := 0; i < len(states); i++ {
		s := states[i]
		assert.Equal(t, table.Cost(&s), pattern.Cost([]int{s[2], s[0], s[1]}), "%v", s)
		for _, step := range s.moves(nil) {
			if !seen[step.Next] {
				seen[step.Next] = true
				states = append(states, step.Next)
			}
		}
	}
	assert.Greater(t, len(states), 50)
	assert.Zero(t, table.Cost(&tokens{0, 0, 0}), "a state that cannot be reached says nothing")
}

// A table that forgets where the hole is says the least cost over all its places.
func TestPatternForgets(t *testing.T) {
	whole, less := tokenPattern(), tokenPattern()
	less.Forget = true
	for one := range ring {
		for two := range ring {
			least := search.Unreachable
			for hole := range ring {
				if one != two && one != hole && two != hole {
					least = min(least, whole.Cost([]int{hole, one, two}))
				}
			}
			if one != two {
				assert.Equal(t, least, less.Cost([]int{0, one, two}))
			}
		}
	}
}

func TestTablesEnd(t *testing.T) {
	ended, stop := context.WithCancel(context.Background())
	stop()
	wide := search.Limits{Bytes: 1 << 30}
	require.ErrorContains(t, tokenTable().Build(ended, wide), "was not finished")
	require.ErrorContains(t, tokenPattern().Build(ended, wide), "was not finished")
	require.ErrorContains(t, tokenPattern().Build(context.Background(), search.Limits{Bytes: 10}), "too much memory")
	require.ErrorContains(t, tokenTable().Build(context.Background(), search.Limits{Bytes: -1}), "too much memory")
	table := tokenTable()
	require.Error(t, table.Build(ended, wide))
	assert.Zero(t, table.Cost(&tokens{3, 4, 5}), "a table that was not finished says nothing")
}

// Costs beyond a byte are kept in two.
func TestWideCosts(t *testing.T) {
	pattern, dear := tokenPattern(), tokenPattern()
	for i := range dear.Moves {
		dear.Moves[i].Cost *= 100
	}
	for hole := range ring {
		at := []int{hole, (hole + 2) % ring, (hole + 3) % ring}
		assert.Equal(t, 100*pattern.Cost(at), dear.Cost(at))
	}
}
