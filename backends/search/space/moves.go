package space

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Move is a compiled ground move. It has three kinds of effects: constant bits, tables over the few variables that a
// written value depends on (given the values that the guard demands), and effects that are evaluated.
type Move struct {
	Guard   []int32 // instructions that must hold, beside the rows
	Clear   uint64  // states of one word: next = state &^ Clear | Set | tables
	Set     uint64
	Patches []patch // states of several words: the same by word
	Tables  []EffectTable
	Slow    []slowEffect
	Cost    int64
	Costly  int32 // instruction of the cost; -1: the cost is Cost
	Toll    *toll // the cost as a table, if it depends on few bits; else nil
	order   int32 // instruction of the order key; -1: none

	Fixed  []Fixing // values that the guard demands
	Writes []int32  // variables that may change
}

type patch struct {
	Word       int
	Clear, Set uint64
}

// EffectTable gives the bits of the variables Outs in a word, by the places of the variables Vars.
type EffectTable struct {
	At   packed.Gather
	Word int
	Vars []int32
	Outs []int32
	Bits []uint64
}

// toll gives the cost of a move, by the places of the variables Vars.
type toll struct {
	At    packed.Gather
	Vars  []int32
	Costs []int64
}

type slowEffect struct {
	v           int
	cond, value int32
}

// Fixing is a variable and its place.
type Fixing struct {
	Var   int32
	Place int
}

const (
	effectBits   = 12      // width of the tables of effects
	effectBudget = 1 << 22 // number of entries of all tables of effects
)

func (sp *Space) compileMoves(ctx context.Context) {
	guards := make([][]task.Expr, len(sp.Task.Moves))
	for m := range guards {
		guards[m] = slices.Clone(sp.Task.Pool.Conjuncts(sp.Task.Moves[m].Guard))
	}
	c := NewCompiler(sp)
	sp.Moves = make([]Move, len(guards))
	for m := range guards {
		sp.Moves[m].Fixed = c.Fixings(guards[m])
	}
	sp.Rows = buildRows(ctx, sp, guards)
	for m := range guards {
		if m%256 == 0 && ctx.Err() != nil {
			return
		}
		sp.Moves[m].Guard = sp.Program.byWeight(guards[m])
		c.Effects(&sp.Task.Moves[m], &sp.Moves[m])
	}
}

// Compiler compiles moves.
type Compiler struct {
	sp      *Space
	budget  int
	allowed map[task.Expr]Fixing // by conjunct: the place that it demands; Var -1: none
	reading Reading
	places  [][]func() uint64 // by table of the move: the bits of its variables in the state that is loaded
}

// NewCompiler returns a compiler for the moves of a space.
func NewCompiler(sp *Space) *Compiler {
	return &Compiler{sp: sp, budget: effectBudget, allowed: map[task.Expr]Fixing{}}
}

// Move compiles a move that is not a move of the task, such as a symmetry.
func (c *Compiler) Move(tm *task.Move) (mv Move) {
	guard := c.sp.Task.Pool.Conjuncts(tm.Guard)
	mv.Fixed = c.Fixings(guard)
	mv.Guard = c.sp.Program.byWeight(guard)
	c.Effects(tm, &mv)
	return mv
}

// Fixings returns the variables that have only one value in the states that satisfy the guard, ascending.
func (c *Compiler) Fixings(guard []task.Expr) []Fixing {
	var out []Fixing
	left := map[int32][]bool{}
	for _, e := range guard {
		f, ok := c.allowed[e]
		if !ok {
			f.Var = -1
			if v, place, single := c.sp.Program.Single(e, 1); single {
				f = Fixing{v, place}
			}
			c.allowed[e] = f
		}
		if f.Var >= 0 {
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
			out = append(out, Fixing{v, place})
		}
	}
	slices.SortStableFunc(out, func(a, b Fixing) int { return int(a.Var - b.Var) })
	return slices.CompactFunc(out, func(a, b Fixing) bool { return a.Var == b.Var })
}

