package search

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// TestGain: what a change of the heuristic promises depends on the search that will go on.
func TestGain(t *testing.T) {
	walking := offer{says: 52.6, takes: 32, lists: true}
	patterns := offer{says: 52.2, takes: 5, lists: true, updates: true}
	assert.Greater(t, gain(walking, patterns, 2.1, "idastar"), 10.0,
		"IDA* updates the sum with each move and would evaluate the other in every state")
	assert.Greater(t, gain(walking, patterns, 2.1, "astar"), 2.0)

	joint := offer{says: 52.6, takes: 37, lists: true, updates: true, finds: 2}
	assert.Less(t, gain(patterns, joint, 2.1, "idastar"), 1.0, "to look for states takes longer than to read entries")

	heavy := offer{says: 54, takes: 9000, lists: true}
	assert.Less(t, gain(patterns, heavy, 2.1, "idastar"), 0.01, "two moves do not outweigh thousands of successors")
	assert.Less(t, gain(patterns, heavy, 2.1, "astar"), 0.01)

	cheap := offer{says: 10, takes: 0.1}
	better := offer{says: 16, takes: 50}
	assert.Greater(t, gain(cheap, better, 2, "astar"), 3.0,
		"six moves are a tree 64 times as large, each state takes 17 times as long")
	assert.Less(t, gain(cheap, better, 1.3, "astar"), 1.0)
	assert.Less(t, gain(cheap, better, 2, "idastar"), gain(cheap, better, 2, "astar"),
		"without a queue a state is cheaper and an estimate weighs more")

	layers := offer{blind: true}
	assert.Less(t, gain(layers, offer{says: 1, takes: 2}, 2, "bfs"), 1.0,
		"breadth-first search takes nearly no time for a state")
	assert.Greater(t, gain(layers, offer{says: 8, takes: 2}, 2, "bfs"), 2.0)

	assert.InDelta(t, 4, gain(cheap, offer{says: 10, takes: 0.1, dead: 1}, 2, "astar"), 1e-9,
		"dead ends are credited only so far")
}

// TestGainByStatesMet: the states that A* met say how much work is saved, and those that the new estimate would add
// count, too.
func TestGainByStatesMet(t *testing.T) {
	old := offer{says: 30, takes: 1, work: 120}
	assert.InDelta(t, 6, gain(old, offer{says: 31, takes: 1, work: 20}, 1.1, "astar"), 1e-9)
	assert.InDelta(t, 0.5, gain(old, offer{says: 35, takes: 1, work: 240}, 1.1, "astar"), 1e-9)
	assert.InDelta(t, 120, gain(old, offer{says: 31, takes: 1}, 1.1, "astar"), 1e-9, "none left of 120")
	assert.InDelta(t, 1<<10, gain(old, offer{says: 40, takes: 1}, 2, "astar"), 1e-9,
		"the growth says more than a sample can")
	assert.InDelta(t, 12, gain(old, offer{says: 31, takes: 1, work: 20, bound: 1}, 2, "astar"), 1e-9,
		"its bound is greater from the start")
	assert.Equal(t, 2, within([]int64{1, 2, 3, 4}, []int64{9, 9, 7, estimate.Hopeless}, 10))
	assert.Zero(t, within(nil, []int64{1}, 10))
}

// TestSampleOfStatesMet: a sample is of all that A* met, with the costs of the ways.
func TestSampleOfStatesMet(t *testing.T) {
	tk := searchtest.Tiles(3, 3, 8, 6, 7, 2, 5, 4, 3, 0, 1)
	r := &solver{run: newRun(t.Context(), tk, backends.Options{})}
	r.Begin()
	r.astar()
	states, costs := r.met.sample(300)
	distinct := map[uint64]bool{}
	for i, st := range states {
		id, ok := r.met.(*closedList).Find(st)
		assert.True(t, ok)
		assert.Equal(t, r.met.(*closedList).g(id), costs[i])
		distinct[st[0]] = true
	}
	assert.Greater(t, len(distinct), 290)
}
