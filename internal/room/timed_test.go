package room_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/room"
)

// A limit of time is noticed by whoever asks, and by whoever waits; the cause says which limit it was.
func TestTimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := errors.New("late")
		ctx, stop := room.Timed(t.Context(), time.Second, late)
		require.NoError(t, ctx.Err())
		time.Sleep(time.Second)
		require.Error(t, ctx.Err())
		assert.Equal(t, late, context.Cause(ctx))
		stop()

		ctx, stop = room.Timed(t.Context(), time.Second, late)
		<-ctx.Done()
		assert.Equal(t, late, context.Cause(ctx))
		stop()

		ctx, stop = room.Timed(t.Context(), time.Second, late)
		stop()
		<-ctx.Done()
		assert.Equal(t, context.Canceled, context.Cause(ctx))
		ctx, stop = room.Timed(t.Context(), -time.Second, late)
		require.Error(t, ctx.Err())
		stop()
	})
}
