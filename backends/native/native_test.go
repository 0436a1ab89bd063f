//go:build unix

package native_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/whole"
)

// A go command of our own builds programs that do as they are told: whatever is wrong with the real ones must end in a
// sentence.

// fakeGo puts a go command onto the path that says its version and then builds by a script, in which $out is the
// program to write.
func fakeGo(t *testing.T, build string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	script := `#!/bin/sh
if [ "$1" = env ]; then echo go1.99; echo "$HOME/cache"; exit 0; fi
env >"` + folder + `/environment"
echo x >>"` + folder + `/builds"
while [ "$1" != -o ]; do shift; done
out=$2
` + build + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go"), []byte(script), 0o700))
	t.Setenv("PATH", folder+":/usr/bin:/bin")
	return folder
}

// builds counts how often something was built.
func builds(t *testing.T, folder string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "builds"))
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	require.NoError(t, err)
	return strings.Count(string(text), "x")
}

// program is the text of a build that makes a program of some lines of shell.
func program(lines string) string {
	return "cat >$out <<'END'\n#!/bin/sh\n" + lines + "\nEND\nchmod +x $out"
}

const (
	solved = `echo '{"answer": {"status": "solved", "optimal": true, "found": true, "cost": 2, "plan": ["on", "on"], ` +
		`"stats": {"expanded": 7}}}'`
	none = `echo '{"answer": {"status": "unsolvable", "plan": [], "stats": {"expanded": 9}}}'; exit 1`
)

func walk() *task.Task {
	return &task.Task{
		Puzzle: "Walk", Pool: task.NewPool(func(int) []int64 { return nil }), Init: []int64{0}, Free: []bool{false},
		Moves: []task.Move{{Name: "on"}, {Name: "back"}},
	}
}

func solve(ctx context.Context, folder string, progress func(backends.Progress)) (*backends.Result, error) {
	b := native.Backend{Folder: folder, Draft: func(context.Context, string) (*gogen.Draft, error) {
		return &gogen.Draft{Write: func(context.Context, string, string) (*gogen.Driven, error) {
			return &gogen.Driven{Files: []gogen.File{
				{Name: "main.go", Text: []byte("package main")}, {Name: "main_test.go", Text: []byte("no")},
			}}, nil
		}}, nil
	}}
	return b.Solve(ctx, walk(), backends.Options{Algorithm: "bfs", Progress: progress})
}

func TestAnswers(t *testing.T) {
	fakeGo(t, program(`echo '{"progress": {"expanded": 3, "bound": 1}}'; `+solved))
	var said []backends.Progress
	r, err := solve(context.Background(), t.TempDir(), func(p backends.Progress) { said = append(said, p) })
	require.NoError(t, err)
	assert.Equal(t, backends.Solved, r.Status)
	assert.True(t, r.Optimal)
	assert.Equal(t, []backends.Plan{{Start: []int64{0}, Moves: []int{0, 0}, Cost: 2}}, r.Plans)
	assert.EqualValues(t, 7, r.Stats.Expanded)
	assert.Equal(t, "native", r.Engine)
	assert.Equal(t, []backends.Progress{
		{Doing: "building a program, with go1.99"}, {
			Doing: "bfs, native", Level: "cost at least", At: 1, Done: 3, Unit: "state",
		},
	}, said)
}

func TestNoPlan(t *testing.T) {
	fakeGo(t, program(none))
	r, err := solve(context.Background(), "", nil)
	require.NoError(t, err)
	assert.Equal(t, backends.Unsolvable, r.Status)
	assert.Equal(t, backends.ProofExhausted, r.Proof)
}

