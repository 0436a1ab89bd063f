package main

import (
	"bytes"
	"context"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
