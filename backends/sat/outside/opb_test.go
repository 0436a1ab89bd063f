package outside_test

import (
	"context"
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
)

// parseOPB reads linear constraints, strictly.
func parseOPB(t require.TestingT, text string) (vars int, constraints []*cnf.Linear) {
	head, text, _ := strings.Cut(text, "\n")
	declared := 0
	_, err := fmt.Sscanf(head, "* #variable= %d #constraint= %d", &vars, &declared)
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		if strings.HasPrefix(line, "*") {
			continue
		}
		words := strings.Fields(line)
		require.Equal(t, 1, len(words)%2, line)
		require.GreaterOrEqual(t, len(words), 5, "a sum of nothing")
		require.Equal(t, ";", words[len(words)-1])
		c := &cnf.Linear{Equal: words[len(words)-3] == "="}
		if !c.Equal {
			require.Equal(t, ">=", words[len(words)-3])
		}
		_, err := fmt.Sscan(words[len(words)-2], &c.Least)
		require.NoError(t, err)
		for words = words[:len(words)-3]; len(words) > 0; words = words[2:] {
			var m cnf.Multiple
			require.Contains(t, "+-", words[0][:1])
			_, err := fmt.Sscan(words[0], &m.Factor)
			require.NoError(t, err)
			_, err = fmt.Sscanf(words[1], "x%d", &m.Lit)
			require.NoError(t, err)
			require.LessOrEqual(t, int(m.Lit), vars)
			c.Terms = append(c.Terms, m)
		}
		constraints = append(constraints, c)
	}
	require.Len(t, constraints, declared)
	return vars, constraints
}

// solveOPB solves linear constraints by way of the clauses that other formats have, and answers as pseudo-Boolean
// solvers do.
func solveOPB(t require.TestingT, text string) string {
	vars, constraints := parseOPB(t, text)
	s := solver.New()
	f := cnf.New(context.Background(), s, cnf.Options{})
	for range vars {
		f.NewVar()
	}
	for _, c := range constraints {
		sattest.RequireLinear(f, c)
	}
	require.NoError(t, f.Err())
	if s.Solve(context.Background()) != solver.Satisfiable {
		return "s UNSATISFIABLE\n"
	}
	var out strings.Builder
	out.WriteString("s SATISFIABLE\nv")
	for v := 1; v <= vars; v++ {
		sign := "-"
		if s.Value(cnf.Lit(v)) {
			sign = ""
		}
		fmt.Fprintf(&out, " %sx%d", sign, v)
	}
	return out.String() + "\n"
}

func solveFormat(t require.TestingT, format, text string) string {
	if format == "opb" {
		return solveOPB(t, text)
	}
	return solveText(t, text)
}

func sizeOf(t require.TestingT, format, text string) cnf.Size {
	if format == "opb" {
		vars, constraints := parseOPB(t, text)
		return cnf.Size{Variables: int64(vars), Clauses: int64(len(constraints))}
	}
	vars, clauses := parseCNF(t, text)
	return cnf.Size{Variables: int64(vars), Clauses: int64(len(clauses))}
}

// TestLinearSolver lets clasp, where it is installed, solve random tasks.
func TestLinearSolver(t *testing.T) {
	if _, err := exec.LookPath("clasp"); err != nil {
		t.Skip("clasp is not installed")
	}
	path := filepath.Join(t.TempDir(), "task.opb")
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.NewGenerator(rt, false)
		g.DrawMoves(false)
		g.Goal = g.Boolean(2)
		horizon := g.UpTo(3, "horizon")
		e := outside.Options{Horizon: horizon, Encoding: g.Among("encoding", encode.Encodings()), Format: "opb"}
		want, err := sat.Backend{}.Solve(context.Background(), g.Task, backends.Options{Horizon: &horizon})
		require.NoError(rt, err)
		require.NoError(rt, os.WriteFile(path, []byte(sattest.ForClasp(written(rt, g.Task, e))), 0o600))
		e.Format = ""
		got, decided, err := outside.Decode(context.Background(), g.Task, e,
			strings.NewReader(string(runSolver(t, "clasp", path))))
		require.NoError(rt, err)
		require.True(rt, decided)
		require.Equal(rt, want.Status == backends.Solved, got.Status == backends.Solved)
	})
}
