package sat

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/task"
)

var update = flag.Bool("update", false, "write the golden files")

func emit(t require.TestingT, x *task.Task, horizon int) string {
	var out bytes.Buffer
	require.NoError(t, EmitCNF(context.Background(), &out, x, horizon))
	return out.String()
}

func TestDIMACSGolden(t *testing.T) {
	x := tiles(2, 2, []int64{1, 2, 0, 3})
	x.Instance = "near"
	got := emit(t, x, 1)
	require.Equal(t, got, emit(t, x, 1), "the same task gives the same text")
	path := filepath.Join("testdata", "tiles.cnf")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

// parseCNF reads DIMACS, strictly.
func parseCNF(t require.TestingT, text string) (vars int, clauses [][]lit) {
	declared := -1
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		switch {
		case strings.HasPrefix(line, "c "):
		case strings.HasPrefix(line, "p "):
			require.Negative(t, declared)
			_, err := fmt.Sscanf(line, "p cnf %d %d", &vars, &declared)
			require.NoError(t, err)
		default:
			require.GreaterOrEqual(t, declared, 0, "a clause before the p line")
			var clause []lit
			for _, word := range strings.Fields(line) {
				var l lit
				_, err := fmt.Sscan(word, &l)
				require.NoError(t, err)
				require.LessOrEqual(t, int(max(l, -l)), vars)
				clause = append(clause, l)
			}
			require.Zero(t, clause[len(clause)-1])
			clauses = append(clauses, clause[:len(clause)-1])
		}
	}
	require.Len(t, clauses, declared)
	return vars, clauses
}

// solveText solves DIMACS with gini, and answers in the style of the competitions.
func solveText(t require.TestingT, text string) string {
	vars, clauses := parseCNF(t, text)
	s := newSolver()
	for range vars {
		s.newVar()
	}
	for _, c := range clauses {
		s.clause(c)
	}
	if s.solve(context.Background()) != satisfiable {
		return "c comment\ns UNSATISFIABLE\n"
	}
	var out strings.Builder
	out.WriteString("s SATISFIABLE\n")
	for v := 1; v <= vars; v++ {
		l := lit(v)
		if !s.value(l) {
			l = -l
		}
		fmt.Fprintf(&out, "v %d\n", l)
	}
	return out.String() + "v 0\n"
}

func TestEmitAndDecode(t *testing.T) {
	x := tiles(2, 3, []int64{4, 5, 0, 1, 2, 3})
	r, err := Decode(x, 21, strings.NewReader(solveText(t, emit(t, x, 21))))
	require.NoError(t, err)
	require.Equal(t, backends.Solved, r.Status)
	require.Len(t, r.Plans[0].Moves, 21)

	for _, horizon := range []int{19, 20} { // refuted by the solver, and by parity in the layers
		r, err = Decode(x, horizon, strings.NewReader(solveText(t, emit(t, x, horizon))))
		require.NoError(t, err)
		require.Equal(t, backends.Unknown, r.Status)
	}
}

func TestDecodeAgreesWithSolve(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newGenerator(rt, false)
		g.moves(false)
		g.Goal = g.boolean(2)
		horizon := g.upTo(3, "horizon")
		want, err := Backend{}.Solve(context.Background(), g.Task, backends.Options{Horizon: &horizon})
		require.NoError(rt, err)
		got, err := Decode(g.Task, horizon, strings.NewReader(solveText(rt, emit(rt, g.Task, horizon))))
		require.NoError(rt, err)
		require.Equal(rt, want.Status == backends.Solved, got.Status == backends.Solved)
	})
}

func TestDecodeErrors(t *testing.T) {
	x := tiles(2, 2, []int64{1, 2, 0, 3})
	good := solveText(t, emit(t, x, 1))
	vars, _ := parseCNF(t, emit(t, x, 1))
	values := strings.TrimPrefix(strings.ReplaceAll(strings.TrimPrefix(good, "s SATISFIABLE\n"), "\nv ", " "), "v ")
	all := func(sign string) string {
		var out strings.Builder
		out.WriteString("SAT\n")
		for v := range vars {
			fmt.Fprintf(&out, "%s%d ", sign, v+1)
		}
		return out.String() + "0\n"
	}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "no answer found"},
		{"only values", "v 1 -2 0\n", "no answer found"},
		{"garbage", "hello world\n", `line 1: found "hello", want the number of a variable`},
		{"wrong word", "s PERHAPS\n", `line 1: found "PERHAPS", want SATISFIABLE`},
		{"two answers", "s SATISFIABLE\ns UNSATISFIABLE\n", "line 2: UNSATISFIABLE, but another answer stands above"},
		{"bad literal", "s SATISFIABLE\nv 1 x 0\n", `line 2: found "x"`},
		{"out of range", fmt.Sprintf("SAT\n%d 0\n", vars+1), fmt.Sprintf("line 2: variable %d is out of range", vars+1)},
		{"too few", "SAT\n1 2 0\n", "too few values: variable 3, board[(0, 0)]@0 = 2, has none"},
		{"contradiction", "SAT\n1 -1 0\n", "line 2: variable 1 is both true and false"},
		{"after the end", "SAT\n1 0 2\n", "line 2: found 2 after the 0"},
		{"all true", all(""), "the values are no plan"},
		{"all false", all("-"), "the values are no plan"},
		{"binary", "\x00\x01\x02 \xff\n", "line 1: found"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Decode(x, 1, strings.NewReader(tt.text))
			require.ErrorContains(t, err, tt.want)
		})
	}
	for name, text := range map[string]string{"competition": good, "minisat": "SAT\n" + values, "one line": "c x\ns SATISFIABLE\nv " + values} {
		t.Run(name, func(t *testing.T) {
			r, err := Decode(x, 1, strings.NewReader(text))
			require.NoError(t, err)
			require.Equal(t, backends.Solved, r.Status)
		})
	}
	for text, status := range map[string]backends.Status{"UNSAT\n": backends.Unknown, "INDET\n": backends.Unknown, "c UNKNOWN\n": backends.Unknown} {
		r, err := Decode(x, 1, strings.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, status, r.Status)
	}
}

func TestHorizonWithoutMoves(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, EmitCNF(context.Background(), &b, queens(4), 1)) // without moves no plan has one
	require.Contains(t, b.String(), "c exactly one move at 0\n")
	require.ErrorContains(t, EmitCNF(context.Background(), &bytes.Buffer{}, queens(4), -1), "want 0 or more")
}

// TestOtherSolvers lets the solvers that are installed solve what EmitCNF writes.
func TestOtherSolvers(t *testing.T) {
	x := tiles(3, 3, []int64{1, 2, 3, 4, 5, 6, 0, 7, 8})
	path := filepath.Join(t.TempDir(), "tiles.cnf")
	for _, name := range []string{"minisat", "cadical", "kissat"} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("%s is not installed", name)
			}
			for horizon, found := range map[int]bool{1: false, 2: true, 4: true} {
				require.NoError(t, os.WriteFile(path, []byte(emit(t, x, horizon)), 0o600))
				r, err := Decode(x, horizon, bytes.NewReader(runSolver(t, name, path)))
				require.NoError(t, err)
				require.Equal(t, found, r.Status == backends.Solved)
			}
		})
	}
}

func runSolver(t *testing.T, name, path string) []byte {
	args, answer := []string{path}, ""
	if name == "minisat" {
		answer = path + ".out"
		args = append(args, answer)
	}
	out, err := exec.Command(name, args...).Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	if answer != "" {
		out, err = os.ReadFile(answer)
		require.NoError(t, err)
	}
	return out
}
