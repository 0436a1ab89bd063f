package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// slow15 is the 15-puzzle from one of its hardest boards, with a table that takes a while.
const slow15 = `
puzzle Slow
type Cell = grid(4, 4)
type Tile = 0..15
state board[c in Cell]: Tile distinct = [14, 15, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0]
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 {
  board[from], board[to] := board[to], board[from]
}
heuristic some = pattern(board, {1, 2, 3, 4, 5, 6})
goal forall c in Cell: board[c] == (index(c) + 1) % 16
`

// TestInterruptAtAnyMoment: at whatever moment Ctrl-C comes, pzc soon ends with status 130, what it has printed is whole, and nothing that it
// started or began to write stays behind.
func TestInterruptAtAnyMoment(t *testing.T) {
	if testing.Short() {
		t.Skip("many processes that work for a while")
	}
	moments := rand.New(rand.NewPCG(1, 2))
	for i, line := range []string{
		"solve slow.pz --algorithm bfs", "solve slow.pz --algorithm idastar", "solve slow.pz", "solve slow.pz --backend sat",
		"solve slow.pz --heuristic some --tables TABLES", "solve slow.pz --heuristic lmcut", "solve slow.pz --algorithm idastar --engine native",
		"solve slow.pz --sat-solver minisat", "explore slow.pz", "count slow.pz --backend sat", "emit-cnf slow.pz --horizon 3000 -o slow.cnf",
		"solve queens -D n=16 --all", "bench slow.pz --algorithms bfs,astar -o runs.csv",
	} {
		var when []time.Duration
		for range 3 {
			when = append(when, time.Duration(moments.IntN(500))*time.Millisecond)
		}
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(line)
			if i := len(args) - 1; args[i] == "minisat" {
				if _, err := exec.LookPath(args[i]); err != nil {
					t.Skip("minisat is not installed")
				}
			}
			for k, moment := range when {
				folder := t.TempDir()
				require.NoError(t, os.WriteFile(filepath.Join(folder, "slow.pz"), []byte(slow15), 0o600))
				mark := fmt.Sprintf("PZC_TEST_MARK=%d.%d.%d", os.Getpid(), i, k)
				interruptAt(t, folder, mark, moment, strings.Fields(strings.ReplaceAll(line, "TABLES", filepath.Join(folder, "tables")))...)
			}
		})
	}
}

// interruptAt runs pzc and interrupts it when it has used the processor for so long.
func interruptAt(t *testing.T, folder, mark string, moment time.Duration, args ...string) {
	t.Helper()
	var said, complaint bytes.Buffer
	cmd := exec.Command("pzc", append(args, "--format", "json")...)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = folder, &said, &complaint, append(os.Environ(), mark)
	require.NoError(t, cmd.Start())
	used := 0.0
	for begun := time.Now(); used < moment.Seconds() && time.Since(begun) < 3*time.Second; time.Sleep(time.Millisecond) {
		now, err := usedSoFar(cmd.Process.Pid)
		if err != nil {
			break
		}
		used = now
	}
	_ = cmd.Process.Signal(syscall.SIGINT)
	_ = cmd.Wait()
	what := fmt.Sprintf("%v after %v:\n%.300s\n%s", args, moment, said.String(), complaint.String())
	state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	early := state.Signaled() && state.Signal() == syscall.SIGINT // before pzc had asked for signals
	require.True(t, early || cmd.ProcessState.ExitCode() == exitInterrupted, "status %v: %s", cmd.ProcessState, what)
	all, most := cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), 1.2
	if strings.Contains(what, "native") || args[0] == "bench" {
		most = 6 // what children used before the interruption is among it
	}
	assert.Less(t, all.Seconds()-used, most, "seconds of the processor after the interruption: %s", what)
	t.Logf("%v: %.2f s used, then %.2f s, %d bytes, %v", args, used, all.Seconds()-used, said.Len(), cmd.ProcessState)
	assert.True(t, said.Len() == 0 || json.Valid(said.Bytes()), "half an answer: %s", what)
	assert.Eventually(t, func() bool { return len(marked(mark)) == 0 }, 10*time.Second, 20*time.Millisecond, "what was started goes on: %v: %s", marked(mark), what)
	for _, below := range []string{folder, filepath.Join(folder, "tables")} {
		_, unfinished := filesIn(t, below)
		assert.Empty(t, unfinished, what)
	}
	assert.NoFileExists(t, filepath.Join(folder, "slow.cnf"), what)
}

// marked are the processes that have a mark in their environment.
func marked(mark string) (found []string) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err == nil && bytes.Contains(text, []byte(mark+"\x00")) {
			command, _ := os.ReadFile(filepath.Join(filepath.Dir(f), "cmdline"))
			found = append(found, string(bytes.ReplaceAll(command, []byte{0}, []byte{' '})))
		}
	}
	return found
}
