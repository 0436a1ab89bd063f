package search

import (
	"context"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// digits leaves four digits to be chosen, of which the first is at most most.
func digits(most int) *Assignment[[4]int] {
	a := &Assignment[[4]int]{}
	for i := range 4 {
		a.Places = append(a.Places, Place[[4]int]{Values: 10, Set: func(s *[4]int, n int) { s[i] = n }})
	}
	a.Constraints = []Constraint[[4]int]{{Places: []int{0}, Holds: func(s *[4]int) bool { return s[0] <= most }}}
	return a
}

func TestStarts(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	states, why := Starts(context.Background(), digits(9), 0)
	assert.Empty(t, why)
	assert.Len(t, states, 10_000)
	assert.Equal(t, [4]int{1, 2, 3, 4}, states[1234])

	states, why = Starts(context.Background(), digits(9), 1<<20)
	assert.Equal(t, startsFull, why)
	assert.NotEmpty(t, states)
	assert.Less(t, len(states), 1<<20/int(unsafe.Sizeof(states[0])))

	_, why = Starts(ended, digits(9), 0)
	assert.Empty(t, why, "it is over before it looks at the clock")
	a := digits(9)
	a.Places = append(a.Places, Place[[4]int]{Values: 10, Set: func(*[4]int, int) {}})
	_, why = Starts(ended, a, 0)
	assert.Equal(t, startsEnded, why)
}

func TestChoice(t *testing.T) {
	asked := 0
	c := Choice[[4]int]{Assignment: func() *Assignment[[4]int] {
		asked++
		return digits(2)
	}}
	assert.Equal(t, startsFull, c.Find(context.Background(), 1000))
	assert.Len(t, c.Starts(), 3000, "what was not all found is not kept")
	assert.Equal(t, 2, asked)
	assert.Empty(t, c.Find(context.Background(), 1000), "they are there")
	assert.Len(t, append(c.Starts(), [4]int{}), 3001)
	assert.Len(t, c.Starts(), 3000)
	assert.Equal(t, 2, asked)
}

// TestManyStarts ends searches that have more than enough to do with the states to start from.
func TestManyStarts(t *testing.T) {
	p := spots(-1)
	p.Starts = nil
	for i := range spot(1 << 16) {
		p.Starts = append(p.Starts, i)
	}
	place := *p
	below := func(*spot, int, int, int, int) bool { return false }
	place.InPlace = &InPlace[spot]{
		Deepens: true, Rises: true, List: func(*spot, int) int { return 0 },
		Below: func(string, Heuristic[spot]) (Below[spot], *Descent) { return below, &Descent{} },
	}
	hopeless := func(*spot) int { return Hopeless }
	ended, end := context.WithCancel(context.Background())
	end()
	o := Options{Admissible: true}
	for name, r := range map[string]Result[spot]{
		"bfs":                   BreadthFirst(ended, p, o),
		"astar":                 AStar(ended, p, hopeless, o),
		"dfs":                   DepthFirst(ended, p, o),
		"idastar":               IDAStar(ended, p, hopeless, o),
		"idastar in place":      IDAStar(ended, &place, hopeless, o),
		"blindly in place":      IDAStar(ended, &place, Blind[spot], o),
		"backtracking in place": Backtrack(ended, &place, o),
	} {
		assert.Equal(t, Unknown, r.Status, name)
		assert.Equal(t, endedReason, r.Reason, name)
	}
	_, complete := Layers(ended, p, o)
	assert.False(t, complete)
}
