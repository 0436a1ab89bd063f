package processor_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/internal/processor"
)

// The second worker rests only while the first works on all cores.
func TestRests(t *testing.T) {
	first, second := processor.Shared(context.Background())
	assert.False(t, processor.Rests(second))
	done, again := processor.All(first), processor.All(first)
	assert.True(t, processor.Rests(second))
	assert.False(t, processor.Rests(first), "the first never rests")
	again()
	assert.True(t, processor.Rests(second))
	done()
	assert.False(t, processor.Rests(second))
	processor.All(second)()
	processor.All(context.Background())()
	assert.False(t, processor.Rests(context.Background()), "a worker alone")
}

// A rest is several times as long as the work, but not long, and ends with the context.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		for _, worked := range []time.Duration{time.Millisecond, time.Hour} {
			begin := time.Now()
			processor.Rest(ctx, worked)
			assert.Greater(t, time.Since(begin), time.Millisecond)
			assert.Less(t, time.Since(begin), time.Second)
		}
		cancel()
		begin := time.Now()
		processor.Rest(ctx, time.Second)
		assert.Zero(t, time.Since(begin))
	})
}
