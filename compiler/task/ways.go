package task

// Way leads from node A to node B where Free holds.
type Way[L comparable] struct {
	A, B int32
	Free L
}

// Ways returns the ways of a directed graph, or nil if a way has no way back. always is what holds where a node is
// free in any case. inner[i] says that node i is the middle of a way, and no start.
func Ways[L comparable](next [][]int32, free []L, always L, start func(int) bool) (ways map[Way[L]]bool, inner []bool) {
	n := len(next)
	enters, from := make([]int32, n), make([]int32, n)
	for i, ds := range next {
		for _, d := range ds {
			enters[d]++
			from[d] = int32(i)
		}
	}
	inner = make([]bool, n)
	for i, ds := range next {
		inner[i] = enters[i] == 1 && len(ds) == 1 && ds[0] != from[i] && free[i] != always && !start(i)
	}
	ways = map[Way[L]]bool{}
	for i, ds := range next {
		for _, d := range ds {
			switch {
			case int(d) == i:
			case inner[i] && inner[d]:
				return nil, inner
			case inner[i]:
				ways[Way[L]{from[i], d, free[i]}] = true
			case !inner[d]:
				ways[Way[L]{int32(i), d, always}] = true
			}
		}
	}
	for e := range ways {
		if !ways[Way[L]{e.B, e.A, e.Free}] {
			return nil, inner
		}
	}
	return ways, inner
}
