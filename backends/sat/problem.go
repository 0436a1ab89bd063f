package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// problem is a task made ready: conditions split by what they read, effects tabulated where they read little. It has
// expressions of its own, so that the task stays untouched.
type problem struct {
	system
	task    *task.Task // view.task
	view    *view
	lim     limits
	pool    *task.Pool
	imports *importer // of the task's expressions, as they are
	scopes  *scopes
	read    map[task.Expr][]int // variables of expressions
	rels    map[task.Expr][]relation
	tables  map[task.Expr][]int64 // values of expressions that read one variable, or two, by place
	cached  int                   // entries of the tables of two variables
	partial *partial              // nil until a move is taken apart
	known   *pairs                // holds all reachable states; nil if nothing is known of them
	arrays  []task.Array          // with expressions of pool
	numbers []bool                // by variable: it has no literals, since it is left to differences; nil: none is
	layered bool                  // small enough for layers, which want relations
	chosen  []string              // see kinds; nil until asked for
}

// limits are where one technique takes the place of another. Tests set them low.
type limits struct {
	table      int // entries of the table of an effect or a condition
	tableScope int // variables in it
	pair       int // combinations of two variables' values, when an expression over them is written as clauses
	layerFacts int // facts, for layers
	layerWork  int // machine words looked at for one layer
	cases      int // cases of all moves
	narrow     int // variables of an expression that is not worth cases
	few        int // solutions that the solver looks for one by one
	wide       int // values of a number that is left to differences
	fold       int // combinations of values from which those of a number come
	diagram    int // clauses of a sum that is written as a decision diagram

	// of the variables that become one
	fused     int     // values
	fusedSum  float64 // values, as a multiple of those before
	fusedPart float64 // values, as a part of all pairs
	growth    float64 // by how much the cases of moves become more

	// the same where one of the two has few values, which the guards of the moves fix
	mode       int
	modeGrowth float64

	doubled     float64 // pairs of moves in a step, as a multiple of the moves in two steps
	doubledFrom int     // moves of a plan
}

func defaultLimits() limits {
	return limits{
		table: 1 << 15, tableScope: 3, pair: 1 << 13, layerFacts: 2500, layerWork: 1 << 26, cases: 1 << 12, few: 100, wide: 16, narrow: 2,
		fold: 1 << 13, diagram: 1 << 14,
		fused: 1000, fusedSum: 2.5, fusedPart: 0.5, growth: 1.5, mode: 4, modeGrowth: 1.2,
		doubled: 1, doubledFrom: 3,
	}
}

func newProblem(ctx context.Context, t *task.Task, lim limits) (*problem, error) {
	p := &problem{task: t, view: plainView(t), lim: lim, read: map[task.Expr][]int{}, rels: map[task.Expr][]relation{}, tables: map[task.Expr][]int64{}}
	p.pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	p.pool.Graphs = t.Pool.Graphs
	p.scopes = &scopes{pool: p.pool}
	values := make([]int, len(t.Vars))
	for v := range values {
		values[v] = len(t.Vars[v].Values)
	}
	p.shape, p.spent = newShape(values), -1
	p.layered = len(t.Vars) > 0 && len(t.Moves) > 0 && p.facts <= lim.layerFacts && len(t.Moves)*p.facts*(p.facts/64+1) <= lim.layerWork

	plain := newImporter(t.Pool, p.pool, nil)
	p.imports = plain
	p.init = p.condition(plain.expr(t.InitCond))
	for v := range t.Vars {
		if !t.Free[v] {
			p.init.restrict(&p.shape, v, p.equals(v, t.Init[v]))
		}
	}
	p.goal, p.always = p.condition(plain.expr(t.Goal)), p.condition(plain.expr(t.Always))
	for _, c := range []*condition{&p.init, &p.goal, &p.always} {
		p.relate(c)
	}
	for _, a := range t.Arrays {
		elems := make([]task.Expr, len(a.Elems))
		for i, e := range a.Elems {
			elems[i] = plain.expr(e)
		}
		a.Elems = elems
		p.arrays = append(p.arrays, a)
	}
	return p, p.addMoves(ctx)
}

func (p *problem) domain(v int) []int64 { return p.task.Vars[v].Values }

// source is the declaration that a variable comes from, by the number of an original variable.
func (p *problem) source(v int) int { return p.view.origin(v) }

func (p *problem) equals(v int, code int64) []bool {
	ok := make([]bool, len(p.domain(v)))
	if i := p.task.Vars[v].Place(code); i >= 0 {
		ok[i] = true
	}
	return ok
}

