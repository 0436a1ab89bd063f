package sat

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// problem is a task made ready: conditions split by what they read, effects tabulated where they read little. It has
// expressions of its own, so that the task stays untouched.
type problem struct {
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
	off     []int                 // number of the first fact of each variable: a fact is one of its values
	facts   int
	masks   [][]wordMask // where the facts of each variable stand in a row of facts
	fields  fields

	ops                []op
	known              *pairs // holds all reachable states; nil if nothing is known of them
	init, always, goal condition
	arrays             []task.Array // with expressions of pool
	numbers            []bool       // by variable: it has no literals, since it is left to differences; nil: none is
	layered            bool         // small enough for layers, which want relations
	chosen             []string     // see kinds; nil until asked for
}

// condition is a conjunction.
type condition struct {
	sets []valueSet  // of one variable each, in their order
	rels []relation  // what some of rest say, for the layers
	rest []task.Expr // the conjuncts that read more than one variable
}

// valueSet allows a variable certain places of its domain.
type valueSet struct {
	v    int
	ok   []bool
	at   []int    // the places that are allowed
	bits []uint64 // the facts that are allowed, as masks of the variable
}

// newSet is a set of values, ready for the layers.
func (p *problem) newSet(v int, ok []bool) valueSet {
	s := valueSet{v: v, ok: ok, bits: make([]uint64, len(p.masks[v]))}
	for i, allowed := range ok {
		if f := p.fact(v, i); allowed {
			s.at = append(s.at, i)
			s.bits[f/64-p.masks[v][0].word] |= 1 << (f % 64)
		}
	}
	return s
}

// relation allows certain combinations of places, indexed as in write.
type relation struct {
	scope  []int
	ok     []bool
	beside []uint64 // of two variables: the facts of the second one that go with each place of the first one, as masks
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
	for i := range t.Vars {
		p.off = append(p.off, p.facts)
		p.facts += len(t.Vars[i].Values)
		p.masks = append(p.masks, rangeMasks(p.off[i], p.facts))
	}
	p.off = append(p.off, p.facts)
	p.fields = newFields(p.masks, (p.facts+63)/64)
	p.layered = len(t.Vars) > 0 && len(t.Moves) > 0 && p.facts <= lim.layerFacts && len(t.Moves)*p.facts*(p.facts/64+1) <= lim.layerWork

	plain := newImporter(t.Pool, p.pool, nil)
	p.imports = plain
	p.init = p.condition(plain.expr(t.InitCond))
	for v := range t.Vars {
		if !t.Free[v] {
			p.init.restrict(p, v, p.equals(v, t.Init[v]))
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

func (p *problem) fact(v, place int) int { return p.off[v] + place }

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
			c.restrict(p, sc.vars[0], ok)
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

// both is what two relations of the same variables allow.
func (p *problem) both(r, o relation) relation {
	ok := slices.Clone(r.ok)
	for i := range ok {
		ok[i] = ok[i] && o.ok[i]
	}
	return p.newRelation(r.scope, ok)
}

// newRelation is a relation, ready for the layers.
func (p *problem) newRelation(scope []int, ok []bool) relation {
	r := relation{scope: scope, ok: ok}
	if len(scope) == 2 {
		masks, width := p.masks[scope[1]], len(p.domain(scope[1]))
		r.beside = make([]uint64, len(p.domain(scope[0]))*len(masks))
		for i, allowed := range ok {
			if f := p.fact(scope[1], i%width); allowed {
				r.beside[i/width*len(masks)+f/64-masks[0].word] |= 1 << (f % 64)
			}
		}
	}
	return r
}

// restrict adds a condition on one variable.
func (c *condition) restrict(p *problem, v int, ok []bool) {
	i, found := slices.BinarySearchFunc(c.sets, v, func(s valueSet, v int) int { return s.v - v })
	if !found {
		c.sets = slices.Insert(c.sets, i, p.newSet(v, ok))
		return
	}
	both := make([]bool, len(ok))
	for k := range ok {
		both[k] = ok[k] && c.sets[i].ok[k]
	}
	c.sets[i] = p.newSet(v, both)
}

// excludes tells whether a value of a variable alone makes the condition false.
func (c *condition) excludes(v, place int) bool {
	i, found := slices.BinarySearchFunc(c.sets, v, func(s valueSet, v int) int { return s.v - v })
	return found && !c.sets[i].ok[place]
}

// impossible tells whether the condition holds in no state.
func (c *condition) impossible() bool {
	if slices.Contains(c.rest, task.False) {
		return true
	}
	return slices.ContainsFunc(c.sets, func(s valueSet) bool { return len(s.at) == 0 })
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

// index is the number of a combination of places, the last varying fastest.
func index(place, sizes []int) int {
	at := 0
	for i, n := range sizes {
		at = at*n + place[i]
	}
	return at
}
