package relay_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/relay"
	"github.com/pzc-lang/pzc/compiler/task"
)

// actor is a backend that does as it is told.
type actor struct {
	name   string
	after  time.Duration
	result backends.Result
	err    error
	ended  *bool // set when its context ended
}

func (a actor) Name() string { return a.name }

func (a actor) Solve(ctx context.Context, _ *task.Task, o backends.Options) (*backends.Result, error) {
	if o.Worked != nil {
		time.Sleep(a.after / 2)
		o.Worked(5)
		o.Worked(6)
	}
	select {
	case <-time.After(a.after):
		if a.name == "breaks" {
			panic("broken")
		}
		r := a.result
		r.Stats.PeakBytes = o.Memory
		return &r, a.err
	case <-ctx.Done():
		if a.ended != nil {
			*a.ended = true
		}
		return &backends.Result{Status: backends.Unknown, LowerBound: a.result.LowerBound, Plans: a.result.Plans}, nil
	}
}

// inBubble runs a test in which time passes when all wait for it.
func inBubble(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

// idle is the time of the processor of a machine that does nothing else.
func idle() func() time.Duration { return share(1) }

// share is the time of the processor of a process that has one of n parts of it.
func share(n int) func() time.Duration {
	begun := time.Now()
	return func() time.Duration { return time.Since(begun) / time.Duration(n) }
}

// Other work on the machine does not make the second backend start.
func TestBusyMachine(t *testing.T) {
	solved := backends.Result{Status: backends.Solved, Optimal: true}
	for _, c := range []struct {
		part int
		want string
	}{{2, "second"}, {10, "first"}} {
		inBubble(t, c.want, func(t *testing.T) {
			r := relay.Relay{
				First:  actor{name: "first", after: 60 * time.Millisecond, result: solved},
				Second: actor{name: "second", result: solved},
				Head:   20 * time.Millisecond, Spent: share(c.part),
			}
			name, _, err := r.Solve(t.Context(), &task.Task{}, backends.Options{})
			require.NoError(t, err)
			assert.Equal(t, c.want, name)
		})
	}
}

// The second backend starts when the first has done its work, however long that takes.
func TestCountedWork(t *testing.T) {
	solved := backends.Result{Status: backends.Solved, Optimal: true}
	for _, c := range []struct {
		work         int64
		want, choice string
	}{{5, "second", "after 5 conclusions"}, {6, "second", "after 6 conclusions"}, {7, "first", ""}} {
		inBubble(t, c.want, func(t *testing.T) {
			r := relay.Relay{
				First:  actor{name: "first", after: time.Hour, result: solved},
				Second: actor{name: "second", result: solved}, Work: c.work, Spent: idle(),
			}
			name, result, err := r.Solve(t.Context(), &task.Task{}, backends.Options{})
			require.NoError(t, err)
			assert.Equal(t, c.want, name)
			assert.Contains(t, result.Choice, c.choice)
		})
	}
}

func TestRelay(t *testing.T) {
	solved := backends.Result{Status: backends.Solved, Optimal: true}
	found := backends.Result{Status: backends.Solved, Plans: []backends.Plan{{Cost: 9}}}
	stuck := backends.Result{Status: backends.Unknown, Reason: "no memory", LowerBound: 5}
	plan := backends.Result{
		Status: backends.Unknown, Reason: "no memory", Plans: []backends.Plan{{Cost: 7}}, LowerBound: 3,
	}
	const soon, late, never = 0, 60 * time.Millisecond, time.Hour
	for _, c := range []struct {
		name          string
		first, second actor
		want          string
		choice        string
	}{
		{"the first is quick", actor{after: soon, result: solved}, actor{after: soon, result: solved}, "first", ""},
		{"the first is slow", actor{after: late, result: solved}, actor{after: never, result: solved}, "first", "beside"},
		{"the second is quicker", actor{after: never}, actor{after: soon, result: solved}, "second", "beside"},
		{
			"the first gives up",
			actor{after: soon, result: stuck},
			actor{after: soon, result: solved},
			"second",
			"gave up (no memory)",
		},
		{
			"the first fails",
			actor{after: soon, err: errors.New("unknown")},
			actor{after: soon, result: solved},
			"second",
			"gave up (unknown)",
		},
		{"both give up", actor{after: soon, result: stuck}, actor{after: soon, result: stuck}, "first", ""},
		{"the second knows a plan", actor{after: soon, result: stuck}, actor{after: soon, result: plan}, "second", ""},
		{"no proof is waited for", actor{after: late, result: found}, actor{after: soon, result: solved}, "second", "beside"},
		{"but for one", actor{after: late, result: solved}, actor{after: soon, result: found}, "first", "beside"},
	} {
		inBubble(t, c.name, func(t *testing.T) {
			var ended bool
			c.first.name, c.second.name, c.first.ended = "first", "second", &ended
			r := relay.Relay{First: c.first, Second: c.second, Head: 10 * time.Millisecond, Spent: idle()}
			name, result, err := r.Solve(t.Context(), &task.Task{}, backends.Options{})
			require.NoError(t, err)
			assert.Equal(t, c.want, name)
			assert.Contains(t, result.Choice, c.choice)
			assert.Equal(t, c.want == "second" && c.choice == "beside", ended, "the loser is waited for")
		})
	}
	inBubble(t, "bounds are joined", func(t *testing.T) {
		r := relay.Relay{First: actor{name: "a", result: stuck}, Second: actor{name: "b", result: plan}}
		_, result, err := r.Solve(t.Context(), &task.Task{}, backends.Options{})
		require.NoError(t, err)
		assert.EqualValues(t, 5, result.LowerBound)
		assert.EqualValues(t, 7, result.Plans[0].Cost)
	})
	inBubble(t, "the end of the time", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
		defer cancel()
		r := relay.Relay{
			First: actor{name: "a", after: never, result: stuck}, Second: actor{name: "b", after: never, result: plan},
			Head: 5 * time.Millisecond, Spent: idle(),
		}
		_, result, err := r.Solve(ctx, &task.Task{}, backends.Options{})
		require.NoError(t, err)
		assert.Equal(t, backends.Unknown, result.Status)
		assert.EqualValues(t, 5, result.LowerBound)
		assert.Len(t, result.Plans, 1)
	})
	inBubble(t, "one thread", func(t *testing.T) {
		r := relay.Relay{First: actor{name: "a", after: late, result: solved}, Second: actor{name: "b", result: solved}}
		name, result, err := r.Solve(t.Context(), &task.Task{}, backends.Options{Threads: 1, Memory: 100})
		require.NoError(t, err)
		assert.Equal(t, "a", name)
		assert.EqualValues(t, 100, result.Stats.PeakBytes)
	})
	inBubble(t, "a panic is that of the caller", func(t *testing.T) {
		r := relay.Relay{First: actor{name: "breaks"}, Second: actor{name: "b"}}
		assert.Panics(t, func() { _, _, _ = r.Solve(t.Context(), &task.Task{}, backends.Options{}) })
	})
}
