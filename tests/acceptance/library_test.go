package acceptance_test

import (
	"flag"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// files lists the .pz files below a file system.
func files(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	var out []string
	require.NoError(t, fs.WalkDir(fsys, ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".pz") && !strings.HasPrefix(name, models.Kits+"/") {
			out = append(out, name)
		}
		return err
	}))
	return out
}

// Every model of the library loads without a finding, opens with a comment, and shows its state. Its own parameters are
// grounded without a finding.
func TestLibraryIsClean(t *testing.T) {
	for _, name := range files(t, models.FS()) {
		t.Run(name, func(t *testing.T) {
			program, diags := puzzle.Load(models.FS(), name)
			assert.Empty(t, diags)
			text, err := fs.ReadFile(models.FS(), name)
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(string(text), "// "), "a model opens with a comment that teaches it")
			assert.Regexp(t, `(?m)^(view|use) `, string(text), "a model shows its state")
			instance := ""
			if !program.Complete() { // a file of levels
				instance = program.Instances()[0]
			}
			groundsCleanly(t, program, instance)
		})
	}
}

// The parts of models and the generators of the library load without a finding.
func TestKitsAreClean(t *testing.T) {
	kits, err := fs.Glob(models.FS(), models.Kits+"/*.pz")
	require.NoError(t, err)
	require.NotEmpty(t, kits)
	for _, name := range kits {
		_, diags := puzzle.Load(models.FS(), name)
		assert.Empty(t, diags, name)
	}
}

// All instances are grounded without a finding.
func TestLongLibraryIsClean(t *testing.T) {
	for _, name := range files(t, models.FS()) {
		program, diags := puzzle.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range program.Instances() {
			t.Run(path.Join(name, instance), func(t *testing.T) { groundsCleanly(t, program, instance) })
		}
	}
}

func groundsCleanly(t *testing.T, program *puzzle.Program, instance string) {
	t.Helper()
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.Empty(t, diags)
	found := slices.DeleteFunc(z.Ground(t.Context()), func(d *diag.Diagnostic) bool {
		return d.Code == "impossible-move" // a level need not make use of every rule
	})
	assert.Empty(t, found, "grounding %s", instance)
}

// The expect lines of some models of the library.
func TestLibraryExpectations(t *testing.T) {
	for _, name := range []string{
		"bridge.pz", "hanoi.pz", "jugs.pz", "missionaries.pz", "queens.pz", "sudoku.pz", "moves/taquin.pz",
		"wolf_goat_cabbage.pz", "zebra.pz",
	} {
		expectations(t, name)
	}
}

// The expect lines of the whole library.
func TestLongLibraryExpectations(t *testing.T) {
	for _, name := range files(t, models.FS()) {
		expectations(t, name)
	}
}

// expectations tries the expect lines of a model and of its instances.
func expectations(t *testing.T, name string) {
	t.Helper()
	program, diags := puzzle.Load(models.FS(), name)
	require.False(t, diags.HasErrors(), "%s: %v", name, diags)
	instances := program.Instances()
	if program.Complete() {
		instances = append([]string{""}, instances...)
	}
	for _, instance := range instances {
		for _, x := range program.Expectations(instance) {
			t.Run(path.Join(name, instance, puzzle.ExpectationText(x)), func(t *testing.T) {
				new(tally).expectation(t, program, instance, x, puzzle.Options{})
			})
		}
	}
}

// tally counts questions, and those that were decided within the work that was allowed.
type tally struct{ asked, decided int }

// atLeast prints the tally, and demands that as many questions were decided.
func (c *tally) atLeast(t *testing.T, floor int) {
	t.Helper()
	t.Logf("%d of %d decided", c.decided, c.asked)
	if flag.Lookup("test.run").Value.String() == "" || c.asked > floor { // else a part of the questions was chosen
		assert.GreaterOrEqual(t, c.decided, floor)
	}
}

