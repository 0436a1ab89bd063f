package encode

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Step is the state at one time: literals for facts, and for the expressions that were needed so far.
type Step struct {
	e     *Encoder
	t     int
	Alive [][]int     // by variable: the places that are possible
	Val   [][]cnf.Lit // by variable and place
	Ops   []cnf.Lit   // by operation: it is made at this step

	coding []coding // by variable; nil if each value has a literal of its own

	sets   map[string]cnf.Lit
	bools  map[task.Expr]*cnf.Definition
	is     map[exprValue]cnf.Lit
	ranges map[task.Expr][]int64
	floods map[string]*flood
}

// exprValue is the condition that an expression has a value.
type exprValue struct {
	e task.Expr
	k int64
}

// newStepOf returns a step about which nothing is written.
func newStepOf(e *Encoder, t int) *Step {
	return &Step{
		e: e, t: t, sets: map[string]cnf.Lit{}, bools: map[task.Expr]*cnf.Definition{}, is: map[exprValue]cnf.Lit{},
		ranges: map[task.Expr][]int64{}, floods: map[string]*flood{},
	}
}

// newStep makes the literals of a state. Usually each possible value has a literal, of which exactly one is true. Two
// values share one variable, and a single value needs none.
func (e *Encoder) newStep(t int) *Step {
	s := newStepOf(e, t)
	e.F.Group(fmt.Sprintf("values at %d", t))
	for v := range e.P.Task.Vars {
		e.F.About(cnf.PartState, e.P.Origin(v))
		s.Alive = append(s.Alive, e.alivePlaces(v, t))
		if e.pin { // also for impossible values, so that readers find them
			s.Val = append(s.Val, s.valueLits(v, e.P.All(v)))
		} else {
			s.Val = append(s.Val, s.valueLits(v, s.Alive[v]))
		}
	}
	e.F.About(cnf.PartNone, 0)
	return s
}

// alivePlaces lists the places that a variable may have at step t.
func (e *Encoder) alivePlaces(v, t int) []int {
	if e.At != nil {
		return e.At[t].Places(v)
	}
	places := e.P.All(v)
	if t > 0 || e.unstarted || e.encoding == Textbook {
		return places
	}
	for _, s := range e.P.Init.Sets {
		if s.V == v {
			places = s.At
		}
	}
	return places
}

// pinAlive excludes the values that are impossible, because they have variables.
func (s *Step) pinAlive() {
	for v, val := range s.Val {
		s.e.F.About(cnf.PartState, s.e.P.Origin(v))
		if s.coding[v] != nil {
			s.onlyAlive(v)
			continue
		}
		if len(s.Alive[v]) == 1 {
			s.e.F.Clause(val[s.Alive[v][0]])
			continue
		}
		for i, l := range val {
			if _, possible := slices.BinarySearch(s.Alive[v], i); !possible {
				s.e.F.Clause(-l)
			}
		}
	}
	s.e.F.About(cnf.PartNone, 0)
}

// onlyAlive is pinAlive for a variable whose values have no literals of their own.
func (s *Step) onlyAlive(v int) {
	in, out := s.coding[v].blocks(s.e.F, func(i int) uint8 {
		if _, possible := slices.BinarySearch(s.Alive[v], i); possible {
			return inside
		}
		return outside
	})
	only(s.e.F, nil, in, out)
}

// compatible reports whether two values may occur together.
func (s *Step) compatible(v, i, w, j int) bool {
	return s.e.At == nil || s.e.At[s.t].Has(s.e.P.Fact(v, i), s.e.P.Fact(w, j))
}

// mutexes excludes pairs of values that cannot occur together. It writes "this value needs one of these values" if this
// is shorter than one clause for each pair. Other clauses omit these pairs, so they rely on mutexes.
func (s *Step) mutexes() {
	if s.e.At == nil {
		return
	}
	for v := range s.Val {
		for w := range s.Val {
			if v == w || len(s.Alive[w]) == 1 {
				continue
			}
			for _, i := range s.Alive[v] {
				s.support(v, i, w)
			}
		}
	}
}

