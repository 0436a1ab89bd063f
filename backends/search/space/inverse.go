package space

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A move splits into components: groups of variables whose new values depend on one another, or that the guard reads
// together. A component is a relation between the places of its variables before and after the move, and can be read
// backwards. An inverse move chooses one predecessor in each component. If a component has several predecessors, there
// is an inverse move for each.

// Inverse is the space of the reversed moves: the successors of a state are its predecessors. An inverse move costs
// what the move costs in the predecessor.
type Inverse struct {
	*Space
	Forward []int32 // by inverse move: the move that it reverses
	demands [][]demand
}

// maxInverse bounds the number of inverse moves.
const maxInverse = 1 << 12

// Inverse returns the space of the reversed moves. The error names a move that cannot be reversed.
func (sp *Space) Inverse(ctx context.Context) (*Inverse, error) {
	if len(sp.Always) > 0 {
		return nil, fmt.Errorf("moves cannot be made backwards where `always` looks at several variables at once")
	}
	out := &Inverse{Space: &Space{
		Task: sp.Task, Layout: sp.Layout, Program: sp.Program, Tables: sp.Tables, goal: sp.goal,
		goalMatch: sp.goalMatch, Dead: -1,
		MinCost: sp.MinCost, MaxCost: sp.MaxCost, backward: true,
	}}
	for m := range sp.Moves {
		if m%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		parts, err := sp.components(m)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be made backwards: %w", sp.Task.Moves[m].Name, err)
		}
		v := variants{sp: sp, mv: &sp.Moves[m], parts: parts}
		v.each(func(mv Move, ds []demand) bool {
			out.Moves = append(out.Moves, mv)
			out.Forward = append(out.Forward, int32(m))
			out.demands = append(out.demands, ds)
			return len(out.Moves) <= maxInverse
		})
		if len(out.Moves) > maxInverse {
			return nil, fmt.Errorf("more than %d moves are needed to go backwards", maxInverse)
		}
	}
	var ok bool
	if out.Rows, ok = rowsOf(sp.Layout, out.demands); !ok {
		return nil, fmt.Errorf("the moves backwards need too large an index")
	}
	return out, nil
}

// Allows returns, by variable and place, the set of inverse moves that are possible with this value. It returns false
// if a condition or an effect of an inverse move reads several variables.
func (sp *Inverse) Allows() (allows [][][]uint64, ok bool) {
	for v := range sp.Layout.Vars {
		allows = append(allows, make([][]uint64, len(sp.Layout.Vars[v].Values)))
		for p := range allows[v] {
			allows[v][p] = slices.Clone(sp.Rows.All)
		}
	}
	for m, ds := range sp.demands {
		for _, d := range ds {
			if len(d.vars) != 1 {
				return nil, false
			}
			for p, set := range allows[d.vars[0]] {
				if !d.holds[p] {
					set[m>>6] &^= 1 << (m & 63)
				}
			}
		}
	}
	return allows, true
}

// component is the part of a move that concerns some variables.
type component struct {
	vars    []int32
	written bool
	before  [][]uint64 // by index after the move: the indices before it
}

// components splits a move into its components.
func (sp *Space) components(m int) ([]component, error) {
	mv := &sp.Moves[m]
	if len(mv.Slow) > 0 {
		return nil, fmt.Errorf("what it writes depends on too many variables")
	}
	st := sp.Program.Scratch.State
	for _, f := range mv.Fixed {
		sp.Layout.Put(st, int(f.Var), f.Place)
	}
	r := NewReading(sp, mv.Fixed)
	var sets [][]int32
	var conds []task.Expr // conditions on more than the fixed variables
	var condVars [][]int32
	for _, f := range mv.Fixed {
		sets = append(sets, []int32{f.Var})
	}
	for _, e := range sp.Task.Pool.Conjuncts(sp.Task.Moves[m].Guard) {
		vars, ok := r.Of(e)
		switch {
		case !ok:
			return nil, fmt.Errorf("its guard reads too many variables at once")
		case len(vars) == 0 && sp.Program.Scratch.Eval(e) == 0:
			return []component{{}}, nil // the move is never applicable
		case len(vars) > 0:
			sets, conds, condVars = append(sets, vars), append(conds, e), append(condVars, vars)
		}
	}
	for k := range mv.Tables {
		t := &mv.Tables[k]
		sets = append(sets, Merge(t.Vars, t.Outs))
	}
	for _, v := range mv.Writes {
		sets = append(sets, []int32{v})
	}
	var out []component
	for _, vars := range connected(sets) {
		if sp.Layout.Width(vars) > effectBits {
			return nil, fmt.Errorf("it ties too many variables together")
		}
		var holds []func() int64
		for i, e := range conds {
			if subset(condVars[i], vars) {
				holds = append(holds, sp.Program.Scratch.Function(e, 0))
			}
		}
		out = append(out, sp.component(mv, vars, holds))
	}
	return out, nil
}

