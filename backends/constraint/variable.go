package constraint

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// bound is a bound of a variable with its literal. The first bound of a variable is a fact.
type bound struct {
	value int64
	place int32
	lit   cdcl.Lit
}

// variable is an integer variable.
type variable struct {
	keys     []int64    // ascending, from the least value on
	lits     []cdcl.Lit // x <= keys[i]
	dense    bool       // keys[i] = keys[0] + i
	full     bool       // the keys are all values but the greatest
	late     bool       // see store.late
	los, his []bound
	onLo     []int32 // propagators to wake
	onHi     []int32
	equal    map[int64]cdcl.Lit // x == k, unless full
	eq       []cdcl.Lit         // x == keys[i] if full; NoLit: not made, or the same as a bound
}

// find returns the place of the greatest key up to k, or -1. exact: it is k.
func (x *variable) find(k int64) (i int, exact bool) {
	if x.dense {
		i = int(min(max(k-x.keys[0], -1), int64(len(x.keys)-1)))
		return i, i >= 0 && x.keys[i] == k
	}
	if i, exact = slices.BinarySearch(x.keys, k); !exact {
		i--
	}
	return i, exact
}

// owner is the meaning of a literal: x <= key, or x == keys[key] if equal; or its negation if not.
type owner struct {
	x          intVar
	not, equal bool
	shared     bool // there are others, in store.more
	key        int64
}

// own records that l means x <= key.
func (s *store) own(l cdcl.Lit, x intVar, key int64) {
	s.ownAs(l, owner{x: x, not: l&1 != 0, key: key})
}

func (s *store) ownAs(l cdcl.Lit, o owner) {
	if s.vars[o.x].late {
		s.Sat.Leave(l)
	}
	s.Sat.Watch(l)
	if v := l.Var(); s.owners[v].x < 0 {
		s.owners[v] = o
	} else {
		s.owners[v].shared = true
		s.more[v] = append(s.more[v], o)
		s.heard[l], s.heard[l.Not()] = true, true
	}
}

// late makes that a variable is decided when all others are.
func (s *store) late(x intVar) {
	v := &s.vars[x]
	v.late = true
	for _, l := range v.lits {
		s.Sat.Leave(l)
	}
}

// isLate reports whether a variable is decided when all others are.
func (s *store) isLate(x intVar) bool { return s.vars[x].late }

// newRange makes a variable with the values from lo to hi.
func (s *store) newRange(lo, hi int64) intVar {
	if hi-lo < eager {
		values := make([]int64, hi-lo+1)
		for i := range values {
			values[i] = lo + int64(i)
		}
		return s.newVar(values)
	}
	return s.add(variable{}, lo, hi)
}

// newVar makes a variable with some values, which ascend.
func (s *store) newVar(values []int64) intVar {
	lits := make([]cdcl.Lit, len(values)-1)
	for i := range lits {
		lits[i] = s.newLit()
		s.Sat.Prefer(lits[i])
	}
	return s.along(values, lits)
}

// along makes a variable whose value is at most values[i] if and only if lits[i] holds. The values ascend; there is one
// literal less. Each literal must imply the next.
func (s *store) along(values []int64, lits []cdcl.Lit) intVar {
	last := len(values) - 1
	x := s.add(variable{
		keys: slices.Clone(values[:last]), lits: lits, full: true,
		dense: last > 0 && values[last-1]-values[0] == int64(last-1),
	}, values[0], values[last])
	for i, l := range lits {
		s.own(l, x, values[i])
	}
	for _, l := range lits { // literals that are already true or false
		switch s.Sat.Value(l) {
		case 1:
			s.Assigned(l)
		case -1:
			s.Assigned(l.Not())
		}
	}
	return x
}

func (s *store) add(v variable, lo, hi int64) intVar {
	v.los = append(v.los, bound{lo, -1, cdcl.True})
	v.his = append(v.his, bound{hi, -1, cdcl.True})
	s.vars, s.ends = append(s.vars, v), append(s.ends, [2]int64{lo, hi})
	return intVar(len(s.vars) - 1)
}

// lo returns the least value that a variable may have.
func (s *store) lo(x intVar) int64 { return s.ends[x][0] }

// hi returns the greatest value that a variable may have.
func (s *store) hi(x intVar) int64 { return s.ends[x][1] }

// Bool returns the variable that is 1 if l holds, else 0, as a view.
func (s *store) Bool(l cdcl.Lit) view {
	if l.Var() == 0 {
		return constView(int64(1 - l&1))
	}
	positive := l &^ 1
	x, ok := s.bools[positive]
	if !ok {
		x = s.along([]int64{0, 1}, []cdcl.Lit{positive.Not()})
		s.bools[positive] = x
	}
	if l == positive {
		return view{x, 1, 0}
	}
	return view{x, -1, 1}
}

