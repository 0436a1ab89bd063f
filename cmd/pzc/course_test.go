package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends/search/explore"
	"github.com/pzc-lang/pzc/backends/search/searchtree"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestCourse checks the exercises of the course, and that the commands on their pages are run.
func TestCourse(t *testing.T) {
	folders, err := filepath.Glob("../../course/*/" + exercise.Settings)
	require.NoError(t, err)
	require.NotEmpty(t, folders)
	for _, name := range folders {
		folder := filepath.Dir(name)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			assert.Contains(t, slices.Concat(documents, longDocuments), "course/"+filepath.Base(folder)+"/task.md")
			x, _, diags := settings.Open(folder)
			require.NoError(t, diags.Err())
			for _, f := range grading.New(x, grading.Options{}).Check(t.Context()) {
				assert.True(t, f.OK, f.Text)
				// no setting measures what a prune saves
				assert.True(t, !f.Warning || strings.HasPrefix(f.Text, "part Redundant moves"), f.Text)
			}
		})
	}
}

// TestCourseNumbers: the numbers that exercises ask for are those of pzc.
func TestCourseNumbers(t *testing.T) {
	tree := func(z *puzzle.Puzzle, algorithm string) *searchtree.Tree {
		tree, err := z.SearchTree(t.Context(), algorithm, "", 1<<20)
		require.NoError(t, err)
		return tree
	}
	right := func(name, want string) {
		text, err := os.ReadFile("../../course/" + name)
		require.NoError(t, err)
		assert.Equal(t, want, string(text))
	}
	z := grounded(t, "std:hanoi.pz", nil)
	space, err := z.Explore(t.Context(), explore.Options{})
	require.NoError(t, err)
	dfs, iddfs := tree(z, "dfs"), tree(z, "iddfs").Expanded
	right("04-counting/right/numbers.txt", fmt.Sprintf(
		"states = %d\nbfs_expanded = %d\ndfs_cost = %d\niddfs_expanded = %d\ntimes = %d\n", space.States(),
		tree(z, "bfs").Expanded, dfs.Nodes[dfs.Found].G, iddfs, int64(iddfs)/space.States()))

	const plain, ordered = "../../course/07-knight/reference.pz", "../../course/07-knight/right/order.pz"
	narrow := []puzzle.Value{{Param: "rows", Text: puzzle.Text{Text: "3"}}, {Param: "cols", Text: puzzle.Text{Text: "7"}}}
	expanded := func(model string, values []puzzle.Value) int {
		return tree(grounded(t, model, values), "backtrack").Expanded
	}
	right("07-knight/right/numbers.txt", fmt.Sprintf(
		"plain = %d\nordered = %d\nnarrow_plain = %d\nnarrow_ordered = %d\n", expanded(plain, nil), expanded(ordered, nil),
		expanded(plain, narrow), expanded(ordered, narrow)))

	var variables, clauses []string
	for _, encoding := range []string{"textbook", "direct", "order", "log"} {
		var text bytes.Buffer
		z := grounded(t, "../../course/09-formula/reference.pz", nil)
		require.NoError(t, emit.CNF(t.Context(), &text, z, emit.Formula{Horizon: 5, Encoding: encoding}))
		header := regexp.MustCompile(`(?m)^p cnf (\d+) (\d+)$`).FindStringSubmatch(text.String())
		variables, clauses = append(variables, header[1]), append(clauses, header[2])
	}
	right("09-formula/right/sizes.txt", fmt.Sprintf("variables = [%s]\nclauses = [%s]\n",
		strings.Join(variables, ", "), strings.Join(clauses, ", ")))
}

// grounded loads and grounds a model.
func grounded(t *testing.T, model string, values []puzzle.Value) *puzzle.Puzzle {
	t.Helper()
	program, diags, err := puzzle.LoadFile(model)
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{Values: values})
	require.NoError(t, diags.Err())
	require.NoError(t, z.Ground(t.Context()).Err())
	return z
}
