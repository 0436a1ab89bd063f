package constraint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Of assignments that are images of each other, the least one suffices: it is not greater than its images, compared
// variable by variable (Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking predicates for search problems", 1996).
// All assignments are listed by the images of the least ones.
//
// A declared symmetry is a promise. Nothing rests on it here: only images are used that are proved to map conditions to
// conditions and the objective to itself.

// image maps assignments to assignments: where the variable from[v] has its i-th value, v has the value to[v][i].
type image struct {
	from []int
	to   [][]int64
}

// Bounds on the work.
const (
	mostDeclared   = 256     // symmetries that are looked at
	mostImages     = 64      // elements of a group
	mostCompared   = 32      // variables that are compared for an image
	mostTable      = 1 << 12 // combinations of values for which a condition is compared
	mostTables     = 1 << 21 // all of these together
	mostConditions = 1 << 16 // conditions times symmetries
)

// symmetries is the proof of images.
type symmetries struct {
	c       *compiler
	t       *task.Task
	allowed [][]int64 // by variable: the values that satisfy the conditions on this variable alone
	keys    map[task.Expr]string
	room    int
}

// leadImages states that an assignment is not greater than its images. If all are listed, the images of the least
// assignments must be all.
func (r *run) leadImages() {
	if r.c.err != nil || r.o.On != nil || r.o.LeftOut().Has(technique.Symmetry) {
		return
	}
	all, whole := r.c.images(r.task, r.stated)
	if (r.o.All || r.o.Count) && !whole {
		return
	}
	for _, x := range all {
		r.c.lead(r.task, x)
		r.images = append(r.images, func(state []int64) []int64 { return x.of(r.task, state) })
	}
}

// images returns images of assignments, without the identity. whole: with it they are a group.
func (c *compiler) images(t *task.Task, st stated) (all []image, whole bool) {
	if len(t.Symmetries) == 0 {
		return nil, true
	}
	conditions := map[string]bool{}
	p := &symmetries{c: c, t: t, keys: map[task.Expr]string{}, room: mostTables}
	var parts []task.Expr
	for _, e := range st.conditions {
		parts = append(parts, c.pool.Conjuncts(e)...)
	}
	if len(parts)*len(t.Symmetries) > mostConditions {
		return nil, false
	}
	p.restrict(parts)
	for i := range t.Symmetries[:min(len(t.Symmetries), mostDeclared)] {
		x, ok := p.image(&t.Symmetries[i])
		if !ok || slices.ContainsFunc(all, x.equal) {
			continue
		}
		if len(conditions) == 0 {
			for _, e := range parts {
				conditions[p.key(e)] = true
			}
		}
		if p.keeps(x, parts, conditions, st.cost) {
			all = append(all, x)
		}
	}
	return p.closure(all)
}

// restrict computes the values that variables may have by conditions on one variable.
func (p *symmetries) restrict(parts []task.Expr) {
	state := slices.Clone(p.t.Init)
	for v := range p.t.Vars {
		p.allowed = append(p.allowed, slices.Clone(p.t.Vars[v].Values))
	}
	for _, e := range parts {
		vars := p.c.pool.Vars(e)
		if len(vars) != 1 {
			continue
		}
		v := vars[0]
		p.allowed[v] = slices.DeleteFunc(p.allowed[v], func(k int64) bool {
			state[v] = k
			return p.c.pool.Eval(e, state) == 0
		})
	}
}

// image reads a symmetry. ok is false if it does not give each variable the value of one variable, two variables never
// the same, or if it changes nothing.
func (p *symmetries) image(y *task.Symmetry) (x image, ok bool) {
	t := p.t
	for v := range t.Vars {
		x.from, x.to = append(x.from, v), append(x.to, slices.Clone(t.Vars[v].Values))
	}
	state := slices.Clone(t.Init)
	for _, e := range y.Effects {
		read := append(t.Pool.Vars(e.Value), t.Pool.Vars(e.Cond)...)
		if e.Cond != task.True {
			read = append(read, e.Var)
		}
		slices.Sort(read)
		if read = slices.Compact(read); len(read) != 1 || !t.Free[e.Var] || !t.Free[read[0]] || !t.Pool.Tabulable(read[0]) {
			return x, false
		}
		w := read[0]
		x.from[e.Var], x.to[e.Var] = w, nil
		for _, k := range t.Vars[w].Values {
			state[w] = k
			if t.Pool.Eval(e.Cond, state) != 0 {
				k = t.Pool.Eval(e.Value, state)
			}
			x.to[e.Var] = append(x.to[e.Var], k)
		}
	}
	if !p.permutes(x) {
		return x, false
	}
	p.normal(x)
	return x, !x.identical(t)
}