// connected joins sets that have elements in common.
func connected(sets [][]int32) (out [][]int32) {
	for _, s := range sets {
		joined := slices.Clone(s)
		out = slices.DeleteFunc(out, func(t []int32) bool {
			meet := slices.ContainsFunc(s, func(v int32) bool { return slices.Contains(t, v) })
			if meet {
				joined = Merge(joined, t)
			}
			return meet
		})
		out = append(out, joined)
	}
	return out
}

// component tabulates the effect of a move on some variables. It uses the scratch state.
func (sp *Space) component(mv *Move, vars []int32, holds []func() int64) component {
	c := component{vars: vars}
	for _, v := range mv.Writes {
		c.written = c.written || slices.Contains(vars, v)
	}
	at, width := sp.Layout.Gather(vars)
	c.before = make([][]uint64, 1<<width)
	st, next := sp.Program.Scratch.State, make([]uint64, sp.Layout.Words)
	sp.Layout.Each(vars, st, func(i uint64) {
		for _, v := range vars {
			if !sp.mayStand(mv, v, sp.Layout.Get(st, int(v))) {
				return
			}
		}
		for _, h := range holds {
			if h() == 0 {
				return
			}
		}
		mv.Apply(st, next)
		j := at.Index(next)
		c.before[j] = append(c.before[j], i)
	})
	return c
}

// mayStand reports whether v may have the value of a place before the move. The guard must not demand another value of
// v, nor this value of a variable that is never equal to v.
func (sp *Space) mayStand(mv *Move, v int32, place int) bool {
	code := sp.Layout.Vars[v].Values[place]
	for _, f := range mv.Fixed {
		same := sp.Layout.Vars[f.Var].Values[f.Place] == code
		if f.Var == v && f.Place != place || f.Var != v && same && sp.differ(f.Var, v) {
			return false
		}
	}
	return true
}

// differ reports whether two variables are elements of one array without equal elements.
func (sp *Space) differ(u, v int32) bool {
	for i := range sp.Task.Arrays {
		r := &sp.Task.Arrays[i]
		if !r.Distinct {
			continue
		}
		both := 0
		for _, e := range r.Elems {
			if n := sp.Task.Pool.Node(e); n.Op == task.OpVar && (n.N == int64(u) || n.N == int64(v)) {
				both++
			}
		}
		if both == 2 {
			return true
		}
	}
	return false
}

// demand is a condition of an inverse move on some variables.
type demand struct {
	vars  []int32
	holds []bool // by index
}

// variants combines the components of a move to inverse moves.
type variants struct {
	sp      *Space
	mv      *Move
	parts   []component
	demands []demand
}

// each calls do with the inverse moves, until do returns false.
func (v *variants) each(do func(Move, []demand) bool) {
	var walk func(k int, mv Move) bool
	walk = func(k int, mv Move) bool {
		if k == len(v.parts) {
			return do(mv, slices.Clone(v.demands))
		}
		c := &v.parts[k]
		for nth := 0; ; nth++ {
			d := demand{vars: c.vars, holds: make([]bool, len(c.before))}
			some := false
			for i, before := range c.before {
				d.holds[i] = len(before) > nth
				some = some || d.holds[i]
			}
			if !some {
				return true
			}
			v.demands = append(v.demands, d)
			next := mv
			if c.written {
				next = v.extend(mv, c, nth)
			}
			more := walk(k+1, next)
			v.demands = v.demands[:len(v.demands)-1]
			if !more {
				return false
			}
		}
	}
	walk(0, Move{Cost: v.mv.Cost, Costly: v.mv.Costly, order: -1})
}

