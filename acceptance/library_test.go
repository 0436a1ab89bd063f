package acceptance_test

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/models"
)

// files lists the .pz files below a file system.
func files(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	var out []string
	require.NoError(t, fs.WalkDir(fsys, ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".pz") {
			out = append(out, name)
		}
		return err
	}))
	return out
}

// Every model of the library loads without a finding, opens with a comment, and shows its state.
func TestLibraryIsClean(t *testing.T) {
	for _, name := range files(t, models.FS()) {
		t.Run(name, func(t *testing.T) {
			program, diags := pzc.Load(models.FS(), name)
			assert.Empty(t, diags)
			text, err := fs.ReadFile(models.FS(), name)
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(string(text), "// "), "a model opens with a comment that teaches it")
			for _, instance := range append([]string{""}, program.Instances()...) {
				puzzle, diags := program.Instantiate(pzc.Data{Instance: instance})
				require.Empty(t, diags)
				found := slices.DeleteFunc(puzzle.Ground(t.Context()), func(d *diag.Diagnostic) bool {
					return d.Code == "impossible-move" // a level need not make use of every rule
				})
				assert.Empty(t, found, "grounding %s", instance)
			}
			assert.Regexp(t, `(?m)^(view|use) `, string(text), "a model shows its state")
		})
	}
}

// The expect lines of the library and of the reference models.
func TestLibraryExpectations(t *testing.T) { expectations(t, models.FS(), ".") }

func TestReferenceExpectations(t *testing.T) {
	const folder = "../../shared/design"
	if _, err := os.Stat(folder); err != nil {
		t.Skipf("the reference models are not here: %v", err)
	}
	expectations(t, os.DirFS(folder), "models")
}

func expectations(t *testing.T, fsys fs.FS, folder string) {
	t.Helper()
	sub, err := fs.Sub(fsys, folder)
	require.NoError(t, err)
	for _, name := range files(t, sub) {
		program, diags := pzc.Load(sub, name)
		require.False(t, diags.HasErrors(), "%s: %v", name, diags)
		instances := program.Instances()
		if program.Complete() {
			instances = append([]string{""}, instances...)
		}
		for _, instance := range instances {
			for _, x := range program.Expectations(instance) {
				t.Run(path.Join(name, instance, pzc.ExpectationText(x)), func(t *testing.T) { expectation(t, program, instance, x, pzc.Options{}, limit()) })
			}
		}
	}
}

func expectation(t *testing.T, program *pzc.Program, instance string, x pzc.Expectation, o pzc.Options, most time.Duration) {
	t.Helper()
	start := time.Now()
	puzzle, diags := program.Instantiate(pzc.Data{Instance: instance})
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = puzzle.Ground(t.Context())
	require.False(t, diags.HasErrors(), "%v", diags)
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	outcome, err := puzzle.Expect(ctx, x, o)
	require.NoError(t, err)
	if outcome.Verdict == pzc.Undecided && o.Backend == "sat" {
		t.Skip(outcome.Found)
	}
	assert.Equal(t, pzc.Met, outcome.Verdict, outcome.Found)
	t.Logf("%s in %s", outcome.Found, time.Since(start).Round(time.Millisecond))
}

// Each expectation of the library by the SAT backend as well; what it cannot decide in the time is skipped.
func TestLibraryBySAT(t *testing.T) {
	most := 300 * time.Millisecond
	if *slow {
		most = limit()
	}
	for _, name := range files(t, models.FS()) {
		program, diags := pzc.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range append([]string{""}, program.Instances()...) {
			for _, x := range program.Expectations(instance) {
				t.Run(path.Join(name, instance, pzc.ExpectationText(x)), func(t *testing.T) {
					expectation(t, program, instance, x, pzc.Options{Backend: "sat"}, most)
				})
			}
		}
	}
}
