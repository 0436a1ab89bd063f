package constraint

import "github.com/pzc-lang/pzc/backends/constraint/cdcl"

// moved draws the conclusions of a literal of a variable that became true: a bound, or that the variable has a value or
// not. The variable's weaker literals become true at once.
func (s *store) moved(l cdcl.Lit, o owner) {
	if o.equal {
		s.settled(l, o)
		return
	}
	x := &s.vars[o.x]
	place := s.Sat.Place(l)
	if upper := (l&1 != 0) == o.not; upper {
		old := s.hi(o.x)
		if o.key >= old {
			return
		}
		x.his = append(x.his, bound{o.key, place, l})
		s.ends[o.x][1] = o.key
		s.changes = append(s.changes, change{o.x, true, place})
		i, _ := x.find(o.key)
		for j := i + 1; j < len(x.keys) && x.keys[j] < old; j++ {
			s.weaken(x.lits[j], l)
		}
		if x.eq != nil {
			for j := i + 1; j < len(x.keys) && x.keys[j] <= old; j++ {
				s.excluded(x, j, l)
			}
			s.reached(x, i)
		}
		for _, id := range x.onHi {
			s.wake(id)
		}
		return
	}
	old := s.lo(o.x)
	if o.key < old {
		return
	}
	i, _ := x.find(o.key)
	next := o.key + 1
	if x.full {
		if next = x.his[0].value; i+1 < len(x.keys) {
			next = x.keys[i+1]
		}
	}
	x.los = append(x.los, bound{next, place, l})
	s.ends[o.x][0] = next
	s.changes = append(s.changes, change{o.x, false, place})
	for j := i - 1; j >= 0 && x.keys[j] >= old; j-- {
		s.weaken(x.lits[j].Not(), l)
	}
	if x.eq != nil {
		for j := i; j >= 0 && x.keys[j] >= old; j-- {
			s.excluded(x, j, l)
		}
		s.reached(x, i+1)
	}
	for _, id := range x.onLo {
		s.wake(id)
	}
}

// conclude makes l true because another literal implies it.
func (s *store) conclude(l, because cdcl.Lit) {
	if !s.Sat.Imply(l, because) {
		s.broken = true
	}
}

// weaken concludes from a new bound of a variable a literal of the same variable, which tells it nothing new.
func (s *store) weaken(l, because cdcl.Lit) {
	if s.heard[l] {
		s.conclude(l, because)
	} else if !s.Sat.ImplyUntold(l, because) {
		s.broken = true
	}
}

// concludeFromBoth makes l true because two other literals together imply it.
func (s *store) concludeFromBoth(l, a, b cdcl.Lit) {
	if !s.Sat.ImplyByBoth(l, a, b) {
		s.broken = true
	}
}

// excluded makes x == keys[i] false because of a bound.
func (s *store) excluded(x *variable, i int, because cdcl.Lit) {
	if l := x.eq[i]; l != cdcl.NoLit {
		s.weaken(l.Not(), because)
	}
}

// reached concludes from a new bound, keys[i], that it is the value, or that it is not. The bound may have changed
// since, through another variable that shares the literals of x.
func (s *store) reached(x *variable, i int) {
	if i == len(x.keys) || x.eq[i] == cdcl.NoLit {
		return
	}
	l, lo, hi := x.eq[i], x.los[len(x.los)-1], x.his[len(x.his)-1]
	switch {
	case lo.value == x.keys[i] && hi.value == x.keys[i]:
		s.concludeFromBoth(l, lo.lit, hi.lit)
	case s.Sat.Value(l) < 0:
		s.shrink(x, i, l.Not())
	}
}

// shrink moves the bounds away from keys[i], which the literal because excludes.
func (s *store) shrink(x *variable, i int, because cdcl.Lit) {
	k := x.keys[i]
	if lo := x.los[len(x.los)-1]; lo.value == k {
		s.concludeFromBoth(x.lits[i].Not(), because, lo.lit)
	} else if hi := x.his[len(x.his)-1]; hi.value == k {
		s.concludeFromBoth(x.lits[i-1], because, hi.lit)
	}
}

// settled draws the conclusions of a literal x == keys[i] that became true or false.
func (s *store) settled(l cdcl.Lit, o owner) {
	x, i := &s.vars[o.x], int(o.key)
	if l&1 != 0 {
		s.shrink(x, i, l)
		return
	}
	s.conclude(x.lits[i], l)
	s.conclude(x.lits[i-1].Not(), l)
}

// atLeastLit is bound for x >= k.
func (s *store) atLeastLit(x intVar, k int64) (l cdcl.Lit, claim int64, ok bool) {
	v := &s.vars[x]
	if h := v.his[len(v.his)-1]; h.value < k {
		return h.lit.Not(), h.value + 1, false
	}
	i, exact := v.find(k - 1)
	if exact || v.full {
		return v.lits[i].Not(), k, true
	}
	return s.lazy(x, k-1).Not(), k, true
}

// atMostLit is bound for x <= k.
func (s *store) atMostLit(x intVar, k int64) (l cdcl.Lit, claim int64, ok bool) {
	v := &s.vars[x]
	if h := v.los[len(v.los)-1]; h.value > k {
		return h.lit.Not(), h.value - 1, false
	}
	i, exact := v.find(k)
	if exact || v.full {
		return v.lits[i], k, true
	}
	return s.lazy(x, k), k, true
}

// meaning returns the weakest bound on x that l states: x <= k or x >= k.
func (s *store) meaning(l cdcl.Lit, x intVar) (k int64) {
	v := l.Var()
	o := s.owners[v]
	if o.x != x || o.equal {
		for _, m := range s.more[v] {
			if m.x == x && !m.equal {
				o = m
				break
			}
		}
	}
	if upper := (l&1 != 0) == o.not; !upper {
		return o.key + 1
	}
	if y := &s.vars[x]; y.full {
		i, _ := y.find(o.key)
		if i+1 < len(y.keys) {
			return y.keys[i+1] - 1
		}
		return y.his[0].value - 1
	}
	return o.key
}

// before returns the bound of x that was known before a place of the trail.
func (s *store) before(x intVar, upper bool, place int32) bound {
	bs := s.vars[x].los
	if upper {
		bs = s.vars[x].his
	}
	for i := len(bs) - 1; ; i-- {
		if bs[i].place < place {
			return bs[i]
		}
	}
}

// weaker returns the weakest literal x <= k' with k' <= k, or x >= k' with k' >= k, that was true before the place. The
// bound b of x implies this literal. For a fact it returns True.
func (s *store) weaker(x intVar, upper bool, k int64, b bound, place int32) cdcl.Lit {
	v := &s.vars[x]
	if upper {
		if k >= v.his[0].value {
			return cdcl.True
		}
		for i, _ := v.find(k); i >= 0 && v.keys[i] > b.value; i-- {
			if l := v.lits[i]; s.Sat.Value(l) > 0 && s.Sat.Place(l) < place {
				return l
			}
		}
		return b.lit
	}
	if k <= v.los[0].value {
		return cdcl.True
	}
	i, exact := v.find(k - 1)
	if !exact && !v.full {
		i++
	}
	for ; i < len(v.keys) && v.keys[i] < b.value-1; i++ {
		if l := v.lits[i].Not(); s.Sat.Value(l) > 0 && s.Sat.Place(l) < place {
			return l
		}
	}
	return b.lit
}