// extend adds to an inverse move that component c goes back to its nth state before.
func (v *variants) extend(mv Move, c *component, nth int) Move {
	l := v.sp.Layout
	mv.Patches, mv.Tables, mv.Writes = slices.Clone(mv.Patches), slices.Clone(mv.Tables), Merge(mv.Writes, c.vars)
	at, width := l.Gather(c.vars)
	byWord := map[int]*EffectTable{}
	var words []int
	for _, x := range c.vars {
		f := &l.Fields[x]
		mv.patch(f.Word).Clear |= f.Mask << f.Shift
		if byWord[f.Word] == nil {
			byWord[f.Word] = &EffectTable{At: at, Word: f.Word, Vars: c.vars, Bits: make([]uint64, 1<<width)}
			words = append(words, f.Word)
		}
		byWord[f.Word].Outs = append(byWord[f.Word].Outs, x)
	}
	for i, before := range c.before {
		if len(before) <= nth {
			continue
		}
		up := uint(0)
		for _, x := range c.vars {
			f := &l.Fields[x]
			byWord[f.Word].Bits[i] |= before[nth] >> up & f.Mask << f.Shift
			up += f.Bits
		}
	}
	for _, w := range words {
		if set, ok := constantBits(byWord[w].Bits, c, nth); ok {
			mv.patch(w).Set |= set
			continue
		}
		mv.Tables = append(mv.Tables, *byWord[w])
	}
	if l.Words == 1 && len(mv.Patches) > 0 {
		mv.Clear, mv.Set = mv.Patches[0].Clear, mv.Patches[0].Set
	}
	return mv
}

// constantBits returns the bits of the entries that occur, and false if they differ.
func constantBits(bits []uint64, c *component, nth int) (set uint64, ok bool) {
	first := true
	for i, before := range c.before {
		if len(before) <= nth {
			continue
		}
		if !first && bits[i] != set {
			return 0, false
		}
		first, set = false, bits[i]
	}
	return set, true
}

// rowsOf makes the index of moves with these demands. It returns false if the index would take too much memory.
func rowsOf(l *packed.Layout, demands [][]demand) (rows, bool) {
	words := max(1, (len(demands)+63)/64)
	ix := rows{Words: words, All: make([]uint64, words)}
	for m := range demands {
		ix.All[m>>6] |= 1 << (m & 63)
	}
	for w := range words {
		ix.every = append(ix.every, int32(w))
	}
	ix.chunks = chunksOf(l, demands, words)
	for i := range ix.chunks {
		c := &ix.chunks[i]
		c.at, c.width = l.Gather(c.vars)
		if ix.bytes()+int64(8*words)<<c.width > rowsBytes {
			return ix, false
		}
		c.rows = slices.Repeat(ix.All, 1<<c.width)
	}
	st := make([]uint64, l.Words)
	for m, ds := range demands {
		for _, d := range ds {
			c := &ix.chunks[slices.IndexFunc(ix.chunks, func(c chunk) bool { return subset(d.vars, c.vars) })]
			at, _ := l.Gather(d.vars)
			l.Each(c.vars, st, func(i uint64) {
				if !d.holds[at.Index(st)] {
					c.rows[int(i)*words+m>>6] &^= 1 << (m & 63)
				}
			})
		}
	}
	b := rowBuilder{index: ix}
	b.thin()
	return b.index, true
}

// chunksOf returns sets of variables such that each demand has a set that contains all its variables.
func chunksOf(l *packed.Layout, demands [][]demand, words int) (out []chunk) {
	b := rowBuilder{sp: &Space{Layout: l}, index: rows{Words: words}}
	seen := map[string]bool{}
	var sets, singles []chunk
	for _, ds := range demands {
		for _, d := range ds {
			if id := fmt.Sprint(d.vars); !seen[id] {
				seen[id] = true
				sets = append(sets, chunk{vars: d.vars, width: l.Width(d.vars)})
			}
		}
	}
	slices.SortStableFunc(sets, func(x, y chunk) int { return cmp.Compare(len(y.vars), len(x.vars)) })
	for _, c := range sets {
		switch {
		case slices.ContainsFunc(out, func(big chunk) bool { return subset(c.vars, big.vars) }):
		case len(c.vars) == 1:
			singles = append(singles, c)
		default:
			out = append(out, c)
		}
	}
	return append(out, b.join(singles)...)
}
