package sat

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/task"
)

// Work that is ended at any time, many times at once, is over soon and leaves no goroutine behind.
func TestWorkIsEnded(t *testing.T) {
	dear := func() *task.Task {
		x := sattest.Tiles(3, 3, sattest.Hardest)
		for m := range x.Moves {
			x.Moves[m].Cost = x.Pool.Const(int64(1 + m%3))
		}
		return x
	}
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	errs := make(chan error, 100)
	for i, w := range []struct {
		task *task.Task
		o    backends.Options
	}{
		{sattest.Tiles(3, 3, sattest.Hardest), backends.Options{}},
		{sattest.Tiles(3, 3, sattest.Hardest), backends.Options{Encoding: encode.Textbook}},
		{sattest.Tiles(3, 3, sattest.Hardest), backends.Options{Parallel: true}},
		{dear(), backends.Options{MinHorizon: 31}},
		{dear(), backends.Options{}},
		{sattest.PairsOfLights(9, 0), backends.Options{}},
		{sattest.Queens(40), backends.Options{All: true}},
		{sattest.Queens(12), backends.Options{All: true}},
	} {
		for k := range 3 {
			all.Go(func() {
				ctx, cancel := context.WithCancel(context.Background())
				var ended time.Time
				time.AfterFunc(time.Duration(1+20*k*k+i)*time.Millisecond, func() {
					ended = time.Now()
					cancel()
				})
				_, err := Backend{}.Solve(ctx, w.task, w.o)
				errs <- err
				<-ctx.Done()
				assert.Less(t, time.Since(ended), 5*time.Second)
			})
		}
	}
	all.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, 5*time.Second, 10*time.Millisecond)
}
