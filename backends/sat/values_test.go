package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// In each encoding the literal of a set of values is true exactly of the values in it, and a variable can be kept inside the set.
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
	b := newBuilder("values")
	v := b.free("x", upTo(int64(n))...)
	p, err := newProblem(context.Background(), b.Task, defaultLimits())
	require.NoError(t, err)
	s := newSolver()
	f := newFormula(context.Background(), s, options{})
	e := &encoder{p: p, f: f, encoding: encoding}
	e.encode(0, false)
	step, open := e.steps[0], f.newVar()
	step.oneOf([]lit{open}, v, in)
	member := f.newVar() // stands for the literal of the set, which may be a constant
	l := step.setLit(v, in)
	f.clause(-member, l)
	f.clause(member, -l)
	may := func(assumed ...lit) bool { return s.solve(context.Background(), assumed...) == satisfiable }
	require.True(t, may(open))
	for i := range n {
		value := f.atom(step.val[v][i], both)
		require.True(t, may(value, open))
		require.Equal(t, in(i), may(value, open, member), "%s: value %d of %d", encoding, i, n)
		require.Equal(t, !in(i), may(value, open, -member), "%s: value %d of %d", encoding, i, n)
		require.Equal(t, in(i), may(value, -open), "%s: value %d of %d", encoding, i, n)
		for j := range i {
			require.False(t, may(value, f.atom(step.val[v][j], both)))
		}
	}
}
