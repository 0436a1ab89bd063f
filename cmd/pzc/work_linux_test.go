package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWorkersAreKilled and its long version kill workers, and the command that waits for them, at random moments.
// Started again, the command reports what it reports without workers.
func TestWorkersAreKilled(t *testing.T) { killWorkers(t, 1, 20) }

func TestLongWorkersAreKilled(t *testing.T) { killWorkers(t, 20, 60) }

func killWorkers(t *testing.T, rounds, submissions int) {
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
	start := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
		said := &bytes.Buffer{}
		cmd := exec.Command("pzc", args...)
		cmd.Stdout, cmd.Stderr = said, os.Stderr
		require.NoError(t, cmd.Start())
		return cmd, said
	}
	alone, want := start("grade", exercise, class, "--format", "json")
	require.NoError(t, alone.Wait())
	moments := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		dir := t.TempDir()
		args := []string{"grade", exercise, class, "--format", "json", "--workers", dir, "--lease", "300ms"}
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
