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

// tabledEndless is the puzzle that nothing finishes, with a heuristic whose table takes a while.
const tabledEndless = endless + "heuristic some = pattern(board, {1, 2, 3, 4})\n"

// TestLongInterruptAtAnyMoment: at whatever moment Ctrl-C comes, pzc ends with status 130, what it has printed is
// whole, and nothing that it started or began to write stays behind. None of these commands ends by itself.
func TestLongInterruptAtAnyMoment(t *testing.T) {
	moments := rand.New(rand.NewPCG(1, 2))
	for i, line := range []string{
		"solve m.pz --algorithm bfs", "solve m.pz --algorithm idastar", "solve m.pz", "solve m.pz --backend sat",
		"solve m.pz --heuristic some --tables TABLES", "solve m.pz --heuristic lmcut",
		"solve m.pz --algorithm idastar --engine native",
		"solve m.pz --sat-solver minisat", "explore m.pz", "count m.pz --backend sat",
		"emit-cnf m.pz --horizon 30000 -o m.cnf",
		"solve queens -D n=40 --all", "bench m.pz --algorithms bfs,astar -o runs.csv",
	} {
		var when []time.Duration
		for range 3 {
			when = append(when, time.Duration(moments.IntN(500))*time.Millisecond)
		}
		t.Run(line, func(t *testing.T) {
			args := strings.Fields(line)
			if i := len(args) - 1; args[i] == "minisat" {
				if _, err := exec.LookPath(args[i]); err != nil {
					t.Skip("minisat is not installed")
				}
			}
			for k, moment := range when {
				folder := t.TempDir()
				require.NoError(t, os.WriteFile(filepath.Join(folder, "m.pz"), []byte(tabledEndless), 0o600))
				mark := fmt.Sprintf("PZC_TEST_MARK=%d.%d.%d", os.Getpid(), i, k)
				interruptAt(t, folder, mark, moment,
					strings.Fields(strings.ReplaceAll(line, "TABLES", filepath.Join(folder, "tables")))...)
			}
		})
	}
}

// interruptAt runs pzc, and interrupts it after a while.
func interruptAt(t *testing.T, folder, mark string, moment time.Duration, args ...string) {
	t.Helper()
	var said, complaint bytes.Buffer
	cmd := exec.Command("pzc", append(args, "--format", "json")...)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = folder, &said, &complaint, append(os.Environ(), mark)
	require.NoError(t, cmd.Start())
	time.Sleep(moment)
	_ = cmd.Process.Signal(syscall.SIGINT)
	_ = cmd.Wait()
	what := fmt.Sprintf("%v after %v:\n%.300s\n%s", args, moment, said.String(), complaint.String())
	state, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	early := state.Signaled() && state.Signal() == syscall.SIGINT // before pzc had asked for signals
	require.True(t, early || cmd.ProcessState.ExitCode() == exitInterrupted, "status %v: %s", cmd.ProcessState, what)
	t.Logf("%v after %v: %d bytes, %v", args, moment, said.Len(), cmd.ProcessState)
	assert.True(t, said.Len() == 0 || json.Valid(said.Bytes()), "half an answer: %s", what)
	for len(marked(mark)) > 0 { // what was started may end a little later; if it goes on, the tests' deadline comes
		time.Sleep(10 * time.Millisecond)
	}
	for _, below := range []string{folder, filepath.Join(folder, "tables")} {
		_, unfinished := filesIn(t, below)
		assert.Empty(t, unfinished, what)
	}
	assert.NoFileExists(t, filepath.Join(folder, "m.cnf"), what)
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

// TestLongEmptyRoot grades as in the image of the Dockerfile: in a root that holds pzc, /proc, /dev/null and the
// work, and nothing else, without network, as a user without rights.
func TestLongEmptyRoot(t *testing.T) {
	if os.Getuid() != 0 || exec.Command("unshare", "-mpfn", "true").Run() != nil {
		t.Skip("only root can make a root of its own, with unshare")
	}
	root := t.TempDir()
	require.NoError(t, os.Chmod(root, 0o755))
	for _, folder := range []string{"proc", "dev", "class"} {
		require.NoError(t, os.Mkdir(filepath.Join(root, folder), 0o755))
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "dev/null"), nil, 0o600))
	require.NoError(t, os.CopyFS(filepath.Join(root, "class/river"), os.DirFS("../../course/02-river")))
	build := exec.Command("go", "build", "-o", filepath.Join(root, "pzc"), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	run := func(args ...string) (string, int) {
		const enter = `mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --bind /dev/null "$0/dev/null" &&
			exec chroot --userspec=65534:65534 "$0" /pzc "$@"`
		cmd := exec.Command("unshare", append([]string{"-mpfn", "sh", "-c", enter, root}, args...)...)
		out, err := cmd.CombinedOutput()
		if exited := (*exec.ExitError)(nil); err != nil {
			require.ErrorAs(t, err, &exited)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	text, code := run("grade", "/class/river", "/class/river/right", "/class/river/wrong/boat.pz")
	assert.Equal(t, exitOK, code, text)
	assert.Contains(t, text, "find 3 of 3 wrong models")
	assert.Contains(t, text, "Your goal is too loose")
	text, code = run("test", "--sandbox", "/class/river/reference.pz")
	assert.Equal(t, exitOK, code, text)
	text, code = run("solve", "--sandbox", "--backend", "sat", "wolf_goat_cabbage")
	assert.Equal(t, exitOK, code, text)
	assert.Contains(t, text, "solved in 7 moves, optimal")
}
