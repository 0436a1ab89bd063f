//go:build !js

package draw

import (
	"cmp"
	"image/color"

	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/sorting"
)

// frequent returns the n most frequent colours. Colours with equal counts are ordered by their components, so that the
// result is deterministic.
func frequent(counts map[color.RGBA]int, n int) color.Palette {
	all := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	sorting.Stable(all, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	return lists.Map(all[:min(n, len(all))], func(c color.RGBA) color.Color { return c })
}
