package acceptance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// BenchmarkGenerated runs programs that emit-go wrote. cpu-s/op is the processor time of the programs, build-s that of
// building one with a warm cache.
func BenchmarkGenerated(b *testing.B) {
	korf := func(line string) *puzzle.Puzzle {
		start := numbers(b, columns(line)[2], " ")
		return grounded(b, taquin, params{"rows": 4, "cols": 4, "start": start, "finish": holeFirst(16)})
	}
	var tours []*puzzle.Puzzle
	for i := range 25 {
		tours = append(tours, grounded(b, "moves/knight_table.pz", params{"corner": [2]int{i / 5, i % 5}}))
	}
	cube := grounded(b, cubies, params{"faces": []string{"U", "R", "F"}})
	hanoi := grounded(b, "hanoi.pz", params{"pegs": 4, "disks": 10})
	for _, c := range []struct {
		name    string
		puzzles []*puzzle.Puzzle
		args    []string
	}{
		{
			"idastar/korf-1",
			[]*puzzle.Puzzle{korf(corpusLines(b, "korf100.txt")[0])},
			[]string{"-algorithm", "idastar", "-heuristic", "manhattan"},
		},
		{"backtrack/knight-5x5-all-starts", tours, []string{"-algorithm", "backtrack"}},
		{"bfs/cube-2x2x2-all-states", []*puzzle.Puzzle{cube}, []string{"-layers"}},
		{"bfs/hanoi-4-10", []*puzzle.Puzzle{hanoi}, []string{"-algorithm", "bfs"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var programs []string
			var building time.Duration
			for _, z := range c.puzzles {
				dir := written(b, z)
				programs = append(programs, filepath.Join(dir, "program"))
				building = build(b, dir)
			}
			building = min(building, build(b, filepath.Dir(programs[0]))) // the packages that it imports were built meanwhile
			var busy time.Duration
			for b.Loop() {
				for _, program := range programs {
					cmd := exec.Command(program, c.args...)
					if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
						b.Fatal(err)
					}
					busy += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
				}
			}
			b.ReportMetric(busy.Seconds()/float64(b.N), "cpu-s/op")
			b.ReportMetric(building.Seconds(), "build-s")
		})
	}
}

// written is a folder with the program of a puzzle.
func written(b *testing.B, z *puzzle.Puzzle) (dir string) {
	b.Helper()
	dir = b.TempDir()
	files, err := emit.Go(b.Context(), z, emit.GoOptions{})
	require.NoError(b, err)
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(b, os.MkdirAll(filepath.Dir(name), 0o750))
		require.NoError(b, os.WriteFile(name, f.Text, 0o600))
	}
	return dir
}

// build builds the program in a folder, as after a change of its moves, and tells how much processor time that took.
func build(b *testing.B, dir string) time.Duration {
	b.Helper()
	moves := filepath.Join(dir, "moves.go")
	text, err := os.ReadFile(moves)
	require.NoError(b, err)
	require.NoError(b, os.WriteFile(moves, append(text, '\n'), 0o600))
	cmd := exec.Command("go", "build", "-o", "program", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
	out, err := cmd.CombinedOutput()
	require.NoError(b, err, "%s", out)
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}
