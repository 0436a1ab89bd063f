package sat

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
)

// parseOPB reads linear constraints, strictly.
func parseOPB(t require.TestingT, text string) (vars int, constraints []*linear) {
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
		c := &linear{equal: words[len(words)-3] == "="}
		if !c.equal {
			require.Equal(t, ">=", words[len(words)-3])
		}
		_, err := fmt.Sscan(words[len(words)-2], &c.least)
		require.NoError(t, err)
		for words = words[:len(words)-3]; len(words) > 0; words = words[2:] {
			var m multiple
			require.Contains(t, "+-", words[0][:1])
			_, err := fmt.Sscan(words[0], &m.factor)
			require.NoError(t, err)
			_, err = fmt.Sscanf(words[1], "x%d", &m.lit)
			require.NoError(t, err)
			require.LessOrEqual(t, int(m.lit), vars)
			c.terms = append(c.terms, m)
		}
		constraints = append(constraints, c)
	}
	require.Len(t, constraints, declared)
	return vars, constraints
}

// solveOPB solves linear constraints by way of the clauses that other formats have, and answers as pseudo-Boolean solvers do.
func solveOPB(t require.TestingT, text string) string {
	vars, constraints := parseOPB(t, text)
	s := newSolver()
	e := &encoder{p: &problem{lim: defaultLimits()}, f: &formula{ctx: context.Background(), sink: s}}
	for range vars {
		e.f.newVar()
	}
	for _, c := range constraints {
		e.requireLinear(c)
	}
	require.NoError(t, e.f.err)
	if s.solve(context.Background()) != satisfiable {
		return "s UNSATISFIABLE\n"
	}
	var out strings.Builder
	out.WriteString("s SATISFIABLE\nv")
	for v := 1; v <= vars; v++ {
		sign := "-"
		if s.value(lit(v)) {
			sign = ""
		}
		fmt.Fprintf(&out, " %sx%d", sign, v)
	}
	return out.String() + "\n"
}

// requireLinear says a linear constraint in clauses.
func (e *encoder) requireLinear(c *linear) {
	var terms []term
	for _, m := range c.terms {
		if m.factor > 0 {
			terms = append(terms, term{[]int64{0, m.factor}, []lit{-m.lit, m.lit}})
		} else {
			terms = append(terms, term{[]int64{m.factor, 0}, []lit{m.lit, -m.lit}})
		}
	}
	if c.equal {
		e.requireSum(nil, terms, -c.least, isZero)
	} else {
		e.requireSum(nil, negated(terms), c.least, notAboveZero)
	}
}

func solveFormat(t require.TestingT, format, text string) string {
	if format == opb {
		return solveOPB(t, text)
	}
	return solveText(t, text)
}

func sizeOf(t require.TestingT, format, text string) Size {
	if format == opb {
		vars, constraints := parseOPB(t, text)
		return Size{int64(vars), int64(len(constraints))}
	}
	vars, clauses := parseCNF(t, text)
	return Size{int64(vars), int64(len(clauses))}
}

// A linear constraint over literals that may be constants, conjunctions, or the same twice, admits exactly what it says.
func TestLinear(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rec := newRecorder()
		f := &formula{ctx: context.Background(), sink: rec, linear: rec.linear}
		const n = 4
		known := []lit{litTrue, litFalse}
		for range n {
			x := f.newVar()
			known = append(known, x, -x)
		}
		both := f.meet(known[2], known[4])
		known = append(known, both, -both)
		some := rapid.SliceOfN(rapid.SampledFrom(known), 0, 5)
		c := &linear{least: rapid.Int64Range(-4, 4).Draw(rt, "least"), equal: rapid.Bool().Draw(rt, "equal")}
		for _, l := range some.Draw(rt, "literals") {
			c.add(rapid.Int64Range(-3, 3).Draw(rt, "factor"), l)
		}
		unless := some.Draw(rt, "unless")
		f.sum(c, unless)
		for truth := range 1 << n {
			is := func(l lit) bool {
				return f.holds(l, func(x lit) bool { return (truth>>(max(x, -x)-1)&1 == 1) == (x > 0) })
			}
			sum, want := int64(0), false
			for _, m := range c.terms {
				if is(m.lit) {
					sum += m.factor
				}
			}
			for _, l := range unless {
				want = want || is(l)
			}
			want = want || sum == c.least || sum > c.least && !c.equal
			require.Equal(rt, want, rec.admits(n, truth), "%v unless %v at %04b", c, unless, truth)
		}
	})
}

// admits tells whether the constraints can be met where the first n variables have these values.
func (r *recorder) admits(n, truth int) bool {
	for more := range 1 << (len(r.labels) - n) {
		is := func(l lit) bool { return ((truth|more<<n)>>(max(l, -l)-1)&1 == 1) == (l > 0) }
		all := true
		for i := range r.groups {
			r.groups[i].each(func(clause []lit) {
				some := false
				for _, l := range clause {
					some = some || is(l)
				}
				all = all && some
			})
			for _, c := range r.groups[i].linears {
				sum := int64(0)
				for _, m := range c.terms {
					if is(m.lit) {
						sum += m.factor
					}
				}
				all = all && (sum == c.least || sum > c.least && !c.equal)
			}
		}
		if all {
			return true
		}
	}
	return false
}

// A divisor of all factors is taken out, and what is left over decides.
func TestDivide(t *testing.T) {
	sum := func(least int64, equal bool, factors ...int64) *linear {
		c := &linear{least: least, equal: equal}
		for i, f := range factors {
			c.add(f, lit(i+1))
		}
		return c
	}
	for _, x := range []struct {
		has, want *linear
		possible  bool
	}{
		{sum(6, true, 3, -9), sum(2, true, 1, -3), true},
		{sum(4, true, 3, 3), nil, false},
		{sum(4, false, 3, 3), sum(2, false, 1, 1), true},
		{sum(-4, false, 3, -3), sum(-1, false, 1, -1), true},
		{sum(5, true, 2, 3), sum(5, true, 2, 3), true},
		{sum(4, false, -6), sum(1, false, -1), true},
		{sum(1, false), sum(1, false), true},
	} {
		require.Equal(t, x.possible, x.has.divide())
		if x.possible {
			require.Equal(t, x.want, x.has)
		}
	}
}

// TestLinearSolver lets clasp, where it is installed, solve random tasks.
func TestLinearSolver(t *testing.T) {
	if _, err := exec.LookPath("clasp"); err != nil {
		t.Skip("clasp is not installed")
	}
	path := filepath.Join(t.TempDir(), "task.opb")
	rapid.Check(t, func(rt *rapid.T) {
		g := newGenerator(rt, false)
		g.moves(false)
		g.Goal = g.boolean(2)
		horizon := g.upTo(3, "horizon")
		e := Export{Horizon: horizon, Encoding: g.among("encoding", Encodings()), Format: opb}
		want, err := Backend{}.Solve(context.Background(), g.Task, backends.Options{Horizon: &horizon})
		require.NoError(rt, err)
		require.NoError(rt, os.WriteFile(path, []byte(written(rt, g.Task, e)), 0o600))
		e.Format = ""
		got, decided, err := Decode(context.Background(), g.Task, e, strings.NewReader(string(runSolver(t, "clasp", path))))
		require.NoError(rt, err)
		require.True(rt, decided)
		require.Equal(rt, want.Status == backends.Solved, got.Status == backends.Solved)
	})
}