// table is the values of an expression that reads at most the variable v.
func (p *problem) table(e task.Expr, v int) []int64 {
	if t, ok := p.tables[e]; ok {
		return t
	}
	t := make([]int64, len(p.domain(v)))
	if n, known := p.pool.Value(e); known {
		for i := range t {
			t[i] = n
		}
		return t // not kept: another variable has another number of values
	}
	newProgram(p.pool, []int{v}, e).run([][]int{p.all(v)}, func(place []int, vals []int64) { t[place[0]] = vals[0] })
	p.tables[e] = t
	return t
}

// maxCached bounds the tables of two variables that are kept, in entries.
const maxCached = 1 << 22

// eachPair visits the values of an expression over two variables at some of their places, row by row. Its table is kept if there is room.
func (p *problem) eachPair(e task.Expr, vars, rows, cols []int, visit func(i, j int, val int64)) {
	width := len(p.domain(vars[1]))
	size := width * len(p.domain(vars[0]))
	table, known := p.tables[e]
	if !known && (size > p.lim.table || p.cached+size > maxCached) {
		newProgram(p.pool, vars, e).run([][]int{rows, cols}, func(place []int, vals []int64) { visit(place[0], place[1], vals[0]) })
		return
	}
	if !known {
		table = make([]int64, 0, size)
		newProgram(p.pool, vars, e).run(p.places(vars), func(_ []int, vals []int64) { table = append(table, vals[0]) })
		p.tables[e] = table
		p.cached += size
	}
	for _, i := range rows {
		for _, j := range cols {
			visit(i, j, table[i*width+j])
		}
	}
}

func (p *problem) all(v int) []int {
	out := make([]int, len(p.domain(v)))
	for i := range out {
		out[i] = i
	}
	return out
}

// condition splits a conjunction.
func (p *problem) condition(e task.Expr) condition {
	var c condition
	for _, x := range p.pool.Conjuncts(e) {
		switch sc := p.scopes.get(x); {
		case !sc.wide && len(sc.vars) == 1:
			t := p.table(x, sc.vars[0])
			ok := make([]bool, len(t))
			for i, val := range t {
				ok[i] = val != 0
			}
			c.restrict(&p.shape, sc.vars[0], ok)
		default:
			c.rest = append(c.rest, x)
		}
	}
	return c
}

// relate gives a condition its relations, one for each scope.
func (p *problem) relate(c *condition) {
	for _, x := range c.rest {
		if _, known := p.rels[x]; !known && p.layered {
			p.rels[x] = p.relations(x, p.scopes.get(x))
		}
		for _, r := range p.rels[x] {
			if i := slices.IndexFunc(c.rels, func(o relation) bool { return slices.Equal(o.scope, r.scope) }); i >= 0 {
				c.rels[i] = p.both(c.rels[i], r)
			} else {
				c.rels = append(c.rels, r)
			}
		}
	}
}

// relations are tables of what a conjunct says.
func (p *problem) relations(e task.Expr, sc scope) []relation {
	if p.tabulable(sc) {
		var ok []bool
		newProgram(p.pool, sc.vars, e).run(p.places(sc.vars), func(_ []int, vals []int64) { ok = append(ok, vals[0] != 0) })
		return []relation{p.newRelation(sc.vars, ok)}
	}
	n := p.pool.Node(e)
	if n.Op != task.OpDistinct {
		return nil
	}
	var out []relation
	for i, a := range n.Args {
		for _, b := range n.Args[:i] {
			x := p.pool.Not(p.pool.Eq(a, b))
			if s := p.scopes.get(x); p.tabulable(s) && len(s.vars) > 1 {
				out = append(out, p.relations(x, s)...)
			}
		}
	}
	return out
}

func (p *problem) places(vars []int) [][]int {
	out := make([][]int, len(vars))
	for i, v := range vars {
		out[i] = p.all(v)
	}
	return out
}

func (p *problem) tabulable(s scope) bool {
	if s.wide || len(s.vars) > p.lim.tableScope {
		return false
	}
	size := 1
	for _, v := range s.vars {
		if size *= len(p.domain(v)); size > p.lim.table {
			return false
		}
	}
	return true
}

// guarded is the places that a guard leaves to variables, as far as it speaks of each alone.
func (p *problem) guarded(vars []int, guard *condition) [][]int {
	places := p.places(vars)
	for _, s := range guard.sets {
		if i := slices.Index(vars, s.v); i >= 0 {
			places[i] = s.at
		}
	}
	return places
}

// newLayers finds what is reachable at all. It gives nil for a task without layers.
func (p *problem) newLayers(ctx context.Context, memory int64) (*layers, error) {
	if !p.layered {
		return nil, nil
	}
	p.distinct = nil
	for _, a := range p.arrays {
		if a.Distinct || a.Permutation {
			c := p.condition(p.pool.Distinct(a.Elems...))
			p.relate(&c)
			p.distinct = append(p.distinct, c)
		}
	}
	return newLayers(ctx, &p.system, memory)
}
