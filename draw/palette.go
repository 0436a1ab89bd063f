package draw

import (
	"cmp"
	"image/color"
	"slices"
)

// frequent are the most frequent of some colours, at most n. Equal counts are told apart by the colours, so that the choice is always the same.
func frequent(counts map[color.RGBA]int, n int) color.Palette {
	all := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var out color.Palette
	for _, c := range all[:min(n, len(all))] {
		out = append(out, c)
	}
	return out
}
