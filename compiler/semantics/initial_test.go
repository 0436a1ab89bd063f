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
