package outside_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/filetest"
)

func emit(t require.TestingT, x *task.Task, horizon int) string {
	return written(t, x, outside.Options{Horizon: horizon})
}

func written(t require.TestingT, x *task.Task, e outside.Options) string {
	var out bytes.Buffer
	require.NoError(t, outside.Write(context.Background(), &out, x, e))
	return out.String()
}

// decode is Decode of a formula in the default encoding.
func decode(x *task.Task, horizon int, text string) (*backends.Result, error) {
	r, _, err := outside.Decode(context.Background(), x, outside.Options{Horizon: horizon}, strings.NewReader(text))
	return r, err
}

func TestExportGolden(t *testing.T) {
	x := sattest.Tiles(2, 2, []int64{1, 2, 0, 3})
	x.Instance = "near"
	for name, e := range map[string]outside.Options{
		"tiles.cnf":          {Horizon: 1},
		"tiles_textbook.cnf": {Horizon: 1, Encoding: "textbook", AtMost: "pairwise"},
		"tiles_log.cnf":      {Horizon: 1, Encoding: "log"},
		"tiles_order.cnf":    {Horizon: 1, Encoding: "order", AtMost: "product"},
		"tiles.opb":          {Horizon: 1, Format: "opb"},
		"tiles.smt2":         {Horizon: 1, Format: "smt2"},
		"tiles.json":         {Horizon: 1, Format: "json"},
	} {
		filetest.Golden(t, filepath.Join("testdata", name), []byte(written(t, x, e)))
	}
}

func TestExportOfUnknownNames(t *testing.T) {
	for want, e := range map[string]outside.Options{
		`there is no encoding "unary"`:                {Encoding: "unary"},
		`there is no way to say at most one "circle"`: {AtMost: "circle"},
		`there is no format of formulas "xml"`:        {Format: "xml"},
	} {
		require.ErrorContains(t, outside.Write(context.Background(), &bytes.Buffer{}, searchtest.Queens(4), e), want)
	}
}

// One of many truths, or all but one, is said by a ladder, however many they are: no sum is made of them.
func TestOneOfMany(t *testing.T) {
	for _, n := range []int{50, 400} {
		for _, most := range []int{1, n - 1} {
			b := sattest.NewBuilder("one")
			lamps := make([]task.Expr, n)
			for i := range lamps {
				lamps[i] = b.Pool.Var(b.Choice(fmt.Sprintf("lamp[%d]", i), 0, 1))
			}
			b.Goal = b.Pool.Eq(b.Pool.Add(lamps...), b.Pool.Const(int64(most)))
			vars, clauses := parseCNF(t, emit(t, b.Task, 0))
			require.Less(t, vars, 2*n)
			require.Less(t, len(clauses), 3*n)
		}
	}
}

// parseCNF reads DIMACS, strictly.
func parseCNF(t require.TestingT, text string) (vars int, clauses [][]cnf.Lit) {
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
			var clause []cnf.Lit
			for _, word := range strings.Fields(line) {
				var l cnf.Lit
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
	s := solver.New()
	for range vars {
		s.NewVar()
	}
	for _, c := range clauses {
		s.Clause(c)
	}
	if s.Solve(context.Background()) != solver.Satisfiable {
		return "c comment\ns UNSATISFIABLE\n"
	}
	var out strings.Builder
	out.WriteString("s SATISFIABLE\n")
	for v := 1; v <= vars; v++ {
		l := cnf.Lit(v)
		if !s.Value(l) {
			l = -l
		}
		fmt.Fprintf(&out, "v %d\n", l)
	}
	return out.String() + "v 0\n"
}

func TestEmitAndDecode(t *testing.T) {
	x := sattest.Tiles(2, 3, []int64{4, 5, 0, 1, 2, 3})
	r, err := decode(x, 21, solveText(t, emit(t, x, 21)))
	require.NoError(t, err)
	require.Equal(t, backends.Solved, r.Status)
	require.Len(t, r.Plans[0].Moves, 21)

	for _, horizon := range []int{19, 20} { // refuted by the solver, and by parity in the layers
		r, err = decode(x, horizon, solveText(t, emit(t, x, horizon)))
		require.NoError(t, err)
		require.Equal(t, backends.Unknown, r.Status)
	}
}

func TestDecodeAgreesWithSolve(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, false)
		g.DrawMoves(false)
		g.Goal = g.Boolean(2)
		horizon := g.UpTo(3, "horizon")
		e := outside.Options{
			Horizon: horizon, Encoding: g.Among("encoding", encode.Encodings()),
			AtMost:   g.Among("at most one", cnf.AtMostOnes()),
			Parallel: g.UpTo(2, "parallel") == 0, Format: g.Among("format", []string{"opb"}),
		}
		want, err := sat.Backend{}.Solve(context.Background(), g.Task,
			backends.Options{Horizon: &horizon, Parallel: e.Parallel})
		require.NoError(rt, err)
		text := written(rt, g.Task, e)
		asked := e
		asked.Format = "" // decode finds out
		got, _, err := outside.Decode(context.Background(), g.Task, asked,
			strings.NewReader(solveFormat(rt, e.Format, text)))
		require.NoError(rt, err)
		require.Equal(rt, want.Status == backends.Solved, got.Status == backends.Solved)
		require.Equal(rt, text, written(rt, g.Task, e), "the same task gives the same text")
		sizes, err := outside.Measure(context.Background(), g.Task, e)
		require.NoError(rt, err)
		require.Equal(rt, sizeOf(rt, e.Format, text), sizes.Total)
		require.Equal(rt, sizes.Total, sum(sizes))
		require.Equal(rt, sizes.Total, sumOfSources(sizes))
	})
}

