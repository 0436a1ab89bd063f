// Package cdcl solves formulas by conflict-driven clause learning and leaves everything that is no clause to a theory.
//
// The solver knows only literals. A Theory is told which literals become true, implies further ones, and explains them
// on demand: lazy clause generation (Ohrimenko, Stuckey and Codish, "Propagation via lazy clause generation", 2009).
// Clauses have two watched literals. A conflict is resolved up to the first unique implication point, the clause that
// is learnt is reduced by what its literals imply (Eén and Sörensson, "An extensible SAT-solver", 2003), and clauses
// whose literals come from many levels are forgotten (Audemard and Simon, "Predicting learnt clauses quality", 2009).
package cdcl

// Lit is a literal: 2v for the variable v, 2v+1 for its negation.
type Lit int32

// NoLit is no literal.
const NoLit Lit = -1

// Enough is what theory.Decide returns if the literals that are true are enough of a solution.
const Enough Lit = -2

// True is a literal that is always true. Its negation is always false.
const True Lit = 0

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the variable.
func (l Lit) Var() int32 { return int32(l) >> 1 }

// theory is what is no clause. All its methods are called by the solver.
type theory interface {
	// Assigned is told that a watched literal became true. It may imply literals that follow from this one alone, and
	// makes no variables.
	Assigned(l Lit)
	// Undo is told that the trail was cut: the literals from this place on are open again.
	Undo(place int32)
	// Propagate does a part of the outstanding work. done reports whether nothing is left; ok is false after a conflict.
	Propagate() (done, ok bool)
	// Explain appends literals that were true before the given place of the trail and that together imply l. The
	// literal was implied by ImplyBy with the given numbers.
	Explain(l Lit, propagator, aux, place int32, out []Lit) []Lit
	// Decide returns the next literal to try, NoLit if the solver is to choose it, or Enough to end the search.
	Decide() Lit
	// Complete returns a literal that is still to be decided although all variables have values, or NoLit.
	Complete() Lit
}

// reason says why a literal is true.
type reason struct {
	kind kind
	a, b int32
}

type kind uint8

const (
	byChoice kind = iota // decided, or a fact
	byClause             // a: the place of the clause
	byLit                // a: a literal that implies it
	byBoth               // a, b: literals that together imply it
	byTheory             // a, b: what ImplyBy was given
	byList               // a, b: where the literals that imply it begin and end in Solver.lists
)

// Solver holds the clauses and the search. The zero value is not usable; see New.
type Solver struct {
	theory theory

	vals    []int8 // by literal: 1 true, -1 false, 0 open
	levels  []int32
	places  []int32 // where a variable stands on the trail
	reasons []reason
	phases  []bool // by variable: its last value was false
	watched []bool // by variable: the theory wants to know
	left    []bool // by variable: only the theory decides it, when all others are decided

	trail []Lit
	lims  []int32 // where the levels begin
	head  int     // the literals before it were propagated by clauses

	lists    []Lit   // of reasons that are kept
	listLims []int32 // the length of lists when each level began

	mem     []Lit // clauses: length, level count (0: not learnt), then literals
	watches [][]watch
	learnts []int32
	room    int // learnt clauses that are kept

	conflict []Lit // true literals that contradict each other
	failed   bool  // a contradiction without any choice

	activity []float64
	step     float64
	heap     heap

	base    int   // below it choices are only turned round in their order, see Block
	assumed []Lit // see SolveAssuming
	core    []Lit
	units   []Lit // learnt facts that were found above level 0
	seen    []uint8
	toClear []int32
	learnt  []Lit
	stack   []Lit
	stamps  []int32
	stamp   int32

	// Explained, if set, is told each explanation that the theory gives: the literals because imply l.
	Explained func(l Lit, because []Lit)

	// Trace, if set, is told what happens: the literal that was chosen or implied, and the literals that imply it, that
	// contradict each other, or that make up the clause that was learnt.
	Trace func(e Event, l Lit, because []Lit)

	// Conflicts, Decisions, Restarts and Visits count work. A visit looks through the clauses of a literal that is true.
	Conflicts, Decisions, Restarts, Visits int64
	restartAt                              int64
	between                                float64 // conflicts from the last restart to the next one
}

