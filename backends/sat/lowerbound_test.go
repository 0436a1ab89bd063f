package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/task"
)

// upstairs is a man who climbs to the top of a stair, a step or two at a time, each of them at a cost.
func upstairs(cost int64) *sattest.Builder {
	b := sattest.NewBuilder("stairs")
	const top = 9
	p := b.Pool
	b.Variable("at", 0, sattest.UpTo(top+1)...)
	for _, steps := range []int64{1, 2} {
		b.Move("climb", p.Le(p.Var(0), p.Const(top-steps)), sattest.Set(0, p.Add(p.Var(0), p.Const(steps))))
		b.Moves[len(b.Moves)-1].Cost = p.Const(steps * cost)
	}
	b.Goal = b.Is(0, top)
	return b
}

func TestTheFirstHorizonIsThatOfAHeuristic(t *testing.T) {
	for _, c := range []struct {
		name      string
		heuristic func(p *task.Pool) task.Heuristic
		o         backends.Options
		want      int64
		promise   string
	}{
		{"all that is left", func(p *task.Pool) task.Heuristic {
			return task.Heuristic{Admissible: true, Value: p.Mul(p.Const(3), p.Sub(p.Const(9), p.Var(0)))}
		}, backends.Options{}, 5, "admissible h"},
		{"rounded up", func(p *task.Pool) task.Heuristic { return task.Heuristic{Admissible: true, Value: p.Const(7)} }, backends.Options{}, 2, "admissible h"},
		{"proved", func(p *task.Pool) task.Heuristic {
			return task.Heuristic{Admissible: true, Proved: true, Value: p.Const(7)}
		}, backends.Options{}, 2, ""},
		{"no promise", func(p *task.Pool) task.Heuristic { return task.Heuristic{Value: p.Const(7)} }, backends.Options{}, 0, ""},
		{"negative", func(p *task.Pool) task.Heuristic { return task.Heuristic{Admissible: true, Value: p.Const(-7)} }, backends.Options{}, 0, ""},
		{"missing", func(*task.Pool) task.Heuristic {
			return task.Heuristic{Admissible: true, Value: task.None, Missing: "none"}
		}, backends.Options{}, 0, ""},
		{"a table of search", func(p *task.Pool) task.Heuristic {
			return task.Heuristic{Admissible: true, Value: p.Sub(p.Const(7), p.Cost(0, p.Var(0)))}
		}, backends.Options{}, 0, ""},
		{"a course's formula", func(p *task.Pool) task.Heuristic { return task.Heuristic{Admissible: true, Value: p.Const(7)} }, backends.Options{Encoding: encode.Textbook}, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := upstairs(3)
			h := c.heuristic(b.Pool)
			h.Name = "h"
			b.Heuristics = []task.Heuristic{h}
			r := newRun(b.Task, c.o)
			require.NoError(t, r.prepare(context.Background()))
			e := r.estimated()
			require.Equal(t, c.want, e.moves)
			require.Equal(t, c.promise, e.promise)
		})
	}
}

// Where the layers know as much, no promise is needed; where they do not, the answer names it, and is as wrong as the promise.
func TestAnswersNameThePromiseOfAHeuristic(t *testing.T) {
	solve := func(h int64, free bool) *backends.Result {
		b := upstairs(1)
		b.Heuristics = []task.Heuristic{{Name: "h", Admissible: true, Value: b.Pool.Const(h)}}
		b.Free[0] = free
		r, err := Backend{}.Solve(context.Background(), b.Task, backends.Options{})
		require.NoError(t, err)
		require.Equal(t, backends.Solved, r.Status)
		return r
	}
	r := solve(9, false)
	require.True(t, r.Optimal)
	require.Len(t, r.Plans[0].Moves, 5)
	require.Empty(t, r.ReliesOn)

	r = solve(18, false)
	require.Len(t, r.Plans[0].Moves, 9)
	require.Equal(t, []string{"admissible h"}, r.ReliesOn)

	r = solve(18, true)
	require.Empty(t, r.Plans[0].Moves)
	require.Empty(t, r.ReliesOn)
}
