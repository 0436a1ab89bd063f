package encode

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/task"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// Expressions over variables that are written in binary have the values that they have.
func TestWordsOfExpressions(t *testing.T) {
	b := sattest.NewBuilder("words")
	p := b.Pool
	x, y := p.Var(b.Choice("x", sattest.UpTo(9)...)), p.Var(b.Choice("y", -6, -4, -2, 0, 2, 4))
	z := p.Var(b.Choice("z", 1, 2, 5, 11))
	exprs := []task.Expr{
		p.Add(x, y, p.Mul(p.Const(-3), z)), p.Mul(x, y), p.Div(p.Add(x, y), z), p.Mod(p.Sub(y, x), z), p.Div(x, y),
		p.Mod(x, y), p.Abs(p.Sub(y, z)),
		p.Min(x, y, z), p.Max(y, z), p.Ite(p.Lt(x, z), y, p.Mul(x, x)),
		p.Select(p.Abs(p.Sub(x, z)), y, x, z, p.Const(7), p.Const(-1)),
		p.Add(p.Mul(x, p.Const(2)), p.Const(3)), p.Mul(p.Const(-2), y), p.Mul(z, z),
	}
	for _, encoding := range []string{Direct, Logarithm, Order} {
		prob, err := reduced.NewProblem(context.Background(), b.Task, reduced.DefaultLimits())
		require.NoError(t, err)
		prob.Lim.Fold, prob.Lim.Pair = 0, 0
		c := sattest.NewCircuit()
		e := &Encoder{P: prob, F: c.F, encoding: encoding}
		e.Encode(0, false)
		s := e.Steps[0]
		words := make([]cnf.Word, len(exprs))
		for i, x := range exprs {
			words[i] = s.word(prob.Imports.Expr(x))
		}
		sattest.EachState(b.Task, func(state []int64) {
			var all []cnf.Lit
			for v, k := range state {
				all = append(all, c.F.Atom(s.Val[v][b.Vars[v].Place(k)], cnf.Both))
			}
			require.Equal(t, solver.Satisfiable, c.S.Solve(context.Background(), all...))
			for i, e := range exprs {
				n := p.Node(e)
				if (n.Op == task.OpDiv || n.Op == task.OpMod) && p.Eval(n.Args[1], state) == 0 ||
					n.Op == task.OpSelect && p.Eval(n.Args[0], state) >= 5 {
					continue // anything
				}
				require.Equal(t, p.Eval(e, state), c.Value(words[i]), "%s: expression %d at %v", encoding, i, state)
			}
		})
	}
}

// Comparisons of sums of numbers in binary hold where they should, said in clauses or as linear constraints.
func TestComparisonsOfWords(t *testing.T) {
	b := sattest.NewBuilder("words")
	p := b.Pool
	x, y, z := p.Var(b.Choice("x", 3, 5, 6)), p.Var(b.Choice("y", -6, 0, 4)), p.Var(b.Choice("z", 1, 11))
	sides := []task.Expr{
		p.Add(x, y), p.Add(p.Mul(p.Const(-3), z), p.Const(5)), p.Sub(p.Mul(p.Const(2), x), y),
		p.Const(-3), p.Mul(x, z),
	}
	var conds []task.Expr
	for _, l := range sides {
		for _, r := range sides {
			conds = append(conds, p.Eq(l, r), p.Lt(l, r), p.Le(l, r))
		}
	}
	for _, way := range []string{"clauses", "linear constraints"} {
		prob, err := reduced.NewProblem(context.Background(), b.Task, reduced.DefaultLimits())
		require.NoError(t, err)
		prob.Lim.Fold, prob.Lim.Pair, prob.Lim.Diagram = 0, 0, 0
		c := sattest.NewCircuit()
		if clauses := cnf.New(context.Background(), c.S, cnf.Options{}); way != "clauses" {
			c.F.Linear = func(l *cnf.Linear) { sattest.RequireLinear(clauses, l) }
		}
		e := &Encoder{P: prob, F: c.F, encoding: Logarithm}
		e.Encode(0, false)
		s, into := e.Steps[0], prob.Imports
		unless := make([][2]cnf.Lit, len(conds))
		for i, cond := range conds {
			for k, want := range []bool{false, true} {
				unless[i][k] = c.F.NewVar()
				s.require([]cnf.Lit{unless[i][k]}, into.Expr(cond), want)
			}
		}
		require.NoError(t, c.F.Err())
		sattest.EachState(b.Task, func(state []int64) {
			var all []cnf.Lit
			for v, k := range state {
				all = append(all, c.F.Atom(s.Val[v][b.Vars[v].Place(k)], cnf.Both))
			}
			for i, cond := range conds {
				is := p.Eval(cond, state)
				require.Equal(t, solver.Satisfiable, c.S.Solve(context.Background(), append(all, -unless[i][is])...),
					"%s: condition %d at %v", way, i, state)
				require.NotEqual(t, solver.Satisfiable,
					c.S.Solve(context.Background(), append(all, -unless[i][1-is])...), "%s: condition %d at %v", way,
					i, state)
			}
		})
	}
}

// A function of one variable with too many values for a table is computed in binary.
func TestWordsOfOneVariable(t *testing.T) {
	b := sattest.NewBuilder("large")
	p := b.Pool
	x := p.Var(b.Choice("x", sattest.UpTo(maxTabled+6)...))
	exprs := []task.Expr{
		p.Mul(x, x), p.Div(p.Const(50_000), p.Add(x, p.Const(1))), p.Mod(p.Const(50_000), p.Add(x, p.Const(1))),
		p.Mod(x, p.Const(7)), p.Div(x, p.Const(7)),
	}
	prob, err := reduced.NewProblem(context.Background(), b.Task, reduced.DefaultLimits())
	require.NoError(t, err)
	c := sattest.NewCircuit()
	e := &Encoder{P: prob, F: c.F, encoding: Logarithm}
	e.Encode(0, false)
	s, into := e.Steps[0], prob.Imports
	words := make([]cnf.Word, len(exprs))
	for i, x := range exprs {
		words[i] = s.wordOfOne(into.Expr(x), 0)
	}
	for k := int64(0); k < maxTabled+6; k += 1 + k/4 {
		require.Equal(t, solver.Satisfiable, c.S.Solve(context.Background(),
			s.e.F.Atom(s.SetLit(0, func(i int) bool { return int64(i) == k }), cnf.Both)))
		for i, e := range exprs {
			require.Equal(t, p.Eval(e, []int64{k}), c.Value(words[i]), "expression %d at %d", i, k)
		}
	}
}
