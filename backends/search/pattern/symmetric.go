package pattern

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/technique"
)

// Two patterns of a sum are symmetric if they differ by a permutation of the places that maps moves to moves. It need
// not map the goal to itself. Then one table serves both: the cost of one is the cost of the other for the image of the
// state. Example: six tiles in one corner of a board, and six tiles in another corner (Korf and Felner, 2002).
//
// In the goals of symmetric patterns the tracked value may be at different places. This is proved to cost nothing:
// moves of no own value carry it from one place to the other, and the table forgets where it is.

// symmetric returns the symmetry that maps the pattern of own to the pattern of of, and nil if there is none.
func (b *permuted) symmetric(own, of []int64) *reflection {
	if len(own) != len(of) || len(b.tracked) != 1 || b.builder.without.Has(technique.Twins) {
		return nil
	}
	if b.symmetries == nil {
		b.symmetries = b.keepingTracked()
	}
	hole := b.tracked[0]
	for _, place := range b.symmetries {
		r := reflection{place, map[int64]int64{hole: hole}}
		for _, x := range own {
			i := slices.IndexFunc(of, func(y int64) bool { return b.home[y] == place[b.home[x]] })
			if i < 0 {
				break
			}
			r.value[x] = of[i]
		}
		if len(r.value) == len(own)+1 && b.carriesHole(place[b.home[hole]], of) {
			return &r
		}
	}
	return nil
}

// keepingTracked returns the permutations of the places that, with the tracked values unchanged, map moves to moves.
func (b *permuted) keepingTracked() (out [][]int) {
	out = [][]int{}
	all, moves, ok := b.carriers()
	if !ok {
		return out
	}
	r := reflection{value: map[int64]int64{}}
	for _, x := range b.tracked {
		r.value[x] = x
	}
	b.automorphisms(func(place []int) {
		if r.place = slices.Clone(place); b.maps(&r, all, moves) {
			out = append(out, r.place)
		}
	})
	return out
}

// carriesHole reports whether moves of no own value carry the tracked value from a place to its home.
func (b *permuted) carriesHole(from int, own []int64) bool {
	hole := b.tracked[0]
	if from == b.home[hole] {
		return true
	}
	if !b.forgets(len(own)) {
		return false
	}
	all, _, _ := b.carriers()
	met := []int{from}
	for n := 0; n < len(met); n++ {
		for i := range all {
			c := &all[i]
			if !slices.Equal(c.wants, [][2]int64{{int64(met[n]), hole}}) ||
				slices.ContainsFunc(own, func(x int64) bool { return c.writesTo(b.home[x]) >= 0 }) {
				continue
			}
			for _, w := range c.writes {
				if to := int(w[0]); (w[1] == int64(met[n]) || w[1] < 0 && w[2] == hole) && !slices.Contains(met, to) {
					met = append(met, to)
				}
			}
		}
	}
	return slices.Contains(met, b.home[hole])
}

func (c *carrier) writesTo(place int) int {
	return slices.IndexFunc(c.writes, func(w [3]int64) bool { return w[0] == int64(place) })
}
