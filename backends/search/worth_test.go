package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestGain: what a change of the heuristic promises depends on the search that will go on.
func TestGain(t *testing.T) {
	walking := offer{says: 52.6, takes: 32, dives: true}
	patterns := offer{says: 52.2, takes: 5, dives: true, carry: true}
	assert.Greater(t, gain(walking, patterns, 2.1, "idastar"), 10.0, "IDA* carries the sum along and would evaluate the other in every state")
	assert.Greater(t, gain(walking, patterns, 2.1, "astar"), 2.0)

	heavy := offer{says: 54, takes: 9000, dives: true}
	assert.Less(t, gain(patterns, heavy, 2.1, "idastar"), 0.01, "two moves do not outweigh thousands of successors")
	assert.Less(t, gain(patterns, heavy, 2.1, "astar"), 0.01)

	cheap := offer{says: 10, takes: 0.1}
	better := offer{says: 16, takes: 50}
	assert.Greater(t, gain(cheap, better, 2, "astar"), 3.0, "six moves are a tree 64 times as large, each state takes 17 times as long")
	assert.Less(t, gain(cheap, better, 1.3, "astar"), 1.0)
	assert.Less(t, gain(cheap, better, 2, "idastar"), gain(cheap, better, 2, "astar"), "without a queue a state is cheaper and an estimate weighs more")

	layers := offer{blind: true}
	assert.Less(t, gain(layers, offer{says: 1, takes: 2}, 2, "bfs"), 1.0, "breadth-first search takes nearly no time for a state")
	assert.Greater(t, gain(layers, offer{says: 8, takes: 2}, 2, "bfs"), 2.0)

	assert.InDelta(t, 4, gain(cheap, offer{says: 10, takes: 0.1, dead: 1}, 2, "astar"), 1e-9, "dead ends are credited only so far")
}
