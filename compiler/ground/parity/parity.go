// Package parity proves by linear invariants modulo 2 that no state of a goal can be reached.
package parity

// A weight 0 or 1 for each value of each variable, and 0 or 1 for the parity of each array that is a permutation, make
// a sum modulo 2 of a state. The sums that no move changes form a linear space: each possible change of variables by a
// move is one equation. If one of these sums differs between the start and all goals, no plan exists. The parity
// argument of the 15-puzzle (Johnson and Story 1879) and the position classes of peg solitaire (Reiss 1857) are found
// this way.
//
// parity.go has the equations, goal.go covers the goals by a few sets of states.

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/task"
)

// search looks for a sum that differs between the start and all goals. Unknowns are numbered: the values of all
// variables, then the arrays.
type search struct {
	p      *work.Pool
	t      *task.Task
	base   []int // number of a variable's first value
	arrays []permutation
	n      int        // number of unknowns
	rows   [][]uint64 // by their lowest bit, nil: none
	work   int        // words of memory that may still be touched
	tries  int        // assignments that may still be tried
}

// permutation is a permutation array whose elements are all variables.
type permutation struct {
	name  string
	vars  []int
	place map[int]int // of a variable in the array
}

// Limits that keep the search below a fraction of a second. Beyond them there is no proof.
const (
	maxUnknowns    = 8192
	maxParityCases = 4096
	maxTries       = 2_000_000
	maxWork        = 100_000_000
	partWork       = 300 // words, for preparing a part of a move
	maxCubes       = 128
)

// Reason returns a proof that no goal of a task can be reached, in a sentence; "" if there is none.
func Reason(w *work.Work, t *task.Task) string {
	if t.HasFree() || len(t.Vars) == 0 {
		return ""
	}
	s := &search{p: w.Pool, t: t, work: maxWork, tries: maxTries}
	s.number()
	if s.n > maxUnknowns {
		return ""
	}
	s.rows = make([][]uint64, s.n)
	cubes, ok := s.goalCubes()
	if !ok {
		return ""
	}
	for i := range t.Moves {
		s.move(&t.Moves[i])
		if s.work < 0 || w.Halted() {
			return ""
		}
		// More moves leave fewer sums. So the other moves need no equations if the sums of the first ones prove nothing.
		if i&(i+1) == 0 {
			left := s.work // is for the proof itself
			if _, found := s.excludes(cubes[0]); !found {
				return ""
			}
			s.work = left
		}
	}
	var reason string
	for _, c := range cubes {
		sum, found := s.excludes(c)
		if !found {
			return ""
		}
		if reason == "" {
			reason = s.sentence(sum)
		}
	}
	return reason
}

func (s *search) number() {
	for v := range s.t.Vars {
		s.base = append(s.base, s.n)
		s.n += len(s.t.Vars[v].Values)
	}
	for _, a := range s.t.Arrays {
		pa := permutation{name: a.Name, place: map[int]int{}}
		for _, e := range a.Elems {
			if n := s.p.Node(e); a.Permutation && n.Op == task.OpVar {
				pa.place[int(n.N)] = len(pa.vars)
				pa.vars = append(pa.vars, int(n.N))
			}
		}
		if len(pa.vars) > 1 {
			s.arrays = append(s.arrays, pa)
			s.n++
		}
	}
}

func (s *search) arrayUnknown(i int) int { return s.n - len(s.arrays) + i }

func (s *search) row() []uint64 { return make([]uint64, (s.n+63)/64) }

func flip(row []uint64, i int) { row[i>>6] ^= 1 << (i & 63) }

// reduce eliminates bits of a row by the equations. It returns the lowest remaining bit, or -1. With all, it also
// eliminates the bits after the lowest.
func (s *search) reduce(rows [][]uint64, row []uint64, all bool) int {
	first := -1
	for w := range row {
		rest := row[w]
		for rest != 0 {
			bit := w<<6 + bits.TrailingZeros64(rest)
			if eq := rows[bit]; eq != nil {
				for k := w; k < len(row); k++ {
					row[k] ^= eq[k]
				}
				s.work -= len(row) - w
				rest = row[w] &^ (1<<(bit&63+1) - 1)
				continue
			}
			if first < 0 {
				first = bit
			}
			if !all {
				return first
			}
			rest &= rest - 1
		}
	}
	return first
}

// equation demands that a sum of unknowns is 0.
func (s *search) equation(rows [][]uint64, row []uint64) {
	if bit := s.reduce(rows, row, false); bit >= 0 {
		rows[bit] = row
	}
}

