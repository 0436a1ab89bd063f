package task

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// endsAfter is a context that ends after it was asked a given number of times.
type endsAfter struct {
	context.Context
	left *int
}

func (c endsAfter) Err() error {
	if *c.left--; *c.left < 0 {
		return context.Canceled
	}
	return nil
}

// If the context ends, at whatever point, no simpler puzzle is returned.
func TestSimplerPuzzlesEndWithTheTime(t *testing.T) {
	for _, build := range []func(ctx context.Context, tk *Task) error{
		func(ctx context.Context, tk *Task) error { _, _, err := Project(ctx, tk, []int{0, 1}); return err },
		func(ctx context.Context, tk *Task) error {
			_, _, err := Pattern(ctx, tk, 0, []int64{1, 2}, []int64{0}, true)
			return err
		},
	} {
		ended := 0
		for asked := 0; ; asked++ {
			left := asked
			err := build(endsAfter{context.Background(), &left}, slidingTiles(2, 3, false, 4, 5, 0, 1, 2, 3))
			if err == nil {
				require.GreaterOrEqual(t, left, 0)
				break
			}
			require.ErrorIs(t, err, context.Canceled)
			ended++
		}
		require.Positive(t, ended)
	}
}
