package grading

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestShares: a part has its share of the time that is left. What a part does not use is for the parts after it, and
// one that works too long takes nothing from them.
func TestShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		defer end()
		part := func(left int, uses time.Duration) (context.Context, time.Duration) {
			own, end := inShare(ctx, left)
			t.Cleanup(end)
			last, _ := own.Deadline()
			share := time.Until(last)
			time.Sleep(min(uses, share))
			synctest.Wait()
			return own, share
		}
		own, share := part(3, 2*time.Second)
		assert.Equal(t, 20*time.Second, share)
		require.NoError(t, own.Err())
		own, share = part(2, time.Hour)
		assert.Equal(t, 29*time.Second, share)
		assert.Equal(t, errShare, context.Cause(own))
		own, share = part(1, 0)
		assert.Equal(t, 29*time.Second, share)
		require.NoError(t, own.Err())
	})
	own, _ := inShare(t.Context(), 3)
	require.NoError(t, own.Err())
}
