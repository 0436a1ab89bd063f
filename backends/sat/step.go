package sat

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/task"
)

// step is the state at one time: the literals of its facts, and of the expressions that were needed so far.
type step struct {
	e     *encoder
	t     int
	alive [][]int     // the places that each variable may have here
	val   [][]cnf.Lit // by variable and place
	ops   []cnf.Lit   // the moves that lead from here, by their place in problem.ops

	coding []coding // by variable; nil where each value has a literal

	sets      map[string]cnf.Lit
	bools     map[task.Expr]*cnf.Definition
	is        map[exprValue]cnf.Lit
	ranges    map[task.Expr][]int64
	words     map[task.Expr]cnf.Word
	inBinary  map[task.Expr]bool
	quotients map[division][2]cnf.Word
	floods    map[string]*flood
}

// exprValue stands for "the expression has the value".
type exprValue struct {
	e task.Expr
	k int64
}

// newStepOf is a step about which nothing is written.
func newStepOf(e *encoder, t int) *step {
	return &step{
		e: e, t: t, sets: map[string]cnf.Lit{}, bools: map[task.Expr]*cnf.Definition{}, is: map[exprValue]cnf.Lit{},
		ranges: map[task.Expr][]int64{}, words: map[task.Expr]cnf.Word{}, inBinary: map[task.Expr]bool{}, quotients: map[division][2]cnf.Word{},
		floods: map[string]*flood{},
	}
}

// newStep makes the literals of a state: one for each value that a variable may have, exactly one of them true; two
// values share one variable, and a value that is certain needs none.
func (e *encoder) newStep(t int) *step {
	s := newStepOf(e, t)
	e.f.Group(fmt.Sprintf("values at %d", t))
	for v := range e.p.Task.Vars {
		e.f.About(cnf.PartState, e.p.Origin(v))
		s.alive = append(s.alive, e.alivePlaces(v, t))
		if e.p.Numbers != nil && e.p.Numbers[v] {
			s.val, s.coding = append(s.val, nil), append(s.coding, nil)
			s.alive[v] = nil
		} else if e.pin { // each value, possible or not: the formula is to be read by others
			s.val = append(s.val, s.valueLits(v, e.p.All(v)))
		} else {
			s.val = append(s.val, s.valueLits(v, s.alive[v]))
		}
	}
	e.f.About(cnf.PartNone, 0)
	return s
}

// alivePlaces are the places that a variable may have at a time.
func (e *encoder) alivePlaces(v, t int) []int {
	if e.at != nil {
		return e.at[t].Places(v)
	}
	places := e.p.All(v)
	if t > 0 || e.unstarted || e.encoding == textbook {
		return places
	}
	for _, s := range e.p.Init.Sets {
		if s.V == v {
			places = s.At
		}
	}
	return places
}

// pinAlive forbids the values that are not possible, where they have variables.
func (s *step) pinAlive() {
	for v, val := range s.val {
		s.e.f.About(cnf.PartState, s.e.p.Origin(v))
		if s.coding[v] != nil {
			s.onlyAlive(v)
			continue
		}
		if len(s.alive[v]) == 1 {
			s.e.f.Clause(val[s.alive[v][0]])
			continue
		}
		for i, l := range val {
			if _, possible := slices.BinarySearch(s.alive[v], i); !possible {
				s.e.f.Clause(-l)
			}
		}
	}
	s.e.f.About(cnf.PartNone, 0)
}

// onlyAlive forbids the values of a variable that are not possible, where they have no variables of their own.
func (s *step) onlyAlive(v int) {
	in, out := s.coding[v].blocks(s.e.f, func(i int) uint8 {
		if _, possible := slices.BinarySearch(s.alive[v], i); possible {
			return inside
		}
		return outside
	})
	only(s.e.f, nil, in, out)
}

// compatible tells whether two values may occur together.
func (s *step) compatible(v, i, w, j int) bool {
	return s.e.at == nil || s.e.at[s.t].Has(s.e.p.Fact(v, i), s.e.p.Fact(w, j))
}

// mutexes adds what the layers know of pairs of values: as "this value needs one of those", where that is shorter
// than the list of the pairs that exclude one another.
func (s *step) mutexes() {
	if s.e.at == nil {
		return
	}
	for v := range s.val {
		for w := range s.val {
			if v == w || len(s.alive[w]) == 1 || s.tooMany(v, w) {
				continue
			}
			for _, i := range s.alive[v] {
				s.support(v, i, w)
			}
		}
	}
}

// tooMany tells whether two variables of which one is written in binary have too many pairs of values to speak of each.
func (s *step) tooMany(v, w int) bool {
	return s.e.eitherBinary(v, w) && len(s.alive[v])*len(s.alive[w]) > s.e.p.Lim.Pair
}

