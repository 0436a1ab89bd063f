package heuristic

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/potential"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// TestPotential compares the heuristic with exact costs, and potentials with what moves and goals do, in tasks whose
// moves mostly raise.
func TestPotential(t *testing.T) {
	said := 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := raising(rt)
		ref := searchtest.Explore(tk)
		for _, p := range potential.Of(t.Context(), tk) {
			for _, s := range ref.Sorted() {
				at := p.At(tk, s)
				require.True(rt, !ref.Goal(s) || p.Least <= at && at <= p.Most, "%s: %d", p.Name, at)
				for m := range tk.Moves {
					if next, cost, ok := tk.Apply(s, m); ok {
						change := p.At(tk, next) - at
						require.True(rt, p.Low <= change && change <= p.High, p.Name)
						require.GreaterOrEqual(rt, cost*p.Change, max(-change, change)*p.Cost)
					}
				}
			}
		}
		sp := space.New(t.Context(), tk, true)
		m := estimate.NewMaker(t.Context(), sp, backends.DefaultMemory, nil)
		e, err := PotentialRows(m, backends.Options{})[0].Make()
		require.NoError(rt, err)
		rest, ev, st := ref.Distances(), sp.NewEvaluator(), make([]uint64, sp.Layout.Words)
		for _, s := range ref.Sorted() {
			sp.Layout.Pack(s, st)
			h := e.Of(st, ev)
			if d, ok := rest[searchtest.Key(s)]; ok {
				require.LessOrEqual(rt, h, d, "state %v", s)
				said += int(h)
			}
		}
	})
	require.Positive(t, said)
}

// TestChosen counts what moves raise that write the element chosen by another variable.
func TestChosen(t *testing.T) {
	tk := searchtest.KnightJumps(5, 0, 0)
	all := potential.Of(t.Context(), tk)
	i := slices.IndexFunc(all, func(p potential.Potential) bool { return p.Low == 1 && p.High == 1 && p.Least == 25 })
	require.GreaterOrEqual(t, i, 0)
	require.EqualValues(t, 1, all[i].At(tk, tk.Init))
}

// raising draws a task with an array, most of whose moves raise its sum.
func raising(t *rapid.T) *task.Task {
	b := searchtest.NewBuilder("raising")
	p := b.Pool
	n, size := rapid.IntRange(1, 4).Draw(t, "variables"), rapid.IntRange(2, 4).Draw(t, "values")
	var elems []task.Expr
	for v := range n {
		start := rapid.Int64Range(0, 1).Draw(t, "start")
		elems = append(elems, b.Variable(fmt.Sprintf("a[%d]", v), start, searchtest.Span(size)...))
	}
	b.Arrays = []task.Array{{Name: "a", Elems: elems}}
	draw := func() int { return rapid.IntRange(0, n-1).Draw(t, "variable") }
	number := func() task.Expr { return p.Const(rapid.Int64Range(0, int64(size)-1).Draw(t, "number")) }
	is := func() task.Expr { return p.Eq(elems[draw()], number()) }
	down := rapid.IntRange(0, 3).Draw(t, "down") == 0
	for m := range rapid.IntRange(1, 4).Draw(t, "moves") {
		v := draw()
		guard, effect := p.Not(p.Eq(elems[v], p.Const(int64(size-1)))), b.Set(v, p.Add(elems[v], p.Const(1)))
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0: // to a greater value
			guard, effect = p.Eq(elems[v], p.Const(0)), b.Set(v, p.Const(int64(size-1)))
		case 1:
			effect.Cond = is()
		case 2:
			guard = p.And(guard, p.Or(is(), is()))
		case 3:
			if down {
				guard, effect = is(), b.Set(v, number())
			}
		}
		b.Move(fmt.Sprintf("m%d", m), guard, rapid.Int64Range(0, 3).Draw(t, "cost"), effect)
	}
	sum := p.Add(elems...)
	if rapid.Bool().Draw(t, "weighted") {
		sum = p.Add(sum, p.Mul(p.Const(rapid.Int64Range(-3, 3).Draw(t, "weight")), elems[draw()]))
	}
	bound := p.Const(rapid.Int64Range(-2, 8).Draw(t, "bound"))
	conds := []task.Expr{is(), p.Not(is()), p.Or(is(), is()), p.Eq(sum, bound), p.Le(sum, bound), p.Lt(bound, sum)}
	goal := []task.Expr{rapid.SampledFrom(conds).Draw(t, "goal")}
	for range rapid.IntRange(0, 2).Draw(t, "more") {
		goal = append(goal, rapid.SampledFrom(conds).Draw(t, "goal"))
	}
	b.Goal = p.And(goal...)
	if rapid.IntRange(0, 3).Draw(t, "either") == 0 {
		b.Goal = p.Or(b.Goal, p.And(is(), is()))
	}
	return b.Finish()
}
