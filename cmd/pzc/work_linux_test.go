package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWorkersAreKilled and its long version kill workers, and the command that waits for them, at random moments.
// Started again, the command reports what it reports without workers.
func TestWorkersAreKilled(t *testing.T) { killWorkers(t, 1, gradeMany(t, 20)) }

func TestLongWorkersAreKilled(t *testing.T) { killWorkers(t, 5, gradeMany(t, 60)) }

func TestHoursWorkersAreKilled(t *testing.T) { killWorkers(t, 50, gradeMany(t, 60)) }

func TestLongWorkersThatTestAreKilled(t *testing.T) { killWorkers(t, 5, testMany(t, 40)) }

func TestLongWorkersThatVerifyAreKilled(t *testing.T) {
	killWorkers(t, 5, []string{"verify", "hanoi", "--states", "300"})
}

func TestLongWorkersThatGenerateAreKilled(t *testing.T) {
	killWorkers(t, 5, []string{"generate", "latin", "-n", "40"})
}

// gradeMany is a command that grades submissions.
func gradeMany(t *testing.T, submissions int) []string {
	t.Helper()
	exercise, err := filepath.Abs("../../course/01-errors")
	require.NoError(t, err)
	wrong, err := filepath.Glob(filepath.Join(exercise, "wrong", "*.pz"))
	require.NoError(t, err)
	class := t.TempDir()
	for i := range submissions {
		text, err := os.ReadFile(wrong[i%len(wrong)])
		require.NoError(t, err)
		text = fmt.Appendf(text, "\n// %d\n", i)
		require.NoError(t, os.WriteFile(filepath.Join(class, fmt.Sprintf("s%d.pz", i)), text, 0o600))
	}
	return []string{"grade", exercise, class}
}

// testMany is a command that tests models.
func testMany(t *testing.T, models int) []string {
	t.Helper()
	command := []string{"test"}
	for i := range models {
		text := fmt.Sprintf("puzzle Count\nstate n: 0..%d = 0\nmove up { n := n + 1 }\n", i+1) +
			fmt.Sprintf("goal n == %d\nexpect cost %[1]d\n", i)
		file := filepath.Join(t.TempDir(), "count.pz")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		command = append(command, file)
	}
	return command
}

var seconds = regexp.MustCompile(`"seconds": [0-9.e-]+`)

func killWorkers(t *testing.T, rounds int, command []string) {
	t.Helper()
	start := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
		said := &bytes.Buffer{}
		cmd := exec.Command("pzc", args...)
		cmd.Stdout, cmd.Stderr = said, os.Stderr
		require.NoError(t, cmd.Start())
		return cmd, said
	}
	command = append(command, "--format", "json")
	alone, want := start(command...)
	require.NoError(t, alone.Wait())
	if command[0] == "test" { // workers give no times
		want = bytes.NewBuffer(seconds.ReplaceAll(want.Bytes(), []byte(`"seconds": 0`)))
	}
	moments := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		dir := t.TempDir()
		args := slices.Concat(command, []string{"--workers", dir, "--lease", "300ms"})
		work := func() *exec.Cmd { cmd, _ := start("work", dir, "--lease", "300ms"); return cmd }
		workers := []*exec.Cmd{work(), work()}
		first, _ := start(args...)
		for i := range 4 {
			time.Sleep(time.Duration(moments.IntN(300)) * time.Millisecond)
			dead := &workers[i%2]
			if i == 2 {
				_ = first.Process.Kill()
				_ = first.Wait()
			}
			require.NoError(t, (*dead).Process.Kill())
			_ = (*dead).Wait()
			*dead = work()
		}
		again, said := start(args...)
		require.NoError(t, again.Wait())
		assert.True(t, bytes.Equal(want.Bytes(), said.Bytes()), "another report")
		for _, w := range workers {
			_ = w.Process.Signal(syscall.SIGINT)
			_ = w.Wait()
		}
	}
}
