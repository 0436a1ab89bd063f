package constraint

import "github.com/pzc-lang/pzc/backends/constraint/cdcl"

// intVar is the number of a variable of a store.
type intVar int32

// eager is the number of values up to which a variable has all its literals from the beginning.
const eager = 300

// propagator is a constraint. A propagator that implies a literal by its number is asked to explain it later.
type propagator interface {
	// propagate draws conclusions. It returns false after a conflict.
	propagate(s *store, id int32) bool
	// explain appends literals that were true before a place of the trail. Together they imply what the propagator implied
	// with the number aux. This is the literal l or, if l is NoLit, the bound claim on the variable that aux stands for.
	explain(s *store, l cdcl.Lit, aux int32, claim int64, place int32, out []cdcl.Lit) []cdcl.Lit
}

// store holds variables and propagators. It is the theory of its solver.
type store struct {
	Sat *cdcl.Solver
	// Choose returns the next literal to decide, or NoLit; it may be nil.
	Choose func() cdcl.Lit

	// Brief says that searches are short: propagators that cost much and pay in long searches are not used.
	Brief bool

	// Conditional reports that some sums are bounded only if a literal holds.
	Conditional bool

	vars   []variable
	ends   [][2]int64 // by variable: its least and its greatest value
	owners []owner    // by variable of the solver
	more   map[int32][]owner
	bools  map[cdcl.Lit]intVar

	props   []propagator
	waiting []bool
	queues  [3]queue
	rank    []uint8
	onLit   [][]int32    // by literal: propagators to wake when it becomes true
	groups  [][]cdcl.Lit // at most one literal of each is true
	inGroup [][]int32    // by literal
	heard   []bool       // by literal: onLit, inGroup or more has something for it
	chosen  []cdcl.Lit   // literals of groups that became true
	broken  bool         // literals of a variable contradict each other; the solver has them

	changes []change
	undone  int64 // how often choices were taken back
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
	x     intVar
	upper bool
	place int32
}

// newStore returns an empty store with its solver.
func newStore() *store {
	s := &store{more: map[int32][]owner{}, bools: map[cdcl.Lit]intVar{}}
	s.owners, s.onLit, s.inGroup = []owner{{x: -1}}, make([][]int32, 2), make([][]int32, 2)
	s.heard = make([]bool, 2)
	s.Sat = cdcl.New(s)
	return s
}

// newLit makes a Boolean variable.
func (s *store) newLit() cdcl.Lit {
	l := s.Sat.NewVar()
	s.owners = append(s.owners, owner{x: -1})
	s.onLit, s.inGroup = append(s.onLit, nil, nil), append(s.inGroup, nil, nil)
	s.heard = append(s.heard, false, false)
	return l
}

// atMostOne makes at most one of some literals true.
func (s *store) atMostOne(lits []cdcl.Lit) {
	g := int32(len(s.groups))
	s.groups = append(s.groups, lits)
	for _, l := range lits {
		s.inGroup[l] = append(s.inGroup[l], g)
		s.hear(l)
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
func (s *store) post(p propagator, rank uint8) int32 {
	id := int32(len(s.props))
	s.props, s.waiting, s.rank = append(s.props, p), append(s.waiting, false), append(s.rank, rank)
	s.wake(id)
	return id
}

func (s *store) wake(id int32) {
	if !s.waiting[id] {
		s.waiting[id] = true
		q := &s.queues[s.rank[id]]
		q.ids = append(q.ids, id)
	}
}

// implyAlone makes l true by a propagator, which is woken only if more follows at once.
func (s *store) implyAlone(l cdcl.Lit, id, aux int32) bool {
	here, waits := s.Sat.Here(), s.waiting[id]
	s.waiting[id] = true
	ok := s.Sat.ImplyBy(l, id, aux)
	if s.waiting[id] = waits; s.Sat.Here() > here+1 {
		s.wake(id)
	}
	return ok
}

// onTrue wakes a propagator when l becomes true.
func (s *store) onTrue(l cdcl.Lit, id int32) {
	s.hear(l)
	s.onLit[l] = append(s.onLit[l], id)
}

// hear makes that Assigned is told of l, and looks beyond its variable.
func (s *store) hear(l cdcl.Lit) {
	s.Sat.Watch(l)
	s.heard[l] = true
}

// Assigned moves bounds.
func (s *store) Assigned(l cdcl.Lit) {
	v := l.Var()
	o := s.owners[v]
	if o.x >= 0 {
		s.moved(l, o)
	}
	if !s.heard[l] {
		return
	}
	if o.shared {
		for _, o := range s.more[v] {
			s.moved(l, o)
		}
	}
	for _, id := range s.onLit[l] {
		s.wake(id)
	}
	if len(s.inGroup[l]) > 0 {
		s.chosen = append(s.chosen, l)
	}
}

// Undo restores bounds and drops outstanding work, which belongs to the choices that are taken back.
func (s *store) Undo(place int32) {
	s.undone++
	for len(s.changes) > 0 {
		c := s.changes[len(s.changes)-1]
		if c.place < place {
			break
		}
		s.changes = s.changes[:len(s.changes)-1]
		if x := &s.vars[c.x]; c.upper {
			x.his = x.his[:len(x.his)-1]
			s.ends[c.x][1] = x.his[len(x.his)-1].value
		} else {
			x.los = x.los[:len(x.los)-1]
			s.ends[c.x][0] = x.los[len(x.los)-1].value
		}
	}
	for r := range s.queues {
		for q := &s.queues[r]; len(q.ids) > 0; {
			s.waiting[q.take()] = false
		}
	}
	s.chosen, s.broken = s.chosen[:0], false
}

// Propagate lets the most urgent propagator work.
func (s *store) Propagate() (done, ok bool) {
	if s.broken {
		return false, false
	}
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
func (s *store) Explain(l cdcl.Lit, id, aux, place int32, out []cdcl.Lit) []cdcl.Lit {
	return s.props[id].explain(s, l, aux, 0, place, out)
}

// Decide asks Choose.
func (s *store) Decide() cdcl.Lit {
	if s.Choose == nil {
		return cdcl.NoLit
	}
	return s.Choose()
}

// Complete splits a variable whose literals do not determine its value.
func (s *store) Complete() cdcl.Lit {
	for x := range s.vars {
		if l := s.split(intVar(x)); l != cdcl.NoLit {
			return l
		}
	}
	return cdcl.NoLit
}

// bytes estimates the memory of the store.
func (s *store) bytes() int64 {
	return s.Sat.Bytes() + int64(len(s.vars))*200 + int64(len(s.owners))*16 + int64(len(s.props))*100
}