// TestWrong: nothing that goes wrong is an answer.
func TestWrong(t *testing.T) {
	for _, c := range []struct{ name, build, want string }{
		{
			"the build fails", "echo '# walk' >&2; echo './main.go:3: no space left on device' >&2; exit 1",
			"cannot be built: exit status 1: ./main.go:3: no space left on device",
		},
		{"nothing is built", "true", "there is no program"},
		{"what is built is empty", ": >$out", "there is no program"},
		{"what is built cannot be run", "echo nothing >$out", "cannot be run"},
		{"silence", program("exit 0"), "without an answer (it says nothing)"},
		{
			"a crash", program("echo 'panic: index out of range' >&2; exit 2"),
			"without an answer: exit status 2 (panic: index out of range)",
		},
		{
			"a crash after progress", program(`echo '{"progress": {"expanded": 3}}'; exit 2`),
			"without an answer: exit status 2",
		},
		{"a crash in the middle", program(`printf '{"answer": {"status": "sol'; exit 2`), "without an answer: exit status 2"},
		{"killed", program("kill -9 $$"), "without an answer: signal: killed"},
		{"noise", program("echo hello"), "did not answer as it should"},
		{"half an answer", program(`printf '{"answer": {"status": "sol'`), "did not answer as it should"},
		{"noise after the answer", program(solved + "; echo '}'"), "did not answer as it should"},
		{"two answers", program(solved + ";" + solved), "neither progress nor the one answer"},
		{"an empty line", program("echo '{}'"), "neither progress nor the one answer"},
		{"fields that there are not", program(`echo '{"answer": {"state": "solved"}}'`), "did not answer as it should"},
		{
			"a status that there is not", program(`echo '{"answer": {"status": "fine"}}'`),
			"is not what its exit status 0 means",
		},
		{
			"another exit status", program(`echo '{"answer": {"status": "unsolvable"}}'`), "is not what its exit status 0 means",
		},
		{"an answer and a crash", program(solved + "; exit 2"), "is not what its exit status 2 means"},
		{
			"a move that there is not", program(`echo '{"answer": {"status": "solved", "found": true, "plan": ["off"]}}'`),
			`a move that there is not, "off"`,
		},
		{
			"values that there are not",
			program(`echo '{"answer": {"status": "solved", "found": true, "start": [1], "plan": []}}'`),
			"chooses values that there are not",
		},
		{"solved without a plan", program(`echo '{"answer": {"status": "solved"}}'`), "contradicts itself"},
		{
			"unsolvable with a plan", program(`echo '{"answer": {"status": "unsolvable", "found": true}}'; exit 1`),
			"contradicts itself",
		},
		{"endless noise", program(`while true; do echo '{"answer": 1'; done`), "did not answer as it should"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakeGo(t, c.build)
			r, err := solve(context.Background(), "", nil)
			require.Nil(t, r)
			require.ErrorContains(t, err, c.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestNoGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := solve(context.Background(), "", nil)
	require.ErrorContains(t, err, "needs the go command, and there is none on the path")
	for script, want := range map[string]string{
		"echo 'go: broken' >&2; exit 1": "the go command does not work: exit status 1: go: broken",
		"exit 0":                        "does not say which version it is",
	} {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, "go"), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
		t.Setenv("PATH", folder)
		_, err := solve(context.Background(), "", nil)
		require.ErrorContains(t, err, want)
	}
}

// TestKept: a program is built once, and again when it was damaged or removed.
func TestKept(t *testing.T) {
	tool, folder := fakeGo(t, program(solved)), filepath.Join(t.TempDir(), "a", "b")
	run := func(want int) {
		t.Helper()
		r, err := solve(context.Background(), folder, nil)
		require.NoError(t, err)
		assert.Equal(t, backends.Solved, r.Status)
		assert.Equal(t, want, builds(t, tool))
	}
	run(1)
	run(1)
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, entries, 1, "nothing unfinished is left")
	path := filepath.Join(folder, entries[0].Name())
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+none+"\n"), 0o700)) // another program under its name
	run(2)
	run(2)
	require.NoError(t, os.Remove(path))
	require.NoError(t, os.MkdirAll(filepath.Join(folder, whole.Prefix+"1"), 0o700)) // as an end in the middle leaves it
	run(3)
}

// TestNowhere: where programs cannot be kept they are built all the same, and leave nothing.
func TestNowhere(t *testing.T) {
	tool := fakeGo(t, program(solved))
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for i, folder := range []string{"", file, filepath.Join(file, "below"), "/proc/nowhere"} {
		r, err := solve(context.Background(), folder, nil)
		require.NoError(t, err)
		assert.Equal(t, backends.Solved, r.Status)
		assert.Equal(t, i+1, builds(t, tool))
	}
	entries, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Empty(t, entries)
	t.Setenv("TMPDIR", file)
	_, err = solve(context.Background(), "", nil)
	require.ErrorContains(t, err, "there is no place to build")
}

// TestTogether: several processes may build the same program.
func TestTogether(t *testing.T) {
	fakeGo(t, program(solved))
	folder := t.TempDir()
	results := make(chan error, 6)
	for range cap(results) {
		go func() {
			_, err := solve(context.Background(), folder, nil)
			results <- err
		}()
	}
	for range cap(results) {
		require.NoError(t, <-results)
	}
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Len(t, entries, 1)
}

