package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/coursework/exercise"
	"github.com/pzc-lang/pzc/coursework/grading"
)

// TestCourse checks the exercises of the course, and that the commands on their pages are run.
func TestCourse(t *testing.T) {
	folders, err := filepath.Glob("../../course/*/" + exercise.Settings)
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, settings := range folders {
		folder := filepath.Dir(settings)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			assert.True(t, slices.Contains(documents, "course/"+filepath.Base(folder)+"/task.md"), "its page is not run")
			x, _, diags := exercise.Open(folder)
			require.NoError(t, diags.Err())
			for _, f := range grading.New(x, grading.Options{}).Check(t.Context()) {
				assert.True(t, f.OK, f.Text)
			}
		})
	}
}

// TestCourseNumbers: the numbers that exercise 4 asks for are those of pzc.
func TestCourseNumbers(t *testing.T) {
	program, diags, err := pzc.LoadFile("std:hanoi.pz")
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(pzc.Data{})
	require.NoError(t, diags.Err())
	require.NoError(t, z.Ground(t.Context()).Err())
	trees := map[string]*pzc.SearchTree{}
	for _, algorithm := range []string{"bfs", "dfs", "iddfs"} {
		trees[algorithm], err = z.SearchTree(t.Context(), algorithm, "", 1<<20)
		require.NoError(t, err)
	}
	space, err := z.Explore(t.Context(), pzc.ExploreOptions{})
	require.NoError(t, err)
	dfs, iddfs := trees["dfs"], trees["iddfs"].Expanded
	want := fmt.Sprintf("states = %d\nbfs_expanded = %d\ndfs_cost = %d\niddfs_expanded = %d\ntimes = %d\n", space.States(),
		trees["bfs"].Expanded, dfs.Nodes[dfs.Found].G, iddfs, int64(iddfs)/space.States())
	right, err := os.ReadFile("../../course/04-counting/right/numbers.txt")
	require.NoError(t, err)
	assert.Equal(t, want, string(right))
}
