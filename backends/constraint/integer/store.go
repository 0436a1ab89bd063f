// Package integer gives the clause solver (package cdcl) integer variables and propagators.
//
// The value of a variable x is known by literals `x <= k`. A variable with few values has one for each of them from the
// beginning. Others get a literal when it is needed, at the moment when it becomes true or false. A literal that becomes
// true makes all weaker ones of its variable true, so that no clauses need to say this (Feydy and Stuckey, "Lazy clause
// generation reengineered", 2009). Each bound carries its place on the trail, so that an explanation reads only what was
// known before the literal that it explains.
package integer

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
)

// Var is the number of a variable of a Store.
type Var int32

// Eager is the number of values up to which a variable has all its literals from the beginning.
const Eager = 300

// bound is a bound of a variable, and the literal that says so. The first bound of a variable is a fact.
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
	los, his []bound
	onLo     []int32 // propagators that want to know
	onHi     []int32
	equal    map[int64]cdcl.Lit
}

func (x *variable) lo() int64 { return x.los[len(x.los)-1].value }
func (x *variable) hi() int64 { return x.his[len(x.his)-1].value }

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

// owner says what a literal means: x <= key, or its negation if not.
type owner struct {
	x   Var
	not bool
	key int64
}

// propagator is a constraint. A propagator that implies a literal by its number is asked to explain it later.
type propagator interface {
	// propagate draws conclusions. It returns false after a conflict.
	propagate(s *Store, id int32) bool
	// explain appends literals true before a place of the trail that imply what the propagator implied with the number
	// aux: of the literal l, or, if l is NoLit, of the bound claim on the variable that aux stands for.
	explain(s *Store, l cdcl.Lit, aux int32, claim int64, place int32, out []cdcl.Lit) []cdcl.Lit
}

// Store holds variables and propagators. It is the theory of its solver.
type Store struct {
	Sat *cdcl.Solver
	// Choose returns the next literal to decide, or NoLit; it may be nil.
	Choose func() cdcl.Lit

	vars   []variable
	owners []owner // by variable of the solver
	more   map[int32][]owner
	bools  map[cdcl.Lit]Var

	props   []propagator
	waiting []bool
	queues  [3]queue
	rank    []uint8
	onLit   map[cdcl.Lit][]int32
	groups  [][]cdcl.Lit // at most one literal of each is true
	inGroup map[cdcl.Lit][]int32
	chosen  []cdcl.Lit // literals of groups that became true

	changes []change
	scratch []cdcl.Lit
}

// queue holds propagators that wait, first come, first served.
type queue struct {
	ids  []int32
	head int
}

func (q *queue) take() int32 {
	id := q.ids[q.head]
	if q.head++; q.head == len(q.ids) {
		q.ids, q.head = q.ids[:0], 0
	}
	return id
}

// change is a bound to be taken back.
type change struct {
	x     Var
	upper bool
	place int32
}

// New returns an empty store with its solver.
func New() *Store {
	s := &Store{
		more: map[int32][]owner{}, bools: map[cdcl.Lit]Var{}, onLit: map[cdcl.Lit][]int32{},
		inGroup: map[cdcl.Lit][]int32{},
	}
	s.Sat = cdcl.New(s)
	s.owners = append(s.owners, owner{x: -1})
	return s
}

// NewLit makes a Boolean variable.
func (s *Store) NewLit() cdcl.Lit {
	l := s.Sat.NewVar()
	s.owners = append(s.owners, owner{x: -1})
	return l
}

func (s *Store) own(l cdcl.Lit, x Var, key int64) {
	o := owner{x, l&1 != 0, key}
	s.Sat.Watch(l)
	if v := l.Var(); s.owners[v].x < 0 {
		s.owners[v] = o
	} else {
		s.more[v] = append(s.more[v], o)
	}
}

// NewRange makes a variable with the values from lo to hi.
func (s *Store) NewRange(lo, hi int64) Var {
	if hi-lo < Eager {
		values := make([]int64, hi-lo+1)
		for i := range values {
			values[i] = lo + int64(i)
		}
		return s.NewVar(values)
	}
	return s.add(variable{}, lo, hi)
}

// NewVar makes a variable with some values, which ascend.
func (s *Store) NewVar(values []int64) Var {
	lits := make([]cdcl.Lit, len(values)-1)
	for i := range lits {
		lits[i] = s.NewLit()
		s.Sat.Prefer(lits[i])
	}
	return s.Along(values, lits)
}

// Along makes a variable whose value is at most values[i] exactly where lits[i] holds. The values ascend; there is one
// literal less. Each literal must imply the next.
func (s *Store) Along(values []int64, lits []cdcl.Lit) Var {
	last := len(values) - 1
	x := s.add(variable{
		keys: slices.Clone(values[:last]), lits: lits, full: true, dense: last > 0 && values[last-1]-values[0] == int64(last-1),
	}, values[0], values[last])
	for i, l := range lits {
		s.own(l, x, values[i])
	}
	for _, l := range lits { // what is known already
		switch s.Sat.Value(l) {
		case 1:
			s.Assigned(l)
		case -1:
			s.Assigned(l.Not())
		}
	}
	return x
}