// Event is what happened.
type Event uint8

// The events.
const (
	Chosen Event = iota
	Implied
	Contradicted
	Learnt
)

// watch is a clause that waits for a literal to become false. blocker is another literal of the clause; in a clause of
// two literals it is the other one, and clause is -1.
type watch struct {
	clause  int32
	blocker Lit
}

const (
	header       = 2
	decay        = 0.95
	firstRoom    = 2000
	moreRoom     = 300
	firstRestart = 100 // conflicts until the first restart
	moreBetween  = 1.5 // how many times as many there are until the next one
	rescale      = 1e100
	forgetAbove  = 2 // clauses from so few levels are never forgotten
	minimiseDeep = 30
)

// New returns a solver without clauses, for one theory.
func New(theory theory) *Solver {
	s := &Solver{theory: theory, step: 1, room: firstRoom, between: firstRestart}
	s.heap.solver = s
	s.NewVar()
	s.assign(True, reason{})
	return s
}

// NewVar makes a variable and returns its positive literal. It is tried as false first.
func (s *Solver) NewVar() Lit {
	v := int32(len(s.levels))
	s.vals = append(s.vals, 0, 0)
	s.levels, s.places = append(s.levels, 0), append(s.places, 0)
	s.reasons, s.phases = append(s.reasons, reason{}), append(s.phases, true)
	s.watched, s.seen, s.left = append(s.watched, false), append(s.seen, 0), append(s.left, false)
	s.watches = append(s.watches, nil, nil)
	s.activity = append(s.activity, 0)
	s.heap.add(v)
	return Lit(2 * v)
}

// Vars returns the number of variables.
func (s *Solver) Vars() int { return len(s.levels) }

// Clauses returns the number of learnt clauses that are kept.
func (s *Solver) Clauses() int { return len(s.learnts) }

// Bytes estimates the memory that is held.
func (s *Solver) Bytes() int64 {
	return int64(len(s.mem))*4 + int64(len(s.levels))*140 + int64(len(s.learnts))*40 + int64(cap(s.lists))*4
}

// Watch asks that the theory is told when the variable of l gets a value.
func (s *Solver) Watch(l Lit) { s.watched[l.Var()] = true }

// Leave makes that the variable of l is decided by theory.Complete alone.
func (s *Solver) Leave(l Lit) { s.left[l.Var()] = true }

// Prefer sets the value that is tried first for the variable of l: the one that makes l true.
func (s *Solver) Prefer(l Lit) { s.phases[l.Var()] = l&1 != 0 }

// Value returns 1 if l is true, -1 if it is false, 0 if it is open.
func (s *Solver) Value(l Lit) int8 { return s.vals[l] }

// Place returns where the variable of l stands on the trail.
func (s *Solver) Place(l Lit) int32 { return s.places[l.Var()] }

// Here returns the place that the next literal on the trail gets.
func (s *Solver) Here() int32 { return int32(len(s.trail)) }

// Level returns the number of choices that stand.
func (s *Solver) Level() int { return len(s.lims) }

// Choice returns the literal that was chosen at a level, from 1 on.
func (s *Solver) Choice(level int) Lit { return s.trail[s.lims[level-1]] }

// Fact reports whether l is true without any choice.
func (s *Solver) Fact(l Lit) bool { return s.vals[l] == 1 && s.levels[l.Var()] == 0 }

