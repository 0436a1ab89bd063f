package normal

import (
	"maps"
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
	if free == len(block) { // each value has its own
		return false
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
	r := &recoding{tables: make([][]int64, len(t.Vars))}
	known := map[int]map[int64]int64{}
	r.code = func(v int, values []int64) int64 {
		family := g.of(v)
		if known[family] == nil {
			known[family] = g.codes(family)
		}
		return known[family][values[0]] // 0 if the move is not applicable then
	}
	for v := range t.Vars {
		x := &t.Vars[v]
		n := task.Var{Name: x.Name}
		codes := lists.Map(x.Values, func(value int64) int64 { return r.code(v, []int64{value}) })
		first := map[int64]int{} // by code: the place of a value
		for i, c := range slices.Backward(codes) {
			first[c] = i
		}
		for _, c := range slices.Sorted(maps.Keys(first)) {
			n.Values, n.Names = append(n.Values, c), append(n.Names, x.Names[first[c]])
			r.tables[v] = append(r.tables[v], x.Values[first[c]])
		}
		vars, image = append(vars, n), append(image, t.Pool.Function(v, codes))
		r.parts = append(r.parts, []int{v})
	}
	return recode(r, t, vars, image)
}

// codes returns the code of each value of a family: the least value of its block, or 0 and 1 if two blocks stand for
// more values.
func (g *merger) codes(family int) map[int64]int64 {
	least := map[int]int64{} // by block
	for x, b := range g.block[family] {
		if y, ok := least[b]; !ok || x < y {
			least[b] = x
		}
	}
	order := slices.Sorted(maps.Values(least))
	codes := map[int64]int64{}
	for x, b := range g.block[family] {
		if codes[x] = least[b]; len(order) == 2 && len(g.block[family]) > 2 {
			codes[x] = int64(slices.Index(order, least[b]))
		}
	}
	return codes
}