// expectation tries one. With a limit of work it may stay undecided; c counts both.
func (c *tally) expectation(t *testing.T, program *puzzle.Program, instance string, x model.Expect,
	o puzzle.Options,
) {
	t.Helper()
	c.asked++
	start := time.Now()
	z, diags := program.Instantiate(puzzle.Data{Instance: instance, Own: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = z.Ground(t.Context())
	require.False(t, diags.HasErrors(), "%v", diags)
	outcome, err := z.Expect(t.Context(), x, o)
	require.NoError(t, err)
	if outcome.Verdict == puzzle.Undecided && o.Work != nil {
		t.Log(outcome.Found)
		return
	}
	c.decided++
	if o.Work != nil && o.Backend == "sat" { // counted work is done by another solver than gini
		o.Work = nil
		byGini, err := z.Expect(t.Context(), x, o)
		require.NoError(t, err)
		assert.Equal(t, outcome.Verdict, byGini.Verdict, byGini.Found)
	}
	assert.Equal(t, puzzle.Met, outcome.Verdict, outcome.Found)
	t.Logf("%s in %s", outcome.Found, time.Since(start).Round(time.Millisecond))
}

// Each second expectation of the library by the SAT backend as well; what it cannot decide by little work is counted.
func TestLongLibraryBySAT(t *testing.T) {
	t.Parallel()
	libraryBySAT(t, 2, 1_000_000, 235)
}

// The expectations of the puzzles that the constraint engine knows, by this engine; counts are left to others.
func TestLongLibraryByConstraints(t *testing.T) {
	t.Parallel()
	var c tally
	for _, name := range files(t, models.FS()) {
		program, diags := puzzle.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range append([]string{""}, program.Instances()...) {
			z, diags := program.Instantiate(puzzle.Data{Instance: instance, Own: true})
			require.False(t, diags.HasErrors(), "%v", diags)
			require.False(t, z.Ground(t.Context()).HasErrors())
			if constraint.Refuses(z.Task(), backends.Options{All: true}) != "" {
				continue
			}
			for _, x := range program.Expectations(instance) {
				if strings.HasPrefix(puzzle.ExpectationText(x), "solutions") {
					continue
				}
				t.Run(path.Join(name, instance, puzzle.ExpectationText(x)), func(t *testing.T) {
					c.expectation(t, program, instance, x, within("constraint", 20_000_000))
				})
			}
		}
	}
	c.atLeast(t, 74)
}

// within makes the options for a backend with a limit of work.
func within(backend string, steps int64) puzzle.Options {
	return puzzle.Options{Backend: backend, Options: backends.Options{Work: &backends.Work{Most: steps}}}
}

// All, with more work.
func TestHoursLibraryBySAT(t *testing.T) { libraryBySAT(t, 1, 10_000_000_000, 332) }

func libraryBySAT(t *testing.T, every int, most int64, floor int) {
	t.Helper()
	library(t, puzzle.Options{Backend: "sat"}, every, most, floor)
}

// The plain core, without any technique, contradicts no expectation and meets most of them.
func TestLongLibraryByTheCore(t *testing.T) {
	t.Parallel()
	core := backends.Options{Without: technique.Set{technique.All}}
	library(t, puzzle.Options{Options: core}, 1, 3_000_000, 370)
}

// library tries each expectation of the library, or each second, …, and demands that at least floor are decided.
func library(t *testing.T, o puzzle.Options, every int, most int64, floor int) {
	t.Helper()
	var c tally
	n := 0
	for _, name := range files(t, models.FS()) {
		program, diags := puzzle.Load(models.FS(), name)
		require.Empty(t, diags)
		for _, instance := range append([]string{""}, program.Instances()...) {
			for _, x := range program.Expectations(instance) {
				if n++; n%every > 0 {
					continue
				}
				t.Run(path.Join(name, instance, puzzle.ExpectationText(x)), func(t *testing.T) {
					o.Work = &backends.Work{Most: most}
					c.expectation(t, program, instance, x, o)
				})
			}
		}
	}
	c.atLeast(t, floor)
}
