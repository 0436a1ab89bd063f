package room

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestNoLimit(t *testing.T) {
	ctx := context.Background()
	assert.True(t, For(ctx, 1<<60))
	assert.False(t, Ended(ctx))
	list, ok := Grow(ctx, make([]int64, 1<<20))
	assert.True(t, ok)
	assert.Greater(t, cap(list), 1<<20)
}

func TestLimit(t *testing.T) {
	base, end := context.WithCancelCause(context.Background())
	full := errors.New("full")
	ctx := Within(base, Held()+64<<20, func() { end(full) })
	require.True(t, For(ctx, 1<<20))
	require.False(t, Ended(ctx))
	list, ok := Grow(ctx, make([]int64, 1<<20)) // 8 MB, and 10 MB for the copy
	require.True(t, ok)
	require.Len(t, list, 1<<20)
	same, ok := Grow(ctx, list)
	require.True(t, ok)
	require.Equal(t, cap(list), cap(same), "there was room left")
	require.NoError(t, ctx.Err())

	require.False(t, For(ctx, 1<<30))
	require.True(t, Ended(ctx))
	require.ErrorIs(t, context.Cause(ctx), full)
}

// Unused memory does not count.
func TestGarbage(t *testing.T) {
	ctx := Within(context.Background(), Held()+100<<20, func() { t.Error("there is room") })
	for range 50 {
		garbage := make([]byte, 10<<20)
		garbage[0] = 1
		require.True(t, For(ctx, 20<<20))
	}
}

func TestBeyond(t *testing.T) {
	ended := false
	ctx := Within(context.Background(), 1<<20, func() { ended = true })
	require.True(t, Ended(ctx))
	require.True(t, ended)
}
