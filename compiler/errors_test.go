package compiler_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/diag"
)

// A wrong model says on each line what is wrong there: // ERROR "regexp" or // WARNING "regexp", of the text
// "message [code] help". With ERROR+2 it is two lines below (inside a map, which has no comments).
var (
	expectation = regexp.MustCompile(`// (.*)(ERROR|WARNING)(\+\d+)? (".*")\s*$`)
	quotedText  = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

type expected struct {
	line     int
	severity string
	pattern  *regexp.Regexp
}

func expectations(t *testing.T, src string) []expected {
	var out []expected
	for i, line := range strings.Split(src, "\n") {
		m := expectation.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		offset, _ := strconv.Atoi(m[3])
		for _, q := range quotedText.FindAllStringSubmatch(m[4], -1) {
			re, err := regexp.Compile(q[1])
			require.NoError(t, err)
			out = append(out, expected{line: i + 1 + offset, severity: strings.ToLower(m[2]), pattern: re})
		}
	}
	return out
}

func TestWrongModels(t *testing.T) {
	files, err := filepath.Glob("testdata/errors/*.pz")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	seen := map[string]bool{}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			l := compiler.Loader{FS: os.DirFS("testdata/errors")}
			_, diags := l.Load(filepath.Base(f))
			src, err := os.ReadFile(f)
			require.NoError(t, err)
			for _, d := range diags {
				seen[d.Code] = true
			}
			for _, d := range diags {
				if d.Span.Start.Filename == filepath.Base(f) {
					assert.True(t, wholeSpan(string(src), d.Span), "%s: %v", d, d.Span)
				}
			}
			matchAll(t, filepath.Base(f), expectations(t, string(src)), diags)
		})
	}
	for _, c := range compiler.Codes() {
		assert.True(t, seen[c.Name], "no wrong model of testdata/errors shows the code %s", c.Name)
		delete(seen, c.Name)
	}
	assert.Empty(t, seen, "codes that the table does not list")
}

// matchAll pairs diagnostics and expectations, and complains of what is left of either. Diagnostics of other files are
// left out.
func matchAll(t *testing.T, file string, want []expected, diags diag.List) {
	for _, d := range diags {
		if d.Span.Start.Filename != file {
			continue
		}
		text := d.Msg + " [" + d.Code + "] " + d.Help
		found := false
		for i, w := range want {
			if w.pattern != nil && w.line == d.Span.Start.Line && w.severity == d.Severity.String() && w.pattern.MatchString(text) {
				want[i].pattern = nil
				found = true
				break
			}
		}
		assert.True(t, found, "not expected: %s [%s] help: %s", d.Error(), d.Code, d.Help)
	}
	for _, w := range want {
		if w.pattern != nil {
			assert.Fail(t, "missing diagnostic", "%s:%d: %s %q", file, w.line, w.severity, w.pattern)
		}
	}
}
