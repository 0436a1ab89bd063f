package acceptance_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// params are values for a model's parameters, as --data takes them.
type params map[string]any

func (p params) data(t testing.TB) puzzle.Data {
	t.Helper()
	if p == nil {
		return puzzle.Data{}
	}
	text, err := json.Marshal(p)
	require.NoError(t, err)
	return puzzle.Data{JSON: &puzzle.Text{Name: "data.json", Text: string(text)}}
}

// ground compiles a model of the library with data.
func grounded(t testing.TB, file string, p params) *puzzle.Puzzle {
	t.Helper()
	return groundedIn(t, models.FS(), file, p)
}

// groundedText compiles a model that the test holds.
func groundedText(t testing.TB, text string) *puzzle.Puzzle {
	t.Helper()
	return groundedIn(t, fstest.MapFS{"model.pz": {Data: []byte(text)}}, "model.pz", nil)
}

func groundedIn(t testing.TB, files fs.FS, file string, p params) *puzzle.Puzzle {
	t.Helper()
	program, diags := puzzle.Load(files, file)
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := program.Instantiate(p.data(t))
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = z.Ground(t.Context())
	require.False(t, diags.HasErrors(), "%v", diags)
	return z
}

func solve(t testing.TB, z *puzzle.Puzzle, o puzzle.Options) *puzzle.Answer {
	t.Helper()
	start := time.Now()
	a, err := z.Solve(t.Context(), o)
	if fault := (*puzzle.Fault)(nil); assert.NoError(t, err) {
		t.Logf("%s %s %s: %s, %d expanded, horizon %d, %s compiled, %s solved", a.Backend, a.Algorithm, a.Heuristic, a.Status,
			a.Stats.Expanded, a.Stats.Horizon, a.CompileTime.Round(time.Millisecond), time.Since(start).Round(time.Millisecond))
		return a
	} else if asFault(err, &fault) {
		t.Log(fault.Report)
	}
	t.FailNow()
	return nil
}

func asFault(err error, fault **puzzle.Fault) bool {
	f, ok := err.(*puzzle.Fault) //nolint:errorlint // it is never wrapped
	*fault = f
	return ok
}

// wantCost demands an optimal plan of a cost, or, for -1, a proof that there is none.
func wantCost(t testing.TB, want int64, a *puzzle.Answer) {
	t.Helper()
	if want < 0 {
		wantUnsolvable(t, a)
		return
	}
	require.Equal(t, backends.Solved, a.Status, a.Reason)
	assert.Equal(t, want, a.Solutions[0].Cost)
	assert.True(t, a.Optimal, "the plan is not claimed to be optimal")
}

func wantUnsolvable(t testing.TB, a *puzzle.Answer) {
	t.Helper()
	require.Equal(t, backends.Unsolvable, a.Status, a.Reason)
	assert.Contains(t, []string{backends.ProofExhausted, backends.ProofInvariant, backends.ProofUnsat}, a.Proof)
	assert.NotEmpty(t, a.Reason)
	t.Logf("%s: %s", a.Proof, a.Reason)
}

// wantCount demands all solutions, which must be different.
func wantCount(t *testing.T, want int, a *puzzle.Answer) {
	t.Helper()
	if want == 0 {
		wantUnsolvable(t, a)
		return
	}
	require.Equal(t, backends.Solved, a.Status, a.Reason)
	assert.True(t, a.Complete, "these are not claimed to be all: %s", a.Reason)
	assert.Len(t, a.Solutions, want)
	seen := map[string]bool{}
	for _, s := range a.Solutions {
		var b strings.Builder
		text, err := json.Marshal(s.Start)
		require.NoError(t, err)
		b.Write(text)
		for _, step := range s.Steps {
			b.WriteString(step.Move)
		}
		assert.False(t, seen[b.String()], "a solution occurs twice")
		seen[b.String()] = true
	}
}

// by makes the options for a backend, an algorithm and a heuristic.
func by(backend, algorithm, heuristic string) puzzle.Options {
	return puzzle.Options{Backend: backend, Options: backends.Options{Algorithm: algorithm, Heuristic: heuristic}}
}

// all makes the options for all solutions.
func all(backend string) puzzle.Options {
	return puzzle.Options{Backend: backend, Options: backends.Options{All: true}}
}

// known has answers of others, each file with its sources. Levels that people drew are not there, but in a corpus
// beside the repository, if it is on the machine.
const (
	known  = "testdata/known"
	corpus = "../../../shared/corpus"
)

// outside matches the files that only the corpus has.
var outside = regexp.MustCompile(`^(bloxorz/|microban)`)

// corpusFile reads a file with known answers. It skips the test if the file is outside and not here.
func corpusFile(t testing.TB, name string) string {
	t.Helper()
	folder := known
	if outside.MatchString(name) {
		folder = corpus
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil && folder == corpus {
		t.Skipf("the levels are not here: %v", err)
	}
	require.NoError(t, err)
	return string(data)
}

// Without the corpus no test is skipped but those of the levels of Bloxorz and Microban: three places read these.
func TestKnownAnswersAreHere(t *testing.T) {
	sources, err := filepath.Glob("*_test.go")
	require.NoError(t, err)
	reads, skipped := regexp.MustCompile(`corpus(?:File|Lines)\(\w+, (?:"([^"]+)"|name\))`), 0
	for _, source := range sources {
		text, err := os.ReadFile(source)
		require.NoError(t, err)
		for _, m := range reads.FindAllStringSubmatch(string(text), -1) {
			if m[1] == "" || outside.MatchString(m[1]) {
				skipped++
			} else {
				assert.FileExists(t, filepath.Join(known, m[1]), source)
			}
		}
	}
	assert.Equal(t, 4, skipped) // corpusLines itself calls corpusFile
}

// corpusLines are the lines of a file of the corpus without its comments.
func corpusLines(t testing.TB, name string) []string {
	t.Helper()
	return slices.DeleteFunc(strings.Split(corpusFile(t, name), "\n"), func(line string) bool {
		return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#")
	})
}

// columns splits a line at `|`.
func columns(line string) []string {
	parts := strings.Split(line, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// rows cuts a text into lines of equal length.
func rows(text string, cols int) []string {
	var out []string
	for ; len(text) >= cols; text = text[cols:] {
		out = append(out, text[:cols])
	}
	return out
}

// jsonBindings are params for semantics.Build.
func jsonBindings(t *testing.T, p params) map[string]semantics.Binding {
	t.Helper()
	given := map[string]semantics.Binding{}
	for name, value := range p {
		raw, err := json.Marshal(value)
		require.NoError(t, err)
		given[name] = semantics.Binding{JSON: raw, Where: "data.json"}
	}
	return given
}