func sum(s *outside.Sizes) (out cnf.Size) {
	for _, g := range s.Groups {
		out = out.Plus(g.Size)
	}
	return out
}

func sumOfSources(s *outside.Sizes) (out cnf.Size) {
	for _, size := range s.Sources {
		out = out.Plus(size)
	}
	return out
}

func TestDecodeErrors(t *testing.T) {
	x := sattest.Tiles(2, 2, []int64{1, 2, 0, 3})
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
		{
			"out of range", fmt.Sprintf("SAT\n%d 0\n", vars+1),
			fmt.Sprintf("line 2: variable %d is out of range", vars+1),
		},
		{"too few", "SAT\n1 2 0\n", "too few values: variable 3, board[(0, 0)]@0 = 2, has none"},
		{"contradiction", "SAT\n1 -1 0\n", "line 2: variable 1 is both true and false"},
		{
			"contradiction in SMT-LIB", "sat\n(define-fun x1 () Bool\n true)\n(define-fun x1 () Bool false)\n",
			"line 4: variable 1 is both true and false",
		},
		{
			"out of range in SMT-LIB", fmt.Sprintf("sat\n(define-fun x%d () Bool true)\n", vars+1),
			fmt.Sprintf("line 2: variable %d is out of range", vars+1),
		},
		{"zero in SMT-LIB", "sat\n(define-fun x0 () Bool true)\n", "line 2: variable 0 is out of range"},
		{"below zero in SMT-LIB", "sat\n(define-fun x-3 () Bool true)\n", "line 2: variable -3 is out of range"},
		{"no model in SMT-LIB", "sat\n", "the values are not a plan"},
		{"after the end", "SAT\n1 0 2\n", "line 2: found 2 after the 0"},
		{"all true", all(""), "the values are not a plan"},
		{"all false", all("-"), "the values are not a plan"},
		{"binary", "\x00\x01\x02 \xff\n", "line 1: found"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := decode(x, 1, tt.text)
			require.ErrorContains(t, err, tt.want)
		})
	}
	for name, text := range map[string]string{
		"competition": good, "minisat": "SAT\n" + values,
		"one line": "c x\ns SATISFIABLE\nv " + values, "long lines": "c " + strings.Repeat("x", 100_000) + "\nSAT\n" +
			strings.Replace(values, " ", strings.Repeat(" ", 100_000), 1),
	} {
		t.Run(name, func(t *testing.T) {
			r, err := decode(x, 1, text)
			require.NoError(t, err)
			require.Equal(t, backends.Solved, r.Status)
		})
	}
	for text, status := range map[string]backends.Status{
		"UNSAT\n": backends.Unknown, "INDET\n": backends.Unknown,
		"c UNKNOWN\n": backends.Unknown,
	} {
		r, err := decode(x, 1, text)
		require.NoError(t, err)
		require.Equal(t, status, r.Status)
	}
}

func TestHorizonWithoutMoves(t *testing.T) {
	var b bytes.Buffer
	// without moves no plan has one
	require.NoError(t, outside.Write(context.Background(), &b, searchtest.Queens(4), outside.Options{Horizon: 1}))
	require.Contains(t, b.String(), "c exactly one move at 0\n")
	require.ErrorContains(t, outside.Write(context.Background(), &bytes.Buffer{}, searchtest.Queens(4),
		outside.Options{Horizon: -1}), "want 0 or more")
}

// TestOtherSolvers lets the solvers that are installed solve what EmitCNF writes, in each encoding.
func TestOtherSolvers(t *testing.T) {
	x := sattest.Tiles(3, 3, []int64{1, 2, 3, 4, 5, 6, 0, 7, 8})
	path := filepath.Join(t.TempDir(), "tiles")
	for name, format := range map[string]string{
		"minisat": "dimacs", "cadical": "dimacs", "kissat": "dimacs",
		"z3": "smt2", "clasp": "opb",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				t.Skipf("%s is not installed", name)
			}
			for _, encoding := range encode.Encodings() {
				for horizon, found := range map[int]bool{1: false, 2: true, 4: true} {
					e := outside.Options{Horizon: horizon, Encoding: encoding, Format: format}
					require.NoError(t, os.WriteFile(path, []byte(written(t, x, e)), 0o600))
					r, _, err := outside.Decode(context.Background(), x, e, bytes.NewReader(runSolver(t, name, path)))
					require.NoError(t, err)
					require.Equal(t, found, r.Status == backends.Solved)
				}
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
