package model

// Plain tells whether each element of an array is one value out of a list, and its indices count without gaps: then a program can read it from data.
func (m *Model) Plain(a *Array) bool {
	d := m.Data[a.ID]
	for _, s := range d.Index {
		if !s.Type.Scalar() || !s.Gapless() || s.Type.Kind == Boolean {
			return false
		}
	}
	return a.Type.Scalar() && d.Domain != nil && d.Domain.Len() > 0
}

// Gapless tells whether there are values, single ones that follow one another.
func (s *Set) Gapless() bool {
	n := s.Len()
	return n > 0 && s.Elems[0].C == nil && s.Elems[n-1].N-s.Elems[0].N == int64(n-1)
}
