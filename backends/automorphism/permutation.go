// Package automorphism finds and proves permutations of the variables of a task and of their values that map moves to
// moves of the same cost, and conditions to conditions.
package automorphism

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Permutation maps states to states: where the variable From[v] has its i-th value, v gets the value To[v][i].
type Permutation struct {
	From []int
	To   [][]int64
	// Orbit is the thing whose orbit Find joined to another one.
	Orbit int
}

// Identity returns the permutation that changes no state.
func Identity(vars []task.Var) (x Permutation) {
	for v := range vars {
		x.From, x.To = append(x.From, v), append(x.To, slices.Clone(vars[v].Values))
	}
	return x
}

// Read returns the permutation that a symmetry is. ok is false if it does not give each variable the value of one
// variable.
func Read(t *task.Task, y *task.Symmetry) (x Permutation, ok bool) {
	x = Identity(t.Vars)
	state := slices.Clone(t.Init)
	for _, e := range y.Effects {
		read := append(t.Pool.Vars(e.Value), t.Pool.Vars(e.Cond)...)
		if e.Cond != task.True {
			read = append(read, e.Var)
		}
		slices.Sort(read)
		if read = slices.Compact(read); len(read) != 1 || !t.Pool.Tabulable(read[0]) {
			return x, false
		}
		w := read[0]
		x.From[e.Var], x.To[e.Var] = w, nil
		for _, k := range t.Vars[w].Values {
			state[w] = k
			if t.Pool.Eval(e.Cond, state) != 0 {
				k = t.Pool.Eval(e.Value, state)
			}
			x.To[e.Var] = append(x.To[e.Var], k)
		}
	}
	return x, true
}

// Equal reports whether two permutations are the same.
func (x Permutation) Equal(y Permutation) bool {
	return slices.Equal(x.From, y.From) && slices.EqualFunc(x.To, y.To, slices.Equal)
}

// Renames reports whether v gets other values than From[v] has.
func (x Permutation) Renames(vars []task.Var, v int) bool {
	return !slices.Equal(x.To[v], vars[x.From[v]].Values)
}

// Moves reports whether v may get another value.
func (x Permutation) Moves(vars []task.Var, v int) bool { return x.From[v] != v || x.Renames(vars, v) }

// After returns the composition: first y, then x.
func (x Permutation) After(y Permutation, vars []task.Var) (z Permutation) {
	for v, w := range x.From {
		z.From, z.To = append(z.From, y.From[w]), append(z.To, slices.Clone(y.To[w]))
		for i, k := range y.To[w] {
			if at := vars[w].Place(k); at >= 0 {
				z.To[v][i] = x.To[v][at]
			}
		}
	}
	return z
}

// Of returns the image of a state.
func (x Permutation) Of(vars []task.Var, state []int64) []int64 {
	out := slices.Clone(state)
	for v, w := range x.From {
		out[v] = x.To[v][vars[w].Place(state[w])]
	}
	return out
}

// Symmetry returns the permutation as a symmetry that no answer needs to rely on. It adds to the pool.
func (x Permutation) Symmetry(p *task.Pool, vars []task.Var, name string) task.Symmetry {
	s := task.Symmetry{Name: name, Guard: task.True, Proved: true}
	for v := range vars {
		if x.Moves(vars, v) {
			s.Effects = append(s.Effects, task.Effect{Var: v, Cond: task.True, Value: x.read(p, vars, v)})
		}
	}
	return s
}

// read returns the value that v gets.
func (x Permutation) read(p *task.Pool, vars []task.Var, v int) task.Expr {
	if !x.Renames(vars, v) {
		return p.Var(x.From[v])
	}
	return p.Function(x.From[v], x.To[v])
}