// atMost returns the literal x <= k. It may make the literal, and then may be called only without choices.
func (s *store) atMost(x intVar, k int64) cdcl.Lit {
	v := &s.vars[x]
	switch {
	case k < v.los[0].value:
		return cdcl.True.Not()
	case k >= v.his[0].value:
		return cdcl.True
	}
	if i, exact := v.find(k); exact || v.full {
		return v.lits[i]
	}
	l := s.lazy(x, k)
	switch {
	case k < s.lo(x):
		s.Sat.Implied(l.Not())
	case k >= s.hi(x):
		s.Sat.Implied(l)
	}
	return l
}

// lazy makes a literal x <= k.
func (s *store) lazy(x intVar, k int64) cdcl.Lit {
	l := s.newLit()
	v := &s.vars[x]
	i, _ := v.find(k)
	v.keys, v.lits = slices.Insert(v.keys, i+1, k), slices.Insert(v.lits, i+1, l)
	s.own(l, x, k)
	return l
}

// is returns the literal x == k. It may be called only without choices.
func (s *store) is(x intVar, k int64) cdcl.Lit {
	v := &s.vars[x]
	lo, hi := v.los[0].value, v.his[0].value
	if k < lo || k > hi {
		return cdcl.True.Not()
	}
	i, exact := v.find(k)
	switch {
	case v.full && k < hi && !exact:
		return cdcl.True.Not()
	case k == lo:
		return s.atMost(x, k)
	case k == hi:
		return s.atMost(x, k-1).Not()
	case v.full:
		return s.isKey(x, i)
	}
	if l, ok := v.equal[k]; ok {
		return l
	}
	below, upTo, l := s.atMost(x, k-1), s.atMost(x, k), s.newLit()
	v = &s.vars[x]
	if v.equal == nil {
		v.equal = map[int64]cdcl.Lit{}
	}
	v.equal[k] = l
	s.Sat.Add(l.Not(), upTo)
	s.Sat.Add(l.Not(), below.Not())
	s.Sat.Add(l, upTo.Not(), below)
	return l
}

// isKey returns the literal x == keys[i] of a variable that has all its literals.
func (s *store) isKey(x intVar, i int) cdcl.Lit {
	v := &s.vars[x]
	if v.eq == nil {
		v.eq = slices.Repeat([]cdcl.Lit{cdcl.NoLit}, len(v.keys))
	}
	if v.eq[i] != cdcl.NoLit {
		return v.eq[i]
	}
	l, k := s.newLit(), v.keys[i]
	v.eq[i] = l
	s.ownAs(l, owner{x: x, equal: true, key: int64(i)})
	switch {
	case k < s.lo(x) || k > s.hi(x):
		s.Sat.Implied(l.Not())
	case s.lo(x) == s.hi(x):
		s.Sat.Implied(l)
	}
	return l
}

// split returns an open literal that makes the domain of a variable smaller, its least value first: NoLit if it has
// one value.
func (s *store) split(x intVar) cdcl.Lit {
	v := &s.vars[x]
	lo, hi := s.lo(x), s.hi(x)
	if lo == hi {
		return cdcl.NoLit
	}
	i, exact := v.find(lo)
	if !exact {
		if v.full {
			return v.lits[i+1]
		}
		return s.lazy(x, lo)
	}
	return v.lits[i]
}

// boundOn is X <= K, or X > K.
type boundOn struct {
	X     intVar
	K     int64
	Above bool
}

// of returns the bound that a literal states.
func (s *store) of(l cdcl.Lit) (b boundOn, ok bool) {
	o := s.owners[l.Var()]
	return boundOn{o.x, o.key, (l&1 != 0) != o.not}, o.x >= 0 && !o.equal
}

// equality is X == K.
type equality struct {
	X intVar
	K int64
}

// equalities returns the literals that state the value of a variable and are not bounds.
func (s *store) equalities() map[cdcl.Lit]equality {
	all := map[cdcl.Lit]equality{}
	for x := range s.vars {
		for k, l := range s.vars[x].equal {
			all[l] = equality{intVar(x), k}
		}
		for i, l := range s.vars[x].eq {
			if l != cdcl.NoLit {
				all[l] = equality{intVar(x), s.vars[x].keys[i]}
			}
		}
	}
	return all
}

// Size returns the number of values that the literals of a variable leave.
func (s *store) Size(x intVar) int64 {
	v := &s.vars[x]
	lo, hi := s.lo(x), s.hi(x)
	size := hi - lo + 1
	if !v.full || lo == hi {
		return size
	}
	i, _ := v.find(lo)
	j, exact := v.find(hi)
	if !exact {
		j++
	}
	size = int64(j - i + 1)
	if v.eq != nil {
		for k := i + 1; k < j; k++ {
			if l := v.eq[k]; l != cdcl.NoLit && s.Sat.Value(l) < 0 {
				size--
			}
		}
	}
	return size
}

// least returns the least value that a view has without any choice.
func (s *store) least(v view) int64 {
	if v.A == 0 {
		return v.B
	}
	bs := s.vars[v.X].los
	if v.A < 0 {
		bs = s.vars[v.X].his
	}
	for i := len(bs) - 1; ; i-- {
		if i == 0 || s.Sat.Fact(bs[i].lit) {
			return v.A*bs[i].value + v.B
		}
	}
}
