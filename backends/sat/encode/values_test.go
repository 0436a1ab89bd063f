package encode

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/sat/solver"
)

// In each encoding the literal of a set of values is true exactly of the values in it, and a variable can be kept
// inside the set.
func TestSetsOfValues(t *testing.T) {
	for _, encoding := range Encodings() {
		for n := 2; n <= 6; n++ {
			for set := range 1 << n {
				checkSet(t, encoding, n, func(i int) bool { return set>>i&1 == 1 })
			}
		}
	}
}

func checkSet(t *testing.T, encoding string, n int, in func(place int) bool) {
	b := sattest.NewBuilder("values")
	v := b.Choice("x", sattest.UpTo(int64(n))...)
	p, err := reduced.NewProblem(context.Background(), b.Task, reduced.DefaultLimits())
	require.NoError(t, err)
	s := solver.New()
	f := cnf.New(context.Background(), s, cnf.Options{})
	e := &Encoder{P: p, F: f, encoding: encoding}
	e.Encode(0, false)
	step, open := e.Steps[0], f.NewVar()
	step.oneOf([]cnf.Lit{open}, v, in)
	member := f.NewVar() // stands for the literal of the set, which may be a constant
	l := step.SetLit(v, in)
	f.Clause(-member, l)
	f.Clause(member, -l)
	may := func(assumed ...cnf.Lit) bool { return s.Solve(context.Background(), assumed...) == solver.Satisfiable }
	require.True(t, may(open))
	for i := range n {
		value := f.Atom(step.Val[v][i], cnf.Both)
		require.True(t, may(value, open))
		require.Equal(t, in(i), may(value, open, member), "%s: value %d of %d", encoding, i, n)
		require.Equal(t, !in(i), may(value, open, -member), "%s: value %d of %d", encoding, i, n)
		require.Equal(t, in(i), may(value, -open), "%s: value %d of %d", encoding, i, n)
		for j := range i {
			require.False(t, may(value, f.Atom(step.Val[v][j], cnf.Both)))
		}
	}
}
