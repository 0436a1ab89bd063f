package reduced

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
)

// make is the state after an operation, nil if it cannot be made.
func makeOp(p *Problem, o *layers.Op, state []int64) []int64 {
	if p.Pool.Eval(p.said(&o.Guard), state) == 0 {
		return nil
	}
	next := slices.Clone(state)
	for _, w := range o.Writes {
		if p.Pool.Eval(w.Cond, state) != 0 {
			next[w.V] = p.Pool.Eval(w.Value, state)
		}
		if p.Task.Vars[w.V].Place(next[w.V]) < 0 {
			return nil
		}
	}
	return next
}

func TestDoubleIsOneMoveAfterAnother(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		p, err := NewProblem(context.Background(), g.Task, DefaultLimits())
		require.NoError(rt, err)
		for i := range p.Ops {
			for j := range p.Ops {
				a, b := &p.Ops[i], &p.Ops[j]
				o, possible := p.double(a, b, p.AfterMove(a))
				sattest.EachState(g.Task, func(state []int64) {
					var want []int64
					if between := makeOp(p, a, state); between != nil && g.Pool.Eval(g.Always, between) != 0 {
						want = makeOp(p, b, between)
					}
					if !possible {
						require.Nil(rt, want)
						return
					}
					require.Equal(rt, want, makeOp(p, &o, state), "%s, %s from %v", g.Moves[a.Move].Name,
						g.Moves[b.Move].Name, state)
				})
			}
		}
	})
}