// permutes reports whether different allowed assignments have different allowed images.
func (p *symmetries) permutes(x image) bool {
	taken := make([]bool, len(x.from))
	for v, w := range x.from {
		if taken[w] || len(p.allowed[v]) != len(p.allowed[w]) {
			return false
		}
		taken[w] = true
		values := make([]int64, 0, len(p.allowed[w]))
		for i, k := range p.t.Vars[w].Values {
			if slices.Contains(p.allowed[w], k) {
				values = append(values, x.to[v][i])
			}
		}
		slices.Sort(values)
		if !slices.Equal(values, p.allowed[v]) {
			return false
		}
	}
	return true
}

func (x image) identical(t *task.Task) bool {
	for v, w := range x.from {
		if v != w || !slices.Equal(x.to[v], t.Vars[v].Values) {
			return false
		}
	}
	return true
}

func (x image) equal(y image) bool {
	return slices.Equal(x.from, y.from) && slices.EqualFunc(x.to, y.to, slices.Equal)
}

// keeps reports whether each condition's image is a condition, and the cost's image is the cost or equals it by a
// condition.
func (p *symmetries) keeps(x image, parts []task.Expr, conditions map[string]bool, cost task.Expr) bool {
	turned := p.c.replaced(func(v int) task.Expr {
		if !p.t.Free[v] {
			return p.c.pool.Const(p.t.Init[v])
		}
		return p.c.pool.Function(x.from[v], x.to[v])
	})
	for _, e := range parts {
		for _, part := range p.c.pool.Conjuncts(turned(e)) {
			if !conditions[p.key(part)] {
				return false
			}
		}
	}
	if cost == task.None {
		return true
	}
	if n := p.c.pool.Node(cost); n.Op == task.OpMul && p.c.pool.Node(n.Args[0]).Op == task.OpConst {
		cost = n.Args[1]
	}
	other := turned(cost)
	return p.key(other) == p.key(cost) || conditions[p.key(p.c.pool.Eq(other, cost))]
}

// key returns a text that is the same for expressions with the same value for all allowed values of their variables.
func (p *symmetries) key(e task.Expr) string {
	key, known := p.keys[e]
	if !known {
		var ok bool
		if key, ok = p.table(e); !ok {
			if key, ok = p.distinct(e); !ok {
				key = fmt.Sprint("e", e)
			}
		}
		p.keys[e] = key
	}
	return key
}

// table returns the values of an expression that depends on few combinations of values.
func (p *symmetries) table(e task.Expr) (key string, ok bool) {
	vars := p.c.pool.Vars(e)
	size := 1
	for _, v := range vars {
		if size *= max(1, len(p.allowed[v])); size > min(mostTable, p.room) {
			return "", false
		}
	}
	p.room -= size
	var values []int64
	state := slices.Clone(p.t.Init)
	var vary func(i int)
	vary = func(i int) {
		if i == len(vars) {
			values = append(values, p.c.pool.Eval(e, state))
			return
		}
		for _, k := range p.allowed[vars[i]] {
			state[vars[i]] = k
			vary(i + 1)
		}
	}
	vary(0)
	return fmt.Sprint("t", vars, values), true
}

