package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/text"
)

func TestProgressIsDrawnAndWipedAway(t *testing.T) {
	e, stdout, stderr := testEnv()
	e.live = true
	stderr.interruptAt(e, "solving|states")
	assert.Equal(t, exitInterrupted, run([]string{"solve", modelFile(t, endless)}, e))
	assert.True(t, strings.HasSuffix(stderr.String(), "\r\x1b[K"), "the line stays on the screen")
	assert.NotContains(t, stdout.String(), "\r")
}

func TestNoProgressWhereNobodyLooks(t *testing.T) {
	for _, quiet := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			e, _, stderr := testEnv()
			e.live, e.globals.Quiet = quiet, quiet
			p := e.progress()
			p.Say(backends.Progress{Doing: "thinking", Done: 1, Unit: "state"})
			time.Sleep(time.Hour)
			p.Stop()
			assert.Empty(t, stderr.String())
		})
	}
}

func TestProgressForPrograms(t *testing.T) {
	e, _, stderr := testEnv()
	stderr.interruptAt(e, `"doing":"idastar".*"done":`)
	assert.Equal(t, exitInterrupted,
		run([]string{"solve", modelFile(t, endless), "--progress", "json", "--algorithm", "idastar", "--heuristic", "blind"},
			e))
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	require.Greater(t, len(lines), 1)
	var last struct {
		Progress, Doing, Level, Unit string
		At                           *int64
		Done                         int64
		Memory                       int64 `json:"memory_bytes"`
	}
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &last))
	assert.Equal(t, []string{"idastar", "bound", "state"}, []string{last.Doing, last.Level, last.Unit})
	assert.Positive(t, *last.At)
	assert.Positive(t, last.Done)
	assert.Positive(t, last.Memory)
	assert.Contains(t, last.Progress, fmt.Sprintf("idastar, bound %d: %s states", *last.At, text.Grouped(last.Done)))
}