// narrow intersects the places that conditions on one variable allow.
func (c *Compiler) narrow(e task.Expr, left map[int32][]bool) {
	vars, ok := c.sp.Program.sup.vars(e)
	if !ok || len(vars) != 1 || c.sp.Layout.Width(vars) > tableBits {
		return
	}
	v := vars[0]
	if left[v] == nil {
		left[v] = slices.Repeat([]bool{true}, len(c.sp.Layout.Vars[v].Values))
	}
	in := &c.sp.Program.code[c.sp.Program.Compile(e)]
	for k := range left[v] {
		left[v][k] = left[v][k] && c.sp.Program.unaryAt(in, k) != 0
	}
}

// Effects compiles the effects and the cost of tm into mv, given the values of mv.Fixed.
func (c *Compiler) Effects(tm *task.Move, mv *Move) {
	sp := c.sp
	for _, f := range mv.Fixed {
		sp.Layout.Put(sp.Program.Scratch.State, int(f.Var), f.Place)
	}
	c.reading = NewReading(sp, mv.Fixed)
	mv.order = -1
	if tm.Order != task.None {
		mv.order = sp.Program.Compile(tm.Order)
		sp.ordered = true
	}
	c.places = c.places[:0]
	for i := range tm.Effects {
		c.effect(&tm.Effects[i], mv)
	}
	c.fill(mv)
	if sp.Layout.Words == 1 && len(mv.Patches) > 0 {
		mv.Clear, mv.Set = mv.Patches[0].Clear, mv.Patches[0].Set
	}
	c.dropIdle(mv)
	c.cost(tm.Cost, mv)
}

// cost compiles the cost to a constant or, if possible, to a table. It prefers the variables of a table of effects, so
// that both tables have the same index.
func (c *Compiler) cost(e task.Expr, mv *Move) {
	scratch := c.sp.Program.Scratch
	mv.Costly = -1
	vars, ok := c.reading.Of(e)
	if ok && len(vars) == 0 {
		mv.Cost = scratch.Eval(e)
		return
	}
	mv.Costly = c.sp.Program.Compile(e)
	width := c.sp.Layout.Width(vars)
	if !ok || width > effectBits || 1<<width > c.budget {
		return
	}
	for k := range mv.Tables {
		if subset(vars, mv.Tables[k].Vars) {
			vars = mv.Tables[k].Vars
			break
		}
	}
	at, width := c.sp.Layout.Gather(vars)
	c.budget -= 1 << width
	mv.Toll = &toll{At: at, Vars: vars, Costs: make([]int64, 1<<width)}
	cost := scratch.Function(e, 0)
	c.sp.Layout.Each(vars, scratch.State, func(i uint64) { mv.Toll.Costs[i] = cost() })
}

// effect adds one effect to the constant bits, to a table, or to the slow effects.
func (c *Compiler) effect(e *task.Effect, mv *Move) {
	sp := c.sp
	v := int32(e.Var)
	vars, ok := c.reading.Of(e.Cond)
	if ok && len(vars) == 0 && sp.Program.Scratch.Eval(e.Cond) == 0 {
		return
	}
	conditional := !ok || len(vars) > 0
	values, few := c.reading.Of(e.Value)
	reads, fits := Merge(vars, values), ok && few
	if conditional {
		reads = Merge(reads, c.reading.free(v))
	}
	mv.Writes = append(mv.Writes, v)
	width := sp.Layout.Width(reads)
	if !fits || width > effectBits || 1<<width > c.budget {
		mv.Slow = append(mv.Slow, slowEffect{e.Var, sp.Program.Compile(e.Cond), sp.Program.Compile(e.Value)})
		return
	}
	f := &sp.Layout.Fields[v]
	p := mv.patch(f.Word)
	p.Clear |= f.Mask << f.Shift
	if len(reads) == 0 {
		p.Set |= c.place(e, conditional, sp.Program.Scratch.evaluator(0))()
		return
	}
	k := c.table(mv, reads, f.Word)
	t := &mv.Tables[k]
	t.Outs = append(t.Outs, v)
	c.places[k] = append(c.places[k], c.place(e, conditional, sp.Program.Scratch.evaluator(sp.Layout.Width(t.Vars))))
}

