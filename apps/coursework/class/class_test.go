package class

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
)

// TestNearlyNamed: a file whose name is nearly right is taken if it is the only one.
func TestNearlyNamed(t *testing.T) {
	x := &exercise.Exercise{Parts: []exercise.Part{
		{File: "plan.txt"}, {File: "mine.pz"}, {File: "walk-1.cnf"}, {File: "walk-2.cnf"},
	}}
	for _, tt := range []struct {
		file  string
		names []string
		want  string
	}{
		{"plan.txt", []string{"plan.txt", "Plan.txt"}, "plan.txt"},
		{"plan.txt", []string{"Plan.txt"}, "Plan.txt"},
		{"plan.txt", []string{"PLAN.TXT", "mine.pz"}, "PLAN.TXT"},
		{"plan.txt", []string{"plan.txt.txt"}, "plan.txt.txt"},
		{"plan.txt", []string{"plan (1).txt"}, "plan (1).txt"},
		{"plan.txt", []string{"Plan-12.txt.txt"}, "Plan-12.txt.txt"},
		{"mine.pz", []string{"mine-1.pz"}, "mine-1.pz"},
		{"mine.pz", []string{"mine.pz.txt"}, "mine.pz.txt"},
		{"mine.pz", []string{"Mine(2).pz"}, "Mine(2).pz"},
		{"mine.pz", []string{"mine-1.pz", "mine-2.pz"}, ""},
		{"mine.pz", []string{"mines.pz", "mine.txt", "plan.txt"}, ""},
		{"walk-1.cnf", []string{"walk-2.cnf", "walk-3.cnf"}, ""},
		{"walk-1.cnf", []string{"walk-1.cnf"}, "walk-1.cnf"},
	} {
		assert.Equal(t, tt.want, nearlyNamed(x, tt.file, tt.names), "%s %q", tt.file, tt.names)
	}
}

// TestKeptByBuild: a report that another build has kept is not used.
func TestKeptByBuild(t *testing.T) {
	x, _, diags := settings.Open("../../../course/01-errors")
	require.NoError(t, diags.Err())
	kept, err := exerciseKey(x, true)
	require.NoError(t, err)
	again, err := exerciseKey(x, true)
	require.NoError(t, err)
	plain, err := exerciseKey(x, false)
	require.NoError(t, err)
	assert.Equal(t, kept, again)
	assert.NotEqual(t, plain, kept)
}
