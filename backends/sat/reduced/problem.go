// Package reduced makes a task ready to be encoded. Prepare splits conditions by the variables that they read, computes
// tables of effects, divides moves into cases, fuses variables, and computes which pairs of values are reachable
// (package layers).
//
// The other functions make simpler or stronger tasks of a task. LeaveOut removes a variable that costs nothing to
// change. Doubled adds pairs of moves.
//
// A Problem is used by one goroutine at a time. Errors are those of the context, cnf.ErrMemory, and *UnknownOperator
// for an expression that formulas cannot express.
package reduced

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Problem is a task as it is encoded: conditions split by the variables that they read, moves as operations with
// tables. Its expressions are copies in a pool of its own, because other backends may use the task's pool at the same
// time.
type Problem struct {
	layers.System
	Task    *task.Task // with fused variables; View.Task
	View    *View
	Lim     Limits
	Pool    *task.Pool
	Imports *Importer // copies the expressions of Task into Pool
	Scopes  *scopes
	reads   *task.Reads
	rels    map[task.Expr][]layers.Relation
	tables  map[task.Expr][]int64 // values of expressions that read one variable or two, by place
	cached  int                   // entries of the tables of two variables
	partial *partial              // nil until a move is divided into cases
	Arrays  []task.Array          // their expressions are in Pool
	Layered bool                  // the task is small enough for layers
}

// MaxExpansion is the largest number of values of a number, and of combinations of values that it is computed from.
const MaxExpansion = 1 << 18

// Limits say when a technique applies. Tests set them low.
type Limits struct {
	Without technique.Set // techniques that are not used

	Table      int // entries of the table of an effect or a condition
	TableScope int // variables of such a table
	Pair       int // combinations of two variables' values, for an expression over them that is written value by value
	LayerFacts int // facts, for layers
	LayerWork  int // words that are read to compute one layer
	Cases      int // cases of all moves together
	Narrow     int // greatest number of variables of an expression for which cases do not pay
	Few        int // solutions that the solver finds one by one; more are found by backtracking

	// of a fused variable
	Fused     int     // values
	FusedSum  float64 // values, as a multiple of the values of the two variables
	FusedPart float64 // values, as a part of all pairs
	Growth    float64 // by how much the number of cases grows

	Doubled     float64 // pairs of moves at a step, as a multiple of the single moves at two steps
	DoubledFrom int     // moves of a plan
}

// DefaultLimits are the limits that were measured to be best.
func DefaultLimits() Limits {
	return Limits{
		Table: 1 << 15, TableScope: 3, Pair: 1 << 13, LayerFacts: 2500, LayerWork: 1 << 26, Cases: 1 << 12, Few: 100,
		Narrow: 2,
		Fused:  1000, FusedSum: 2.5, FusedPart: 0.5, Growth: 1.5,
		Doubled: 1, DoubledFrom: 3,
	}
}

// NewProblem makes the problem of a task without looking at reachable states: no variables are fused.
func NewProblem(ctx context.Context, t *task.Task, lim Limits) (*Problem, error) {
	p := &Problem{
		Task: t, View: plainView(t), Lim: lim, rels: map[task.Expr][]layers.Relation{},
		tables: map[task.Expr][]int64{},
	}
	p.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	p.Pool.Graphs = t.Pool.Graphs
	p.Scopes, p.reads = &scopes{pool: p.Pool}, task.NewReads(p.Pool)
	values := make([]int, len(t.Vars))
	for v := range values {
		values[v] = len(t.Vars[v].Values)
	}
	p.Shape = layers.NewShape(values)
	p.Without = lim.Without
	p.Layered = !lim.Without.Has(technique.Layers) && len(t.Vars) > 0 && len(t.Moves) > 0 &&
		p.Facts <= lim.LayerFacts && len(t.Moves)*p.Facts*(p.Facts/64+1) <= lim.LayerWork

	plain := newImporter(t.Pool, p.Pool, nil)
	p.Imports = plain
	p.Init = p.Condition(plain.Expr(t.InitCond))
	for v := range t.Vars {
		if !t.Free[v] {
			p.Init.Restrict(&p.Shape, v, p.equals(v, t.Init[v]))
		}
	}
	p.Goal, p.Always = p.Condition(plain.Expr(t.Goal)), p.Condition(plain.Expr(t.Always))
	for _, c := range []*layers.Condition{&p.Init, &p.Goal, &p.Always} {
		p.relate(c)
	}
	for _, a := range t.Arrays {
		elems := lists.Map(a.Elems, plain.Expr)
		a.Elems = elems
		p.Arrays = append(p.Arrays, a)
	}
	if err := p.addMoves(ctx); err != nil {
		return nil, err
	}
	return p, plain.Err()
}

// Domain lists the values of a variable.
func (p *Problem) Domain(v int) []int64 { return p.Task.Vars[v].Values }

// Reads lists the variables of an expression, ascending. The caller must not change the list.
func (p *Problem) Reads(e task.Expr) []int { return p.reads.Of(e) }

// Origin returns an original variable that is, or is a part of, a variable of Task.
func (p *Problem) Origin(v int) int { return p.View.origin(v) }

func (p *Problem) equals(v int, code int64) []bool {
	ok := make([]bool, len(p.Domain(v)))
	if i := p.Task.Vars[v].Place(code); i >= 0 {
		ok[i] = true
	}
	return ok
}

