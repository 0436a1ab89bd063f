package main

import (
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// wide is a puzzle whose states take many bytes, and that has far too many.
const wide = `
puzzle Wide
type Cell = grid(12, 12)
type Tile = 0..143
state board[c in Cell]: Tile distinct = 143 - index(c)
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 {
  board[from], board[to] := board[to], board[from]
}
goal forall c in Cell: board[c] == (index(c) + 1) % 144
`

// TestMemoryLimitHolds: a process takes at most a tenth more than --memory allows, beside what pzc takes to print its version.
func TestMemoryLimitHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("filling memory takes long")
	}
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector takes several times the memory")
	}
	_, bare := resident(t, "version")
	file := modelFile(t, wide)
	const limit = 150 << 20
	for _, how := range []string{
		"--algorithm bfs", "--algorithm dfs", "--algorithm ucs", "--algorithm greedy", "--algorithm astar", "--algorithm wastar",
		"--algorithm bidirectional", "--backend sat",
	} {
		t.Run(how, func(t *testing.T) {
			out, used := resident(t, append([]string{"solve", file, "--memory", "150MiB"}, strings.Fields(how)...)...)
			require.Contains(t, out, "memory limit")
			require.Less(t, used-bare, int64(limit+limit/10), "%d bytes beside the program's %d", used-bare, bare)
		})
	}
}

// resident is what pzc prints, and how many bytes of memory it holds at most.
func resident(t *testing.T, args ...string) (out string, bytes int64) {
	t.Helper()
	cmd := exec.Command("pzc", args...)
	text, err := cmd.CombinedOutput()
	if err != nil {
		require.Equal(t, exitUndecided, cmd.ProcessState.ExitCode(), "%s", text)
	}
	return string(text), cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
}
