package pattern

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/search/searchtest"
)

// BenchmarkTable measures how long the tables of six tiles of the 15-puzzle, and of three, take to build.
func BenchmarkTable(b *testing.B) {
	for _, own := range [][]int64{{1, 5, 6, 9, 10, 13}, {2, 3, 4}} {
		b.Run(fmt.Sprint(own), func(b *testing.B) {
			for range b.N {
				tk := searchtest.Named(searchtest.Tiles(4, 4, searchtest.Span(16)...))
				withPattern(b, tk, true, own...)
				a := &tk.Abstractions[0]
				w := newBuilder(b.Context())
				w.threads = 2
				t, ok := w.newTotal(a)
				require.True(b, ok)
				_, err := t.build()
				require.NoError(b, err)
			}
		})
	}
}
