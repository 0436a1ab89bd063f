package sat

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
)

// solve solves a task, and logs what is reported on the way.
func solve(t testing.TB, x *task.Task) *backends.Result {
	r, err := Backend{}.Solve(context.Background(), x,
		backends.Options{Progress: func(p backends.Progress) { t.Log(p) }})
	require.NoError(t, err)
	return r
}
