package integer

import "github.com/pzc-lang/pzc/backends/constraint/cdcl"

// View is the value A*X + B, or the constant B if A is 0.
type View struct {
	X    Var
	A, B int64
}

// Const returns the constant k as a view.
func Const(k int64) View { return View{B: k} }

// Plus returns v + k.
func (v View) Plus(k int64) View { return View{v.X, v.A, v.B + k} }

// Times returns k*v.
func (v View) Times(k int64) View { return View{v.X, v.A * k, v.B * k} }

// Min returns the least value that a view may have.
func (s *Store) Min(v View) int64 {
	switch {
	case v.A == 0:
		return v.B
	case v.A > 0:
		return v.A*s.ends[v.X][0] + v.B
	}
	return v.A*s.ends[v.X][1] + v.B
}

// Max returns the greatest value that a view may have.
func (s *Store) Max(v View) int64 { return -s.Min(v.Times(-1)) }

// inverse returns the bound on X that v >= k means: X <= at if upper, else X >= at.
func (v View) inverse(k int64) (at int64, upper bool) {
	if v.A > 0 {
		return -floor(v.B-k, v.A), false
	}
	return floor(v.B-k, -v.A), true
}

// floor returns a/b rounded down, for b > 0.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// AtLeast returns the literal v >= k. It may be called only without choices.
func (s *Store) AtLeast(v View, k int64) cdcl.Lit {
	if v.A == 0 {
		if v.B >= k {
			return cdcl.True
		}
		return cdcl.True.Not()
	}
	at, upper := v.inverse(k)
	if upper {
		return s.AtMost(v.X, at)
	}
	return s.AtMost(v.X, at-1).Not()
}

// Equals returns the literal v == k. It may be called only without choices.
func (s *Store) Equals(v View, k int64) cdcl.Lit {
	switch {
	case v.A == 0 && v.B == k:
		return cdcl.True
	case v.A == 0 || (k-v.B)%v.A != 0:
		return cdcl.True.Not()
	}
	return s.is(v.X, (k-v.B)/v.A)
}

// raise makes v >= k for the propagator id, which will be asked about aux. It returns false after a conflict.
func (s *Store) raise(v View, k int64, id, aux int32) bool {
	if s.Min(v) >= k {
		return true
	}
	if v.A == 0 {
		s.scratch = s.props[id].explain(s, cdcl.NoLit, aux, 0, s.Sat.Here(), s.scratch[:0])
		return s.Sat.Fail(s.scratch...)
	}
	l, claim, ok := s.bound(v, k)
	if !ok {
		s.scratch = s.props[id].explain(s, cdcl.NoLit, aux, claim, s.Sat.Here(), append(s.scratch[:0], l.Not()))
		return s.Sat.Fail(s.scratch...)
	}
	return s.Sat.ImplyBy(l, id, aux)
}

// bound returns the literal v >= k, made if need be; the bound must be new. ok is false if v must be smaller. Then l is
// the negation of the literal for this, and claim is the weakest bound on v.X that contradicts it.
func (s *Store) bound(v View, k int64) (l cdcl.Lit, claim int64, ok bool) {
	at, upper := v.inverse(k)
	if upper {
		return s.atMostLit(v.X, at)
	}
	return s.atLeastLit(v.X, at)
}

// atLeastBecause returns the literal that says v >= k and was true before a place: the weakest there is.
func (s *Store) atLeastBecause(v View, k int64, place int32) cdcl.Lit {
	if v.A == 0 {
		return cdcl.True
	}
	at, upper := v.inverse(k)
	return s.weaker(v.X, upper, at, s.before(v.X, upper, place), place)
}

// minBefore returns the least value that a view could have before a place of the trail.
func (s *Store) minBefore(v View, place int32) int64 {
	switch {
	case v.A == 0:
		return v.B
	case v.A > 0:
		return v.A*s.before(v.X, false, place).value + v.B
	}
	return v.A*s.before(v.X, true, place).value + v.B
}

// minRoot returns the least value that a view could ever have.
func (s *Store) minRoot(v View) int64 {
	switch {
	case v.A == 0:
		return v.B
	case v.A > 0:
		return v.A*s.vars[v.X].los[0].value + v.B
	}
	return v.A*s.vars[v.X].his[0].value + v.B
}

// claimed returns the least value of v that the literal l states or, without a literal, the bound claim on v.X. For a
// constant it returns one more than the constant, because only a contradiction needs an explanation.
func (s *Store) claimed(v View, l cdcl.Lit, claim int64) int64 {
	if v.A == 0 {
		return v.B + 1
	}
	if l != cdcl.NoLit {
		claim = s.meaning(l, v.X)
	}
	return v.A*claim + v.B
}

// wakeOnMin wakes a propagator when the least value of v grows.
func (s *Store) wakeOnMin(v View, id int32) {
	if v.A > 0 {
		s.vars[v.X].onLo = append(s.vars[v.X].onLo, id)
	} else if v.A < 0 {
		s.vars[v.X].onHi = append(s.vars[v.X].onHi, id)
	}
}

// wakeOnMax wakes a propagator when the greatest value of v falls.
func (s *Store) wakeOnMax(v View, id int32) { s.wakeOnMin(v.Times(-1), id) }

// raiseBecause makes v >= k, since some true literals together imply it. It returns false after a conflict.
func (s *Store) raiseBecause(v View, k int64, because []cdcl.Lit) bool {
	if s.Min(v) >= k {
		return true
	}
	if v.A == 0 {
		return s.Sat.Fail(because...)
	}
	l, _, ok := s.bound(v, k)
	if !ok {
		return s.Sat.Fail(append(because, l.Not())...)
	}
	return s.Sat.ImplyBecause(l, because)
}

// Values returns the values that v may have, ascending.
func (s *Store) Values(v View) []int64 { return s.ValuesIn(v, s.Min(v), s.Max(v)) }

// ValuesUpTo returns the values that v may have, ascending, but at most n of them.
func (s *Store) ValuesUpTo(v View, n int) (values []int64) {
	s.each(v, s.Min(v), s.Max(v), func(k int64) bool {
		values = append(values, k)
		return len(values) < n
	})
	return values
}

// ValuesIn returns the values from lo to hi that v may have, ascending.
func (s *Store) ValuesIn(v View, lo, hi int64) (values []int64) {
	s.each(v, lo, hi, func(k int64) bool {
		values = append(values, k)
		return true
	})
	return values
}

// each calls f for the values of v from lo to hi, ascending, until f returns false.
func (s *Store) each(v View, lo, hi int64, f func(int64) bool) {
	lo, hi = max(lo, s.Min(v)), min(hi, s.Max(v))
	if v.A == 0 {
		if lo <= hi {
			f(v.B)
		}
		return
	}
	step := max(v.A, -v.A)
	x := &s.vars[v.X]
	for k := lo + ((v.B-lo)%step+step)%step; k <= hi; k += step {
		if value := (k - v.B) / v.A; x.full && value < x.his[0].value {
			if _, exact := x.find(value); !exact {
				continue
			}
		}
		if !f(k) {
			return
		}
	}
}