// uniform demands equal weights for some values of a variable.
func (s *search) uniform(rows [][]uint64, v int, places []int) {
	for i := 1; i < len(places); i++ {
		row := s.row()
		flip(row, s.base[v]+places[0])
		flip(row, s.base[v]+places[i])
		s.equation(rows, row)
	}
}

func (s *search) allPlaces(v int) []int {
	out := make([]int, len(s.t.Vars[v].Values))
	for i := range out {
		out[i] = i
	}
	return out
}

// giveUp demands weight 0 for the variables of a move, because the move can change them in too many ways.
func (s *search) giveUp(m *task.Move) {
	for _, e := range m.Effects {
		s.uniform(s.rows, e.Var, s.allPlaces(e.Var))
		for i := range s.arrays {
			if _, ok := s.arrays[i].place[e.Var]; ok {
				row := s.row()
				flip(row, s.arrayUnknown(i))
				s.equation(s.rows, row)
			}
		}
	}
}

// move adds an equation for each way in which a move can change its variables.
func (s *search) move(m *task.Move) {
	var vars []int
	for _, e := range m.Effects {
		vars = work.Union(work.Union(vars, []int{e.Var}), work.Union(s.p.Reads(e.Cond), s.p.Reads(e.Value)))
	}
	s.work -= partWork * (2*len(m.Effects) + len(s.p.Conjuncts(m.Guard)))
	allowed := map[int][]int64{}
	var joint []task.Expr
	for _, c := range s.p.Conjuncts(m.Guard) {
		switch vs := s.p.Reads(c); {
		case len(vs) == 1:
			from, ok := allowed[vs[0]]
			if !ok {
				from = s.t.Vars[vs[0]].Values
			}
			allowed[vs[0]] = s.kept(c, vs[0], from)
		case work.Subset(vs, vars):
			joint = append(joint, c)
		}
	}
	values := func(v int) []int64 {
		if vs, ok := allowed[v]; ok {
			return vs
		}
		return s.t.Vars[v].Values
	}
	cases := 1
	for _, v := range vars {
		if cases *= len(values(v)); cases > maxParityCases || cases > s.tries {
			s.giveUp(m)
			return
		}
	}
	s.tries -= cases
	roots := slices.Clone(joint)
	for _, e := range m.Effects {
		roots = append(roots, e.Cond, e.Value)
	}
	x := task.NewScan(s.p.Pool, roots, len(joint), vars, values)
	at := make(map[int]int, len(vars))
	for i, v := range vars {
		at[v] = i
	}
	x.Run(func() bool {
		s.change(m, x, len(joint), at)
		return s.work >= 0
	})
}

// kept returns the values of a variable for which a condition on it alone holds.
func (s *search) kept(c task.Expr, v int, from []int64) []int64 {
	out := []int64{}
	x := task.NewScan(s.p.Pool, []task.Expr{c}, 1, []int{v}, func(int) []int64 { return from })
	x.Run(func() bool {
		out = append(out, x.Now[0])
		return true
	})
	return out
}

// change adds the equation of one way in which a move changes its variables; at gives the scan's place of a variable.
func (s *search) change(m *task.Move, x *task.Scan, first int, at map[int]int) {
	row := s.row()
	empty := true
	changed := make([]map[int]int64, len(s.arrays)) // new values by variable
	for k, e := range m.Effects {
		if x.Value(first+2*k) == 0 {
			continue
		}
		old, now := x.Now[at[e.Var]], x.Value(first+2*k+1)
		to := s.t.Vars[e.Var].Place(now)
		if to < 0 {
			return // outside the type or unreachable: the move is not applicable
		}
		if old == now {
			continue
		}
		empty = false
		flip(row, s.base[e.Var]+s.t.Vars[e.Var].Place(old))
		flip(row, s.base[e.Var]+to)
		for i := range s.arrays {
			if _, ok := s.arrays[i].place[e.Var]; ok {
				if changed[i] == nil {
					changed[i] = map[int]int64{}
				}
				changed[i][e.Var] = now
			}
		}
	}
	for i := range s.arrays {
		if !s.distinctNow(i, x, at) {
			return
		}
		if changed[i] == nil {
			continue
		}
		odd, ok := s.oddChange(i, changed[i], x, at)
		if !ok {
			return
		}
		if odd {
			flip(row, s.arrayUnknown(i))
			empty = false
		}
	}
	if !empty {
		s.equation(s.rows, row)
	}
}

