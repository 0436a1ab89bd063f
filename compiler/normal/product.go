package normal

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// mostPairs bounds the values of a variable that stands for two.
const mostPairs = 400

// producer writes two variables as one: a row and a column as a cell.
type producer struct {
	*writer
	all    [2][]int64 // the values of the first and of the second variables
	at     []int      // by variable: the new one
	tables [][]int64  // by variable: its value for each value of the new one
}

// products lists at most some steps that make pairs of variables one: those of two arrays with the same indices.
// Example: row[t] and col[t]. Moves write both by what one of the new variables is.
func products(t *task.Task, most int) (out []*step) {
	reads := task.NewReads(t.Pool)
	names, arrays := []string(nil), map[string]map[string]int{} // by name and index
	for v := range t.Vars {
		name := t.Vars[v].ArrayName()
		if arrays[name] == nil {
			names, arrays[name] = append(names, name), map[string]int{}
		}
		arrays[name][t.Vars[v].Name[len(name):]] = v
	}
	for i, a := range names {
		for _, b := range names[i+1:] {
			if len(out) == most {
				return out
			}
			if pairs := paired(t, arrays[a], arrays[b]); pairs != nil && together(t, reads, pairs) {
				if s := product(t, pairs); s != nil {
					out = append(out, s)
				}
			}
		}
	}
	return out
}

// paired returns, by variable, the one with the same index in another array, -1 if there is none; nil if an index of one
// array is none of the other.
func paired(t *task.Task, a, b map[string]int) []int {
	if len(a) != len(b) {
		return nil
	}
	pairs := slices.Repeat([]int{-1}, len(t.Vars))
	for index, v := range a {
		w, ok := b[index]
		if !ok || len(t.Vars[v].Values)*len(t.Vars[w].Values) > mostPairs {
			return nil
		}
		pairs[v], pairs[w] = w, v
	}
	return pairs
}

// together reports whether each move that reads or writes one variable of a pair reads or writes both.
func together(t *task.Task, reads *task.Reads, pairs []int) bool {
	for m := range t.Moves {
		touched := make([]bool, len(t.Vars))
		touch := func(vars ...int) {
			for _, v := range vars {
				touched[v] = true
			}
		}
		touch(reads.Of(t.Moves[m].Guard)...)
		for _, e := range t.Moves[m].Effects {
			touch(e.Var)
			touch(reads.Of(e.Cond)...)
			touch(reads.Of(e.Value)...)
		}
		for v, w := range pairs {
			if w >= 0 && touched[v] && !touched[w] {
				return false
			}
		}
	}
	return true
}

// product returns the step in which each pair is a variable; nil if a move writes one by two of the new variables.
func product(t *task.Task, pairs []int) *step {
	p := &producer{at: make([]int, len(t.Vars)), tables: make([][]int64, len(t.Vars))}
	for v, w := range pairs {
		if w >= 0 {
			i := min(1, max(0, v-w))
			p.all[i] = append(p.all[i], t.Vars[v].Values...)
		}
	}
	for i := range p.all {
		slices.Sort(p.all[i])
		p.all[i] = slices.Compact(p.all[i])
	}
	var vars []task.Var
	var image []task.Expr
	var firsts []int // by new variable: the first of the old ones
	pool := t.Pool
	for v := range t.Vars {
		x := t.Vars[v]
		w := pairs[v]
		if w >= 0 && w < v {
			continue
		}
		p.at[v] = len(vars)
		e := pool.Var(v)
		p.tables[v] = x.Values
		if w >= 0 {
			p.at[w] = len(vars)
			y := &t.Vars[w]
			n := task.Var{Name: x.ArrayName() + "_" + y.ArrayName() + x.Name[len(x.ArrayName()):]}
			p.tables[v] = nil
			for i, a := range x.Values {
				for k, b := range y.Values {
					n.Values = append(n.Values, p.code(a, b))
					n.Names = append(n.Names, "("+strings.TrimSpace(x.Names[i])+", "+strings.TrimSpace(y.Names[k])+")")
					p.tables[v], p.tables[w] = append(p.tables[v], a), append(p.tables[w], b)
				}
			}
			first := func(x int64) int64 { return p.code(x, p.all[1][0]) }
			second := func(x int64) int64 { return p.code(p.all[0][0], x) }
			e = pool.Add(pool.Function(v, lists.Map(x.Values, first)), pool.Function(w, lists.Map(y.Values, second)))
			x = n
		}
		vars, image, firsts = append(vars, x), append(image, e), append(firsts, v)
	}
	p.writer = newWriter(t, vars, image)
	p.special = func(_ task.Expr, n *task.Node) (task.Expr, bool) {
		if n.Op == task.OpVar {
			return p.to.Pool.Function(p.at[n.N], p.tables[n.N]), true
		}
		return task.None, false
	}
	for _, a := range t.Arrays {
		n := task.Array{Name: a.Name}
		for _, e := range a.Elems {
			if at := pool.Node(e); at.Op == task.OpVar {
				if w := pairs[at.N]; w >= 0 && w < int(at.N) {
					break
				}
				e = p.to.Pool.Var(p.at[at.N])
			} else {
				e = p.expr(e)
			}
			n.Elems = append(n.Elems, e)
		}
		if len(n.Elems) == len(a.Elems) {
			p.to.Arrays = append(p.to.Arrays, n)
		}
	}
	fits, reads := true, task.NewReads(p.to.Pool)
	s := p.step(func(m int) (out []task.Effect) {
		written := map[int]*task.Effect{}
		for i := range t.Moves[m].Effects {
			written[t.Moves[m].Effects[i].Var] = &t.Moves[m].Effects[i]
		}
		for n, v := range firsts {
			e := task.Effect{Var: n, Cond: task.True}
			if w := pairs[v]; w >= 0 {
				ok := false
				e.Value, ok = p.both(reads, p.after(written, v), p.after(written, w))
				fits = fits && ok
			} else {
				e.Value = p.after(written, v)
			}
			if e.Value != p.to.Pool.Var(n) {
				out = append(out, e)
			}
		}
		return out
	})
	if !fits {
		return nil
	}
	return s
}

// after returns the value of an old variable after a move.
func (p *producer) after(written map[int]*task.Effect, v int) task.Expr {
	was := p.expr(p.from.Pool.Var(v))
	if e := written[v]; e != nil {
		return p.to.Pool.Ite(p.expr(e.Cond), p.expr(e.Value), was)
	}
	return was
}

// both returns the value of the new variable for two old ones; ok is false if they read two new variables or more.
func (p *producer) both(reads *task.Reads, a, b task.Expr) (task.Expr, bool) {
	pool := p.to.Pool
	vars := slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(reads.Of(a)), reads.Of(b)...))))
	switch len(vars) {
	case 0:
		return pool.Const(p.code(pool.Eval(a, nil), pool.Eval(b, nil))), true
	case 1:
		state := make([]int64, len(p.to.Vars))
		return pool.Function(vars[0], lists.Map(p.to.Vars[vars[0]].Values, func(value int64) int64 {
			state[vars[0]] = value
			return p.code(pool.Eval(a, state), pool.Eval(b, state))
		})), true
	}
	return task.None, false
}

// code returns the value that stands for two values.
func (p *producer) code(a, b int64) int64 {
	i, _ := slices.BinarySearch(p.all[0], a)
	k, _ := slices.BinarySearch(p.all[1], b)
	return int64(i*len(p.all[1]) + k)
}
