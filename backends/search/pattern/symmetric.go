package pattern

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
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

// keepingTracked returns the permutations of the places that, with all values unchanged, map moves to moves.
func (b *permuted) keepingTracked() (out [][]int) {
	out = [][]int{}
	for _, r := range b.automorphisms(task.True) {
		same := true
		for x, y := range r.value {
			same = same && x == y
		}
		if same {
			out = append(out, r.place)
		}
	}
	return out
}

// carriesHole reports whether moves of no own value carry the tracked value from a place to its home. Only its place
// decides whether such a move can be made.
func (b *permuted) carriesHole(from int, own []int64) bool {
	t, hole := b.sp.Task, b.tracked[0]
	if from == b.home[hole] {
		return true
	}
	if !b.forgets(len(own)) {
		return false
	}
	st := slices.Clone(t.Init)
	at := func() int { return slices.IndexFunc(b.vars, func(v int) bool { return st[v] == hole }) }
	goTo := func(to int) {
		here := b.vars[at()]
		st[here], st[b.vars[to]] = st[b.vars[to]], st[here]
	}
	met := []int{from}
	for n := 0; n < len(met); n++ {
		for m := range t.Moves {
			goTo(met[n])
			v, k, single := b.sp.Program.Single(t.Moves[m].Guard, 1)
			next, _, ok := t.Apply(st, m)
			if !ok || !single || int(v) != b.vars[met[n]] || b.sp.Layout.Vars[v].Values[k] != hole ||
				slices.ContainsFunc(t.Moves[m].Effects, func(e task.Effect) bool {
					return slices.ContainsFunc(own, func(x int64) bool { return b.vars[b.home[x]] == e.Var })
				}) {
				continue
			}
			before := st
			if st = next; !slices.Contains(met, at()) {
				met = append(met, at())
			}
			st = before
		}
	}
	return slices.Contains(met, b.home[hole])
}
