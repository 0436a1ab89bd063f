package search

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/task"
)

// move is a ground move made ready. What it writes is split: bits that are always the same, tables over the few variables
// that a written value depends on (after the values that the guard fixes), and effects that are evaluated.
type move struct {
	guard   []int32 // what the rows leave open
	clear   uint64  // one word: next = state &^ clear | set | tables
	set     uint64
	patches []patch // several words
	tables  []effectTable
	slow    []slowEffect
	cost    int64
	costly  int32 // computes the cost; -1 where it is constant
	toll    *toll // the cost as a table, where little of the state decides it; nil: none
	order   int32 // computes the order key; -1 without one

	fixed  []fixing // values that the guard demands
	writes []int32  // variables that may change
}

type patch struct {
	word       int
	clear, set uint64
}

// effectTable gives the bits of the written variables, by the places of the variables read.
type effectTable struct {
	at   packed.Gather
	word int
	vars []int32
	outs []int32
	bits []uint64
}

// toll gives the cost of a move, by the places of the variables read.
type toll struct {
	at    packed.Gather
	vars  []int32
	costs []int64
}

type slowEffect struct {
	v           int
	cond, value int32
}

type fixing struct {
	v     int32
	place int
}

const (
	effectBits   = 12      // variables that a tabulated effect may read, in bits
	effectBudget = 1 << 22 // entries of all tables of effects
)

func (sp *space) compileMoves(ctx context.Context) {
	guards := make([][]task.Expr, len(sp.t.Moves))
	for m := range guards {
		guards[m] = slices.Clone(sp.t.Pool.Conjuncts(sp.t.Moves[m].Guard))
	}
	c := newMoveCompiler(sp)
	sp.moves = make([]move, len(guards))
	for m := range guards {
		sp.moves[m].fixed = c.fixings(guards[m])
	}
	sp.rows = buildRows(ctx, sp, guards)
	for m := range guards {
		if m%256 == 0 && ctx.Err() != nil {
			return
		}
		sp.moves[m].guard = sp.p.byWeight(guards[m])
		c.compile(&sp.t.Moves[m], &sp.moves[m])
	}
}

// moveCompiler turns effects into tables.
type moveCompiler struct {
	sp      *space
	budget  int
	allowed map[task.Expr]fixing // by conjunct: the value that it demands; v -1: none
	reading reading
}

func newMoveCompiler(sp *space) *moveCompiler {
	return &moveCompiler{sp: sp, budget: effectBudget, allowed: map[task.Expr]fixing{}}
}

// move makes a move ready that is none of the task, such as a symmetry.
func (c *moveCompiler) move(tm *task.Move) (mv move) {
	guard := c.sp.t.Pool.Conjuncts(tm.Guard)
	mv.fixed = c.fixings(guard)
	mv.guard = c.sp.p.byWeight(guard)
	c.compile(tm, &mv)
	return mv
}

// fixings are the variables of which the guard allows one value.
func (c *moveCompiler) fixings(guard []task.Expr) []fixing {
	var out []fixing
	left := map[int32][]bool{}
	for _, e := range guard {
		f, ok := c.allowed[e]
		if !ok {
			f.v = -1
			if v, place, single := c.sp.p.single(e, 1); single {
				f = fixing{v, place}
			}
			c.allowed[e] = f
		}
		if f.v >= 0 {
			out = append(out, f)
			continue
		}
		c.narrow(e, left)
	}
	for v, allowed := range left {
		place, n := 0, 0
		for k, ok := range allowed {
			if ok {
				place = k
				n++
			}
		}
		if n == 1 {
			out = append(out, fixing{v, place})
		}
	}
	slices.SortFunc(out, func(a, b fixing) int { return int(a.v - b.v) })
	return slices.CompactFunc(out, func(a, b fixing) bool { return a.v == b.v })
}

// narrow intersects the places that conjuncts over one variable allow.
func (c *moveCompiler) narrow(e task.Expr, left map[int32][]bool) {
	vars, ok := c.sp.p.sup.vars(e)
	if !ok || len(vars) != 1 || c.sp.l.Width(vars) > tableBits {
		return
	}
	v := vars[0]
	if left[v] == nil {
		left[v] = slices.Repeat([]bool{true}, len(c.sp.l.Vars[v].Values))
	}
	in := &c.sp.p.code[c.sp.p.compile(e)]
	for k := range left[v] {
		left[v][k] = left[v][k] && c.sp.p.unaryAt(in, k) != 0
	}
}

// compile adds to a move what it writes and costs, where its guard demands the values of mv.fixed.
func (c *moveCompiler) compile(tm *task.Move, mv *move) {
	sp := c.sp
	for _, f := range mv.fixed {
		sp.l.Put(sp.p.scratch.st, int(f.v), f.place)
	}
	c.reading = newReading(sp, mv.fixed)
	mv.order = -1
	if tm.Order != task.None {
		mv.order = sp.p.compile(tm.Order)
		sp.ordered = true
	}
	for i := range tm.Effects {
		c.effect(&tm.Effects[i], mv)
	}
	if sp.l.Words == 1 && len(mv.patches) > 0 {
		mv.clear, mv.set = mv.patches[0].clear, mv.patches[0].set
	}
	c.dropIdle(mv)
	c.cost(tm.Cost, mv)
}

