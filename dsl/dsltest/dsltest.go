// Package dsltest compares the diagnostics of a source text with those that its comments announce.
//
// A comment `// ERROR "regexp"` announces an error on its line, `// ERROR+1 "regexp"` one on the next line (for lines
// that cannot end in a comment), and `// WARNING …` a warning. The regexp is matched against
// "code: message; help". Each announced diagnostic must come, and no other.
package dsltest

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pzc-lang/pzc/internal/diag"
)

// want is an announced diagnostic.
type want struct {
	line     int
	severity diag.Severity
	pattern  *regexp.Regexp
}

// Check reports the differences between the diagnostics of src and those announced in it.
func Check(t *testing.T, name, src string, got diag.List) {
	t.Helper()
	wants := announced(t, name, src)
	for _, d := range got {
		i := find(wants, d)
		if i < 0 {
			t.Errorf("%s:%d: not announced: %s: %s", name, d.Span.Start.Line, d.Severity, Text(d))
			continue
		}
		wants = append(wants[:i], wants[i+1:]...)
	}
	for _, w := range wants {
		t.Errorf("%s:%d: announced but did not come: %s", name, w.line, w.pattern)
	}
}

// Text is what the regexps are matched against.
func Text(d *diag.Diagnostic) string {
	text := d.Code + ": " + d.Msg
	if d.Help != "" {
		text += "; " + d.Help
	}
	return text
}

func find(wants []want, d *diag.Diagnostic) int {
	for i, w := range wants {
		if w.line == d.Span.Start.Line && w.severity == d.Severity && w.pattern.MatchString(Text(d)) {
			return i
		}
	}
	return -1
}

// announced reads the announcements of a text.
func announced(t *testing.T, name, src string) []want {
	t.Helper()
	comment := regexp.MustCompile("// (ERROR|WARNING)(\\+[0-9]+)? ((\"[^\"]*\"|`[^`]*`) ?)+$")
	var out []want
	for i, line := range strings.Split(src, "\n") {
		m := comment.FindStringSubmatch(line)
		if m == nil {
			if strings.Contains(line, "// ERROR") || strings.Contains(line, "// WARNING") {
				t.Errorf("%s:%d: this announcement cannot be read", name, i+1)
			}
			continue
		}
		w := want{line: i + 1, severity: diag.Error}
		if m[1] == "WARNING" {
			w.severity = diag.Warning
		}
		if m[2] != "" {
			ahead, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(fmt.Errorf("%s:%d: %w", name, i+1, err))
			}
			w.line += ahead
		}
		quoted := regexp.MustCompile("\"[^\"]*\"|`[^`]*`")
		for _, q := range quoted.FindAllString(line[strings.Index(line, m[0]):], -1) {
			w.pattern = regexp.MustCompile(q[1 : len(q)-1])
			out = append(out, w)
		}
	}
	return out
}

var codeLine = regexp.MustCompile(`(?m)^(?:const |\t)[cC]ode\w*\s*=\s*"([\w-]+)"`)

// Codes lists the codes of findings that are constants in a file.
func Codes(t *testing.T, file string) (codes []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range codeLine.FindAllSubmatch(text, -1) {
		codes = append(codes, string(m[1]))
	}
	return codes
}
