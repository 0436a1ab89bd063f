// Package compilertest holds what the tests of the compiler's packages share: the models of the library, models from a
// text, findings that a model announces in its comments, random conditions.
package compilertest

import (
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/models"
)

// LibraryFiles lists the files of the library.
func LibraryFiles(t testing.TB) (files []string) {
	t.Helper()
	err := fs.WalkDir(models.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".pz") && !strings.HasPrefix(name, models.Kits+"/") {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// LibraryText returns the text of a file of the library.
func LibraryText(t testing.TB, file string) string {
	t.Helper()
	text, err := fs.ReadFile(models.FS(), file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Load loads a file of the library, which has no findings.
func Load(t testing.TB, file string) *model.Program {
	t.Helper()
	l := check.Loader{FS: models.FS()}
	p, diags := l.Load(file)
	if len(diags) > 0 || p == nil {
		t.Fatalf("%s has findings: %s", file, Printed(diags, l.Sources))
	}
	return p
}

// Built makes a model of a text; with an instance's name, that instance.
func Built(t testing.TB, text, instance string) *model.Model {
	t.Helper()
	return Instance(t, Checked(t, text), instance, nil)
}

// Printed is what the command prints of findings.
func Printed(l diag.List, sources map[string]string) string {
	var b strings.Builder
	diag.Print(&b, l, sources, false)
	return b.String()
}

// Words cuts a model into tokens and the blanks between them.
var Words = regexp.MustCompile(`[A-Za-z_]\w*|\d+|"""|'.'|[:=<>!.]+|\s+|.`)

var (
	expectation = regexp.MustCompile(`// (.*)(ERROR|WARNING)(\+\d+)? (".*")\s*$`)
	quotedText  = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

type expected struct {
	line     int
	severity string
	pattern  *regexp.Regexp
}

// Match compares the findings of a file with those that its comments announce, and reports what is missing and what was
// not announced. A line announces its findings as `// ERROR "regexp"` or `// WARNING "regexp"`, matched with the text
// "message [code] help", or with that of Text; with ERROR+2 the finding is two lines below (inside a map, which has no
// comments). Findings of other files are left out.
func Match(t *testing.T, file, src string, diags diag.List) {
	t.Helper()
	want := expectations(t, src)
	for _, d := range diags {
		if d.Span.Start.Filename != file {
			continue
		}
		text := d.Msg + " [" + d.Code + "] " + d.Help + "\n" + Text(d)
		found := false
		for i, w := range want {
			if w.pattern != nil && w.line == d.Span.Start.Line && w.severity == d.Severity.String() &&
				w.pattern.MatchString(text) {
				want[i].pattern = nil
				found = true
				break
			}
		}
		if !found {
			t.Errorf("not expected: %s [%s] help: %s", d.Error(), d.Code, d.Help)
		}
	}
	for _, w := range want {
		if w.pattern != nil {
			t.Errorf("missing diagnostic: %s:%d: %s %q", file, w.line, w.severity, w.pattern)
		}
	}
}

// Text writes a finding as "code: message; help".
func Text(d *diag.Diagnostic) string {
	text := d.Code + ": " + d.Msg
	if d.Help != "" {
		text += "; " + d.Help
	}
	return text
}

func expectations(t *testing.T, src string) []expected {
	t.Helper()
	var out []expected
	for i, line := range strings.Split(src, "\n") {
		m := expectation.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		offset := 0
		if m[3] != "" {
			offset, _ = strconv.Atoi(m[3])
		}
		for _, q := range quotedText.FindAllStringSubmatch(m[4], -1) {
			re, err := regexp.Compile(q[1])
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, expected{line: i + 1 + offset, severity: strings.ToLower(m[2]), pattern: re})
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
