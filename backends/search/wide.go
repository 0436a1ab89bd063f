package search

// word is a state of a depth-first search along forks.
type word interface {
	comparable
	uint64 | wide
}

// wide is a state of two words, or of three.
type wide struct{ a, b, c uint64 }

// mostWords is how many words such a state may have.
const mostWords = 3

// at is a word of a state.
func (s wide) at(word int) uint64 {
	w := s.a
	if word == 1 {
		w = s.b
	}
	if word == 2 {
		w = s.c
	}
	return w
}

// spread puts the words of a state into st, of which it may have three.
func (s wide) spread(st []uint64) {
	st[0], st[1] = s.a, s.b
	if len(st) > 2 {
		st[2] = s.c
	}
}

// wordAt is a word of a state.
func wordAt[W word](s *W, i int) *uint64 {
	switch s := any(s).(type) {
	case *uint64:
		return s
	case *wide:
		return [...]*uint64{&s.a, &s.b, &s.c}[i]
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

// list is the words of a state, with 0 for those that it has not.
func list[W word](s W) (out [mostWords]uint64) {
	switch s := any(s).(type) {
	case uint64:
		out[0] = s
	case wide:
		out = [...]uint64{s.a, s.b, s.c}
	}
	return out
}

// inverted has the other bits.
func inverted[W word](s W) W {
	switch s := any(&s).(type) {
	case *uint64:
		*s = ^*s
	case *wide:
		s.a, s.b, s.c = ^s.a, ^s.b, ^s.c
	}
	return s
}

// within tells whether all bits of a are bits of b.
func within[W word](a, b W) bool {
	in, of := list(a), list(b)
	for i := range in {
		if in[i]&^of[i] != 0 {
			return false
		}
	}
	return true
}
