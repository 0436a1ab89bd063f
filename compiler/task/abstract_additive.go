package task

import (
	"fmt"
	"slices"
	"strings"
)

// Part is one pattern of a sum. The moves that move one of its Own values of the array count in it.
type Part struct {
	Array int
	Own   []int64
}

// Additive proves that the costs of strict patterns may be added: no move moves own values of two patterns. If the
// proof fails, the error names a move, and two values that the move may move together. (Korf and Felner, Disjoint
// pattern database heuristics, 2002.)
//
// The proof looks at each pair of elements that a move writes. It tries all values of the variables that the two
// effects read and the guard admits.
func Additive(t *Task, parts []Part) error {
	a := &additivity{t: t, part: map[int]map[int64]int{}, array: map[int]int{}}
	for i, p := range parts {
		if err := a.add(i, p); err != nil {
			return err
		}
	}
	for i := range t.Moves {
		if err := a.move(&t.Moves[i]); err != nil {
			return err
		}
	}
	return nil
}

type additivity struct {
	t     *Task
	part  map[int]map[int64]int // for each array and own value: the part that owns the value
	array map[int]int           // for each variable that is an element of these arrays: the array

	// Of the current move:
	conds   []Expr          // the conjuncts of its guard
	reads   [][]int         // for each of them: the variables that it reads
	domains map[int][]int64 // for each variable: the values that the conditions on this variable alone admit
	state   []int64
}

// maxProof limits the number of assignments that are tried for two elements.
const maxProof = 1 << 18

func (a *additivity) add(i int, p Part) error {
	arr := &a.t.Arrays[p.Array]
	if a.part[p.Array] == nil {
		a.part[p.Array] = map[int64]int{}
		for _, e := range arr.Elems {
			if n := a.t.Pool.Node(e); n.Op == OpVar {
				a.array[int(n.N)] = p.Array
			}
		}
	}
	for _, x := range p.Own {
		if k, ok := a.part[p.Array][x]; ok && k != i {
			return fmt.Errorf("the value %s of %s is in two patterns, so that its moves would count twice",
				valueName(a.t, arr, x), arr.Name)
		}
		a.part[p.Array][x] = i
	}
	return nil
}

func (a *additivity) move(mv *Move) error {
	var writes []Effect
	for _, e := range mv.Effects {
		if _, ok := a.array[e.Var]; ok {
			writes = append(writes, e)
		}
	}
	if len(writes) == 0 || mv.Cost == a.t.Pool.Const(0) {
		return nil
	}
	a.know(mv.Guard)
	for i, e := range writes {
		for _, f := range writes[:i+1] {
			if err := a.pair(mv, e, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// know stores the conjuncts of a guard.
func (a *additivity) know(guard Expr) {
	p := a.t.Pool
	a.conds, a.reads, a.domains = a.conds[:0], a.reads[:0], map[int][]int64{}
	for _, c := range p.Conjuncts(guard) {
		a.conds, a.reads = append(a.conds, c), append(a.reads, p.Vars(c))
	}
}

// domain returns the values of variable v that the conditions on v alone admit.
func (a *additivity) domain(v int) []int64 {
	if d, ok := a.domains[v]; ok {
		return d
	}
	d := slices.Clone(a.t.Vars[v].Values)
	for i, c := range a.conds {
		if len(a.reads[i]) == 1 && a.reads[i][0] == v {
			d = slices.DeleteFunc(d, func(x int64) bool { return a.t.Pool.evalAt(c, a.t.Pool.Var(v), x) == 0 })
		}
	}
	a.domains[v] = d
	return d
}

// pair looks for an assignment with which two effects (perhaps the same effect twice) move own values of two parts. It
// returns an error if it finds one, or if there are too many to try.
func (a *additivity) pair(mv *Move, e, f Effect) error {
	p := a.t.Pool
	vars := []int{e.Var, f.Var}
	for _, x := range []Expr{e.Cond, e.Value, f.Cond, f.Value} {
		vars = append(vars, p.Vars(x)...)
	}
	slices.Sort(vars)
	vars = slices.Compact(vars)
	n := 1
	for _, v := range vars {
		if n *= len(a.domain(v)); n > maxProof {
			return fmt.Errorf("it cannot be proved that %s moves values of one pattern only: it reads too much", mv.Name)
		}
	}
	var conds []Expr
	for i, c := range a.conds {
		outside := func(v int) bool { return !slices.Contains(vars, v) }
		if len(a.reads[i]) > 1 && !slices.ContainsFunc(a.reads[i], outside) {
			conds = append(conds, c)
		}
	}
	a.state = slices.Clone(a.t.Init)
	for k := range n {
		for _, v := range vars {
			d := a.domain(v)
			a.state[v] = d[k%len(d)]
			k /= len(d)
		}
		if err := a.both(mv, e, f, vars, conds); err != nil {
			return err
		}
	}
	return nil
}

// both returns an error if two effects move own values of two parts in the current state.
func (a *additivity) both(mv *Move, e, f Effect, vars []int, conds []Expr) error {
	for _, x := range a.moved(e) {
		for _, y := range a.moved(f) {
			if x.part == y.part || !a.possible(vars, conds) {
				continue
			}
			names := []string{x.name, y.name}
			slices.Sort(names)
			return fmt.Errorf("%s may move %s together, which are in two patterns, so that it would count twice",
				mv.Name, strings.Join(names, " and "))
		}
	}
	return nil
}

// owned is an own value of a part, with the name that errors give it.
type owned struct {
	part int
	name string
}

// moved lists the own values that an effect removes from its element or writes to it.
func (a *additivity) moved(e Effect) (out []owned) {
	p := a.t.Pool
	old := a.state[e.Var]
	array := a.array[e.Var]
	parts := a.part[array]
	if p.Eval(e.Cond, a.state) == 0 {
		return nil
	}
	value := p.Eval(e.Value, a.state)
	if value == old {
		return nil
	}
	for _, x := range []int64{old, value} {
		if k, ok := parts[x]; ok {
			out = append(out, owned{k, valueName(a.t, &a.t.Arrays[array], x) + " of " + a.t.Arrays[array].Name})
		}
	}
	return out
}

// possible reports whether the guard and the distinct arrays admit the values of vars in the current state.
func (a *additivity) possible(vars []int, conds []Expr) bool {
	for _, arr := range a.t.Arrays {
		seen := map[int64]bool{}
		for _, e := range arr.Elems {
			n := a.t.Pool.Node(e)
			if !arr.Distinct || n.Op != OpVar || !slices.Contains(vars, int(n.N)) {
				continue
			}
			x := a.state[n.N]
			if seen[x] {
				return false
			}
			seen[x] = true
		}
	}
	return !slices.ContainsFunc(conds, func(c Expr) bool { return a.t.Pool.Eval(c, a.state) == 0 })
}
