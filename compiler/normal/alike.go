package normal

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// merger makes one value of values that nothing reads apart: which of two equal pieces stands on a place.
type merger struct {
	f      *facts
	family []int           // by variable: the first variable of those that values are copied between
	block  []map[int64]int // by first variable of a family: the block of each value
	seen   map[task.Expr]bool
}

// alike returns the step that makes one value of values that are alike; nil if there are none.
func alike(f *facts) *step {
	g := &merger{f: f, seen: map[task.Expr]bool{}}
	for v := range f.t.Vars {
		g.family = append(g.family, v)
		g.block = append(g.block, map[int64]int{})
	}
	for m := range f.t.Moves {
		for i := range f.t.Moves[m].Effects {
			e := &f.t.Moves[m].Effects[i]
			if n := f.t.Pool.Node(e.Value); n.Op == task.OpVar {
				g.unite(e.Var, int(n.N))
			}
		}
	}
	for v := range f.t.Vars {
		for _, x := range f.t.Vars[v].Values {
			g.block[g.of(v)][x] = 0
		}
	}
	g.divide()
	merged := false
	for v := range f.t.Vars {
		if g.of(v) == v {
			blocks := map[int]bool{}
			for _, b := range g.block[v] {
				blocks[b] = true
			}
			merged = merged || len(blocks) > 1 && len(blocks) < len(g.block[v])
		}
	}
	if !merged {
		return nil
	}
	return g.step()
}

// of returns the first variable of a family.
func (g *merger) of(v int) int {
	for g.family[v] != v {
		v = g.family[v]
	}
	return v
}

func (g *merger) unite(a, b int) {
	a, b = g.of(a), g.of(b)
	g.family[max(a, b)] = min(a, b)
}

// divide divides blocks until conditions and effects tell no values of one block apart.
func (g *merger) divide() {
	t := g.f.t
	roots := []task.Expr{t.Goal, t.Always, t.Dead}
	for _, h := range t.Heuristics {
		if h.Value != task.None {
			roots = append(roots, h.Value)
		}
	}
	for m := range t.Moves {
		roots = append(roots, t.Moves[m].Guard, t.Moves[m].Cost)
		if t.Moves[m].Order != task.None {
			roots = append(roots, t.Moves[m].Order)
		}
		for i := range t.Moves[m].Effects {
			e := &t.Moves[m].Effects[i]
			if roots = append(roots, e.Cond); t.Pool.Node(e.Value).Op != task.OpVar {
				roots = append(roots, e.Value)
			}
		}
	}
	for _, e := range roots {
		g.visit(e)
	}
	// A value that is computed from one value must have one block for each block of that value.
	for changed := true; changed; {
		changed = false
		for m := range t.Moves {
			for i := range t.Moves[m].Effects {
				e := &t.Moves[m].Effects[i]
				changed = g.computed(e) || changed
			}
		}
	}
}

// visit divides the blocks of the variables that an expression reads.
func (g *merger) visit(e task.Expr) {
	if g.seen[e] {
		return
	}
	g.seen[e] = true
	n := g.f.t.Pool.Node(e)
	if n.Op == task.OpConst {
		return
	}
	if vars := g.f.reads.Of(e); len(vars) == 1 {
		v := vars[0]
		g.split(v, func(x int64) int64 { return g.f.at(e, v, x) })
		return
	}
	for _, a := range n.Args {
		g.visit(a)
	}
}

// split divides blocks by a function of the values of a variable. Values that the variable does not have stay together
// with the first ones.
func (g *merger) split(v int, by func(x int64) int64) (changed bool) {
	block := g.block[g.of(v)]
	type part struct {
		block int
		value int64
	}
	number := map[part]int{}
	free := 0
	for _, b := range block {
		free = max(free, b+1)
	}
	values := g.f.t.Vars[v].Values
	parts := make([]part, len(values))
	first := map[int]bool{}
	for i, x := range values {
		p := part{block[x], by(x)}
		if parts[i] = p; !first[p.block] {
			first[p.block], number[p] = true, p.block
		} else if _, ok := number[p]; !ok {
			number[p] = free
			free++
			changed = true
		}
	}
	for i, x := range values {
		block[x] = number[parts[i]]
	}
	return changed
}

// computed divides blocks by the block of what an effect writes.
func (g *merger) computed(e *task.Effect) bool {
	vars := g.f.reads.Of(e.Value)
	if len(vars) > 1 { // such a value is written as it is
		return g.split(e.Var, func(x int64) int64 { return x })
	}
	if len(vars) == 0 {
		return false
	}
	to := g.block[g.of(e.Var)]
	return g.split(vars[0], func(x int64) int64 {
		b, ok := to[g.f.at(e.Value, vars[0], x)]
		if !ok {
			return -1
		}
		return int64(b)
	})
}