func (s *Store) add(v variable, lo, hi int64) Var {
	v.los = append(v.los, bound{lo, -1, cdcl.True})
	v.his = append(v.his, bound{hi, -1, cdcl.True})
	s.vars = append(s.vars, v)
	return Var(len(s.vars) - 1)
}

// Lo returns the least value that a variable may have.
func (s *Store) Lo(x Var) int64 { return s.vars[x].lo() }

// Hi returns the greatest value that a variable may have.
func (s *Store) Hi(x Var) int64 { return s.vars[x].hi() }

// Bool returns the variable that is 1 where l holds, else 0, as a view.
func (s *Store) Bool(l cdcl.Lit) View {
	if l.Var() == 0 {
		return Const(int64(1 - l&1))
	}
	positive := l &^ 1
	x, ok := s.bools[positive]
	if !ok {
		x = s.Along([]int64{0, 1}, []cdcl.Lit{positive.Not()})
		s.bools[positive] = x
	}
	if l == positive {
		return View{x, 1, 0}
	}
	return View{x, -1, 1}
}

// AtMost returns the literal x <= k. It may make the literal, and then may be called only without choices.
func (s *Store) AtMost(x Var, k int64) cdcl.Lit {
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
	case k < v.lo():
		s.Sat.Implied(l.Not())
	case k >= v.hi():
		s.Sat.Implied(l)
	}
	return l
}

// lazy makes a literal x <= k.
func (s *Store) lazy(x Var, k int64) cdcl.Lit {
	l := s.NewLit()
	v := &s.vars[x]
	i, _ := v.find(k)
	v.keys, v.lits = slices.Insert(v.keys, i+1, k), slices.Insert(v.lits, i+1, l)
	s.own(l, x, k)
	return l
}

