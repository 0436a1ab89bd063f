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
