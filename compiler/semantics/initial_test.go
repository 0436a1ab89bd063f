package semantics_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// testdata/initial.txt has the initial states of some models.
func TestInitialStates(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/initial.txt", 3) {
		t.Run(row[0], func(t *testing.T) {
			m := compilertest.ModelOf(t, "puzzle P "+row[1]+" goal true move m { }")
			x := semantics.NewMachine(m)
			states, complete, err := x.InitialStates(context.Background(), 0)
			require.NoError(t, err)
			assert.True(t, complete)
			var got []string
			for _, s := range states {
				got = append(got, show(m, s, 1))
				assert.Nil(t, x.CheckInitial(s))
			}
			assert.Equal(t, row[2], strings.Join(got, " | "))
		})
	}
}

func TestInitialStatesLimit(t *testing.T) {
	x := semantics.NewMachine(compilertest.ModelOf(t, "puzzle P state a: 0..2 = any goal a == 1"))
	assert.True(t, x.Model().HasChoice())
	for limit, want := range map[int]bool{1: false, 2: false, 3: true, 0: true} {
		states, complete, err := x.InitialStates(context.Background(), limit)
		require.NoError(t, err)
		assert.Equal(t, want, complete, "limit %d", limit)
		if limit > 0 {
			assert.Len(t, states, limit)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, complete, err := x.InitialStates(ctx, 0)
	require.ErrorIs(t, err, context.Canceled)
	assert.False(t, complete)
}

func TestCheckInitial(t *testing.T) {
	x := semantics.NewMachine(compilertest.ModelOf(t,
		`puzzle P state a: 0..2 = any state b: 0..4 = 2 * a state d[0..1]: 0..3 distinct = any
		init a != 1 always b + d[0] < 6 else "b is {b}" goal true move m { }`))
	for _, tt := range []struct {
		state []int64
		want  string
	}{
		{[]int64{0, 0, 1, 2}, ""},
		{[]int64{2, 4, 1, 2}, ""},
		{[]int64{0, 0, 1}, "the state has another number of elements than the puzzle's"},
		{[]int64{3, 6, 1, 2}, "a starts with 3, which is outside its type"},
		{[]int64{0, 1, 1, 2}, "b starts with 0, not with 1"},
		{[]int64{1, 2, 1, 2}, "the initial state breaks `init`"},
		{[]int64{2, 4, 2, 1}, "the state breaks `always`: b is 4"},
		{[]int64{0, 0, 2, 2}, "d[0] and d[1] would both be 2, but `d` is distinct"},
	} {
		r := x.CheckInitial(tt.state)
		if tt.want == "" {
			assert.Nil(t, r, "%v", tt.state)
		} else if assert.NotNil(t, r, "%v", tt.state) {
			assert.Equal(t, tt.want, r.Text)
		}
	}
}

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      int64
	}{
		{"assignments", "state a[0..2]: 0..2 distinct = any goal a[0] < a[2]", 3},
		{"two shortest ways", "state r: 0..1 = 0 state c: 0..1 = 0 goal r == 1 and c == 1 move down { r := r + 1 } move " +
			"right { c := c + 1 }", 2},
		{"two moves for one step", "state c: 0..2 = 0 goal c == 2 move one { c := c + 1 } move uno { c := c + 1 }", 4},
		{"by cost", "state c: 0..2 = 0 goal c == 2 move one { c := c + 1 } move two cost 2 { c := c + 2 }", 2},
		{"already there", "state c: 0..2 = 2 goal c == 2 move one { c := c - 1 }", 1},
		{"unsolvable", "state c: 0..2 = 0 goal c == 1 move two { c := c + 2 }", 0},
		{"no initial state", "state c: 0..2 = 0 always c > 0 goal c == 1 move one { c := c + 1 }", 0},
		{
			"free moves repeat no state",
			"state c: 0..2 = 0 goal c == 2 move up cost 0 { c := c + 1 } move down cost 0 { c := c - 1 } move stay cost 0 { }",
			1,
		},
		{
			"free moves between goals",
			"state c: 0..1 = 0 state d: bool = false goal c == 1 move up { c := 1 } move flip cost 0 { d := not d }", 4,
		},
		{"choice of start", "state c: 0..3 = any init c < 2 goal c == 3 move up { c := c + 1 } move leap cost 2 { c := c + " +
			"2 }", 2},
	} {
		n, err := compilertest.Count(context.Background(), compilertest.ModelOf(t, "puzzle P "+tt.src), 0)
		require.NoError(t, err)
		assert.Equal(t, tt.want, n, tt.name)
	}
}

const jugs = `puzzle Jugs
param size[0..1]: 1..20 = [5, 3]
param target: 0..20 = 4
type Jug = 0..1
state full[Jug]: 0..20 = 0
move fill(j: Jug) cost size[j] - full[j] { full[j] := size[j] }
move empty(j: Jug) cost 0 { full[j] := 0 }
move pour(x: Jug, y: Jug) where x != y cost 0 {
  let k = min(full[x], size[y] - full[y])
  full[x], full[y] := full[x] - k, full[y] + k
}
goal exists j in Jug: full[j] == target
instance even { size = [9, 6] target = 4 }
instance small { size = [3, 5] target = 4 }
`

func TestSolve(t *testing.T) {
	p := compilertest.Checked(t, jugs)
	a, err := compilertest.Solve(context.Background(), compilertest.Instance(t, p, "", nil), 0)
	require.NoError(t, err)
	assert.True(t, a.Solvable)
	assert.EqualValues(t, 9, a.Cost)
	x := semantics.NewMachine(compilertest.Instance(t, p, "", nil))
	r := x.Replay(a.Plan, a.Start)
	assert.True(t, r.OK())
	assert.Equal(t, a.Cost, r.Cost)

	a, err = compilertest.Solve(context.Background(), compilertest.Instance(t, p, "even", nil), 0)
	require.NoError(t, err)
	assert.True(t, a.Complete)
	assert.False(t, a.Solvable)

	_, err = compilertest.Solve(context.Background(), compilertest.Instance(t, p, "even", nil), 5)
	require.ErrorIs(t, err, compilertest.ErrTooManyStates)
	states, err := compilertest.Reachable(context.Background(), compilertest.Instance(t, p, "even", nil), 0)
	require.NoError(t, err)
	assert.Len(t, states, 10)
}
