package space

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/models"
)

// Once the time is over no conditions of several variables are tabulated. Conditions whose rows would fill the memory
// never are.
func TestRowsWithoutTime(t *testing.T) {
	program, diags := check.Load(models.FS(), "jugs.pz")
	require.False(t, diags.HasErrors())
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors())
	tk, diags := ground.Task(t.Context(), m, ground.Options{})
	require.False(t, diags.HasErrors())
	sp := New(t.Context(), tk, false)
	widest := func(ctx context.Context, words int) (most int) {
		b := &rowBuilder{ctx: ctx, sp: sp, truth: map[task.Expr]truth{}, index: rows{Words: words}}
		for m := range tk.Moves {
			for _, e := range tk.Pool.Conjuncts(tk.Moves[m].Guard) {
				most = max(most, len(b.table(e).vars))
			}
		}
		return most
	}
	assert.Greater(t, widest(t.Context(), 1), 1)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	assert.LessOrEqual(t, widest(over, 1), 1)
	assert.Zero(t, widest(t.Context(), 1<<23))
}