// place returns a function that gives the bits of the new value, in the state that ev has loaded.
func (c *Compiler) place(e *task.Effect, conditional bool, ev *Evaluator) func() uint64 {
	cond, value := ev.p.Compile(e.Cond), ev.p.Compile(e.Value)
	ev.Load(c.sp.Program.Scratch.State)
	return func() uint64 {
		at := c.sp.Layout.Get(ev.st, e.Var)
		if !conditional || ev.Eval(cond) != 0 {
			at = max(0, c.sp.Layout.Place(e.Var, ev.Eval(value))) // the guard excludes other values
		}
		return uint64(at) << c.sp.Layout.Fields[e.Var].Shift
	}
}

// table returns the number of a table of the move that reads at least these variables. It makes one if there is none.
func (c *Compiler) table(mv *Move, reads []int32, word int) int {
	for k := range mv.Tables {
		if t := &mv.Tables[k]; t.Word == word && subset(reads, t.Vars) {
			return k
		}
	}
	at, width := c.sp.Layout.Gather(reads)
	c.budget -= 1 << width
	mv.Tables = append(mv.Tables, EffectTable{At: at, Word: word, Vars: reads, Bits: make([]uint64, 1<<width)})
	c.places = append(c.places, nil)
	return len(mv.Tables) - 1
}

// fill fills the tables of the move. The effects of a table are evaluated together, because they share conditions.
func (c *Compiler) fill(mv *Move) {
	scratch := c.sp.Program.Scratch
	for k, places := range c.places {
		t := &mv.Tables[k]
		ev := scratch.evaluator(c.sp.Layout.Width(t.Vars))
		c.sp.Layout.Each(t.Vars, scratch.State, func(i uint64) {
			ev.Load(scratch.State)
			for _, place := range places {
				t.Bits[i] |= place()
			}
		})
	}
}

func (mv *Move) patch(word int) *patch {
	for k := range mv.Patches {
		if mv.Patches[k].Word == word {
			return &mv.Patches[k]
		}
	}
	mv.Patches = append(mv.Patches, patch{Word: word})
	return &mv.Patches[len(mv.Patches)-1]
}

// dropIdle removes from Writes the variables whose new value is the value that the guard demands.
func (c *Compiler) dropIdle(mv *Move) {
	mv.Writes = slices.DeleteFunc(mv.Writes, func(v int32) bool {
		k := slices.IndexFunc(mv.Fixed, func(f Fixing) bool { return f.Var == v })
		if k < 0 || slices.ContainsFunc(mv.Slow, func(e slowEffect) bool { return e.v == int(v) }) {
			return false
		}
		for i := range mv.Tables {
			if slices.Contains(mv.Tables[i].Outs, v) {
				return false
			}
		}
		f := &c.sp.Layout.Fields[v]
		return mv.patch(f.Word).Set>>f.Shift&f.Mask == uint64(mv.Fixed[k].Place)
	})
}

// Merge returns the union of two lists, ascending.
func Merge(a, b []int32) []int32 {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// Written returns the bits of a word that are always set after the move.
func (mv *Move) Written(word int) uint64 {
	for k := range mv.Patches {
		if mv.Patches[k].Word == word {
			return mv.Patches[k].Set
		}
	}
	return 0
}

// Tabulates reports whether a table gives the new value of v.
func (mv *Move) Tabulates(v int32) bool {
	return slices.ContainsFunc(mv.Tables, func(t EffectTable) bool { return slices.Contains(t.Outs, v) })
}

// FixedPlace returns the place of v that the guard demands, and whether it demands one.
func (mv *Move) FixedPlace(v int32) (int, bool) {
	for _, f := range mv.Fixed {
		if f.Var == v {
			return f.Place, true
		}
	}
	return 0, false
}
