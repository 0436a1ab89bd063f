package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLongMemoryLimitHolds: a process takes at most a tenth more than --memory allows, beside what pzc takes to print
// its version.
func TestLongMemoryLimitHolds(t *testing.T) {
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings,
		debug.BuildSetting{Key: "-race", Value: "true"}) {
		t.Skip("the race detector takes several times the memory")
	}
	_, bare := resident(t, "version")
	folder := t.TempDir()
	for name, text := range map[string]string{
		"wide.pz": wide,
		"free.pz": "puzzle P\nstate x[i in 0..30]: 0..3 = any\ngoal (sum i in 0..30: x[i]) % 2 == 0\n",
		"moves.pz": "puzzle P\ntype T = 0..12\nstate x: 0..99 = 0\n" +
			"move m(a: T, b: T, c: T, d: T, e: T, f: T)\n" +
			"  when x != a { x := (a + b + c + d + e + f) % 100 }\ngoal x == 99\n",
		"pairs.pz": "puzzle P\ntype T = 0..200\nstate x[i in T]: T = 0\n" +
			"move m(a: T, b: T, c: T) where a != b when x[a] != x[b] and x[c] == a { x[a] := x[b] }\n" +
			"goal x[0] == 9\n",
		"distinct.pz": "puzzle P\ntype T = 0..399\nstate x[i in T]: T distinct = any\n" +
			"move m(a: T, b: T) where a < b { x[a], x[b] := x[b], x[a] }\n" +
			"goal forall i in T: x[i] == i\n",
		"start.pz": "puzzle P\nstate x[i in 0..399999]: 0..9 = i % 10\nmove m(a: 0..99) { x[a] := (x[a] + 1) % 10 }\n" +
			"goal forall i in 0..399999: x[i] == 0\n",
		"table.pz": "puzzle P\nconst c[i in 0..2999, j in 0..2999]: 0..100 = i * j % 100\nstate x: 0..99 = 0\n" +
			"move m(a: 0..99) { x := c[a, x] % 100 }\ngoal x == 9\n",
		"set.pz": "puzzle P\ntype S = { (i, j) for i in 0..1199, j in 0..1199 where (i + j) % 2 == 0 }\n" +
			"state x: 0..99 = 0\nmove m(a: 0..99) when (a, x) in S { x := a }\n" +
			"goal x == 9\n",
		"guards.pz": "puzzle P\ntype C = grid(60, 60)\nstate x[c in C]: 0..99 = 0\n" +
			"move m(a: C) when (sum c in C, d in C: if x[c] == x[d] then 1 else 0) > 5 {\n" +
			"  x[a] := (x[a] + 1) % 100\n}\ngoal forall c in C: x[c] == 9\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	lines := map[string]int64{} // and the limit
	for _, line := range []string{
		"solve wide.pz --algorithm bfs", "solve wide.pz --algorithm dfs", "solve wide.pz --algorithm ucs",
		"solve wide.pz --algorithm greedy",
		"solve wide.pz --algorithm astar", "solve wide.pz --algorithm wastar", "solve wide.pz --algorithm bidirectional",
		"solve wide.pz --backend sat",
		"explore wide.pz", "explore wide.pz --depths", "count wide.pz", "emit-cnf wide.pz --horizon 300 -o wide.cnf",
		"solve moves.pz", "check moves.pz", "emit-go moves.pz -o go", "solve free.pz --all --backend search",
	} {
		lines[line] = 150 << 20
	}
	for _, line := range []string{
		"emit-cnf wide.pz --horizon 300 --format json -o wide.json",
		"emit-cnf wide.pz --horizon 50 --encoding textbook -o wide.cnf", "solve pairs.pz",
		"solve distinct.pz", "check start.pz", "check table.pz", "check set.pz", "solve guards.pz",
	} {
		lines[line] = 60 << 20
	}
	for line, limit := range lines {
		t.Run(line, func(t *testing.T) {
			args := strings.Fields(strings.ReplaceAll(line, ".pz", fmt.Sprintf(".pz --memory %d", limit)))
			args[1] = filepath.Join(folder, args[1])
			if i := slices.Index(args, "-o"); i > 0 {
				args[i+1] = filepath.Join(folder, args[i+1])
			}
			out, used := resident(t, args...)
			require.Contains(t, out, "memory limit")
			// The garbage collector is late on a busy machine.
			require.Less(t, used-bare, limit+limit/6, "%d bytes beside the program's %d", used-bare, bare)
		})
	}
}

// Two files that do not fit into the memory together are tested one after another.
func TestLongMemoryOfFilesAtOnce(t *testing.T) {
	cmd := exec.Command("pzc", "test", "pegs", "pegs", "-i", "english", "--memory", "80MiB", "--algorithm", "astar")
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Contains(t, string(said), "2 expectations met")
}

// A table that does not fit is refused before memory is full, with what to do.
func TestTableTooLarge(t *testing.T) { tooLarge(t, "patterns") }

func TestLongTableTooLarge(t *testing.T) { tooLarge(t, "p") }

func tooLarge(t *testing.T, heuristic string) {
	t.Helper()
	file := modelFile(t, wide+"heuristic p = pattern(board, {1, 2, 3, 4, 5, 6, 7, 8})\n")
	cmd := exec.Command("pzc", "solve", file, "--heuristic", heuristic, "--memory", "150MiB", "--tables", "none")
	said, _ := cmd.CombinedOutput()
	require.Equal(t, exitWrong, cmd.ProcessState.ExitCode(), "%s", said)
	require.Contains(t, string(said), "--memory leaves")
	require.Contains(t, string(said), "give more memory")
}

// resident is what pzc prints, and how many bytes of memory it holds at most.
func resident(t *testing.T, args ...string) (out string, bytes int64) {
	t.Helper()
	// A process counts what the one held at most that started it.
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // forgets that
	cmd := exec.Command("pzc", args...)
	var said head
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		require.Equal(t, exitUndecided, cmd.ProcessState.ExitCode(), "%s", said)
	}
	return string(said), cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
}

// head is the first part of what is written to it.
type head []byte

func (h *head) Write(text []byte) (int, error) {
	*h = append(*h, text[:min(len(text), 4096-len(*h))]...)
	return len(text), nil
}
