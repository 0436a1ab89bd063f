package sat

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/task"
)

// Each variable gets what suits its uses.
func TestEncodingsAreChosen(t *testing.T) {
	b := sattest.NewBuilder("uses")
	p := b.Pool
	v := func(name string, n int64) task.Expr { return p.Var(b.Choice(name, sattest.UpTo(n)...)) }
	small, added, multiplied, earlier, later := v("small", 5), v("added", 200), v("multiplied", 200), v("earlier", 40), v("later", 40)
	index, equal, same, huge := v("index", 20), v("equal", 50), v("same", 50), v("huge", 2000)
	elements := make([]task.Expr, 20)
	for i := range elements {
		elements[i] = p.Mul(p.Const(int64(i)), small)
	}
	b.Goal = p.And(
		p.Eq(p.Add(p.Mul(added, multiplied), small), p.Const(1234)), p.Lt(earlier, later), p.Eq(equal, same),
		p.Lt(p.Select(index, elements...), p.Const(30)), p.Eq(p.Mod(huge, p.Const(7)), p.Const(3)))
	prob, err := reduced.NewProblem(context.Background(), b.Task, reduced.DefaultLimits())
	require.NoError(t, err)
	require.Equal(t, []string{direct, logarithm, logarithm, order, order, direct, direct, direct, logarithm}, kinds(prob))

	var text bytes.Buffer
	require.NoError(t, EmitCNF(context.Background(), &text, b.Task, Export{}))
	for _, want := range []string{"c encoding mixed: ", "c encoding of added: log\nc values added: ", "c encoding of earlier: order\n", "added@0 bit 7", "earlier@0 >= 39", "equal@0 = 49"} {
		require.Contains(t, text.String(), want)
	}
	r := solve(t, b.Task)
	require.Equal(t, backends.Solved, r.Status, r.Reason)
	require.EqualValues(t, 1, p.Eval(b.Goal, r.Plans[0].Start))
}

// Chosen encodings, and one for all, give the same answers where numbers are large: plans of least length, and what there is no plan for.
func TestLargeStepsAreFound(t *testing.T) {
	for _, encoding := range append([]string{""}, Encodings()...) {
		b := sattest.NewBuilder("large steps")
		p := b.Pool
		x, y := b.Variable("x", 0, sattest.UpTo(1500)...), b.Variable("y", 1, sattest.UpTo(1500)...)
		sum := p.Add(p.Var(x), p.Var(y))
		b.Move("left", p.Le(sum, p.Const(1499)), sattest.Set(x, sum))
		b.Move("right", p.Le(sum, p.Const(1499)), sattest.Set(y, sum))
		b.Move("back", p.Lt(p.Const(3), p.Var(x)), task.Effect{Var: x, Cond: p.Lt(p.Var(y), p.Var(x)), Value: p.Sub(p.Var(x), p.Var(y))})
		b.Goal = b.Is(x, 21)
		r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{Encoding: encoding, MaxHorizon: number(8)})
		require.NoError(t, err)
		require.Equal(t, backends.Solved, r.Status, "%s: %s", encoding, r.Reason)
		require.Len(t, r.Plans[0].Moves, 7, encoding) // 1, 2, 3, 5, 8, 13, 21
		if encoding == "" {
			r, err = Backend{}.Solve(context.Background(), b.Task, backends.Options{Horizon: number(6)})
			require.NoError(t, err)
			require.Equal(t, backends.Unknown, r.Status)
		}
	}
}