// cost makes the cost a constant or a table, if it can, over what a table of the effects reads, so that both are looked up together.
func (c *moveCompiler) cost(e task.Expr, mv *move) {
	scratch := c.sp.p.scratch
	mv.costly = -1
	vars, ok := c.reading.of(e)
	if ok && len(vars) == 0 {
		mv.cost = scratch.eval(e)
		return
	}
	mv.costly = c.sp.p.compile(e)
	width := c.sp.l.Width(vars)
	if !ok || width > effectBits || 1<<width > c.budget {
		return
	}
	for k := range mv.tables {
		if subset(vars, mv.tables[k].vars) {
			vars = mv.tables[k].vars
			break
		}
	}
	at, width := c.sp.l.Gather(vars)
	c.budget -= 1 << width
	mv.toll = &toll{at: at, vars: vars, costs: make([]int64, 1<<width)}
	cost := scratch.function(e, 0)
	c.sp.l.Each(vars, scratch.st, func(i uint64) { mv.toll.costs[i] = cost() })
}

// effect adds one effect to the constant bits, to a table, or to the slow ones.
func (c *moveCompiler) effect(e *task.Effect, mv *move) {
	sp := c.sp
	v := int32(e.Var)
	vars, ok := c.reading.of(e.Cond)
	if ok && len(vars) == 0 && sp.p.scratch.eval(e.Cond) == 0 {
		return
	}
	conditional := !ok || len(vars) > 0
	values, few := c.reading.of(e.Value)
	reads, fits := merge(vars, values), ok && few
	if conditional {
		reads = merge(reads, c.reading.free(v))
	}
	mv.writes = append(mv.writes, v)
	width := sp.l.Width(reads)
	if !fits || width > effectBits || 1<<width > c.budget {
		mv.slow = append(mv.slow, slowEffect{e.Var, sp.p.compile(e.Cond), sp.p.compile(e.Value)})
		return
	}
	f := &sp.l.Fields[v]
	p := mv.patch(f.Word)
	p.clear |= f.Mask << f.Shift
	cond, value := sp.p.scratch.function(e.Cond, 0), sp.p.scratch.function(e.Value, 0)
	place := func() uint64 {
		at := sp.l.Get(sp.p.scratch.st, e.Var)
		if !conditional || cond() != 0 {
			at = max(0, sp.l.Place(e.Var, value())) // the guard excludes other values
		}
		return uint64(at) << f.Shift
	}
	if len(reads) == 0 {
		p.set |= place()
		return
	}
	t := c.table(mv, reads, f.Word)
	t.outs = append(t.outs, v)
	sp.l.Each(t.vars, sp.p.scratch.st, func(i uint64) { t.bits[i] |= place() })
}

// table is the move's table that reads at least these variables, made if there is none.
func (c *moveCompiler) table(mv *move, reads []int32, word int) *effectTable {
	for k := range mv.tables {
		if t := &mv.tables[k]; t.word == word && subset(reads, t.vars) {
			return t
		}
	}
	at, width := c.sp.l.Gather(reads)
	c.budget -= 1 << width
	mv.tables = append(mv.tables, effectTable{at: at, word: word, vars: reads, bits: make([]uint64, 1<<width)})
	return &mv.tables[len(mv.tables)-1]
}

func (mv *move) patch(word int) *patch {
	for k := range mv.patches {
		if mv.patches[k].word == word {
			return &mv.patches[k]
		}
	}
	mv.patches = append(mv.patches, patch{word: word})
	return &mv.patches[len(mv.patches)-1]
}

// dropIdle takes out of writes the variables whose new value is the one that the guard demands.
func (c *moveCompiler) dropIdle(mv *move) {
	mv.writes = slices.DeleteFunc(mv.writes, func(v int32) bool {
		k := slices.IndexFunc(mv.fixed, func(f fixing) bool { return f.v == v })
		if k < 0 || slices.ContainsFunc(mv.slow, func(e slowEffect) bool { return e.v == int(v) }) {
			return false
		}
		for i := range mv.tables {
			if slices.Contains(mv.tables[i].outs, v) {
				return false
			}
		}
		f := &c.sp.l.Fields[v]
		return mv.patch(f.Word).set>>f.Shift&f.Mask == uint64(mv.fixed[k].place)
	})
}

func merge(a, b []int32) []int32 {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// written is the bits of a word that are always the same after a move.
func (mv *move) written(word int) uint64 {
	for k := range mv.patches {
		if mv.patches[k].word == word {
			return mv.patches[k].set
		}
	}
	return 0
}

// tabulates tells whether a table gives the new value of v.
func (mv *move) tabulates(v int32) bool {
	return slices.ContainsFunc(mv.tables, func(t effectTable) bool { return slices.Contains(t.outs, v) })
}

func (mv *move) fixedPlace(v int32) (int, bool) {
	for _, f := range mv.fixed {
		if f.v == v {
			return f.place, true
		}
	}
	return 0, false
}
