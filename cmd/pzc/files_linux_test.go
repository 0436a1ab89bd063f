package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/whole"
)

// tabled is a puzzle that is solved in an instant with a table of some megabytes, which takes longer to build.
const tabled = `
puzzle Tabled
type Cell = grid(3, 3)
type Tile = 0..8
state board[c in Cell]: Tile distinct = [8, 6, 7, 2, 5, 4, 3, 0, 1]
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 {
  board[from], board[to] := board[to], board[from]
}
heuristic all = pattern(board, {0, 1, 2, 3, 4, 5, 6})
goal forall c in Cell: board[c] == (index(c) + 1) % 9
`

// solveTabled are the arguments that solve it.
func solveTabled(file, tables string) []string {
	return []string{"solve", file, "--algorithm", "idastar", "--heuristic", "all", "--tables", tables, "--quiet"}
}

// printed is what a command prints where it must end well.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("pzc", args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, "%s", said.String())
	return string(out)
}

// filesIn are the names of the files of a folder that is there or not.
func filesIn(t *testing.T, folder string) (tables, unfinished []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), whole.Prefix) {
			unfinished = append(unfinished, e.Name())
		} else {
			tables = append(tables, e.Name())
		}
	}
	return tables, unfinished
}

// A process that is killed while it writes a table leaves nothing that another takes for one.
func TestKilledWhileATableIsWritten(t *testing.T) {
	file, folder := modelFile(t, tabled), filepath.Join(t.TempDir(), "tables")
	want := printed(t, solveTabled(file, "none")...)
	killed := 0
	for range 4 {
		cmd := exec.Command("pzc", solveTabled(file, folder)...)
		require.NoError(t, cmd.Start())
		ended := make(chan struct{})
		go func() {
			_ = cmd.Wait()
			close(ended)
		}()
		for writing := false; !writing; {
			select {
			case <-ended:
				writing = true // too fast for us
			default:
				_, unfinished := filesIn(t, folder)
				writing = len(unfinished) > 0
			}
		}
		_ = cmd.Process.Signal(syscall.SIGKILL)
		<-ended
		if tables, unfinished := filesIn(t, folder); len(tables) == 0 && len(unfinished) > 0 {
			killed++
		}
		require.Equal(t, want, printed(t, solveTabled(file, folder)...))
		require.NoError(t, os.RemoveAll(folder))
	}
	t.Logf("killed %d of 4 times while the table was written", killed)
}

// Processes that build one table at the same time all come to the answer, and one table stays.
func TestManyBuildOneTable(t *testing.T) {
	file, folder := modelFile(t, tabled), filepath.Join(t.TempDir(), "tables")
	want := printed(t, solveTabled(file, "none")...)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			out, err := exec.Command("pzc", solveTabled(file, folder)...).Output()
			assert.Equal(t, want, string(out), "%v", err)
		})
	}
	all.Wait()
	tables, unfinished := filesIn(t, folder)
	require.Len(t, tables, 1)
	require.Empty(t, unfinished)
}

// A table with a bit turned over, or cut off, is built again; a folder that cannot be used does no harm.
func TestTablesThatCannotBeUsed(t *testing.T) {
	file, folder := modelFile(t, tabled), t.TempDir()
	want := printed(t, solveTabled(file, folder)...)
	tables, _ := filesIn(t, folder)
	require.Len(t, tables, 1)
	table := filepath.Join(folder, tables[0])
	good, err := os.ReadFile(table)
	require.NoError(t, err)
	flipped := bytes.Clone(good)
	flipped[len(good)/2] ^= 4
	for what, bad := range map[string][]byte{"a bit": flipped, "cut off": good[:len(good)/3], "empty": {}} {
		require.NoError(t, os.WriteFile(table, bad, 0o600))
		require.Equal(t, want, printed(t, solveTabled(file, folder)...), what)
		again, err := os.ReadFile(table)
		require.NoError(t, err)
		require.True(t, bytes.Equal(good, again), "%s: the table was not written again", what)
	}
	for _, folder := range []string{file, filepath.Join(file, "below"), "/proc/no/such/folder", ""} {
		require.Equal(t, want, printed(t, solveTabled(file, folder)...), folder)
	}
	require.NoError(t, os.Remove(table))
	require.NoError(t, os.Mkdir(table, 0o700)) // a folder where the table should be
	require.Equal(t, want, printed(t, solveTabled(file, folder)...))
}