// step writes the task over the blocks.
func (g *merger) step() *step {
	t := g.f.t
	var vars []task.Var
	var image []task.Expr
	tables := make([][]int64, len(t.Vars)) // by variable and place: the block's code
	for v := range t.Vars {
		x, block := t.Vars[v], g.block[g.of(v)]
		n := task.Var{Name: x.Name}
		code := map[int]int64{}
		for i, value := range x.Values {
			b := block[value]
			if _, ok := code[b]; !ok {
				code[b] = g.code(g.of(v), b)
				n.Values, n.Names = append(n.Values, code[b]), append(n.Names, x.Names[i])
			}
			tables[v] = append(tables[v], code[b])
		}
		sortVar(&n)
		vars = append(vars, n)
		image = append(image, t.Pool.Function(v, tables[v]))
	}
	w := &rewriting{writer: newWriter(t, vars, image), g: g, tables: tables}
	w.p, w.special = w.to.Pool, w.written
	for _, a := range t.Arrays {
		w.to.Arrays = append(w.to.Arrays, task.Array{Name: a.Name, Elems: lists.Map(a.Elems, w.expr)})
	}
	return w.step(w.effects)
}

// code returns the code of a block: the least of its values; 0 and 1 if two blocks stand for more values.
func (g *merger) code(family, b int) int64 {
	least := map[int]int64{}
	for x, c := range g.block[family] {
		if y, ok := least[c]; !ok || x < y {
			least[c] = x
		}
	}
	if len(least) == 2 && len(g.block[family]) > 2 {
		if least[b] == min(least[firstKey(least)], least[lastKey(least)]) {
			return 0
		}
		return 1
	}
	return least[b]
}

func firstKey(m map[int]int64) int {
	k := -1
	for b := range m {
		if k < 0 || b < k {
			k = b
		}
	}
	return k
}

func lastKey(m map[int]int64) int {
	k := -1
	for b := range m {
		k = max(k, b)
	}
	return k
}

// sortVar puts the values of a variable in ascending order.
func sortVar(v *task.Var) {
	order := make([]int, len(v.Values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return int(v.Values[i] - v.Values[j]) })
	values, names := v.Values, v.Names
	v.Values, v.Names = nil, nil
	for _, i := range order {
		v.Values, v.Names = append(v.Values, values[i]), append(v.Names, names[i])
	}
}

// rewriting writes expressions over the blocks.
type rewriting struct {
	*writer
	g      *merger
	p      *task.Pool
	tables [][]int64
}

// written writes variables, and functions of one variable.
func (w *rewriting) written(e task.Expr, n *task.Node) (task.Expr, bool) {
	f := w.g.f
	if n.Op == task.OpVar {
		return w.p.Var(int(n.N)), true
	}
	if vars := f.reads.Of(e); len(vars) == 1 {
		return w.function(vars[0], func(x int64) int64 { return f.at(e, vars[0], x) }), true
	}
	return task.None, false
}

// effects writes what a move does.
func (w *rewriting) effects(m int) (out []task.Effect) {
	for _, e := range w.from.Moves[m].Effects {
		value := w.effect(&e)
		if cond := w.expr(e.Cond); cond != task.False && value != w.p.Var(e.Var) {
			out = append(out, task.Effect{Var: e.Var, Cond: cond, Value: value})
		}
	}
	return out
}

// function writes a function of the values of a variable, which is the same for all values of a block.
func (w *rewriting) function(v int, of func(x int64) int64) task.Expr {
	table := make([]int64, len(w.to.Vars[v].Values))
	for i, x := range w.g.f.t.Vars[v].Values {
		table[w.to.Vars[v].Place(w.tables[v][i])] = of(x)
	}
	return w.p.Function(v, table)
}

// effect writes the value of an effect.
func (w *rewriting) effect(e *task.Effect) task.Expr {
	t := w.g.f.t
	block := func(x int64) int64 {
		if i := t.Vars[e.Var].Place(x); i >= 0 {
			return w.tables[e.Var][i]
		}
		return w.to.Vars[e.Var].Values[0] // the move is not applicable then
	}
	n := t.Pool.Node(e.Value)
	switch vars := w.g.f.reads.Of(e.Value); {
	case n.Op == task.OpConst:
		return w.p.Const(block(n.N))
	case n.Op == task.OpVar:
		return w.p.Var(int(n.N))
	case len(vars) == 1:
		return w.function(vars[0], func(x int64) int64 { return block(w.g.f.at(e.Value, vars[0], x)) })
	}
	return w.expr(e.Value)
}