// Table lists the values of an expression that reads at most variable v, by place.
func (p *Problem) Table(e task.Expr, v int) []int64 {
	if t, ok := p.tables[e]; ok {
		return t
	}
	t := make([]int64, len(p.Domain(v)))
	if n, known := p.Pool.Value(e); known {
		for i := range t {
			t[i] = n
		}
		return t // not kept, because another variable has another number of values
	}
	scan(p.Pool, []int{v}, [][]int{p.All(v)}, func(place []int, vals []int64) { t[place[0]] = vals[0] }, e)
	p.tables[e] = t
	return t
}

// maxCached is the largest number of entries of kept tables of two variables.
const maxCached = 1 << 22

// EachPair visits the values of an expression over two variables at some of their places, row by row. It keeps the
// table of the expression if there is room.
func (p *Problem) EachPair(e task.Expr, vars, rows, cols []int, visit func(i, j int, val int64)) {
	width := len(p.Domain(vars[1]))
	size := width * len(p.Domain(vars[0]))
	table, known := p.tables[e]
	if !known && (size > p.Lim.Table || p.cached+size > maxCached) {
		scan(p.Pool, vars, [][]int{rows, cols}, func(place []int, vals []int64) { visit(place[0], place[1], vals[0]) },
			e)
		return
	}
	if !known {
		table = make([]int64, 0, size)
		scan(p.Pool, vars, p.places(vars), func(_ []int, vals []int64) { table = append(table, vals[0]) }, e)
		p.tables[e] = table
		p.cached += size
	}
	for _, i := range rows {
		for _, j := range cols {
			visit(i, j, table[i*width+j])
		}
	}
}

// All lists the places of a variable.
func (p *Problem) All(v int) []int {
	out := make([]int, len(p.Domain(v)))
	for i := range out {
		out[i] = i
	}
	return out
}

// Condition splits a conjunction. It makes no relations.
func (p *Problem) Condition(e task.Expr) layers.Condition {
	var c layers.Condition
	for _, x := range p.Pool.Conjuncts(e) {
		switch sc := p.Scopes.Get(x); {
		case !sc.Wide && len(sc.Vars) == 1:
			t := p.Table(x, sc.Vars[0])
			ok := make([]bool, len(t))
			for i, val := range t {
				ok[i] = val != 0
			}
			c.Restrict(&p.Shape, sc.Vars[0], ok)
		default:
			c.Rest = append(c.Rest, x)
		}
	}
	return c
}

// relate adds the relations to a condition, at most one for each scope.
func (p *Problem) relate(c *layers.Condition) {
	for _, x := range c.Rest {
		if _, known := p.rels[x]; !known && p.Layered {
			p.rels[x] = p.relations(x, p.Scopes.Get(x))
		}
		for _, r := range p.rels[x] {
			if i := slices.IndexFunc(c.Rels, func(o layers.Relation) bool {
				return slices.Equal(o.Scope,
					r.Scope)
			}); i >= 0 {
				c.Rels[i] = p.Intersection(c.Rels[i], r)
			} else {
				c.Rels = append(c.Rels, r)
			}
		}
	}
}

// relations lists the tables of a condition that reads few variables. A distinct is several conditions, one for each
// pair.
func (p *Problem) relations(e task.Expr, sc Scope) []layers.Relation {
	if p.tabulable(sc) {
		var ok []bool
		scan(p.Pool, sc.Vars, p.places(sc.Vars), func(_ []int, vals []int64) { ok = append(ok, vals[0] != 0) }, e)
		return []layers.Relation{p.NewRelation(sc.Vars, ok)}
	}
	n := p.Pool.Node(e)
	if n.Op != task.OpDistinct {
		return nil
	}
	var out []layers.Relation
	for i, a := range n.Args {
		for _, b := range n.Args[:i] {
			x := p.Pool.Not(p.Pool.Eq(a, b))
			if s := p.Scopes.Get(x); p.tabulable(s) && len(s.Vars) > 1 {
				out = append(out, p.relations(x, s)...)
			}
		}
	}
	return out
}

func (p *Problem) places(vars []int) [][]int {
	return lists.Map(vars, p.All)
}

func (p *Problem) tabulable(s Scope) bool {
	if s.Wide || len(s.Vars) > p.Lim.TableScope {
		return false
	}
	size := 1
	for _, v := range s.Vars {
		if size *= len(p.Domain(v)); size > p.Lim.Table {
			return false
		}
	}
	return true
}

// guarded lists the places that a guard allows each variable, by its conditions on single variables.
func (p *Problem) guarded(vars []int, guard *layers.Condition) [][]int {
	places := p.places(vars)
	for _, s := range guard.Sets {
		if i := slices.Index(vars, s.V); i >= 0 {
			places[i] = s.At
		}
	}
	return places
}

// newLayers computes the reachable states. The result is nil if the task is too large for layers.
func (p *Problem) newLayers(ctx context.Context, memory int64) (*layers.Layers, error) {
	if !p.Layered {
		return nil, nil
	}
	p.Distinct = nil
	for _, a := range p.Arrays {
		if a.Distinct || a.Permutation {
			c := p.Condition(p.Pool.Distinct(a.Elems...))
			p.relate(&c)
			p.Distinct = append(p.Distinct, c)
		}
	}
	return layers.New(ctx, &p.System, memory)
}
