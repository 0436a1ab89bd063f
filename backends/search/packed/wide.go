package packed

// State is a state that is passed by value, in registers.
type State interface {
	comparable
	uint64 | Wide
}

// Wide is a state of two words or three.
type Wide struct{ A, B, C uint64 }

// MaxWords is the greatest number of words of a State.
const MaxWords = 3

// At returns a word of the state.
func (s Wide) At(word int) uint64 {
	w := s.A
	if word == 1 {
		w = s.B
	}
	if word == 2 {
		w = s.C
	}
	return w
}

// Spread writes the words of the state into st, which has two words or three.
func (s Wide) Spread(st []uint64) {
	st[0], st[1] = s.A, s.B
	if len(st) > 2 {
		st[2] = s.C
	}
}

// WordAt points to word i of a state.
func WordAt[W State](s *W, i int) *uint64 {
	switch s := any(s).(type) {
	case *uint64:
		return s
	case *Wide:
		return [...]*uint64{&s.A, &s.B, &s.C}[i]
	}
	panic("packed: a state of another shape")
}

// FromWords makes a state of its words.
func FromWords[W State](st []uint64) (s W) {
	for i, w := range st {
		*WordAt(&s, i) = w
	}
	return s
}

// WordsOf returns the words of a state, followed by zeros.
func WordsOf[W State](s W) (out [MaxWords]uint64) {
	switch s := any(s).(type) {
	case uint64:
		out[0] = s
	case Wide:
		out = [...]uint64{s.A, s.B, s.C}
	}
	return out
}

// Not inverts all bits of a state.
func Not[W State](s W) W {
	switch s := any(&s).(type) {
	case *uint64:
		*s = ^*s
	case *Wide:
		s.A, s.B, s.C = ^s.A, ^s.B, ^s.C
	}
	return s
}

// Within reports whether all bits of a are bits of b.
func Within[W State](a, b W) bool {
	in, of := WordsOf(a), WordsOf(b)
	for i := range in {
		if in[i]&^of[i] != 0 {
			return false
		}
	}
	return true
}