func (s *Step) support(v, i, w int) {
	if s.coding[w] != nil {
		s.oneOf([]cnf.Lit{-s.Val[v][i]}, w, func(j int) bool { return s.compatible(v, i, w, j) })
		return
	}
	byPartners := s.listsPartners(v, i, w)
	clause := []cnf.Lit{-s.Val[v][i]}
	for _, j := range s.Alive[w] {
		switch possible := s.compatible(v, i, w, j); {
		case byPartners && possible:
			clause = append(clause, s.Val[w][j])
		case !byPartners && !possible && v > w && !s.listsPartners(w, j, v):
			s.e.F.Clause(clause[0], -s.Val[w][j])
		}
	}
	if byPartners {
		s.e.F.Clause(clause...)
	}
}

// listsPartners reports whether the clause that lists the partners of a value in w is shorter than the clauses that
// exclude the others.
func (s *Step) listsPartners(v, i, w int) bool {
	with := s.e.At[s.t].Partners(s.e.P.Fact(v, i), w)
	without := len(s.Alive[w]) - with
	return without > 0 && with+1 < 2*without
}

// oneOf makes a variable have one of some places, unless a literal of prefix is true. It takes the shorter of two ways
// to write this.
func (s *Step) oneOf(prefix []cnf.Lit, v int, ok func(place int) bool) {
	in, out := s.blocks(v, ok)
	if s.coding[v] != nil {
		only(s.e.F, prefix, in, out)
		return
	}
	for i, l := range out {
		out[i] = -l
	}
	s.e.choose(prefix, in, out)
}

// blocks returns literals that cover the possible places of a variable inside a set, and literals that cover the places
// outside.
func (s *Step) blocks(v int, ok func(place int) bool) (in, out []cnf.Lit) {
	if s.coding[v] != nil {
		return s.coding[v].blocks(s.e.F, func(i int) uint8 {
			if _, possible := slices.BinarySearch(s.Alive[v], i); s.e.pin && !possible {
				return 0
			}
			if ok(i) {
				return inside
			}
			return outside
		})
	}
	for _, i := range s.Alive[v] {
		if ok(i) {
			in = append(in, s.Val[v][i])
		} else {
			out = append(out, s.Val[v][i])
		}
	}
	return in, out
}

// SetLit returns a literal that is true exactly if the variable has one of some places.
func (s *Step) SetLit(v int, ok func(place int) bool) cnf.Lit {
	in, out := s.blocks(v, ok)
	switch {
	case len(in) == 0:
		return cnf.False
	case len(out) == 0:
		return cnf.True
	case len(in) == 1:
		return in[0]
	case len(out) == 1:
		return -out[0]
	}
	key := fmt.Sprint(v, in)
	if l, known := s.sets[key]; known {
		return l
	}
	l := s.e.F.NewVar()
	for _, x := range in {
		s.e.F.Clause(-x, l)
	}
	for _, x := range out {
		s.e.F.Clause(-x, -l)
	}
	s.sets[key] = l
	return l
}

// choose makes one of the literals in true, unless a literal of prefix is true. Exactly one literal of a group is true;
// in lists some of the group, and out lists the negations of the others.
func (e *Encoder) choose(prefix, in, out []cnf.Lit) {
	switch {
	case len(out) == 0:
	case len(out) <= 2 && len(out) < len(in):
		for _, l := range out {
			e.F.Clause(append(slices.Clone(prefix), l)...)
		}
	default:
		e.F.Clause(append(slices.Clone(prefix), in...)...)
	}
}

// only makes one of the blocks in true, unless a literal of prefix is true. A disjunction of conjunctions would need
// new variables, so it excludes the blocks out one by one.
func only(f *cnf.Formula, prefix, in, out []cnf.Lit) {
	if len(in) == 1 {
		f.Clause(cnf.With(prefix, in[0])...)
		return
	}
	for _, l := range out {
		f.Clause(cnf.With(prefix, -l)...)
	}
}

// Places lists the place of each variable, given the truth of the formula's variables.
func (s *Step) Places(value func(cnf.Lit) bool) []int {
	out := make([]int, len(s.Val))
	for v := range s.Val {
		for _, i := range s.Alive[v] {
			if s.e.F.Holds(s.Val[v][i], value) {
				out[v] = i
			}
		}
	}
	return out
}

// Differ makes the states at steps i and j different.
func (e *Encoder) Differ(i, j int) {
	f, s, u := e.F, e.Steps[i], e.Steps[j]
	var some []cnf.Lit
	for v := range e.P.Task.Vars {
		l := f.NewVar()
		for k := range s.Val[v] {
			f.Clause(-l, -s.Val[v][k], -u.Val[v][k])
		}
		some = append(some, l)
	}
	f.Clause(some...)
}
