package encode

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/task"
)

// Step is the state at one time: the literals of its facts, and of the expressions that were needed so far.
type Step struct {
	e     *Encoder
	t     int
	Alive [][]int     // the places that each variable may have here
	Val   [][]cnf.Lit // by variable and place
	Ops   []cnf.Lit   // the moves that lead from here, by their place in problem.ops

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
func newStepOf(e *Encoder, t int) *Step {
	return &Step{
		e: e, t: t, sets: map[string]cnf.Lit{}, bools: map[task.Expr]*cnf.Definition{}, is: map[exprValue]cnf.Lit{},
		ranges: map[task.Expr][]int64{}, words: map[task.Expr]cnf.Word{}, inBinary: map[task.Expr]bool{}, quotients: map[division][2]cnf.Word{},
		floods: map[string]*flood{},
	}
}

// newStep makes the literals of a state: one for each value that a variable may have, exactly one of them true; two
// values share one variable, and a value that is certain needs none.
func (e *Encoder) newStep(t int) *Step {
	s := newStepOf(e, t)
	e.F.Group(fmt.Sprintf("values at %d", t))
	for v := range e.P.Task.Vars {
		e.F.About(cnf.PartState, e.P.Origin(v))
		s.Alive = append(s.Alive, e.alivePlaces(v, t))
		if e.P.Numbers != nil && e.P.Numbers[v] {
			s.Val, s.coding = append(s.Val, nil), append(s.coding, nil)
			s.Alive[v] = nil
		} else if e.pin { // each value, possible or not: the formula is to be read by others
			s.Val = append(s.Val, s.valueLits(v, e.P.All(v)))
		} else {
			s.Val = append(s.Val, s.valueLits(v, s.Alive[v]))
		}
	}
	e.F.About(cnf.PartNone, 0)
	return s
}

// alivePlaces are the places that a variable may have at a time.
func (e *Encoder) alivePlaces(v, t int) []int {
	if e.At != nil {
		return e.At[t].Places(v)
	}
	places := e.P.All(v)
	if t > 0 || e.Unstarted || e.encoding == Textbook {
		return places
	}
	for _, s := range e.P.Init.Sets {
		if s.V == v {
			places = s.At
		}
	}
	return places
}

// pinAlive forbids the values that are not possible, where they have variables.
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

// onlyAlive forbids the values of a variable that are not possible, where they have no variables of their own.
func (s *Step) onlyAlive(v int) {
	in, out := s.coding[v].blocks(s.e.F, func(i int) uint8 {
		if _, possible := slices.BinarySearch(s.Alive[v], i); possible {
			return inside
		}
		return outside
	})
	only(s.e.F, nil, in, out)
}

// compatible tells whether two values may occur together.
func (s *Step) compatible(v, i, w, j int) bool {
	return s.e.At == nil || s.e.At[s.t].Has(s.e.P.Fact(v, i), s.e.P.Fact(w, j))
}

// mutexes adds what the layers know of pairs of values: as "this value needs one of those", where that is shorter
// than the list of the pairs that exclude one another.
func (s *Step) mutexes() {
	if s.e.At == nil {
		return
	}
	for v := range s.Val {
		for w := range s.Val {
			if v == w || len(s.Alive[w]) == 1 || s.tooMany(v, w) {
				continue
			}
			for _, i := range s.Alive[v] {
				s.support(v, i, w)
			}
		}
	}
}

// tooMany tells whether two variables of which one is written in binary have too many pairs of values to speak of each.
func (s *Step) tooMany(v, w int) bool {
	return s.e.eitherBinary(v, w) && len(s.Alive[v])*len(s.Alive[w]) > s.e.P.Lim.Pair
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

// listsPartners tells whether the clause of a value's partners in w is shorter than the list of its exclusions.
func (s *Step) listsPartners(v, i, w int) bool {
	with := s.e.At[s.t].Partners(s.e.P.Fact(v, i), w)
	without := len(s.Alive[w]) - with
	return without > 0 && with+1 < 2*without
}

// oneOf makes, unless a literal of prefix is true, a variable take one of some places. It takes the shorter of two ways to say so.
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

// blocks are literals that cover the possible places of a variable inside a set, and those outside.
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

// SetLit is true if the variable has one of some places.
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

// choose makes one of the literals in true and all literals out: of a group of which exactly one holds, in lists some and
// out negates the others.
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

// Places is the state at a step, given the truth of the variables.
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

// Violate makes a condition false.
func (s *Step) Violate(c *layers.Condition) {
	var some []cnf.Lit
	for _, set := range c.Sets {
		some = append(some, s.SetLit(set.V, func(i int) bool { return !set.Has[i] }))
	}
	for _, x := range c.Rest {
		some = append(some, -s.Lit(x, cnf.Negative))
	}
	s.e.F.Clause(some...)
}

// Differ makes the states at two steps different.
func (e *Encoder) Differ(i, j int) {
	f, s, u := e.F, e.Steps[i], e.Steps[j]
	var some []cnf.Lit
	for v := range e.P.View.Task.Vars {
		l := f.NewVar()
		for k := range s.Val[v] {
			f.Clause(-l, -s.Val[v][k], -u.Val[v][k])
		}
		some = append(some, l)
	}
	f.Clause(some...)
}

// Straighten makes the states different between which two moves lie, of those after at most t moves.
func (e *Encoder) Straighten(t int) {
	for ; e.straight+2 <= t; e.straight++ {
		e.Differ(e.straight, e.straight+2)
	}
}
