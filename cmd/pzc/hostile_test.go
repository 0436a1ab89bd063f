package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// evil is all that could end a text in a page, a picture, a graph, a comment or a program.
const evil = `</script><script>alert(1)</script><img src=x onerror=alert(2)> & "q" 'q' ](javascript:alert(3)) {{.}} ` +
	"`x` */ <!-- $(touch x)"

// hostile is a model with evil in labels, reasons, views and comments.
func hostile() string {
	text := strings.NewReplacer(`"`, `\"`, "{", `\{`, "}", `\}`).Replace(evil)
	return `
// ` + evil + `
puzzle Hostile
enum V { a, b }
type C = grid(2, 2)
state at[c in C]: V = a
move flip(c: C) when at[c] == a as "` + text + `" { at[c] := b }
always at[(0, 0)] == a or at[(1, 1)] == a else "` + text + `"
view "` + text + `"
view c in C: if at[c] == a then "<" else "&"
goal at[(0, 1)] == b and at[(1, 0)] == b
`
}

// Texts of a model stay texts in all that pzc writes.
func TestHostileTexts(t *testing.T) {
	file, folder := modelFile(t, hostile()), t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	command := func(args ...string) string {
		e, stdout, stderr := testEnv()
		require.Equal(t, exitOK, run(args, e), "%s %s", args, stderr)
		return stdout.String()
	}
	command("solve", file, "--html", in("plan.html"), "--svg", in("plan.svg"))
	command("explore", file, "--graph", in("graph.svg"), "--dot", in("graph.dot"), "--plots", in("plots"))
	command("report", file, "--html", in("report.html"))
	for _, name := range []string{"plan.html", "plan.svg", "graph.svg", "report.html"} {
		text, err := os.ReadFile(in(name))
		require.NoError(t, err)
		assert.NotContains(t, string(text), "<script>alert", name)
		assert.NotContains(t, string(text), "<img", name)
		assert.NotContains(t, string(text), "<!-- $", name)
		assert.NotRegexp(t, `(?i)href\s*=\s*["']?\s*javascript:`, string(text), name)
		if strings.HasSuffix(name, ".svg") {
			wellFormed(t, string(text))
		}
	}
	dot, err := os.ReadFile(in("graph.dot"))
	require.NoError(t, err)
	assert.Contains(t, string(dot), `\"q\"`)
	outside := regexp.MustCompile(`"(\\.|[^"\\])*"`).ReplaceAllString(string(dot), "")
	assert.NotContains(t, outside, "script", "outside the strings of the graph")

	var answer struct{ Plan []struct{ Label string } }
	require.NoError(t, json.Unmarshal([]byte(command("solve", file, "--format", "json")), &answer))
	require.Equal(t, evil, answer.Plan[0].Label)
}

func wellFormed(t *testing.T, text string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err)
		if start, ok := token.(xml.StartElement); ok {
			require.NotContains(t, []string{"script", "img"}, start.Name.Local)
			for _, a := range start.Attr {
				require.False(t, strings.HasPrefix(a.Name.Local, "on"), "%s", a.Name.Local)
			}
		}
	}
}

// Names of files that command the terminal are not printed.
func TestHostileFileNames(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"red\x1b[31m.pz", "two\nlines.pz", "turned\u202e.pz", "bell\a.pz"} {
		file := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(file, []byte(endless), 0o600))
		for _, args := range [][]string{
			{"check", file},
			{"solve", file},
			{"test", file},
			{"fmt", file},
			{"bench", file},
			{"solve", file + "missing"},
			{"validate", "jugs", file},
			{"import", "--as", "xsb", file},
			{"solve", "jugs", "--data", file},
		} {
			e, stdout, stderr := testEnv()
			require.Equal(t, exitWrong, run(args, e), "%q", args)
			assert.NotRegexp(t, "[\x00-\x09\x0b-\x1f\x7f\u202e\ufffd]", stdout.String()+stderr.String(), "%q", args)
			assert.Contains(t, stderr.String(), "rename it", "%q", args)
		}
	}
}
