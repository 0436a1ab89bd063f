package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/docs"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// buffer is written to by the command and by what draws progress.
type buffer struct {
	mu      sync.Mutex
	text    bytes.Buffer
	awaited *regexp.Regexp // what calls then when it is written, once
	then    func()
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.awaited != nil && b.awaited.Match(p) {
		b.awaited = nil
		b.then()
	}
	return b.text.Write(p)
}

// interruptAt has Ctrl-C come when something is written.
func (b *buffer) interruptAt(e *env, pattern string) {
	b.awaited, b.then = regexp.MustCompile(pattern), func() { e.signals <- os.Interrupt }
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

func testEnv() (e *env, stdout, stderr *buffer) {
	stdout, stderr = &buffer{}, &buffer{}
	return &env{
		stdin: strings.NewReader(""), stdout: stdout, stderr: stderr, getenv: func(string) string { return "" },
		// on a busy machine work may take long to end
		signals: make(chan os.Signal, 2), quit: func(int) {}, patience: time.Hour,
	}, stdout, stderr
}

// endless is a puzzle that no algorithm finishes: the 48-puzzle, with all tiles turned round.
const endless = `
puzzle Endless
type Cell = grid(7, 7)
type Tile = 0..48
state board[c in Cell]: Tile distinct = 48 - index(c)
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 {
  board[from], board[to] := board[to], board[from]
}
goal forall c in Cell: board[c] == (index(c) + 1) % 49
`

func modelFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "model.pz")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

func TestInterruptEndsTheWork(t *testing.T) {
	e, stdout, stderr := testEnv()
	e.signals <- os.Interrupt
	assert.Equal(t, exitInterrupted, run([]string{"solve", modelFile(t, endless)}, e))
	assert.Contains(t, stdout.String()+stderr.String(), "nterrupted")
}

type panicking struct{}

func (panicking) Write([]byte) (int, error) { panic("the paper is burning") }

func TestFaultsAreReported(t *testing.T) {
	e, _, stderr := testEnv()
	e.stdout = panicking{}
	assert.Equal(t, exitFault, run([]string{"version"}, e))
	assert.Contains(t, stderr.String(), "the paper is burning")
	assert.Contains(t, stderr.String(), "Please report")

	e, _, stderr = testEnv()
	assert.Equal(t, exitFault, e.fail(&puzzle.Fault{Backend: "liar", Report: "plan\n  step\n"}))
	assert.Contains(t, stderr.String(), "the backend liar gave a plan that does not replay")
	assert.Contains(t, stderr.String(), "plan\n  step\n")
}

// All wrong models of the other packages' tests, through the whole command: a place and a reason for each finding, no
// panic.
func TestWrongModelsAreExplained(t *testing.T) {
	place := regexp.MustCompile(`(?m)^\S+\.pz:\d+:\d+: (error|warning|note): .+`)
	wrong := 0
	for _, pattern := range []string{"../../dsl/testdata/errors/*.pz", "../../compiler/*/testdata/errors/*.pz"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			e, _, stderr := testEnv()
			code := run([]string{"check", file}, e)
			if code == exitWrong {
				wrong++
			}
			assert.Contains(t, []int{exitOK, exitWrong}, code, "%s: %s", file, stderr)
			if stderr.String() != "" {
				assert.Regexp(t, place, stderr.String(), file)
			}
		}
	}
	assert.Greater(t, wrong, 20)
}

// Models with a line missing, most of them wrong.
func TestMutilatedModelsAreExplained(t *testing.T) {
	wrong := 0
	for _, model := range []string{"queens", "jugs", "bridge", "wolf_goat_cabbage", "pegs"} {
		m, found := puzzle.Library(model)
		require.True(t, found)
		lines := strings.SplitAfter(m.Text, "\n")
		for i := range lines {
			e, _, stderr := testEnv()
			e.stdin = strings.NewReader(strings.Join(slices.Concat(lines[:i], lines[i+1:]), ""))
			code := run([]string{"solve", "-", "--timeout", "5s", "--max-horizon", "3"}, e)
			assert.NotEqual(t, exitFault, code, "%s without line %d: %s", model, i+1, stderr)
			if code == exitWrong {
				wrong++
				assert.Regexp(t, `<stdin>:\d+:\d+: error: .+|error: .+`, stderr.String(), "%s without line %d", model, i+1)
			}
		}
	}
	assert.Greater(t, wrong, 30)
}

// A document of the name of a command would hide that command's help.
func TestNoTopicHidesACommand(t *testing.T) {
	parser, err := newParser(&commands{}, nil)
	require.NoError(t, err)
	for _, topic := range topics() {
		assert.NotContains(t, commandNames(parser.Model.Node), topic)
	}
}

// TestVersionsAgree: what a release consists of has the version of pzc.
func TestVersionsAgree(t *testing.T) {
	for file, want := range map[string]string{
		"web/npm/package.json":                               `"version": "` + release + `"`,
		"editors/jupyter/pzc_magic.py":                       `__version__ = "` + release + `"`,
		"editors/jupyter/pzc_magic-0.1.0.dist-info/METADATA": "Version: " + release + "\n",
		"CITATION.cff":                                       "version: " + release + "\n",
		"Makefile":                                           "pzc_magic-" + release + "-py3",
	} {
		text, err := os.ReadFile("../../" + file)
		require.NoError(t, err)
		assert.Contains(t, string(text), want, file)
	}
}

// On a terminal the documents are broken between words, and say the same.
func TestDocumentsOnATerminal(t *testing.T) {
	for _, topic := range topics() {
		text, err := fs.ReadFile(docs.FS(), topic+".md")
		require.NoError(t, err)
		shown := wrapDocument(string(text), 80)
		assert.Equal(t, strings.Fields(string(text)), strings.Fields(shown), topic)
		code := false
		for line := range strings.Lines(shown) {
			code = code != strings.HasPrefix(line, "```")
			if !code && !strings.HasPrefix(line, "|") && strings.Count(strings.TrimSpace(line), " ") > 0 &&
				!strings.HasPrefix(line, "    ") {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimRight(line, "\n")), 80, "%s: %s", topic, line)
			}
		}
	}
	assert.Equal(t, "- one two\n  three\n", wrapDocument("- one two three\n", 9))
	assert.Equal(t, "```\none two three\n```\n| one two three |\n",
		wrapDocument("```\none two three\n```\n| one two three |\n", 9))
}

// Each document has a line in the index.
func TestDocumentsAreListed(t *testing.T) {
	list, err := fs.ReadFile(docs.FS(), index)
	require.NoError(t, err)
	var listed []string
	for line := range strings.Lines(string(list)) {
		if found := indexed.Get().FindStringSubmatch(line); found != nil {
			listed = append(listed, found[1])
		}
	}
	assert.ElementsMatch(t, topics(), listed)
}
