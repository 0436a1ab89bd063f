//go:build unix

package native_test

import (
	"context"
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
	"github.com/pzc-lang/pzc/backends/native"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
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
while [ "$1" != -o ]; do shift; done
out=$2
` + build + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "go"), []byte(script), 0o700))
	t.Setenv("PATH", folder+":/usr/bin:/bin")
	return folder
}

// program is the text of a build that makes a program of some lines of shell.
func program(lines string) string {
	return "cat >$out <<'END'\n#!/bin/sh\n" + lines + "\nEND\nchmod +x $out"
}

const (
	solved = `echo '{"status": "solved", "optimal": true, "cost": 2, "plan": [{"move": "on"}, {"move": "on"}], ` +
		`"stats": {"expanded": 7}}'`
	none = `echo '{"status": "unsolvable", "plan": [], "stats": {"expanded": 9}}'; exit 1`
)

// walk is a puzzle with two moves.
const walk = `puzzle Walk
state at: 0..2 = 0
move on when at < 2 { at := at + 1 }
move back when at > 0 { at := at - 1 }
goal at == 2
heuristic left admissible = 2 - at
heuristic kept = project(at)
`

func grounded(t *testing.T, text string) (*model.Model, *task.Task) {
	t.Helper()
	program, diags := (&check.Loader{}).LoadText("walk.pz", text)
	require.False(t, diags.HasErrors(), "%v", diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%v", diags)
	g, diags := ground.Task(t.Context(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	return m, g
}

func solve(ctx context.Context, t *testing.T, progress func(backends.Progress)) (*backends.Result, error) {
	t.Helper()
	m, g := grounded(t, walk)
	return native.New(m).Solve(ctx, g, backends.Options{Algorithm: "astar", Heuristic: "left", Progress: progress})
}

func TestAnswers(t *testing.T) {
	fakeGo(t, program(solved))
	var said []backends.Progress
	r, err := solve(context.Background(), t, func(p backends.Progress) { said = append(said, p) })
	require.NoError(t, err)
	assert.Equal(t, backends.Solved, r.Status)
	assert.True(t, r.Optimal)
	assert.Equal(t, []backends.Plan{{Start: []int64{0}, Moves: []int{0, 0}, Cost: 2}}, r.Plans)
	assert.EqualValues(t, 7, r.Stats.Expanded)
	assert.Equal(t, []string{"admissible left"}, r.ReliesOn)
	assert.Equal(t, "native", r.Engine)
	assert.Equal(t, []backends.Progress{{Doing: "building a program"}, {Doing: "astar, native"}}, said)
}

func TestNoPlan(t *testing.T) {
	fakeGo(t, program(none))
	r, err := solve(context.Background(), t, nil)
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
			"with status 2 and without an answer (panic: index out of range)",
		},
		{"killed", program("kill -9 $$"), "with status -1 and without an answer"},
		{"noise", program("echo hello"), "without an answer"},
		{"half an answer", program(`printf '{"status": "sol'`), "without an answer"},
		{"noise after the answer", program(solved + "; echo '}'"), "without an answer"},
		{"two answers", program(solved + ";" + solved), "without an answer"},
		{"an empty answer", program("echo '{}'"), "is not what its exit status 0 means"},
		{"a status that there is not", program(`echo '{"status": "fine"}'`), "is not what its exit status 0 means"},
		{"another exit status", program(`echo '{"status": "unsolvable"}'`), "is not what its exit status 0 means"},
		{"an answer and a crash", program(solved + "; exit 2"), "is not what its exit status 2 means"},
		{
			"a move that there is not", program(`echo '{"status": "solved", "plan": [{"move": "off"}]}'`),
			`a move that there is not, "off"`,
		},
		{
			"values that there are not", program(`echo '{"status": "solved", "start": [1], "plan": []}'`),
			"chooses values that there are not",
		},
		{
			"unsolvable with a plan", program(`echo '{"status": "unsolvable", "plan": [{"move": "on"}]}'; exit 1`),
			"contradicts itself",
		},
		{"optimal without a plan", program(`echo '{"status": "unknown", "optimal": true}'; exit 3`), "contradicts itself"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakeGo(t, c.build)
			r, err := solve(context.Background(), t, nil)
			require.Nil(t, r)
			require.ErrorContains(t, err, c.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestNoGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := solve(context.Background(), t, nil)
	require.ErrorContains(t, err, "needs the go command, and there is none on the path")
	for script, want := range map[string]string{
		"echo 'go: broken' >&2; exit 1": "the go command does not work: exit status 1: go: broken",
		"exit 0":                        "does not say which version it is",
	} {
		folder := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(folder, "go"), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
		t.Setenv("PATH", folder)
		_, err := solve(context.Background(), t, nil)
		require.ErrorContains(t, err, want)
	}
}

// TestNowhere: nothing is left of a program, and where there is no place for it that is said.
func TestNowhere(t *testing.T) {
	fakeGo(t, program(solved))
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	_, err := solve(context.Background(), t, nil)
	require.NoError(t, err)
	entries, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Empty(t, entries)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	t.Setenv("TMPDIR", file)
	_, err = solve(context.Background(), t, nil)
	require.ErrorContains(t, err, "there is no place to build")
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
	_, err := solve(context.Background(), t, nil)
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
		"build": wait, "run": program(wait),
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
			r, err := solve(ctx, t, nil)
			require.NoError(t, err)
			assert.Equal(t, backends.Unknown, r.Status)
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
	const still = "puzzle Still\nstate at: 0..2 = any\ngoal at == 2\n"
	const chosen = "puzzle Chosen\nstate at: 0..9999 = any\nmove step when at < 3 { at := at + 1 }\ngoal at == 3\n"
	horizon := 3
	for _, c := range []struct {
		text string
		o    backends.Options
		want string
	}{
		{still, backends.Options{}, "no move of this puzzle can be made"},
		{walk, backends.Options{All: true}, "finds one plan, not all"},
		{walk, backends.Options{All: true, Count: true}, "does not count plans"},
		{walk, backends.Options{Horizon: &horizon}, "[Horizon]"},
		{walk, backends.Options{MaxHorizon: &horizon}, "[MaxHorizon]"},
		{walk, backends.Options{MinHorizon: 1}, "[MinHorizon]"},
		{walk, backends.Options{Algorithm: "bidirectional"}, "no algorithm bidirectional"},
		{walk, backends.Options{Algorithm: "bsf"}, `no algorithm "bsf"`},
		{walk, backends.Options{Algorithm: "bfs", Heuristic: "left"}, "bfs uses no heuristic"},
		{walk, backends.Options{Algorithm: "astar", Weight: 2}, "a weight is for the algorithm wastar alone"},
		{walk, backends.Options{Algorithm: "wastar", Heuristic: "blind", Weight: 0.5}, "a weight is a number from 1"},
		{walk, backends.Options{Algorithm: "astar", Heuristic: "lmcut"}, "no heuristic lmcut"},
		{walk, backends.Options{Heuristic: "lmcut"}, "no heuristic lmcut"},
		{
			walk,
			backends.Options{Algorithm: "astar", Heuristic: "kept"},
			"no heuristic kept: the cost of a simpler puzzle cannot be written in Go yet",
		},
		{chosen, backends.Options{}, "cannot run this puzzle"},
	} {
		m, g := grounded(t, c.text)
		_, err := native.New(m).Solve(t.Context(), g, c.o)
		require.ErrorContains(t, err, c.want)
	}
}
