package main

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRows: each row has a known answer and names models that exist.
func TestRows(t *testing.T) {
	all, err := rows()
	require.NoError(t, err)
	for _, r := range all {
		require.NotEmpty(t, r.want, r.name)
		for _, p := range r.peers {
			for _, a := range p.args {
				if strings.HasPrefix(a, "models/") {
					_, err := fs.Stat(files, a)
					require.NoError(t, err, r.name)
				}
			}
		}
	}
}

// TestReaders: what pzc and generated programs write is read as the programs in C write it.
func TestReaders(t *testing.T) {
	require.Equal(t, "57 moves, 9 expanded", plan(`{"cost": 57, "stats": {"expanded": 9}}`, "%d moves, %d expanded"))
	require.Equal(t, "57 moves, 9 expanded",
		plan(`{"cost": 57, "expanded": 9, "stats": {"expanded": 9}}`, "%d moves, %d expanded"))
	require.Equal(t, "57 moves", plan(`{"cost": 57, "expanded": 9}`, "%d moves"))
	require.Equal(t, "4 states, the farthest in 1 moves", layers("0 1\n1 3\n"))
	require.Equal(t, "4 states, the farthest in 1 moves",
		explored(`{"states": 4, "depths": [{"distance": 0}, {"distance": 1}]}`))
}

func TestMedian(t *testing.T) {
	require.Equal(t, timed{2, true}, median([]timed{{3, true}, {1, true}, {2, true}}))
	require.Equal(t, timed{3, true}, median([]timed{{0, false}, {1, true}, {3, true}}))
}

func TestMycielski(t *testing.T) {
	g := mycielski(4)
	require.Equal(t, 23, g.nodes)
	require.Len(t, g.edges, 71)
}

func TestAnswer(t *testing.T) {
	require.Equal(t, "none", answer(`{"status": "unsolvable"}`))
	require.Equal(t, "34", answer(`{"status": "solved", "objective": "minimize", "optimal": true, "cost": 34}`))
	require.Equal(t, "found", answer(`{"status": "solved", "objective": "minimize", "cost": 40}`))
	require.Equal(t, "52", answer(`{"status": "solved", "count": 52}`))
}
