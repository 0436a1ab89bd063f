package class_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/coursework/class"
	"github.com/pzc-lang/pzc/apps/coursework/exercise"
	"github.com/pzc-lang/pzc/apps/coursework/exercise/settings"
	"github.com/pzc-lang/pzc/apps/coursework/grading"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// unpack returns the exercise of an archive, and the files of each submission. A file that ends in .edits has lines
// `old → new`, which are made in the reference.
func unpack(t *testing.T, file string) (x *exercise.Exercise, submissions map[string]map[string]string) {
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	files, reference := fstest.MapFS{}, ""
	submissions = map[string]map[string]string{}
	for _, f := range archive.Files {
		name, edited := strings.CutSuffix(f.Name, ".edits")
		if text := string(f.Data); edited {
			made := reference
			for line := range strings.Lines(text) {
				old, with, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " → ")
				old = strings.ReplaceAll(old, "⏎", "\n")
				require.Contains(t, made, old, f.Name)
				made = strings.Replace(made, old, strings.ReplaceAll(with, "⏎", "\n"), 1)
			}
			f.Data = []byte(made)
		}
		parts := strings.SplitN(name, "/", 3)
		switch {
		case parts[0] == "exercise":
			if base := filepath.Base(name); base == "reference.pz" || base == "domain.pddl" {
				reference = string(f.Data)
			}
			files[name] = &fstest.MapFile{Data: f.Data}
		case submissions[parts[1]] == nil:
			submissions[parts[1]] = map[string]string{parts[2]: string(f.Data)}
		default:
			submissions[parts[1]][parts[2]] = string(f.Data)
		}
	}
	x, _, diags := settings.OpenIn(files, "exercise")
	require.NoError(t, diags.Err())
	return x, submissions
}

// TestGroups: submissions with one mistake are one group, and those with different mistakes are not. A hint is given
// for its mistake alone.
func TestGroups(t *testing.T) {
	archives, err := filepath.Glob("testdata/groups/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, file := range archives {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			x, submissions := unpack(t, file)
			judge := grading.New(x, grading.Options{})
			var all []*grading.Report
			var out bytes.Buffer
			for _, name := range slices.Sorted(maps.Keys(submissions)) {
				all = append(all, judge.Grade(t.Context(), name, submissions[name]))
			}
			require.NoError(t, class.Text(&out, all))
			for _, r := range all {
				out.WriteString("\n" + r.Submission + "\n")
				require.NoError(t, class.Student(&out, r))
			}
			filetest.Golden(t, strings.TrimSuffix(file, ".txtar")+".golden", out.Bytes())
		})
	}
}

// slow is an exercise whose instance far takes more work.
var slow = fstest.MapFS{
	"x/exercise.toml": {Data: []byte(`title = "Steps"
[[part]]
kind = "heuristic"
file = "h.pz"
points = 5
right = "right.pz"
instances = ["", "far"]
`)},
	"x/right.pz": {Data: []byte("n - at")},
	"x/reference.pz": {Data: []byte(`puzzle Steps
param n: 1..9999 = 10
state at: 0..n = 0
move step when at < n { at := at + 1 }
goal at == n
instance far { n = 5000 }
`)},
}

// TestNoGrade: what is not judged has no grade, on pages and in all formats. What was found wrong before the limit of
// work has one.
func TestNoGrade(t *testing.T) {
	for _, tt := range []struct {
		name, heuristic string
		work            int64
		judged          bool
		wanted, another string
	}{
		{"nothing is found", "2 * (n - at)", 5, false, "no grade", "0 of"},
		{"a mistake of the first instance", "2 * (n - at)", 2000, true, "0 of 5", "no grade"},
		{"a right one, of which the second instance is open", "n - at", 2000, false, "no grade", "0 of"},
		{
			"a mistake before the last state of the second", "n - at + (if n > 10 then 1 else 0)", 11_000, true, "2.5 of 5",
			"no grade",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			x, _, diags := settings.OpenIn(slow, "x")
			require.NoError(t, diags.Err())
			judge := grading.New(x, grading.Options{Work: tt.work})
			r := judge.Grade(t.Context(), "eve", map[string]string{"h.pz": tt.heuristic})
			require.Equal(t, tt.judged, r.Judged, "%+v", r)
			text, err := json.Marshal(r)
			require.NoError(t, err)
			assert.Equal(t, !tt.judged, bytes.Contains(text, []byte(`"points":null`)), "%s", text)
			again, err := grading.Decode(x, text)
			require.NoError(t, err)
			assert.Equal(t, r, again)
			folder := t.TempDir()
			require.NoError(t, class.Pages(folder, "Robots", []*grading.Report{r}))
			page, err := os.ReadFile(filepath.Join(folder, "001-eve.html"))
			require.NoError(t, err)
			var student, vpl, junit bytes.Buffer
			require.NoError(t, class.Student(&student, r))
			require.NoError(t, class.VPL(&vpl, r))
			require.NoError(t, class.JUnit(&junit, []*grading.Report{r}))
			for _, said := range []string{string(page), student.String(), vpl.String(), junit.String()} {
				assert.Contains(t, said, tt.wanted)
				assert.NotContains(t, said, tt.another)
			}
			gradescope, err := json.Marshal(class.Gradescope(r))
			require.NoError(t, err)
			assert.Equal(t, tt.judged, bytes.Contains(gradescope, []byte(`"score"`)), "%s", gradescope)
			assert.Equal(t, tt.judged, strings.Contains(vpl.String(), "Grade :=>> "))
		})
	}
}