// TestEnvironment: what a user has set for other programs does not change this one.
func TestEnvironment(t *testing.T) {
	tool := fakeGo(t, program(solved))
	for _, v := range []string{
		"GOFLAGS=-mod=vendor", "GOPROXY=https://nowhere.invalid", "GOOS=plan9", "GOARCH=mips", "GOWORK=/work",
		"GOEXPERIMENT=none",
	} {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	_, err := solve(context.Background(), "", nil)
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(tool, "environment"))
	require.NoError(t, err)
	lines := strings.Split(string(text), "\n")
	for _, want := range []string{"GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local", "GOENV=off"} {
		assert.Contains(t, lines, want)
	}
	for _, line := range lines {
		for _, name := range []string{"GOOS=", "GOARCH=", "GOEXPERIMENT="} {
			assert.False(t, strings.HasPrefix(line, name), line)
		}
	}
}

// TestCancel: when the context ends, so do the go command, the program, and what they started.
func TestCancel(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	wait := "sleep 1000 & echo $! >" + pids + "; echo $$ >>" + pids + "; wait"
	for name, build := range map[string]string{
		"build": wait, "run": program(`echo '{"progress": {"expanded": 3, "bound": 1}}'; ` + wait),
	} {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(pids, nil, 0o600))
			fakeGo(t, build)
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			go func() {
				for len(started(pids)) < 2 && ctx.Err() == nil {
					time.Sleep(time.Millisecond)
				}
				stop()
			}()
			r, err := solve(ctx, "", nil)
			require.NoError(t, err)
			assert.Equal(t, backends.Unknown, r.Status)
			if name == "run" {
				assert.Equal(t, "stopped after 3 states", r.Reason)
				assert.EqualValues(t, 1, r.LowerBound)
			}
			for _, pid := range started(pids) {
				for lives(pid) { // what goes on runs into the deadline of the tests
					time.Sleep(time.Millisecond)
				}
			}
		})
	}
}

// started lists the processes that a script has noted.
func started(file string) (pids []int) {
	text, _ := os.ReadFile(file)
	for _, word := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(word); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}

// lives tells whether there is a process that has not ended.
func lives(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestRefusals: what the engine cannot do is named.
func TestRefusals(t *testing.T) {
	free := walk()
	free.Free[0] = true
	free.Vars = []task.Var{{Name: "at", Values: make([]int64, 200_000)}}
	still := walk()
	still.Moves = nil
	horizon := 3
	heuristic := walk()
	heuristic.Heuristics = []task.Heuristic{{Name: "left", Missing: "it is too large"}, {Name: "tables"}}
	for _, c := range []struct {
		t    *task.Task
		o    backends.Options
		want string
	}{
		{free, backends.Options{}, "at most 100000 initial states"},
		{still, backends.Options{}, "has no moves"},
		{walk(), backends.Options{All: true}, "finds one plan, not all"},
		{walk(), backends.Options{All: true, Count: true}, "does not count plans"},
		{walk(), backends.Options{Horizon: &horizon}, "[Horizon]"},
		{walk(), backends.Options{MaxHorizon: &horizon}, "[MaxHorizon]"},
		{walk(), backends.Options{MinHorizon: 1}, "[MinHorizon]"},
		{walk(), backends.Options{Algorithm: "bidirectional"}, "no algorithm bidirectional"},
		{walk(), backends.Options{Algorithm: "bsf"}, `no algorithm "bsf"`},
		{walk(), backends.Options{Algorithm: "bfs", Heuristic: "left"}, "bfs uses no heuristic"},
		{walk(), backends.Options{Algorithm: "astar", Weight: 2}, "a weight is for the algorithm wastar alone"},
		{walk(), backends.Options{Algorithm: "wastar", Heuristic: "blind", Weight: 0.5}, "a weight is a number from 1"},
		{walk(), backends.Options{Algorithm: "astar", Heuristic: "lmcut"}, "no heuristic lmcut"},
		{heuristic, backends.Options{Algorithm: "astar", Heuristic: "left"}, "it is too large"},
		{
			heuristic,
			backends.Options{Algorithm: "astar", Heuristic: "tables"},
			"the cost of another puzzle cannot be written in Go yet",
		},
	} {
		b := native.Backend{Draft: func(context.Context, string) (*gogen.Draft, error) {
			return &gogen.Draft{Missing: map[string]string{"tables": "the cost of another puzzle"}}, nil
		}}
		_, err := b.Solve(context.Background(), c.t, c.o)
		require.ErrorContains(t, err, c.want)
	}
}
