package depthfirst

import "github.com/pzc-lang/pzc/backends/search/packed"

// state is a state that is passed by value, in registers.
type state interface {
	comparable
	uint64 | wide
}

// wide is a state of two words or three.
type wide struct{ a, b, c uint64 }

// maxWords is the greatest number of words of a state in a search by successor lists.
const maxWords = 3

// at returns a word of the state.
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

// spread writes the words of the state into st, which has two words or three.
func (s wide) spread(st []uint64) {
	st[0], st[1] = s.a, s.b
	if len(st) > 2 {
		st[2] = s.c
	}
}

// wordAt points to word i of a state.
func wordAt[W state](s *W, i int) *uint64 {
	switch s := any(s).(type) {
	case *uint64:
		return s
	case *wide:
		return [...]*uint64{&s.a, &s.b, &s.c}[i]
	}
	panic("lists: a state of another shape")
}

// fromWords makes a state of its words.
func fromWords[W state](st []uint64) (s W) {
	for i, w := range st {
		*wordAt(&s, i) = w
	}
	return s
}

// wordsOf returns the words of a state, followed by zeros.
func wordsOf[W state](s W) (out [maxWords]uint64) {
	switch s := any(s).(type) {
	case uint64:
		out[0] = s
	case wide:
		out = [...]uint64{s.a, s.b, s.c}
	}
	return out
}

// not inverts all bits of a state.
func not[W state](s W) W {
	switch s := any(&s).(type) {
	case *uint64:
		*s = ^*s
	case *wide:
		s.a, s.b, s.c = ^s.a, ^s.b, ^s.c
	}
	return s
}

// within reports whether all bits of a are bits of b.
func within[W state](a, b W) bool {
	in, of := wordsOf(a), wordsOf(b)
	for i := range in {
		if in[i]&^of[i] != 0 {
			return false
		}
	}
	return true
}

// indexOf is Index of a gather for states of two words or three.
func (s wide) indexOf(g *packed.Gather) uint64 {
	i := s.at(g.First.Word) >> (g.First.Shift & 63) & g.First.Mask
	for k := range g.Rest {
		p := &g.Rest[k]
		i |= s.at(p.Word) >> (p.Shift & 63) & p.Mask << (p.Up & 63)
	}
	return i
}