// Add adds a clause. It may be called only before the first choice.
func (s *Solver) Add(lits ...Lit) {
	kept, holds := s.learnt[:0], false
	for _, l := range lits {
		v, sign := l.Var(), uint8(1)<<(l&1)
		switch {
		case s.vals[l] == 1 || s.seen[v]&^sign != 0:
			holds = true
		case s.vals[l] == 0 && s.seen[v] == 0:
			s.seen[v] = sign
			kept = append(kept, l)
		}
	}
	for _, l := range kept {
		s.seen[l.Var()] = 0
	}
	if holds {
		return
	}
	s.learnt = kept
	switch len(kept) {
	case 0:
		s.failed = true
	case 1:
		s.assign(kept[0], reason{})
	default:
		s.attach(kept, 0)
	}
}

// attach stores a clause of two or more literals. Its first two literals are watched.
func (s *Solver) attach(lits []Lit, levels int) reason {
	a, b := lits[0], lits[1]
	if len(lits) == 2 {
		s.watches[a.Not()] = append(s.watches[a.Not()], watch{-1, b})
		s.watches[b.Not()] = append(s.watches[b.Not()], watch{-1, a})
		return reason{byLit, int32(b.Not()), 0}
	}
	c := int32(len(s.mem))
	s.mem = append(s.mem, Lit(len(lits)), Lit(levels))
	s.mem = append(s.mem, lits...)
	s.watches[a.Not()] = append(s.watches[a.Not()], watch{c, b})
	s.watches[b.Not()] = append(s.watches[b.Not()], watch{c, a})
	if levels > 0 {
		s.learnts = append(s.learnts, c)
	}
	return reason{byClause, c, 0}
}

func (s *Solver) clause(c int32) []Lit { return s.mem[c+header : c+header+int32(s.mem[c])] }

// assign makes an open literal true.
func (s *Solver) assign(l Lit, r reason) {
	s.put(l, r)
	if s.watched[l.Var()] {
		s.theory.Assigned(l)
	}
}

// put makes an open literal true without telling the theory.
func (s *Solver) put(l Lit, r reason) {
	v := l.Var()
	s.vals[l], s.vals[l.Not()] = 1, -1
	s.levels[v], s.places[v], s.reasons[v] = int32(len(s.lims)), int32(len(s.trail)), r
	s.trail = append(s.trail, l)
	if s.Trace != nil && r.kind != byChoice {
		s.Trace(Implied, l, s.explain(l, r, s.places[v], nil))
	}
}

// Imply makes l true because another true literal implies it. It returns false if l is false.
func (s *Solver) Imply(l, because Lit) bool {
	return s.imply(l, reason{byLit, int32(because), 0})
}

// ImplyUntold is Imply for a literal of which the theory need not be told.
func (s *Solver) ImplyUntold(l, because Lit) bool {
	if s.vals[l] == 0 {
		s.put(l, reason{byLit, int32(because), 0})
		return true
	}
	return s.Imply(l, because)
}

// ImplyByBoth makes l true because two other true literals together imply it. It returns false if l is false.
func (s *Solver) ImplyByBoth(l, a, b Lit) bool { return s.imply(l, reason{byBoth, int32(a), int32(b)}) }

// ImplyBy makes l true; the theory will be asked to explain it with these numbers. It returns false if l is false.
func (s *Solver) ImplyBy(l Lit, propagator, aux int32) bool {
	return s.imply(l, reason{byTheory, propagator, aux})
}

// ImplyBecause makes l true because the given true literals together imply it. It returns false if l is false.
func (s *Solver) ImplyBecause(l Lit, because []Lit) bool {
	if s.vals[l] == 1 {
		return true
	}
	from := int32(len(s.lists))
	s.lists = append(s.lists, because...)
	return s.imply(l, reason{byList, from, int32(len(s.lists))})
}

func (s *Solver) imply(l Lit, r reason) bool {
	switch s.vals[l] {
	case 1:
		return true
	case 0:
		s.assign(l, r)
		return true
	}
	s.conflict = s.explain(l, r, s.Here(), append(s.conflict[:0], l.Not()))
	return false
}

