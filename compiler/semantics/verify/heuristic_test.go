package verify

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
)

// A heuristic is a number from 0 on. What reads the cost of a simpler puzzle is asked for by name.
func TestEstimates(t *testing.T) {
	x, start := compilertest.Machine(t, `puzzle P
state n: 0..9 = 7
move dec { n := n - 1 }
goal n == 0
heuristic zero = -5
heuristic nowhere = 1 / 0
heuristic left = n
heuristic double = left + left
heuristic simpler = project(n)
heuristic reads = max(simpler, left)
`)
	beyond := func(name string, state []int64) (int64, error) {
		if name == "reads" {
			return 0, errors.New("too large")
		}
		return state[0], nil
	}
	for _, says := range []Beyond{nil, beyond} {
		estimates := NewEstimates(x, says)
		for i, want := range []int64{0, 0, 7, 14, 7, -1} {
			v, err := estimates.Of(x.Model().Heuristics[i], start)
			if want < 0 || says == nil && i > 3 {
				require.Error(t, err)
				continue
			}
			require.NoError(t, err)
			assert.Equal(t, want, v)
		}
	}
}
