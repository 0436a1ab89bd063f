package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

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
			p.say(backends.Progress{Doing: "thinking", Done: 1, Unit: "state"})
			time.Sleep(time.Hour)
			p.stop()
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

func columnsOf80() int { return 80 }

// Programs get an object a second, and at most ten where there is something new to say.
func TestObjectsOfProgressAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stderr strings.Builder
		objects := func() int { return strings.Count(stderr.String(), "\n") }
		p := startDisplay(&stderr, asJSON, columnsOf80)
		for range 1000 {
			p.doing("thinking")
		}
		assert.Equal(t, 1, objects())
		time.Sleep(jsonTime)
		for range 1000 {
			p.doing("thinking")
		}
		assert.Equal(t, 2, objects())
		time.Sleep(10 * time.Second)
		assert.Equal(t, 12, objects())
		p.stop()
		time.Sleep(10 * time.Second)
		assert.Equal(t, 12, objects())
	})
}

func TestLinesOfProgress(t *testing.T) {
	table := figures{
		Progress: backends.Progress{
			Doing: "table corners", Level: "cost", At: 7, Done: 44_089_920, Of: 88_179_840, Unit: "state",
		},
		perSecond: 1_340_000, spent: 33 * time.Second, left: 127 * time.Second, memory: 120 << 20,
	}
	for width, want := range map[int]string{
		120: "table corners, cost 7: [=====     ] 50 %, 44,089,920 states, 1,340,000/s, 120 MiB, 33s, 2m07s left",
		80:  "table corners, cost 7: 50 %, 44,089,920 states, 1,340,000/s, 120 MiB, 2m07s left",
		75:  "table corners, cost 7: 50 %, 44,089,920 states, 1,340,000/s, 2m07s left",
		60:  "table corners, cost 7: 50 %, 44,089,920 states, 2m07s left",
		40:  "table corners, cost 7: 50 %, 2m07s left",
		30:  "table corne…: 50 %, 2m07s left",
		5:   "…: 50 %, 2m07s left",
	} {
		assert.Equal(t, want, table.line(width), "%d", width)
	}
	for want, f := range map[string]figures{
		"solving: 12s": {Progress: backends.Progress{Doing: "solving"}, spent: 12 * time.Second},
		"sat, horizon 20: 1 variable, 2 clauses, 12s": {Progress: backends.Progress{
			Doing: "sat", Level: "horizon", At: 20, Variables: 1, Clauses: 2,
		}, spent: 12 * time.Second},
		"idastar, bound 24: 1,234 states, 2.5 GiB, 3h05m": {Progress: backends.Progress{
			Doing: "idastar", Level: "bound", At: 24, Done: 1234, Unit: "state",
		}, memory: 5 << 29, spent: 3*time.Hour + 5*time.Minute},
		"queens, bfs: [==        ] 25 %, 1 run, 12s": {Progress: backends.Progress{
			Doing: "queens, bfs", Done: 1, Of: 4, Unit: "run",
		}, spent: 12 * time.Second},
		"table a: [==========] 100 %, 5 states, 12s": {Progress: backends.Progress{
			Doing: "table a", Done: 5, Of: 4, Unit: "state",
		}, spent: 12 * time.Second},
	} {
		assert.Equal(t, want, f.line(100))
	}
	for columns := range 120 {
		table.Doing = strings.Repeat("long ", 30)
		assert.LessOrEqual(t, utf8.RuneCountInString(table.line(max(columns, 20))), max(columns, 20))
	}
}

// Speed is that of the last seconds; the time left is reckoned from the whole.
func TestPace(t *testing.T) {
	begin := time.Now()
	var p pace
	say := func(second float64, done, of int64) backends.Progress {
		s := backends.Progress{Unit: "state", Done: done, Of: of}
		p.note(begin.Add(time.Duration(second*float64(time.Second))), s)
		return s
	}
	s := say(0, 0, 1000)
	assert.Zero(t, p.perSecond())
	assert.Zero(t, p.left(begin, s))
	s = say(1, 100, 1000)
	assert.InDelta(t, 100, p.perSecond(), 0.01)
	assert.Equal(t, 9*time.Second, p.left(begin.Add(time.Second), s))
	assert.Equal(t, 7*time.Second, p.left(begin.Add(3*time.Second), s), "time goes on where nothing is said")
	for second := 2; second <= 20; second++ {
		say(float64(second), 100+10*int64(second), 1000)
	}
	assert.InDelta(t, 10, p.perSecond(), 0.01)
	s = say(21, 1000, 1000)
	assert.Zero(t, p.left(begin.Add(21*time.Second), s))
	say(22, 5, 2000)
	say(23, 12350, 2000)
	assert.InDelta(t, 12300, p.perSecond(), 0.01)
}

// What others print stands where the line was.
func TestProgressPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stderr strings.Builder
		p := startDisplay(&stderr, drawn, columnsOf80)
		p.doing("thinking")
		p.tick()
		assert.Regexp(t, `^\r\| thinking: (\d+ MiB, )?0s\x1b\[K\r$`, stderr.String())
		p.pause()
		p.pause()
		p.tick()
		p.stop()
		p.say(backends.Progress{Doing: "nothing"})
		p.tick()
		assert.Equal(t, 2, strings.Count(stderr.String(), "thinking"))
		assert.Equal(t, 2, strings.Count(stderr.String(), "\r\x1b[K"))
	})
}
