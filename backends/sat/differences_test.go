package sat

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"

	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// ordering draws a task of numbers that occur in differences, and of other variables that say which differences are
// demanded.
func ordering(t *rapid.T) *sattest.Generator {
	g := &sattest.Generator{Builder: sattest.NewBuilder("ordering"), T: t}
	numbers, others := 2+g.UpTo(2, "numbers"), 1+g.UpTo(2, "others")
	for i := range numbers {
		lo := int64(g.UpTo(2, "lowest")) - 1
		var domain []int64
		for k := range int64(2 + g.UpTo(3, "values")) {
			domain = append(domain, lo+k)
		}
		if g.UpTo(5, "gap") == 0 {
			domain = slices.Delete(domain, 1, 2)
		}
		g.Choice(fmt.Sprintf("n%d", i), domain...)
	}
	for i := range others {
		g.Choice(fmt.Sprintf("v%d", i), sattest.UpTo(int64(2+g.UpTo(2, "values")))...)
	}
	p := g.Pool
	var number func(depth int) task.Expr
	other := func() task.Expr { return p.Var(numbers + g.UpTo(others-1, "other")) }
	number = func(depth int) task.Expr {
		n := p.Var(g.UpTo(numbers-1, "number"))
		if depth == 0 {
			return n
		}
		switch g.UpTo(5, "side") {
		case 0:
			return p.Add(number(depth-1), p.Const(int64(g.UpTo(4, "constant")-2)))
		case 1:
			return p.Select(other(), number(depth-1), number(0), number(0), number(0))
		case 2:
			return p.Ite(p.Eq(other(), p.Const(0)), number(depth-1), number(0))
		case 3:
			return p.Const(int64(g.UpTo(5, "constant") - 1))
		case 4:
			return other()
		}
		return n
	}
	chosen := func() task.Expr {
		if g.UpTo(1, "distinct") == 0 {
			return p.Distinct(other(), p.Add(other(), p.Const(int64(g.UpTo(1, "constant")))), p.Const(2))
		}
		return p.Eq(other(), p.Const(int64(g.UpTo(1, "chosen"))))
	}
	compared := func() task.Expr {
		a, b := number(g.UpTo(2, "depth")), number(g.UpTo(2, "depth"))
		return []task.Expr{
			p.Eq(a, b), p.Lt(a, b), p.Le(a, b), p.Not(p.Le(a, b)),
			p.Not(p.Lt(a, b)),
		}[g.UpTo(4, "comparison")]
	}
	var conds []task.Expr
	for range 1 + g.UpTo(5, "conditions") {
		e := compared()
		switch g.UpTo(7, "given") {
		case 0:
			e = p.Or(e, chosen())
		case 1:
			e = p.Ite(chosen(), e, task.True)
		case 2:
			e = p.Or(chosen(), p.And(e, chosen()))
		case 3:
			e = p.Ite(chosen(), e, p.And(compared(), chosen()))
		case 4:
			e = p.Ite(chosen(), p.Not(chosen()), e)
		case 5:
			e = p.Not(p.And(chosen(), p.Or(chosen(), e)))
		}
		conds = append(conds, e)
	}
	g.Goal = p.And(conds...)
	return g
}

func TestDifferencesAreFound(t *testing.T) {
	used, drawn := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		g := ordering(rt)
		want := sattest.HasAssignment(g.Task)
		c := newCall(g.Task, backends.Options{})
		c.lim.Wide = 2
		require.NoError(rt, (&assignment{c}).solve(context.Background()))
		require.Equal(rt, want, c.result.Status == backends.Solved)
		require.Equal(rt, !want, c.result.Status == backends.Unsolvable)
		drawn++
		if findDifferences(c.p, 2) != nil {
			used++
		}
	})
	require.Greater(t, used, drawn/4)
}