// distinct returns the key of a condition that values differ, each of which depends on one variable: they still do if
// the same is added to all of them, or all of them are negated.
func (p *symmetries) distinct(e task.Expr) (key string, ok bool) {
	n := p.c.pool.Node(e)
	if n.Op != task.OpDistinct {
		return "", false
	}
	tables := make([][]int64, len(n.Args))
	var owners []int
	lo, hi := int64(0), int64(0)
	state := slices.Clone(p.t.Init)
	for i, a := range n.Args {
		vars := p.c.pool.Vars(a)
		if len(vars) != 1 {
			return "", false
		}
		owners = append(owners, vars[0])
		for _, k := range p.allowed[vars[0]] {
			state[vars[0]] = k
			value := p.c.pool.Eval(a, state)
			if lo = min(lo, value); i == 0 && len(tables[0]) == 0 {
				lo, hi = value, value
			}
			hi = max(hi, value)
			tables[i] = append(tables[i], value)
		}
	}
	written := func(f func(k int64) int64) string {
		words := make([]string, len(tables))
		for i, table := range tables {
			values := make([]int64, len(table))
			for j, k := range table {
				values[j] = f(k)
			}
			words[i] = fmt.Sprint(owners[i], values)
		}
		slices.Sort(words)
		return strings.Join(words, ";")
	}
	shifted, mirrored := written(func(k int64) int64 { return k - lo }), written(func(k int64) int64 { return hi - k })
	return "d" + min(shifted, mirrored), true
}

// after returns the composition: first y, then x.
func (p *symmetries) after(x, y image) image {
	z := image{from: make([]int, len(x.from)), to: make([][]int64, len(x.from))}
	for v, w := range x.from {
		z.from[v], z.to[v] = y.from[w], slices.Clone(y.to[w])
		for i, k := range y.to[w] {
			if at := p.t.Vars[w].Place(k); at >= 0 {
				z.to[v][i] = x.to[v][at]
			}
		}
	}
	p.normal(z)
	return z
}

// normal makes images equal that differ only where no assignment is.
func (p *symmetries) normal(x image) {
	for v, w := range x.from {
		for i, k := range p.t.Vars[w].Values {
			if !slices.Contains(p.allowed[w], k) {
				x.to[v][i] = k
			}
		}
	}
}

// closure adds compositions. whole: these are all.
func (p *symmetries) closure(of []image) (all []image, whole bool) {
	all = slices.Clone(of)
	for i := 0; i < len(all); i++ {
		for _, y := range of {
			z := p.after(all[i], y)
			if z.identical(p.t) || slices.ContainsFunc(all, z.equal) {
				continue
			}
			if len(all) >= mostImages {
				return all, false
			}
			all = append(all, z)
		}
	}
	return all, true
}

// of returns the image of an assignment.
func (x image) of(t *task.Task, state []int64) []int64 {
	out := slices.Clone(state)
	for v, w := range x.from {
		if t.Free[v] {
			out[v] = x.to[v][t.Vars[w].Place(state[w])]
		}
	}
	return out
}

// lead states that an assignment is not greater than its image.
func (c *compiler) lead(t *task.Task, x image) {
	smaller := cdcl.True.Not() // implies that the assignment is smaller already
	compared := 0
	for v, w := range x.from {
		if !t.Free[v] || w == v && slices.Equal(x.to[v], t.Vars[v].Values) ||
			w < v && x.exchanges(t, v, w) { // one comparison is enough for two variables that exchange their values
			continue
		}
		if compared++; compared > mostCompared {
			return
		}
		own, other := c.pool.Var(v), c.pool.Function(w, x.to[v])
		c.s.Sat.Add(smaller, c.said(c.pool.Le(own, other), true))
		next := c.s.NewLit()
		c.s.Sat.Add(next.Not(), smaller, c.said(c.pool.Eq(own, other), false))
		smaller = next
	}
}

// exchanges reports whether two variables exchange their values, renamed in the same way in both directions.
func (x image) exchanges(t *task.Task, v, w int) bool {
	if x.from[v] != w || x.from[w] != v {
		return false
	}
	for i, k := range t.Vars[v].Values {
		at := t.Vars[w].Place(x.to[w][i])
		if at < 0 || x.to[v][at] != k {
			return false
		}
	}
	return true
}