// distinctNow reports whether the known elements of a permutation differ. Otherwise the state does not exist.
func (s *search) distinctNow(i int, x *task.Scan, at map[int]int) bool {
	seen := map[int64]bool{}
	for _, v := range s.arrays[i].vars {
		if k, ok := at[v]; ok {
			if seen[x.Now[k]] {
				return false
			}
			seen[x.Now[k]] = true
		}
	}
	return true
}

// oddChange reports whether a change of a permutation is odd. ok is false if the change is not a permutation.
func (s *search) oddChange(i int, changed map[int]int64, x *task.Scan, at map[int]int) (odd, ok bool) {
	from := map[int64]int{} // which changed variable held a value
	for v := range changed {
		from[x.Now[at[v]]] = v
	}
	odd, ok = isOdd(s.arrays[i].vars, func(v int) (int, bool) {
		now, moves := changed[v]
		if !moves {
			return v, true
		}
		next, ok := from[now]
		return next, ok
	})
	return odd, ok && len(from) == len(changed)
}

// isOdd reports whether a permutation of variables is odd, by the lengths of its cycles. It returns false if some
// variable has no next one.
func isOdd(vars []int, next func(v int) (int, bool)) (odd, ok bool) {
	seen := map[int]bool{}
	for _, v := range vars {
		length := 0
		for ; !seen[v]; length++ {
			seen[v] = true
			if v, ok = next(v); !ok {
				return false, false
			}
		}
		odd = odd != (length > 0 && length%2 == 0)
	}
	return odd, true
}

// excludes looks for a sum that differs between the start and all states of a cube.
func (s *search) excludes(c cube) (sum []bool, ok bool) {
	rows := slices.Clone(s.rows)
	differ := s.row()
	for v := range s.t.Vars {
		end := c[v]
		if end == nil {
			end = s.allPlaces(v)
		}
		s.uniform(rows, v, end)
		flip(differ, s.base[v]+s.t.Vars[v].Place(s.t.Init[v]))
		flip(differ, s.base[v]+end[0])
	}
	for i := range s.arrays {
		odd, fixed := s.oddGoal(i, c)
		switch {
		case !fixed:
			row := s.row()
			flip(row, s.arrayUnknown(i))
			s.equation(rows, row)
		case odd:
			flip(differ, s.arrayUnknown(i))
		}
	}
	bit := s.reduce(rows, differ, true)
	if bit < 0 || s.work < 0 {
		return nil, false
	}
	return s.solve(rows, bit), true
}

// oddGoal reports whether an array in a goal is an odd permutation of the array in the initial state. fixed is false if
// the goal does not determine this.
func (s *search) oddGoal(i int, c cube) (odd, fixed bool) {
	a := s.arrays[i]
	from := map[int64]int{}
	for _, v := range a.vars {
		if len(c[v]) != 1 {
			return false, false
		}
		from[s.t.Init[v]] = v
	}
	return isOdd(a.vars, func(v int) (int, bool) {
		next, ok := from[s.t.Vars[v].Values[c[v][0]]]
		return next, ok
	})
}

// solve returns a solution of the equations in which the unknown with the given number is 1. The equations must leave
// this unknown free.
func (s *search) solve(rows [][]uint64, bit int) []bool {
	z := make([]bool, s.n)
	z[bit] = true
	for i := s.n - 1; i >= 0; i-- {
		row := rows[i]
		if row == nil {
			continue
		}
		odd := false
		for w, word := range row {
			for ; word != 0; word &= word - 1 {
				if k := w<<6 + bits.TrailingZeros64(word); k != i && z[k] {
					odd = !odd
				}
			}
		}
		z[i] = odd
	}
	return z
}

// sentence describes the sum that differs.
func (s *search) sentence(z []bool) string {
	var what []string
	for i, a := range s.arrays {
		if z[s.arrayUnknown(i)] {
			what = append(what, fmt.Sprintf("the parity of the permutation `%s`", a.name))
		}
	}
	var weighed []string
	for v := range s.t.Vars {
		uniform := true
		for k := range s.t.Vars[v].Values {
			uniform = uniform && z[s.base[v]+k] == z[s.base[v]]
		}
		if name := "`" + s.t.Vars[v].ArrayName() + "`"; !uniform && !slices.Contains(weighed, name) {
			weighed = append(weighed, name)
		}
	}
	if len(weighed) > 0 {
		what = append(what, "a sum modulo 2 over the values of "+strings.Join(weighed, ", "))
	}
	return strings.Join(what, " together with ") + " differs between the start and the goal, and no move changes it"
}
