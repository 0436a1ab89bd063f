package model

// Plain reports whether a program can read an array from data: each element is a single value of a listed domain, and
// the values of each index follow one another.
func (m *Model) Plain(a *Array) bool {
	d := m.Data[a.ID]
	for _, s := range d.Index {
		if !s.Type.Scalar() || !s.Gapless() || s.Type.Kind == Boolean {
			return false
		}
	}
	return a.Type.Scalar() && d.Domain != nil && d.Domain.Len() > 0
}

// Gapless reports whether a set is not empty and its elements are single values without gaps.
func (s *Set) Gapless() bool {
	n := s.Len()
	return n > 0 && s.Elems[0].C == nil && s.Elems[n-1].N-s.Elems[0].N == int64(n-1)
}
