package pattern

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"github.com/pzc-lang/pzc/backends/search/estimate"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// impatient ends when it was asked so often.
type impatient struct {
	context.Context
	often int
}

func (c *impatient) Err() error {
	if c.often--; c.often >= 0 {
		return nil
	}
	return context.DeadlineExceeded
}

// TestTablesInSlices: tables that are built with many rests are those that are built at once.
func TestTablesInSlices(t *testing.T) {
	rests, built := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		tk := searchtest.RandomPermutation(rt)
		if rapid.Bool().Draw(rt, "plain") {
			tk = searchtest.Named(searchtest.RandomPlain(rt))
		}
		searchtest.OwnAbstraction(tk, nil)
		a := &tk.Abstractions[0]
		often := rapid.IntRange(1, 20).Draw(rt, "often")
		build := func(slices bool, total bool) *store.Costs {
			w := newBuilder(context.Background())
			b, ok := w.newTotal(a)
			if slices {
				w.Lend(&impatient{context.Background(), often}, w.Memory, func() bool {
					w.Ctx = &impatient{context.Background(), often % 3}
					rests++
					return true
				})
			}
			var costs *store.Costs
			var err error
			switch {
			case !total:
				costs, err = w.reachable(a)
			case ok:
				costs, err = b.build()
			}
			require.Zero(rt, w.Bytes())
			if slices && errors.Is(err, estimate.ErrStopped) {
				return nil // before there was anything to rest from
			}
			require.NoError(rt, err)
			return costs
		}
		for _, total := range []bool{true, false} {
			want, got := build(false, total), build(true, total)
			if want != nil && got != nil {
				built++
				require.True(rt, reflect.DeepEqual(want.Entries, got.Entries))
			}
		}
	})
	assert.Positive(t, rests)
	assert.Positive(t, built)
}
