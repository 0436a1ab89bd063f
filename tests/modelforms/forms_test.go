package modelforms

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// patience bounds the counted work on one form of a puzzle.
const patience = 12_000_000

// form is a model of a puzzle.
type form struct {
	puzzle, name string
	about        string // from the comment in its first line
	text         string
}

// all lists the models in testdata, by puzzle.
func all(t *testing.T) (forms []form) {
	t.Helper()
	names, err := fs.Glob(os.DirFS("testdata"), "*/*.pz")
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(path.Join("testdata", name))
		require.NoError(t, err)
		about, _, _ := strings.Cut(strings.TrimPrefix(string(text), "// "), "\n")
		dir, base := path.Split(name)
		forms = append(forms, form{path.Clean(dir), strings.TrimSuffix(base, ".pz"), about, string(text)})
	}
	return forms
}

// question is an expectation of an instance.
type question struct {
	instance string
	expect   model.Expect
}

func (q question) String() string {
	return strings.TrimPrefix(q.instance+" "+puzzle.ExpectationText(q.expect), " ")
}

// questions reads a model, and lists what it expects.
func questions(t *testing.T, text string) (*puzzle.Program, []question) {
	t.Helper()
	program, diags := puzzle.LoadText(os.DirFS("testdata"), "form.pz", text)
	require.False(t, diags.HasErrors(), "%v", diags)
	var asked []question
	for _, instance := range append([]string{""}, program.Instances()...) {
		for _, x := range program.Expectations(instance) {
			asked = append(asked, question{instance, x})
		}
	}
	return program, asked
}

// grounded compiles an instance.
func grounded(t *testing.T, program *puzzle.Program, instance string) *puzzle.Puzzle {
	t.Helper()
	z, diags := program.Instantiate(puzzle.Data{Instance: instance, Own: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = z.Ground(t.Context())
	require.False(t, diags.HasErrors(), "%v", diags)
	return z
}

// answer tries an expectation without some techniques, and returns the work.
func answer(t *testing.T, z *puzzle.Puzzle, x model.Expect, without ...string) (puzzle.Outcome, int64) {
	t.Helper()
	work := &backends.Work{Most: patience}
	o := backends.Options{Work: work, Threads: 1, Without: technique.Set(without)}
	outcome, err := z.Expect(t.Context(), x, puzzle.Options{Options: o})
	require.NoError(t, err)
	return outcome, work.Done
}

// TestData: all forms of a puzzle have the same data and expect the same. There are two to five of each of 20 puzzles.
func TestData(t *testing.T) {
	data := regexp.MustCompile(`(?m)^(?:instance (\w+) )?[^\n]*?expect [^\n]*$`)
	expected, start, count := map[string][]string{}, map[string][]string{}, map[string]int{}
	for _, f := range all(t) {
		count[f.puzzle]++
		lines := data.FindAllString(f.text, -1)
		params := regexp.MustCompile(`(?ms)^param .*?[^,\[{\n]$`).FindAllString(f.text, -1)
		require.NotEmpty(t, lines, "%s/%s", f.puzzle, f.name)
		if count[f.puzzle] == 1 {
			expected[f.puzzle], start[f.puzzle] = lines, params
		}
		assert.Equal(t, expected[f.puzzle], lines, "%s/%s", f.puzzle, f.name)
		assert.Equal(t, start[f.puzzle], params, "%s/%s", f.puzzle, f.name)
	}
	assert.GreaterOrEqual(t, len(count), 20)
	for name, n := range count {
		assert.True(t, n >= 2 && n <= 5, name)
	}
}

// TestLongForms: each form of a puzzle is decided by defaults within a bound of work, and as expected. Without what
// makes the forms alike, no form has another answer.
func TestLongForms(t *testing.T) {
	for _, f := range all(t) {
		t.Run(f.puzzle+"/"+f.name, func(t *testing.T) {
			t.Parallel()
			program, asked := questions(t, f.text)
			for _, q := range asked {
				z := grounded(t, program, q.instance)
				outcome, work := answer(t, z, q.expect)
				assert.Equal(t, puzzle.Met, outcome.Verdict, "%s: %s", q, outcome.Found)
				t.Logf("%s by %d steps", q, work)
				without := []string{technique.Globals.Name()}
				if len(z.Task().Moves) > 0 {
					without = []string{technique.Normal.Name(), technique.Automorphisms.Name()}
				}
				for _, name := range without {
					outcome, work := answer(t, z, q.expect, name)
					assert.NotEqual(t, puzzle.Missed, outcome.Verdict, "%s without %s: %s", q, name, outcome.Found)
					t.Logf("%s without %s by %d steps: %s", q, name, work, outcome.Verdict)
				}
			}
		})
	}
}

// TestGoalsLeftOut: without one of its goals, a model of wires has as many solutions by rewritten conditions as by
// those that are written. Paths may then branch, close, or miss a cell.
func TestGoalsLeftOut(t *testing.T) {
	const boards = "instance rings { level = \"\"\"\n  ab..\n  ....\n  ab..\n  \"\"\" }\n"
	goal := regexp.MustCompile(`(?m)^goal .*\n(?:  .*\n)*`)
	for _, f := range all(t) {
		if f.puzzle != "wires" {
			continue
		}
		for _, at := range append(goal.FindAllStringIndex(f.text, -1), []int{0, 0}) {
			program, _ := questions(t, f.text[:at[0]]+f.text[at[1]:]+boards)
			for _, instance := range []string{"rings", "beside", "crossing"} {
				z := grounded(t, program, instance)
				count := func(without ...string) string {
					o := backends.Options{
						Work: &backends.Work{Most: patience}, Threads: 1, Count: true, Without: technique.Set(without),
					}
					a, err := z.Solve(t.Context(), puzzle.Options{Options: o})
					require.NoError(t, err)
					if !a.Complete { // too many
						return ""
					}
					return a.Count.String()
				}
				if want, got := count(technique.Globals.Name()), count(); want != "" && got != "" {
					assert.Equal(t, want, got, "%s without %q, %s", f.name, f.text[at[0]:at[1]], instance)
				}
			}
		}
	}
}
