package modelforms

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/filetest"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

const (
	document = "../../docs/forms.md"
	header   = "| model | form | time | ratio |\n| --- | --- | --- | --- |\n"
	attempts = 3
	// shortest is a time below which forms are not compared.
	shortest = 10 * time.Millisecond
)

// TestTable compares the table in docs/forms.md with the forms, but for times. With -update it measures.
func TestTable(t *testing.T) {
	data, err := os.ReadFile(document)
	require.NoError(t, err)
	before, rest, found := strings.Cut(string(data), header)
	require.True(t, found)
	old, after := rest, ""
	if n := strings.Index(rest, "\n\n"); n >= 0 {
		old, after = rest[:n+1], rest[n+1:]
	}
	if filetest.Updating() {
		filetest.Golden(t, document, []byte(before+header+table(t, measured)+after))
		return
	}
	times := regexp.MustCompile(`\| [\d,.]+ s \| [\d.]+ \|`)
	require.Equal(t, table(t, func(*testing.T, form) time.Duration { return 0 }),
		times.ReplaceAllString(old, "| 0.00 s | 1.0 |"), "go test ./tests/modelforms -run Table -update")
}

// table returns a row for each form: the time of all its instances, and the ratio to the best form of the puzzle.
func table(t *testing.T, measure func(*testing.T, form) time.Duration) string {
	t.Helper()
	forms := all(t)
	best, times := map[string]time.Duration{}, make([]time.Duration, len(forms))
	for i, f := range forms {
		times[i] = measure(t, f)
		if known, ok := best[f.puzzle]; !ok || times[i] < known {
			best[f.puzzle] = times[i]
		}
	}
	var b strings.Builder
	for i, f := range forms {
		ratio := float64(max(times[i], shortest)) / float64(max(best[f.puzzle], shortest))
		about := strings.TrimSuffix(f.about, ".")
		fmt.Fprintf(&b, "| `%s/%s` | %s | %.2f s | %.1f |\n", f.puzzle, f.name, about, times[i].Seconds(), ratio)
	}
	return b.String()
}

// measured returns the least time of the processor, of several attempts, in which all instances of a form are compiled
// and solved or counted.
func measured(t *testing.T, f form) time.Duration {
	t.Helper()
	var least time.Duration
	for i := range attempts {
		start := processor.Time()
		program, asked := questions(t, f.text)
		for _, q := range asked {
			o := backends.Options{}
			o.All = q.expect.Kind == model.ExpectSolutions
			o.Count = o.All
			a, err := grounded(t, program, q.instance).Solve(t.Context(), puzzle.Options{Options: o})
			require.NoError(t, err)
			require.NotEqual(t, backends.Unknown, a.Status, a.Reason)
			if o.Count {
				require.Equal(t, q.expect.Number, a.Count.Int64())
			}
		}
		if took := processor.Time() - start; i == 0 || took < least {
			least = took
		}
	}
	return least
}
