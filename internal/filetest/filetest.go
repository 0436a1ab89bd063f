// Package filetest compares the results of tests with files: golden files, and tables of cases.
package filetest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Updating tells whether the golden files are written anew.
func Updating() bool { return *update }

// Golden compares a text with a golden file.
func Golden(t testing.TB, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("run the test with -update: %v", err)
	}
	if string(want) != string(got) {
		t.Errorf("%s is another text now: run the test with -update and look at the difference; got\n%s", file, got)
	}
}

// Rows reads a table with a row on each line. Arrows (→) part its columns, ⏎ is a line break inside of one. A line that
// begins with # is a comment.
func Rows(t testing.TB, file string, columns int) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, "→")
		if len(row) != columns {
			t.Fatalf("%s: a row of %d columns, not %d: %s", file, len(row), columns, line)
		}
		for i := range row {
			row[i] = strings.ReplaceAll(strings.TrimSpace(row[i]), "⏎", "\n")
		}
		rows = append(rows, row)
	}
	return rows
}
