package search

// The forks of a follow are made by one code for states of one word and of two. What is done in every state stands twice, so that
// the processor has the words in registers.

// word is a state of a depth-first search along forks.
type word interface {
	comparable
	uint64 | two
}

// two is a state of two words.
type two struct{ lo, hi uint64 }

// at is a word of the two.
func (s two) at(word int) uint64 {
	w := s.lo
	if word > 0 {
		w = s.hi
	}
	return w
}

// wordAt is a word of a state.
func wordAt[W word](s *W, i int) *uint64 {
	switch s := any(s).(type) {
	case *uint64:
		return s
	case *two:
		if i > 0 {
			return &s.hi
		}
		return &s.lo
	}
	panic("search: a state of another shape")
}

// packed is a state out of its words.
func packed[W word](st []uint64) (s W) {
	for i, w := range st {
		*wordAt(&s, i) = w
	}
	return s
}

// list is the words of a state, of which one of one word has the first.
func list[W word](s W) (out [2]uint64) {
	switch s := any(s).(type) {
	case uint64:
		out[0] = s
	case two:
		out = [2]uint64{s.lo, s.hi}
	}
	return out
}

// inverted has the other bits.
func inverted[W word](s W) W {
	switch s := any(&s).(type) {
	case *uint64:
		*s = ^*s
	case *two:
		s.lo, s.hi = ^s.lo, ^s.hi
	}
	return s
}

// within tells whether all bits of a are bits of b.
func within[W word](a, b W) bool {
	in, of := list(a), list(b)
	return in[0]&^of[0]|in[1]&^of[1] == 0
}

// functions are those that stand once for each shape of states.
type functions[W word] struct {
	holds func(st *branch[W], s W) bool
	apply func(st *branch[W], s W) (next W, rise, spent int64)
	visit func(d *dive[W], s W, room, sum int64, c *fork[W], depth int) ending
	probe func(d *dive[W], s W, g int64, c *fork[W], depth int) ending
	climb func(c *climb[W], s W, at *fork[W]) ending
}

func functionsOf[W word]() functions[W] {
	var of any
	switch any(*new(W)).(type) {
	case uint64:
		of = functions[uint64]{holds: holds1, apply: apply1, visit: visit1, probe: probe1, climb: climb1}
	case two:
		of = functions[two]{holds: holds2, apply: apply2, visit: visit2, probe: probe2, climb: climb2}
	}
	return of.(functions[W])
}
