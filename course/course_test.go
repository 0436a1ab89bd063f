package course_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
	"github.com/pzc-lang/pzc/course"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// The settings are those of the exercises.
func TestSettings(t *testing.T) {
	here := os.DirFS(".")
	names, err := fs.Glob(here, "*/"+exercise.Settings)
	require.NoError(t, err)
	var all []*exercise.Exercise
	for _, name := range names {
		x, _, diags := settings.OpenIn(here, path.Dir(name))
		require.Empty(t, diags)
		if slices.ContainsFunc(x.Parts, func(p exercise.Part) bool { return p.Kind == exercise.Domain }) {
			continue // a page judges no PDDL
		}
		all = append(all, x.Public())
	}
	want, err := json.MarshalIndent(all, "", " ")
	require.NoError(t, err)
	filetest.Golden(t, course.Settings, append(want, '\n'))
}
