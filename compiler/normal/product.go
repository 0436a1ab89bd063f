package normal

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// mostPairs bounds the values of a variable that stands for two.
const mostPairs = 400

// products lists at most some steps that make pairs of variables one: those of two arrays with the same indices. Each
// move that reads or writes one variable of a pair must read or write both. Example: row[t] and col[t].
func products(t *task.Task, most int) (out []*step) {
	touched := touches(t)
	names, arrays := []string(nil), map[string]map[string]int{} // by name and index
	for v := range t.Vars {
		name := t.Vars[v].ArrayName()
		if arrays[name] == nil {
			names, arrays[name] = append(names, name), map[string]int{}
		}
		arrays[name][t.Vars[v].Name[len(name):]] = v
	}
	together := func(a, b map[string]int) bool {
		for index, v := range a {
			w, ok := b[index]
			if !ok || touched[v] != touched[w] || len(t.Vars[v].Values)*len(t.Vars[w].Values) > mostPairs {
				return false
			}
		}
		return len(a) == len(b)
	}
	for i, a := range names {
		for _, b := range names[i+1:] {
			if len(out) == most {
				return out
			}
			if !together(arrays[a], arrays[b]) {
				continue
			}
			pairs := slices.Repeat([]int{-1}, len(t.Vars))
			for index, v := range arrays[a] {
				w := arrays[b][index]
				pairs[v], pairs[w] = w, v
			}
			if s := product(t, pairs); s != nil {
				out = append(out, s)
			}
		}
	}
	return out
}

// touches returns, by variable, the moves that read or write it, as bytes.
func touches(t *task.Task) []string {
	reads := task.NewReads(t.Pool)
	moves := make([][]byte, len(t.Vars))
	for m := range t.Moves {
		of := slices.Clone(reads.Of(t.Moves[m].Guard))
		for _, e := range t.Moves[m].Effects {
			of = append(append(append(of, e.Var), reads.Of(e.Cond)...), reads.Of(e.Value)...)
		}
		slices.Sort(of)
		for _, v := range slices.Compact(of) {
			moves[v] = binary.AppendUvarint(moves[v], uint64(m))
		}
	}
	return lists.Map(moves, func(of []byte) string { return string(of) })
}

// product returns the step in which each pair is a variable; nil if a move writes one by two of the new variables.
func product(t *task.Task, pairs []int) *step {
	var all [2][]int64 // the values of the first and of the second variables
	for v, w := range pairs {
		if w >= 0 {
			i := min(1, max(0, v-w))
			all[i] = append(all[i], t.Vars[v].Values...)
		}
	}
	for i := range all {
		slices.Sort(all[i])
		all[i] = slices.Compact(all[i])
	}
	r := &recoding{tables: make([][]int64, len(t.Vars))}
	r.code = func(_ int, values []int64) int64 {
		if len(values) == 1 {
			return values[0]
		}
		i, _ := slices.BinarySearch(all[0], values[0])
		k, _ := slices.BinarySearch(all[1], values[1])
		return int64(i*len(all[1]) + k)
	}
	var vars []task.Var
	var image []task.Expr
	pool := t.Pool
	for v, w := range pairs {
		x := t.Vars[v]
		if w < 0 {
			r.tables[v] = x.Values
			vars, image, r.parts = append(vars, x), append(image, pool.Var(v)), append(r.parts, []int{v})
		}
		if w < v {
			continue
		}
		y := &t.Vars[w]
		n := task.Var{Name: x.ArrayName() + "_" + y.ArrayName() + x.Name[len(x.ArrayName()):]}
		for i, a := range x.Values {
			for k, b := range y.Values {
				n.Values = append(n.Values, r.code(0, []int64{a, b}))
				n.Names = append(n.Names, "("+strings.TrimSpace(x.Names[i])+", "+strings.TrimSpace(y.Names[k])+")")
				r.tables[v], r.tables[w] = append(r.tables[v], a), append(r.tables[w], b)
			}
		}
		first := func(a int64) int64 { return r.code(0, []int64{a, all[1][0]}) }
		second := func(b int64) int64 { return r.code(0, []int64{all[0][0], b}) }
		e := pool.Add(pool.Function(v, lists.Map(x.Values, first)), pool.Function(w, lists.Map(y.Values, second)))
		vars, image, r.parts = append(vars, n), append(image, e), append(r.parts, []int{v, w})
	}
	return recode(r, t, vars, image)
}
