package semantics_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// Each def calls the one below it three times. With all bodies inlined, the last def has more nodes than there are
// atoms.
func TestDefsThatDouble(t *testing.T) {
	src := "puzzle P state x: 0..9 = 0\ndef p0(i: 0..1) = x + i\n"
	for k := 1; k < 60; k++ {
		src += fmt.Sprintf("def p%d(i: 0..1) = (p%d(i) + p%d(1 - i) + 3 * p%d(i)) %% 10\n", k, k-1, k-1, k-1)
	}
	x, _ := compilertest.Machine(t, src+"move go when x < 9 { x := x + 1 }\ngoal p59(1) == 6\n")
	var goals []bool
	for s := range int64(5) {
		goals = append(goals, x.Goal([]int64{s}))
	}
	last := func(x int64) int64 {
		a, b := x, x+1
		for range 59 {
			a, b = (4*a+b)%10, (4*b+a)%10
		}
		return b
	}
	for s, is := range goals {
		assert.Equal(t, last(int64(s)) == 6, is, "x = %d", s)
	}
	assert.Contains(t, goals, true)
	assert.Contains(t, goals, false)
}

func TestNumbersOutOfRange(t *testing.T) {
	for name, decl := range map[string]string{
		"product":    "const c: 0..9 = n * n * n * n % 7",
		"sum":        "const c: 0..9 = (4000000000000000000 + 4000000000000000000) % 7",
		"difference": "const c: 0..9 = (-4000000000000000000 - 4000000000000000000) % 7",
		"binder":     "const c: 0..9 = (sum i in 0..9: 1000000000000000000) % 7",
		"type":       "type T = 0..n * n * n * n / 100000000000000000000000",
		"index":      "const c[0..n * n * n * n]: 0..9 = 1",
	} {
		t.Run(name, func(t *testing.T) {
			decl = strings.ReplaceAll(decl, "100000000000000000000000", "1000000000000000000")
			_, diags := semantics.Build(compilertest.Checked(t,
				"puzzle P param n: 0..1000000 = 1000000 state x: 0..9 = 0 move go { x := 1 } goal x == 1 "+decl), nil, nil)
			require.True(t, diags.HasErrors())
			assert.Equal(t, semantics.CodeNumberRange, diags[0].Code, "%v", diags)
			assert.Contains(t, diags[0].Msg, "this number leaves the range of numbers, -2^62 to 2^62")
			assert.Len(t, diags, 1)
		})
	}
}