// Is returns the literal x == k. It may be called only without choices.
func (s *Store) Is(x Var, k int64) cdcl.Lit {
	v := &s.vars[x]
	lo, hi := v.los[0].value, v.his[0].value
	if k < lo || k > hi {
		return cdcl.True.Not()
	}
	if v.full && k < hi {
		if _, exact := v.find(k); !exact {
			return cdcl.True.Not()
		}
	}
	switch k {
	case lo:
		return s.AtMost(x, k)
	case hi:
		return s.AtMost(x, k-1).Not()
	}
	if l, ok := v.equal[k]; ok {
		return l
	}
	below, upTo, l := s.AtMost(x, k-1), s.AtMost(x, k), s.NewLit()
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

// AtMostOne says that at most one of some literals is true.
func (s *Store) AtMostOne(lits []cdcl.Lit) {
	g := int32(len(s.groups))
	s.groups = append(s.groups, lits)
	for _, l := range lits {
		s.inGroup[l] = append(s.inGroup[l], g)
		s.Sat.Watch(l)
		if s.Sat.Value(l) > 0 {
			s.chosen = append(s.chosen, l)
		}
	}
}

// The urgency of propagators.
const (
	soon = iota
	later
	last
)

// post adds a propagator, which begins waiting.
func (s *Store) post(p propagator, rank uint8) int32 {
	id := int32(len(s.props))
	s.props, s.waiting, s.rank = append(s.props, p), append(s.waiting, false), append(s.rank, rank)
	s.wake(id)
	return id
}

func (s *Store) wake(id int32) {
	if !s.waiting[id] {
		s.waiting[id] = true
		q := &s.queues[s.rank[id]]
		q.ids = append(q.ids, id)
	}
}

// onTrue wakes a propagator when l becomes true.
func (s *Store) onTrue(l cdcl.Lit, id int32) {
	s.Sat.Watch(l)
	s.onLit[l] = append(s.onLit[l], id)
}

// Assigned moves bounds.
func (s *Store) Assigned(l cdcl.Lit) {
	v := l.Var()
	if o := s.owners[v]; o.x >= 0 {
		s.moved(l, o)
		for _, o := range s.more[v] {
			s.moved(l, o)
		}
	}
	for _, id := range s.onLit[l] {
		s.wake(id)
	}
	if len(s.inGroup) > 0 && len(s.inGroup[l]) > 0 {
		s.chosen = append(s.chosen, l)
	}
}

func (s *Store) moved(l cdcl.Lit, o owner) {
	x := &s.vars[o.x]
	place := s.Sat.Place(l)
	if upper := (l&1 != 0) == o.not; upper {
		old := x.hi()
		if o.key >= old {
			return
		}
		x.his = append(x.his, bound{o.key, place, l})
		s.changes = append(s.changes, change{o.x, true, place})
		i, _ := x.find(o.key)
		for i++; i < len(x.keys) && x.keys[i] < old; i++ {
			s.Sat.Imply(x.lits[i], l)
		}
		for _, id := range x.onHi {
			s.wake(id)
		}
		return
	}
	old := x.lo()
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
	s.changes = append(s.changes, change{o.x, false, place})
	for i--; i >= 0 && x.keys[i] >= old; i-- {
		s.Sat.Imply(x.lits[i].Not(), l)
	}
	for _, id := range x.onLo {
		s.wake(id)
	}
}

// Undo takes back bounds and forgets outstanding work, all of which came from choices that are taken back.
func (s *Store) Undo(place int32) {
	for len(s.changes) > 0 {
		c := s.changes[len(s.changes)-1]
		if c.place < place {
			break
		}
		s.changes = s.changes[:len(s.changes)-1]
		if x := &s.vars[c.x]; c.upper {
			x.his = x.his[:len(x.his)-1]
		} else {
			x.los = x.los[:len(x.los)-1]
		}
	}
	for r := range s.queues {
		for q := &s.queues[r]; len(q.ids) > 0; {
			s.waiting[q.take()] = false
		}
	}
	s.chosen = s.chosen[:0]
}

// Propagate lets the most urgent propagator work.
func (s *Store) Propagate() (done, ok bool) {
	for len(s.chosen) > 0 {
		l := s.chosen[len(s.chosen)-1]
		s.chosen = s.chosen[:len(s.chosen)-1]
		for _, g := range s.inGroup[l] {
			for _, m := range s.groups[g] {
				if m != l && !s.Sat.Imply(m.Not(), l) {
					return false, false
				}
			}
		}
		if len(s.chosen) == 0 {
			return false, true
		}
	}
	for r := range s.queues {
		if q := &s.queues[r]; len(q.ids) > 0 {
			id := q.take()
			s.waiting[id] = false
			return false, s.props[id].propagate(s, id)
		}
	}
	return true, true
}

// Explain asks the propagator.
func (s *Store) Explain(l cdcl.Lit, id, aux, place int32, out []cdcl.Lit) []cdcl.Lit {
	return s.props[id].explain(s, l, aux, 0, place, out)
}

// Decide asks Choose.
func (s *Store) Decide() cdcl.Lit {
	if s.Choose == nil {
		return cdcl.NoLit
	}
	return s.Choose()
}

// Complete splits a variable whose literals do not say its value.
func (s *Store) Complete() cdcl.Lit {
	for x := range s.vars {
		if l := s.Split(Var(x)); l != cdcl.NoLit {
			return l
		}
	}
	return cdcl.NoLit
}

// Split returns an open literal that makes the domain of a variable smaller, its least value first: NoLit if it has
// one value.
func (s *Store) Split(x Var) cdcl.Lit {
	v := &s.vars[x]
	lo, hi := v.lo(), v.hi()
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

// atLeastLit is bound for x >= k.
func (s *Store) atLeastLit(x Var, k int64) (l cdcl.Lit, claim int64, ok bool) {
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
func (s *Store) atMostLit(x Var, k int64) (l cdcl.Lit, claim int64, ok bool) {
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
func (s *Store) meaning(l cdcl.Lit, x Var) (k int64) {
	v := l.Var()
	o := s.owners[v]
	if o.x != x {
		for _, m := range s.more[v] {
			if m.x == x {
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
func (s *Store) before(x Var, upper bool, place int32) bound {
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

// weaker returns a literal that says x <= k' with k' <= k, or x >= k' with k' >= k, as weak as there is one that was
// true before the place; the bound b of x says more. A fact needs no literal: True.
func (s *Store) weaker(x Var, upper bool, k int64, b bound, place int32) cdcl.Lit {
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

// Bound is X <= K, or X > K.
type Bound struct {
	X     Var
	K     int64
	Above bool
}

// Of returns the bound that a literal states.
func (s *Store) Of(l cdcl.Lit) (b Bound, ok bool) {
	o := s.owners[l.Var()]
	return Bound{o.x, o.key, (l&1 != 0) != o.not}, o.x >= 0
}

// Equality is X == K.
type Equality struct {
	X Var
	K int64
}

// Equalities returns the literals that state the value of a variable and are no bounds.
func (s *Store) Equalities() map[cdcl.Lit]Equality {
	all := map[cdcl.Lit]Equality{}
	for x := range s.vars {
		for k, l := range s.vars[x].equal {
			all[l] = Equality{Var(x), k}
		}
	}
	return all
}

// Size returns how many values a variable may have, as far as its literals say.
func (s *Store) Size(x Var) int64 {
	v := &s.vars[x]
	lo, hi := v.lo(), v.hi()
	size := hi - lo + 1
	if v.full && !v.dense && lo < hi {
		i, _ := v.find(lo)
		j, exact := v.find(hi)
		if !exact {
			j++
		}
		size = int64(j - i + 1)
	}
	if size > 1 && size <= Eager && len(v.equal) > 0 {
		for k := lo + 1; k < hi; k++ {
			if l, ok := v.equal[k]; ok && s.Sat.Value(l) < 0 {
				size--
			}
		}
	}
	return size
}

// Least returns the least value that a view has without any choice.
func (s *Store) Least(v View) int64 {
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

// Bytes estimates the memory that is held.
func (s *Store) Bytes() int64 {
	return s.Sat.Bytes() + int64(len(s.vars))*200 + int64(len(s.owners))*16 + int64(len(s.props))*100
}