// nobody is a user who may write no file of ours.
const nobody = 65534

// A folder that may be read and not written, and one that may not be looked into, do no harm: tables are read where
// they can be, and none is kept.
func TestFoldersThatMayNotBeWritten(t *testing.T) {
	open, err := os.MkdirTemp("", "pzc-test")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(open)) })
	exe, err := os.Executable()
	require.NoError(t, err)
	text, err := os.ReadFile(exe)
	require.NoError(t, err)
	pzc, file := filepath.Join(open, "pzc"), filepath.Join(open, "tabled.pz")
	require.NoError(t, os.WriteFile(pzc, text, 0o755)) //nolint:gosec // another user is to run it
	require.NoError(t, os.WriteFile(file, []byte(tabled), 0o600))
	folders := map[string]string{}
	for _, name := range []string{"kept", "empty", "closed"} {
		folders[name] = filepath.Join(open, name)
		require.NoError(t, os.Mkdir(folders[name], 0o755)) //nolint:gosec // the same
	}
	want := printed(t, solveTabled(file, folders["kept"])...)
	kept, _ := filesIn(t, folders["kept"])
	require.Len(t, kept, 1)
	for path, mode := range map[string]os.FileMode{
		open: 0o555, pzc: 0o755, file: 0o444, folders["kept"]: 0o555, filepath.Join(folders["kept"], kept[0]): 0o444,
		folders["empty"]: 0o555, folders["closed"]: 0,
	} {
		require.NoError(t, os.Chmod(path, mode))
	}
	t.Cleanup(func() { // so that they can be removed
		for _, path := range []string{open, folders["kept"], folders["empty"], folders["closed"]} {
			assert.NoError(t, os.Chmod(path, 0o700)) //nolint:gosec // a folder
		}
	})
	for _, name := range []string{"kept", "empty", "closed", "empty/below", "closed/below"} {
		cmd := exec.Command(pzc, solveTabled(file, filepath.Join(open, name))...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH")} // neither a home nor a folder for what is cached
		if os.Geteuid() == 0 {
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		var said bytes.Buffer
		cmd.Stderr = &said
		out, err := cmd.Output()
		if errors.Is(err, syscall.EPERM) {
			t.Skip("this root may not become another user")
		}
		require.NoError(t, err, "%s: %s", name, said.String())
		require.Equal(t, want, string(out), name)
	}
	for _, name := range []string{"empty", "closed"} {
		require.NoError(t, os.Chmod(folders[name], 0o700)) //nolint:gosec // a folder
		tables, unfinished := filesIn(t, folders[name])
		require.Empty(t, append(tables, unfinished...), name)
	}
}

// limited runs pzc with a limit on the size of files, in kilobytes, as on a full disk.
func limited(t *testing.T, folder string, kilobytes int, args ...string) (out string, status int) {
	t.Helper()
	cmd := exec.Command("bash", append([]string{"-c", fmt.Sprintf(`ulimit -f %d && exec pzc "$@"`, kilobytes), "pzc"},
		args...)...)
	cmd.Dir = folder
	text, err := cmd.CombinedOutput()
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) {
		t.Skip("no bash here")
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// On a full disk each command says so, and files that were there stay as they were.
func TestFullDisk(t *testing.T) {
	model, levels := modelFile(t, tabled), filepath.Join(t.TempDir(), "levels.txt")
	require.NoError(t, os.WriteFile(levels,
		[]byte(strings.Repeat("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n",
			200)), 0o600))
	for _, c := range []struct{ file, line string }{
		{"plan.html", "solve MODEL --html plan.html"},
		{"plan.svg", "solve MODEL --svg plan.svg"},
		{"plan.png", "solve MODEL --png plan.png"},
		{"plan.gif", "solve MODEL --gif plan.gif"},
		{"m.cnf", "emit-cnf MODEL --horizon 20 -o m.cnf"},
		{"m.smt2", "emit-cnf MODEL --horizon 20 --format smt2 -o m.smt2"},
		{"go/state.go", "emit-go MODEL --force -o go"},
		{"states.dot", "explore jugs --heuristics none --dot states.dot"},
		{"states.svg", "explore jugs --heuristics none --graph states.svg"},
		{"csv/depths.csv", "explore MODEL --heuristics none --csv csv"},
		{"levels.pz", "import --as sudoku LEVELS -o levels.pz"},
		{"long.pz", "fmt -w long.pz"},
	} {
		t.Run(c.line, func(t *testing.T) {
			folder := t.TempDir()
			file := filepath.Join(folder, c.file)
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
			old := "what was there\n"
			if strings.HasPrefix(c.line, "fmt") {
				old = "puzzle P\n" + strings.Repeat("const a:0..9=1\n", 2000)
			}
			if !strings.HasPrefix(c.line, "import") {
				require.NoError(t, os.WriteFile(file, []byte(old), 0o600))
			}
			args := strings.Fields(strings.NewReplacer("MODEL", model, "LEVELS", levels).Replace(c.line))
			if args[0] == "solve" {
				args = append(args, "--algorithm", "bfs")
			}
			out, status := limited(t, folder, 0, args...)
			require.Equal(t, exitWrong, status, out)
			require.Contains(t, out, "file too large")
			require.Contains(t, out, filepath.Base(c.file))
			require.NotContains(t, out, whole.Prefix)
			_, unfinished := filesIn(t, filepath.Dir(file))
			require.Empty(t, unfinished)
			text, err := os.ReadFile(file)
			if strings.HasPrefix(c.line, "import") {
				require.ErrorIs(t, err, os.ErrNotExist)
				return
			}
			require.NoError(t, err)
			require.Equal(t, old, string(text))
		})
	}
	t.Run("a new program", func(t *testing.T) {
		folder := t.TempDir()
		out, status := limited(t, folder, 1, "emit-go", model, "-o", "go")
		require.Equal(t, exitWrong, status, out)
		files, unfinished := filesIn(t, folder)
		require.Empty(t, append(files, unfinished...), "no half of a program stays")
	})
	t.Run("tables", func(t *testing.T) {
		folder := t.TempDir()
		out, status := limited(t, folder, 1, solveTabled(model, "tables")...)
		require.Equal(t, exitOK, status, out)
		require.Equal(t, printed(t, solveTabled(model, "none")...), out)
		tables, unfinished := filesIn(t, filepath.Join(folder, "tables"))
		require.Empty(t, append(tables, unfinished...))
	})
	t.Run("bench", func(t *testing.T) {
		folder := t.TempDir()
		out, status := limited(t, folder, 0, "bench", model, "--algorithms", "bfs", "-o", "runs.csv")
		require.Equal(t, exitWrong, status, out)
		require.Contains(t, out, "runs.csv: file too large")
	})
}

// An answer that cannot be printed whole is no success.
func TestFullStandardOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full here")
	}
	defer full.Close()
	for _, line := range []string{
		"solve jugs", "solve jugs --quiet", "solve jugs --format json", "count jugs", "explore jugs", "check jugs", "models",
		"test jugs", "emit-cnf jugs --horizon 3", "version", "help", "help solve", "help topics", "solve --help",
		"help --man",
	} {
		cmd := exec.Command("pzc", strings.Fields(line)...)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &said
		_ = cmd.Run()
		assert.Equal(t, exitWrong, cmd.ProcessState.ExitCode(), "%s: %s", line, said.String())
		assert.Contains(t, said.String(), "no space left", line)
	}
}
