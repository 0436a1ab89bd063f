package sat

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// inCubes solves a task whose horizons are divided at once. Other calls decide the cubes.
func inCubes(t require.TestingT, x *task.Task, o backends.Options, parts int) (*backends.Result, int) {
	cubes := 0
	whole := o
	whole.Cubes = &backends.Cubes{Parts: parts, From: -1, Solve: func(
		ctx context.Context, list []backends.Cube, replay func(*backends.Plan) error, progress func(int),
	) (*backends.Plan, error) {
		for i := range list {
			cubes++
			part := o
			part.Cube = &list[i]
			r, err := Backend{}.Solve(ctx, x, part)
			require.NoError(t, err)
			progress(i)
			if r.Status == backends.Solved {
				plan := list[i].Plan
				require.NoError(t, replay(plan))
				return plan, nil
			}
			require.Equal(t, backends.Unsolvable, r.Status)
		}
		return nil, nil
	}}
	r, err := Backend{}.Solve(context.Background(), x, whole)
	require.NoError(t, err)
	return r, cubes
}

func TestCubes(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := sattest.RandomPuzzle(rt)
		for i := range g.Moves {
			g.Moves[i].Cost = g.Pool.Const(1)
		}
		want := cheapest(g.Task)
		o := backends.Options{Encoding: g.Among("encoding", append(encode.Encodings(), ""))}
		r, _ := inCubes(rt, g.Task, o, 2+g.UpTo(5, "parts"))
		if want < 0 {
			require.Equal(rt, backends.Unsolvable, r.Status)
			return
		}
		require.Equal(rt, backends.Solved, r.Status)
		require.True(rt, r.Optimal)
		require.Equal(rt, want, r.Plans[0].Cost)
	})
	r, cubes := inCubes(t, sattest.Tiles(2, 3, []int64{4, 5, 0, 1, 2, 3}), backends.Options{}, 4)
	assert.EqualValues(t, 21, r.Plans[0].Cost)
	assert.Greater(t, cubes, 5)
}

func TestForeignPlans(t *testing.T) {
	x := endlessTiles()
	o := backends.Options{Cubes: &backends.Cubes{Parts: 4, From: -1, Solve: func(
		_ context.Context, cubes []backends.Cube, replay func(*backends.Plan) error, _ func(int),
	) (*backends.Plan, error) {
		start := make([]int64, len(x.Vars))
		moves := make([]int, cubes[0].Moves)
		require.ErrorContains(t, replay(&backends.Plan{}), "not made for this puzzle")
		moves[0] = len(x.Moves)
		require.ErrorContains(t, replay(&backends.Plan{Start: start, Moves: moves}), "not made for this puzzle")
		moves[0] = 0
		start[0] = 1000
		require.ErrorContains(t, replay(&backends.Plan{Start: start, Moves: moves}), "is never 1000")
		require.ErrorContains(t, replay(&backends.Plan{Start: x.Init, Moves: moves}), "cannot be made")
		return nil, errors.New("enough")
	}}}
	_, err := Backend{}.Solve(context.Background(), x, o)
	require.ErrorContains(t, err, "enough")
	_, err = Backend{}.Solve(context.Background(), countUp(9, 1).Task, backends.Options{Cube: &backends.Cube{
		Moves: 3, Holds: []backends.Holds{{Step: 7}},
	}})
	require.ErrorContains(t, err, "a cube of 3 moves has no variable 0 at step 7")
	_, err = Backend{}.Solve(context.Background(), x, backends.Options{Cube: &backends.Cube{Moves: -1}})
	require.ErrorContains(t, err, "cannot be negative")
}
