package semantics_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/semanticstest"
)

func TestInitialStates(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []string
	}{
		{"fixed", "state a[i in 0..2]: 0..9 = i * i state b: bool = a[2] == 4", []string{"a=0,1,4 b=true"}},
		{
			"reads what is declared later", "state b: bool = a[2] == 4 state a[i in 0..2]: 0..9 = i * i",
			[]string{"b=true a=0,1,4"},
		},
		{"through a def", "def first = a[0] + 1 state b: 0..9 = first state a[0..1]: 0..9 = [7, 8]", []string{"b=8 a=7,8"}},
		{"always fails", "state a: 0..2 = 1 always a == 2", nil},
		{"init fails", "state a: 0..2 = 1 init a == 2", nil},
		{"undecided init", "state a: 0..2 = 0 init 1 / a == 2", nil},
		{"distinct fails", "state a[0..1]: 0..2 distinct = [1, 1]", nil},
		{"any", "state a: 0..2 = any", []string{"a=0", "a=1", "a=2"}},
		{"any with init", "state a[0..1]: 0..2 = any init a[0] + a[1] == 3", []string{"a=1,2", "a=2,1"}},
		{"any distinct", "state a[0..1]: 0..2 distinct = any always a[0] < a[1]", []string{"a=0,1", "a=0,2", "a=1,2"}},
		{
			"any in a branch", "state a[i in 0..2]: 0..1 = if i == 1 then 1 else if i == 2 then any else 0",
			[]string{"a=0,1,0", "a=0,1,1"},
		},
		{"read by others", "state b: 0..4 = 2 * a state a: 0..2 = any", []string{"b=0 a=0", "b=2 a=1", "b=4 a=2"}},
		{"others out of their type", "state b: 0..2 = 2 * a state a: 0..2 = any", []string{"b=0 a=0", "b=2 a=1"}},
		{"others undefined", "state b: 0..9 = 4 / a state a: 0..2 = any", []string{"b=4 a=1", "b=2 a=2"}},
		{
			"choice depends on a choice", "state a: 0..1 = any state b: 0..1 = if a == 0 then any else 1",
			[]string{"a=0 b=0", "a=0 b=1", "a=1 b=1"},
		},
		{
			"count of what is unknown", "state a[0..2]: bool = any init (count i in 0..2: a[i]) == 2 init not a[0]",
			[]string{"a=false,true,true"},
		},
		{
			"where on what is unknown", "state a[0..1]: 0..2 = any init (sum i in 0..1 where a[i] > 0: a[i]) == 4",
			[]string{"a=2,2"},
		},
		{
			"the and find", "state a[0..1]: 0..2 = any init find(a, 2) == (the i in 0..1: a[i] == 2) init a[0] >= 1",
			[]string{"a=1,2", "a=2,0", "a=2,1"},
		},
		{"defined", "state a: 0..2 = any init not defined(2 / a)", []string{"a=0"}},
		{"if on what is unknown", "state a: 0..2 = any init if 2 / a == 1 then false else true", []string{"a=0", "a=1"}},
		{
			"def with an unknown argument", "def few(x: 0..1) = count i in 0..1: x == i state a: 0..2 = any init few(a) == 1",
			[]string{"a=0", "a=1"},
		},
		// An unknown value stays unknown whatever is computed after it.
		{
			"unknown, then a def", "def few(x: 0..1) = count i in 0..1: x == i state a: 0..2 = any init a == 1 or few(0) == 2",
			[]string{"a=1"},
		},
		{
			"unknown, then a def of what is undefined",
			"def few(x: 0..1) = x state a: 0..2 = any init a == 1 or few(1 / 0) == 2",
			[]string{"a=1"},
		},
		{"unknown, then a count", "state a: 0..2 = any init a == 1 or (count i in 0..1: i == 5) == 1", []string{"a=1"}},
		{
			"unknown, then a sum of what is undefined", "state a: 0..2 = any init a == 1 or (sum i in 0..1: 1 / i) == 1",
			[]string{"a=1"},
		},
		{
			"unknown, then a count of some", "state a: 0..2 = any init a == 1 or (count i in 0..1 where i > 0: i == 5) == 1",
			[]string{"a=1"},
		},
		{"unknown, then the", "state a: 0..2 = any init a == 1 or (the i in 0..1: i == 5) == 1", []string{"a=1"}},
		{"unknown, then defined", "state a: 0..2 = any init a == 1 or defined(1 / 0)", []string{"a=1"}},
		{"unknown, then if", "state a: 0..2 = any init a == 1 or (if 1 / 0 == 1 then true else false)", []string{"a=1"}},
		{"unknown, then reaches", "type C = grid(1, 3) def open(c: C) = c == (0, 0) state a: 0..2 = any init a == 1 or " +
			"reaches(open, (0, 0), (0, 2))", []string{"a=1"}},
		{
			"unknown, then find", "const k[0..1]: 0..2 = [1, 2] state a: 0..2 = any init a == 1 or find(k, 0) == 1",
			[]string{"a=1"},
		},
		{"nothing fits", "state a[0..3]: 0..2 distinct = any", nil},
		{
			"reaches what is unknown",
			"type C = grid(1, 3) state w[c in C]: bool = any def open(c: C) = not w[c] init not reaches(open, (0, 0), (0, 2)) " +
				"init w[(0, 0)] init w[(0, 1)] == w[(0, 0)]",
			[]string{"w=true,true,false", "w=true,true,true"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := semanticstest.Built(t, "puzzle P "+tt.src+" goal true move m { }")
			x := semantics.NewMachine(m)
			states, complete, err := x.InitialStates(context.Background(), 0)
			require.NoError(t, err)
			assert.True(t, complete)
			var got []string
			for _, s := range states {
				got = append(got, show(m, s, 1))
				assert.Nil(t, x.CheckInitial(s))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestInitialStatesLimit(t *testing.T) {
	x := semantics.NewMachine(semanticstest.Built(t, "puzzle P state a: 0..2 = any goal a == 1"))
	assert.True(t, x.HasChoice())
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
	x := semantics.NewMachine(semanticstest.Built(t,
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
		n, err := semanticstest.Count(context.Background(), semanticstest.Built(t, "puzzle P "+tt.src), 0)
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
	p := semanticstest.Checked(t, jugs)
	a, err := semanticstest.Solve(context.Background(), semanticstest.Instance(t, p, "", nil), 0)
	require.NoError(t, err)
	assert.True(t, a.Solvable)
	assert.EqualValues(t, 9, a.Cost)
	x := semantics.NewMachine(semanticstest.Instance(t, p, "", nil))
	r := x.Replay(a.Plan, a.Start)
	assert.True(t, r.OK())
	assert.Equal(t, a.Cost, r.Cost)

	a, err = semanticstest.Solve(context.Background(), semanticstest.Instance(t, p, "even", nil), 0)
	require.NoError(t, err)
	assert.True(t, a.Complete)
	assert.False(t, a.Solvable)

	_, err = semanticstest.Solve(context.Background(), semanticstest.Instance(t, p, "even", nil), 5)
	require.ErrorIs(t, err, semanticstest.ErrTooManyStates)
	states, err := semanticstest.Reachable(context.Background(), semanticstest.Instance(t, p, "even", nil), 0)
	require.NoError(t, err)
	assert.Len(t, states, 10)
}
