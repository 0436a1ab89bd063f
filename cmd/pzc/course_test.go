package main

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
			for _, f := range grading.New(x, 0).Check(t.Context()) {
				assert.True(t, f.OK, f.Text)
			}
		})
	}
}
