package sat

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Work that is ended at any time, many times at once, ends and leaves no goroutine behind. Most of it could not be
// finished.
func TestWorkIsEnded(t *testing.T) {
	dear := func() *task.Task {
		x := endlessTiles()
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
		{endlessTiles(), backends.Options{}},
		{endlessTiles(), backends.Options{Encoding: encode.Textbook}},
		{endlessTiles(), backends.Options{Parallel: true}},
		{dear(), backends.Options{MinHorizon: 31}},
		{dear(), backends.Options{}},
		{sattest.PairsOfLights(9, 0), backends.Options{}},
		{searchtest.Queens(40), backends.Options{All: true}},
		{searchtest.Queens(12), backends.Options{All: true}},
	} {
		for k := range 3 {
			all.Go(func() {
				ctx, cancel := context.WithCancel(context.Background())
				defer time.AfterFunc(time.Duration(1+20*k*k+i)*time.Millisecond, cancel).Stop()
				_, err := Backend{}.Solve(ctx, w.task, w.o)
				errs <- err
			})
		}
	}
	all.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	for runtime.NumGoroutine() > before+1 { // one that stays runs into the deadline of the tests
		time.Sleep(time.Millisecond)
	}
}