// Fail says that the given true literals contradict each other. It returns false.
func (s *Solver) Fail(lits ...Lit) bool {
	s.conflict = append(s.conflict[:0], lits...)
	if s.Explained != nil {
		s.Explained(True.Not(), lits)
	}
	return false
}

// explain appends the literals that imply l.
func (s *Solver) explain(l Lit, r reason, place int32, out []Lit) []Lit {
	from := len(out)
	switch r.kind {
	case byChoice:
	case byClause:
		for _, m := range s.clause(r.a) {
			if m != l {
				out = append(out, m.Not())
			}
		}
	case byLit:
		out = append(out, Lit(r.a))
	case byBoth:
		out = append(out, Lit(r.a), Lit(r.b))
	case byTheory:
		out = s.theory.Explain(l, r.a, r.b, place, out)
	case byList:
		out = append(out, s.lists[r.a:r.b]...)
	}
	if s.Explained != nil && r.kind >= byBoth {
		s.Explained(l, out[from:])
	}
	return out
}

// propagate draws all conclusions. It returns false after a conflict.
func (s *Solver) propagate() bool {
	for {
		if !s.unit() {
			return false
		}
		done, ok := s.theory.Propagate()
		if !ok {
			return false
		}
		if done && s.head == len(s.trail) {
			return true
		}
	}
}

// unit draws the conclusions of the clauses.
func (s *Solver) unit() bool {
	for s.head < len(s.trail) {
		l := s.trail[s.head]
		s.head++
		s.Visits++
		if !s.visit(l) {
			return false
		}
	}
	return true
}

// visit looks through the clauses in which the negation of l, which is now true, is watched.
func (s *Solver) visit(l Lit) bool {
	ws, vals, not := s.watches[l], s.vals, l.Not()
	kept := 0
clauses:
	for i, w := range ws {
		v := vals[w.blocker]
		if v == 1 {
			ws[kept] = w
			kept++
			continue
		}
		if w.clause < 0 {
			ws[kept] = w
			kept++
			if v == 0 {
				s.assign(w.blocker, reason{byLit, int32(l), 0})
				continue
			}
			s.conflict = append(s.conflict[:0], l, w.blocker.Not())
			s.watches[l] = append(ws[:kept], ws[i+1:]...)
			return false
		}
		c := s.clause(w.clause)
		first := c[0] ^ c[1] ^ not
		c[0], c[1] = first, not
		v = vals[first]
		if v < 1 {
			for k, m := range c[2:] {
				if vals[m] >= 0 { // the clause is watched in this literal from now on
					c[1], c[2+k] = m, not
					s.watches[m.Not()] = append(s.watches[m.Not()], watch{w.clause, first})
					continue clauses
				}
			}
		}
		ws[kept] = watch{w.clause, first}
		kept++
		switch v {
		case 0:
			s.assign(first, reason{byClause, w.clause, 0})
		case -1:
			s.conflict = s.conflict[:0]
			for _, m := range c {
				s.conflict = append(s.conflict, m.Not())
			}
			s.watches[l] = append(ws[:kept], ws[i+1:]...)
			return false
		}
	}
	s.watches[l] = ws[:kept]
	return true
}

// cut takes back all choices above a level.
func (s *Solver) cut(level int) {
	if len(s.lims) <= level {
		return
	}
	to := s.lims[level]
	s.theory.Undo(to)
	for i := len(s.trail) - 1; i >= int(to); i-- {
		l := s.trail[i]
		v := l.Var()
		s.vals[l], s.vals[l.Not()] = 0, 0
		s.phases[v] = l&1 != 0
		s.heap.add(v)
	}
	s.trail, s.lists = s.trail[:to], s.lists[:s.listLims[level]]
	s.lims, s.listLims = s.lims[:level], s.listLims[:level]
	s.head = len(s.trail)
}