func (s *step) support(v, i, w int) {
	if s.coding[w] != nil {
		s.oneOf([]cnf.Lit{-s.val[v][i]}, w, func(j int) bool { return s.compatible(v, i, w, j) })
		return
	}
	byPartners := s.listsPartners(v, i, w)
	clause := []cnf.Lit{-s.val[v][i]}
	for _, j := range s.alive[w] {
		switch possible := s.compatible(v, i, w, j); {
		case byPartners && possible:
			clause = append(clause, s.val[w][j])
		case !byPartners && !possible && v > w && !s.listsPartners(w, j, v):
			s.e.f.Clause(clause[0], -s.val[w][j])
		}
	}
	if byPartners {
		s.e.f.Clause(clause...)
	}
}

// listsPartners tells whether the clause of a value's partners in w is shorter than the list of its exclusions.
func (s *step) listsPartners(v, i, w int) bool {
	with := s.e.at[s.t].Partners(s.e.p.Fact(v, i), w)
	without := len(s.alive[w]) - with
	return without > 0 && with+1 < 2*without
}

// oneOf makes, unless a literal of prefix is true, a variable take one of some places. It takes the shorter of two ways to say so.
func (s *step) oneOf(prefix []cnf.Lit, v int, ok func(place int) bool) {
	in, out := s.blocks(v, ok)
	if s.coding[v] != nil {
		only(s.e.f, prefix, in, out)
		return
	}
	for i, l := range out {
		out[i] = -l
	}
	s.e.choose(prefix, in, out)
}

// blocks are literals that cover the possible places of a variable inside a set, and those outside.
func (s *step) blocks(v int, ok func(place int) bool) (in, out []cnf.Lit) {
	if s.coding[v] != nil {
		return s.coding[v].blocks(s.e.f, func(i int) uint8 {
			if _, possible := slices.BinarySearch(s.alive[v], i); s.e.pin && !possible {
				return 0
			}
			if ok(i) {
				return inside
			}
			return outside
		})
	}
	for _, i := range s.alive[v] {
		if ok(i) {
			in = append(in, s.val[v][i])
		} else {
			out = append(out, s.val[v][i])
		}
	}
	return in, out
}

// setLit is true if the variable has one of some places.
func (s *step) setLit(v int, ok func(place int) bool) cnf.Lit {
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
	l := s.e.f.NewVar()
	for _, x := range in {
		s.e.f.Clause(-x, l)
	}
	for _, x := range out {
		s.e.f.Clause(-x, -l)
	}
	s.sets[key] = l
	return l
}

// choose makes one of the literals in true and all literals out: of a group of which exactly one holds, in lists some and
// out negates the others.
func (e *encoder) choose(prefix, in, out []cnf.Lit) {
	switch {
	case len(out) == 0:
	case len(out) <= 2 && len(out) < len(in):
		for _, l := range out {
			e.f.Clause(append(slices.Clone(prefix), l)...)
		}
	default:
		e.f.Clause(append(slices.Clone(prefix), in...)...)
	}
}

// only makes one of the blocks in true, of blocks of which one is, unless a literal of prefix is true. A disjunction of conjunctions would
// need variables, so it excludes the others one by one.
func only(f *cnf.Formula, prefix, in, out []cnf.Lit) {
	if len(in) == 1 {
		f.Clause(cnf.With(prefix, in[0])...)
		return
	}
	for _, l := range out {
		f.Clause(cnf.With(prefix, -l)...)
	}
}

// places is the state at a step, given the truth of the variables.
func (s *step) places(value func(cnf.Lit) bool) []int {
	out := make([]int, len(s.val))
	for v := range s.val {
		for _, i := range s.alive[v] {
			if s.e.f.Holds(s.val[v][i], value) {
				out[v] = i
			}
		}
	}
	return out
}

// violate makes a condition false.
func (s *step) violate(c *layers.Condition) {
	var some []cnf.Lit
	for _, set := range c.Sets {
		some = append(some, s.setLit(set.V, func(i int) bool { return !set.Has[i] }))
	}
	for _, x := range c.Rest {
		some = append(some, -s.lit(x, cnf.Negative))
	}
	s.e.f.Clause(some...)
}

// differ makes the states at two steps different.
func (e *encoder) differ(i, j int) {
	f, s, u := e.f, e.steps[i], e.steps[j]
	var some []cnf.Lit
	for v := range e.p.View.Task.Vars {
		l := f.NewVar()
		for k := range s.val[v] {
			f.Clause(-l, -s.val[v][k], -u.val[v][k])
		}
		some = append(some, l)
	}
	f.Clause(some...)
}

// straighten makes the states different between which two moves lie, of those after at most t moves.
func (e *encoder) straighten(t int) {
	for ; e.straight+2 <= t; e.straight++ {
		e.differ(e.straight, e.straight+2)
	}
}
