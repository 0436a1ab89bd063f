package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
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
		signals: make(chan os.Signal, 2), quit: func(int) {}, patience: time.Hour, // on a busy machine work may take long to end
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

// Commands such as test do several pieces of work. A Ctrl-C that comes between two of them ends the second.
func TestInterruptBetweenTwoPiecesOfWork(t *testing.T) {
	for range 200 {
		e, _, _ := testEnv()
		_, stop := limits{}.start(e)
		stop()
		e.signals <- os.Interrupt
		ctx, stop := limits{}.start(e)
		<-ctx.Done()
		require.ErrorIs(t, context.Cause(ctx), errInterrupted)
		stop()
		ctx, stop = limits{}.start(e)
		require.ErrorIs(t, context.Cause(ctx), errInterrupted, "it holds for all work that follows")
		stop()
	}
}

// Work that goes on after its context has ended is ended with the process.
func TestPatienceEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, _, stderr := testEnv()
		ended := make(chan int, 1)
		e.patience, e.quit = time.Minute, func(code int) { ended <- code }
		begin := time.Now()
		ctx, cancel := context.WithCancelCause(t.Context())
		go e.insist(ctx, make(chan struct{}))
		time.Sleep(time.Hour)
		cancel(&reached{"the time limit of 1h", "--timeout"})
		assert.Equal(t, exitUndecided, <-ended)
		assert.Equal(t, time.Hour+time.Minute, time.Since(begin))
		assert.Contains(t, stderr.String(), "the time limit of 1h was reached; --timeout allows more")
	})
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
	assert.Equal(t, exitFault, e.fail(&pzc.Fault{Backend: "liar", Report: "plan\n  step\n"}))
	assert.Contains(t, stderr.String(), "the backend liar gave a plan that does not replay")
	assert.Contains(t, stderr.String(), "plan\n  step\n")
}

// All wrong models of the other packages' tests, through the whole command: a place and a reason for each finding, no panic.
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
		text, err := os.ReadFile("../../models/" + model + ".pz")
		require.NoError(t, err)
		lines := strings.SplitAfter(string(text), "\n")
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

func TestColorRules(t *testing.T) {
	for _, tt := range []struct {
		flag, noColor string
		terminal      bool
		want          bool
	}{
		{"auto", "", true, true},
		{"auto", "", false, false},
		{"auto", "1", true, false},
		{"always", "1", false, true},
		{"never", "", true, false},
	} {
		e, _, _ := testEnv()
		e.terminal, e.globals.Color, e.getenv = tt.terminal, tt.flag, func(string) string { return tt.noColor }
		assert.Equal(t, tt.want, e.color(), "%+v", tt)
	}
}

func TestBytes(t *testing.T) {
	for _, tt := range []struct {
		text string
		want int64
	}{
		{"4GiB", 4 << 30},
		{"500MB", 500_000_000},
		{"500 mb", 500_000_000},
		{"1.5G", 3 << 29},
		{"1t", 1 << 40},
		{"100000000", 100_000_000},
		{"100000000B", 100_000_000},
		{"1KiB", leastMemory},
		{"", -1},
		{"GiB", -1},
		{"-1GiB", -1},
		{"0", -1},
		{"NaN", -1},
		{"inf", -1},
		{"1e300", -1},
		{"4 gigs", -1},
	} {
		n, ok := parseBytes(tt.text)
		if tt.want < 0 {
			assert.False(t, ok, "%q", tt.text)
			continue
		}
		assert.True(t, ok, "%q", tt.text)
		assert.Equal(t, tt.want, n, "%q", tt.text)
	}
}

// A document of the name of a command would hide that command's help.
func TestNoTopicHidesACommand(t *testing.T) {
	parser, err := kong.New(&commands{}, kong.NamedMapper("duration", durationMapper{}), kong.NamedMapper("bytes", bytesMapper{}))
	require.NoError(t, err)
	for _, topic := range topics() {
		assert.NotContains(t, commandNames(parser), topic)
	}
}