// A closed tour through all squares of a board of two rows: the place of a square in it is left to differences.
func TestToursAreFound(t *testing.T) {
	for n, want := range map[int]backends.Status{8: backends.Solved, 9: backends.Solved, 40: backends.Solved} {
		b := sattest.NewBuilder("tour")
		p := b.Pool
		next := func(c, d int) int { // right, left, other row
			switch {
			case d == 2:
				return (c + n) % (2 * n)
			case d == 0 && c%n < n-1:
				return c + 1
			case d == 1 && c%n > 0:
				return c - 1
			}
			return -1
		}
		var way, turn []int
		for c := range 2 * n {
			way = append(way, b.Choice(fmt.Sprintf("way[%d]", c), sattest.UpTo(3)...))
		}
		for c := range 2 * n {
			turn = append(turn, b.Choice(fmt.Sprintf("turn[%d]", c), sattest.UpTo(int64(2*n))...))
		}
		conds := []task.Expr{p.Eq(p.Var(turn[0]), p.Const(0))}
		for c := range 2 * n {
			var entered []task.Expr
			for d := range 3 {
				to := next(c, d)
				if to < 0 {
					conds = append(conds, p.Not(b.Is(way[c], int64(d))))
					continue
				}
				if to != 0 {
					after := p.Eq(p.Var(turn[to]), p.Add(p.Var(turn[c]), p.Const(1)))
					conds = append(conds, p.Or(p.Not(b.Is(way[c], int64(d))), after))
				}
				entered = append(entered, b.Is(way[to], int64([]int{1, 0, 2}[d])))
			}
			conds = append(conds, p.Eq(p.Add(entered...), p.Const(1)))
		}
		b.Goal = p.And(conds...)
		c := newCall(b.Task, backends.Options{})
		require.NoError(t, (&assignment{c}).solve(context.Background()))
		require.Equal(t, want, c.result.Status)
		require.Contains(t, c.result.Choice, "shortest paths")
	}
}

// Shortest paths know only bounds. So they do not get a number whose domain has gaps, nor a number in whose domain a
// condition leaves gaps.
func TestGapsAreNoDifferences(t *testing.T) {
	whole, gap := []int64{0, 1, 2, 3, 4}, []int64{0, 1, 3, 4}
	for _, tt := range []struct {
		values []int64
		not2   bool
		solved bool
	}{{whole, false, true}, {gap, false, false}, {whole, true, false}} {
		b := sattest.NewBuilder("gaps")
		p := b.Pool
		x, y, z := p.Var(b.Choice("x", tt.values...)), p.Var(b.Choice("y", whole...)),
			p.Var(b.Choice("z", sattest.UpTo(2)...))
		conds := []task.Expr{
			p.Or(p.Eq(z, p.Const(1)), p.Eq(x, p.Add(y, p.Const(1)))),
			p.Or(p.Eq(z, p.Const(0)), p.Lt(x, y)), p.Or(p.Eq(z, p.Const(0)), p.Lt(y, x)), p.Le(p.Const(1), y),
			p.Le(y, p.Const(1)),
		}
		if tt.not2 {
			conds = append(conds, p.Not(p.Eq(x, p.Const(2))))
		}
		b.Goal = p.And(conds...)
		c := newCall(b.Task, backends.Options{})
		c.lim.Wide = 3 // which z is not
		require.NoError(t, (&assignment{c}).solve(context.Background()))
		require.Equal(t, tt.solved, c.result.Status == backends.Solved, "%v", tt)
		require.Equal(t, !tt.solved, c.result.Status == backends.Unsolvable, "%v", tt)
		d := findDifferences(c.p, 3)
		require.Equal(t, tt.solved, d != nil && d.numbers[0], "%v", tt)
	}
}

// What a condition says beside a difference holds where the condition is asked for, and not its contrary.
func TestBesideDifferences(t *testing.T) {
	for want, status := range map[int64]backends.Status{1: backends.Solved, 0: backends.Unsolvable} {
		b := sattest.NewBuilder("beside")
		p := b.Pool
		x, y, z, q := p.Var(b.Choice("x", sattest.UpTo(5)...)), p.Var(b.Choice("y", sattest.UpTo(5)...)),
			p.Var(b.Choice("z", sattest.UpTo(2)...)), p.Var(b.Choice("q", sattest.UpTo(2)...))
		b.Goal = p.And(p.Or(z, p.And(p.Lt(x, y), q)), p.Not(z), p.Eq(q, p.Const(want)))
		c := newCall(b.Task, backends.Options{})
		c.lim.Wide = 3
		require.NoError(t, (&assignment{c}).solve(context.Background()))
		require.Equal(t, status, c.result.Status)
	}
}
