package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

func testEnvCommand() (e *env, stdout, stderr *bytes.Buffer) {
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	return &env{
		stdout: stdout, stderr: stderr, getenv: func(string) string { return "" },
		signals: make(chan os.Signal, 2), quit: func(int) {}, patience: time.Hour,
	}, stdout, stderr
}

// Commands such as test do several pieces of work. A Ctrl-C that comes between two of them ends the second.
func TestInterruptBetweenTwoPiecesOfWork(t *testing.T) {
	for range 200 {
		e, _, _ := testEnvCommand()
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
		e, _, stderr := testEnvCommand()
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
		e, _, _ := testEnvCommand()
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

// TestFlagNames: each option that texts mention has a flag.
func TestFlagNames(t *testing.T) {
	text, err := os.ReadFile("../../internal/mention/mention.go")
	require.NoError(t, err)
	all := regexp.MustCompile(`(?m)^\t\w+ += "(\[\w+\])"$`).FindAllStringSubmatch(string(text), -1)
	assert.Len(t, all, len(flagNames))
	for _, m := range all {
		assert.NotEmpty(t, flagNames[m[1]], "%s has no flag", m[1])
	}
	assert.Equal(t, "leave out --engine native; pzc count counts", inFlags("leave out [Engine native]; [Count] counts"))
}

// A stranger's file has as many slow instances as its author likes; the time that all take together is bounded.
func TestSandboxBoundsAFile(t *testing.T) {
	c := testCommand{limits: limits{Sandbox: true, Timeout: time.Minute}}
	e, _, _ := testEnv()
	within := c.fileBudget()
	require.Equal(t, 10*time.Minute, within.total)
	require.False(t, within.over())
	require.False(t, limits{Timeout: time.Minute}.fileBudget().over(), "only strangers' models")

	program, diags := puzzle.LoadText(nil, "endless.pz", endless+"instance a {} expect solvable expect cost 300\n")
	require.False(t, diags.HasErrors())
	within.end = time.Now().Add(50 * time.Millisecond)
	test := &tested{testCommand: &c, crew: &crew{}, file: "endless.pz", within: within}
	test.env, test.said = e.partOf(t.Context())
	test.working.Store(1)
	rows, err := test.instance(program, "a")
	require.NoError(t, err)
	require.Len(t, rows, 2)
	for _, r := range rows {
		require.Equal(t, puzzle.Undecided, r.Verdict)
	}
	require.Equal(t, outcome{
		File: "endless.pz", Instance: "a", Expect: "cost 300", Verdict: puzzle.Undecided,
		Found: "not tried: the time limit of 10m0s for all of a file was reached",
	}, rows[1])
}

// An answer is on standard output whole or not at all, whether it is short or long.
func TestAnswerIsWhole(t *testing.T) {
	for _, lines := range []int{0, 3, keptAnswer} {
		text := strings.Repeat("a line\n", lines)
		e, stdout, _ := testEnvCommand()
		writes := func(out io.Writer) error {
			_, err := io.Copy(out, bytes.NewReader([]byte(text)))
			return err
		}
		require.NoError(t, e.answer(writes))
		require.Equal(t, sha256.Sum256([]byte(text)), sha256.Sum256(stdout.Bytes()), "%d lines", lines)

		e, stdout, _ = testEnvCommand()
		torn := errors.New("torn")
		require.ErrorIs(t, e.answer(func(out io.Writer) error { return errors.Join(writes(out), torn) }), torn)
		require.Empty(t, stdout.String(), "%d lines", lines)
	}
}

// A limit ends the process before the answer is begun, and not while it is written.
func TestLimitsLeaveAnswersWhole(t *testing.T) {
	e, stdout, _ := testEnvCommand()
	ended := 0
	limit := func() { e.answering.breakOff(func() { ended++ }) }
	pass := 0
	require.NoError(t, e.answer(func(out io.Writer) error {
		pass++
		limit()
		_, err := out.Write(make([]byte, 2*keptAnswer))
		limit()
		return err
	}))
	require.Equal(t, 2, pass)
	require.Equal(t, 2, ended, "the first pass may be ended at both places, the second at none")
	require.Len(t, stdout.String(), 2*keptAnswer)
}

func TestPlayWrongly(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"play -", "reads the keyboard"},
		{"play taquin", "needs a terminal"},
		{"play", "missing: <file>"},
		{"play taquin --plan", "a value is missing"},
		{"play taquin --data -", "reads the keyboard"},
	} {
		complains(t, c.want, strings.Fields(c.args)...)
	}
	e, _, _ := testEnv()
	puzzle, err := (&dataFlags{}).compile(t.Context(), e, "queens")
	require.NoError(t, err)
	_, err = puzzle.Play(t.Context())
	assert.ErrorContains(t, err, "Queens has no moves to play with")
}
