package course_test

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"path"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
	"github.com/pzc-lang/pzc/course"
)

var update = flag.Bool("update", false, "write the settings anew")

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
	if *update {
		require.NoError(t, os.WriteFile(course.Settings, append(want, '\n'), 0o644))
		return
	}
	got, err := fs.ReadFile(course.FS(), course.Settings)
	require.NoError(t, err)
	require.Equal(t, string(want)+"\n", string(got), "write them anew: go test ./course -update")
}
