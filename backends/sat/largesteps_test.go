package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Numbers of many values are added: plans of least length are found, and that there is none. A sum of too many
// combinations of values leaves the task undecided.
func TestLargeStepsAreFound(t *testing.T) { largeSteps(t, 100, "") }

// The same for larger numbers, in each encoding.
func TestLongLargeStepsAreFound(t *testing.T) {
	largeSteps(t, 300, append([]string{""}, encode.Encodings()...)...)
}

func largeSteps(t *testing.T, most int64, encodings ...string) {
	t.Helper()
	for _, encoding := range encodings {
		b := sattest.NewBuilder("large steps")
		p := b.Pool
		x, y := b.Variable("x", 0, sattest.UpTo(most)...), b.Variable("y", 1, sattest.UpTo(most)...)
		sum := p.Add(p.Var(x), p.Var(y))
		b.Move("left", p.Le(sum, p.Const(most-1)), sattest.Set(x, sum))
		b.Move("right", p.Le(sum, p.Const(most-1)), sattest.Set(y, sum))
		b.Move("back", p.Lt(p.Const(3), p.Var(x)),
			task.Effect{Var: x, Cond: p.Lt(p.Var(y), p.Var(x)), Value: p.Sub(p.Var(x), p.Var(y))})
		b.Goal = b.Is(x, 21)
		r, err := Backend{}.Solve(context.Background(), b.Task,
			backends.Options{Encoding: encoding, MaxHorizon: number(8)})
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
