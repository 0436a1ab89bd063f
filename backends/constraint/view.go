package constraint

import "github.com/pzc-lang/pzc/backends/constraint/cdcl"

// view is the value A*X + B, or the constant B if A is 0.
type view struct {
	X    intVar
	A, B int64
}

// constView returns the constant k as a view.
func constView(k int64) view { return view{B: k} }

// plus returns v + k.
func (v view) plus(k int64) view { return view{v.X, v.A, v.B + k} }

// times returns k*v.
func (v view) times(k int64) view { return view{v.X, v.A * k, v.B * k} }

// Min returns the least value that a view may have.
func (s *store) Min(v view) int64 {
	switch {
	case v.A == 0:
		return v.B
	case v.A > 0:
		return v.A*s.ends[v.X][0] + v.B
	}
	return v.A*s.ends[v.X][1] + v.B
}

// Max returns the greatest value that a view may have.
func (s *store) Max(v view) int64 { return -s.Min(v.times(-1)) }

// inverse returns the bound on X that v >= k means: X <= at if upper, else X >= at.
func (v view) inverse(k int64) (at int64, upper bool) {
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

// atLeast returns the literal v >= k. It may be called only without choices.
func (s *store) atLeast(v view, k int64) cdcl.Lit {
	if v.A == 0 {
		if v.B >= k {
			return cdcl.True
		}
		return cdcl.True.Not()
	}
	at, upper := v.inverse(k)
	if upper {
		return s.atMost(v.X, at)
	}
	return s.atMost(v.X, at-1).Not()
}

// equals returns the literal v == k. It may be called only without choices.
func (s *store) equals(v view, k int64) cdcl.Lit {
	switch {
	case v.A == 0 && v.B == k:
		return cdcl.True
	case v.A == 0 || (k-v.B)%v.A != 0:
		return cdcl.True.Not()
	}
	return s.is(v.X, (k-v.B)/v.A)
}

// raise makes v >= k for the propagator id, which will be asked about aux. It returns false after a conflict.
func (s *store) raise(v view, k int64, id, aux int32) bool {
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
func (s *store) bound(v view, k int64) (l cdcl.Lit, claim int64, ok bool) {
	at, upper := v.inverse(k)
	if upper {
		return s.atMostLit(v.X, at)
	}
	return s.atLeastLit(v.X, at)
}

// atLeastBecause returns the literal that says v >= k and was true before a place: the weakest there is.
func (s *store) atLeastBecause(v view, k int64, place int32) cdcl.Lit {
	if v.A == 0 {
		return cdcl.True
	}
	at, upper := v.inverse(k)
	return s.weaker(v.X, upper, at, s.before(v.X, upper, place), place)
}

// minBefore returns the least value that a view could have before a place of the trail.
func (s *store) minBefore(v view, place int32) int64 {
	switch {
	case v.A == 0:
		return v.B
	case v.A > 0:
		return v.A*s.before(v.X, false, place).value + v.B
	}
	return v.A*s.before(v.X, true, place).value + v.B
}

// minRoot returns the least value that a view could ever have.
func (s *store) minRoot(v view) int64 {
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
func (s *store) claimed(v view, l cdcl.Lit, claim int64) int64 {
	if v.A == 0 {
		return v.B + 1
	}
	if l != cdcl.NoLit {
		claim = s.meaning(l, v.X)
	}
	return v.A*claim + v.B
}

// wakeOnMin wakes a propagator when the least value of v grows.
func (s *store) wakeOnMin(v view, id int32) {
	if v.A > 0 {
		s.vars[v.X].onLo = append(s.vars[v.X].onLo, id)
	} else if v.A < 0 {
		s.vars[v.X].onHi = append(s.vars[v.X].onHi, id)
	}
}

// wakeOnMax wakes a propagator when the greatest value of v falls.
func (s *store) wakeOnMax(v view, id int32) { s.wakeOnMin(v.times(-1), id) }

// raiseBecause makes v >= k, since some true literals together imply it. It returns false after a conflict.
func (s *store) raiseBecause(v view, k int64, because []cdcl.Lit) bool {
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

// values returns the values that v may have, ascending.
func (s *store) values(v view) []int64 { return s.valuesIn(v, s.Min(v), s.Max(v)) }

// valuesUpTo returns the values that v may have, ascending, but at most n of them.
func (s *store) valuesUpTo(v view, n int) (values []int64) {
	s.each(v, s.Min(v), s.Max(v), func(k int64) bool {
		values = append(values, k)
		return len(values) < n
	})
	return values
}

// valuesIn returns the values from lo to hi that v may have, ascending.
func (s *store) valuesIn(v view, lo, hi int64) (values []int64) {
	s.each(v, lo, hi, func(k int64) bool {
		values = append(values, k)
		return true
	})
	return values
}

// each calls f for the values of v from lo to hi, ascending, until f returns false.
func (s *store) each(v view, lo, hi int64, f func(int64) bool) {
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
