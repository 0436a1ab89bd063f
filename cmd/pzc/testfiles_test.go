package main

import (
	"context"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The results of files that are tested at the same time are those of files tested one after another, in the same order.
func TestFilesAtOnce(t *testing.T) {
	seconds := regexp.MustCompile(`"seconds": [0-9.e-]+|[0-9.]+ s\b`)
	wrong, warned := modelFile(t, "puzzle"), modelFile(t, `
puzzle Warned
state x: 0..3 = any
view "{x}" fill "lightgrey"
goal x == 4
expect unsolvable
`)
	missed := modelFile(t, `
puzzle Missed
state x: 0..3 = 0
move go when x < 3 { x := x + 1 }
goal x == 3
expect cost 4
`)
	files := []string{
		"jugs", wrong, "missing.pz", "wolf_goat_cabbage", warned, "missionaries", missed, "bridge", "sudoku", "jugs",
	}
	for _, format := range []string{"text", "json"} {
		test := func(more ...string) (code int, out, complaints string) {
			e, stdout, stderr := testEnv()
			code = run(append(append([]string{"test", "--format", format}, more...), files...), e)
			return code, seconds.ReplaceAllString(stdout.String(), ""), stderr.String()
		}
		code, out, complaints := test("--threads", "1")
		assert.Equal(t, exitWrong, code)
		assert.Contains(t, out, "cost 4")
		assert.Contains(t, complaints, "lightgrey")
		again, outAgain, complaintsAgain := test()
		assert.Equal(t, code, again)
		assert.Equal(t, words(out), words(outAgain))
		assert.Equal(t, complaints, complaintsAgain)
	}
}

// words returns the text without the spaces that lay it out.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// Ctrl-C ends all files that are tested, and is reported once.
func TestInterruptEndsAllFiles(t *testing.T) {
	e, stdout, stderr := testEnv()
	hard := modelFile(t, endless+"expect cost 1\n")
	e.signals <- os.Interrupt
	assert.Equal(t, exitInterrupted, run([]string{"test", "jugs", hard, hard, hard, "jugs"}, e))
	assert.Equal(t, 1, strings.Count(stderr.String(), "interrupted"), stderr.String())
	assert.NotContains(t, stdout.String(), "Endless")
}

// An error that ends the command ends all files.
func TestWrongOptionEndsAllFiles(t *testing.T) {
	e, stdout, stderr := testEnv()
	hard := modelFile(t, endless+"expect solvable\n")
	assert.Equal(t, exitWrong, run([]string{"test", "jugs", hard, hard, "--parallel", "--backend", "search"}, e))
	assert.Contains(t, stderr.String(), "--parallel")
	assert.Contains(t, stdout.String(), "no expectations")
}

// A piece of work that is cut short beside others is done again when it is alone.
func TestCutShortBesideOthers(t *testing.T) {
	team := &crew{}
	team.working.Store(2)
	var waiting, others atomic.Int64
	begun, done := make(chan bool), make(chan bool)
	part := func() *tested {
		own, said := (&env{}).partOf(context.Background())
		return &tested{crew: team, env: own, said: said}
	}
	go func() {
		defer close(done)
		part().turn(func(int) bool {
			close(begun)
			for waiting.Load() == 0 { // the other is cut short
			}
			others.Store(1)
			return false
		})
	}()
	<-begun
	var beside []int
	cut := part()
	cut.turn(func(n int) bool {
		beside = append(beside, n)
		_, err := cut.said.Write([]byte("cut short\n"))
		require.NoError(t, err)
		if len(beside) == 2 {
			assert.EqualValues(t, 1, others.Load(), "it is not alone")
		}
		waiting.Store(1)
		return len(beside) == 1
	})
	<-done
	assert.Equal(t, []int{1, 0}, beside)
	assert.Equal(t, len("cut short\n"), cut.said.len(), "what was said first was about the first time")

	team.working.Store(1)
	times := 0
	part().turn(func(int) bool { times++; return true })
	assert.Equal(t, 1, times, "it was alone")
}
