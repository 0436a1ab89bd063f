package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/task"
)

// A move falls into components: groups of variables whose new values depend on one another and which its guard reads together.
// Over the places of its few variables a component is a relation, which can be read backwards. An inverse move takes one of the
// states before in each component; where there are several, there are as many inverse moves.

// inverse is the space of the moves backwards: its successors of a state are the states before it, and cost what the move
// costs there.
type inverse struct {
	*space
	forward []int32 // by inverse move: the move that it takes back
}

// maxInverse bounds the inverse moves.
const maxInverse = 1 << 12

// inverse reads the moves backwards; an error names the move that cannot be.
func (sp *space) inverse(ctx context.Context) (*inverse, error) {
	if len(sp.always) > 0 {
		return nil, fmt.Errorf("moves cannot be made backwards where `always` looks at several variables at once")
	}
	out := &inverse{space: &space{
		t: sp.t, l: sp.l, p: sp.p, tables: sp.tables, goal: sp.goal, goalMatch: sp.goalMatch, dead: -1,
		minCost: sp.minCost, maxCost: sp.maxCost, backward: true,
	}}
	var demands [][]demand
	for m := range sp.moves {
		if m%64 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		parts, err := sp.components(m)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be made backwards: %w", sp.t.Moves[m].Name, err)
		}
		v := variants{sp: sp, mv: &sp.moves[m], parts: parts}
		v.each(func(mv move, ds []demand) bool {
			out.moves = append(out.moves, mv)
			out.forward = append(out.forward, int32(m))
			demands = append(demands, ds)
			return len(out.moves) <= maxInverse
		})
		if len(out.moves) > maxInverse {
			return nil, fmt.Errorf("more than %d moves are needed to go backwards", maxInverse)
		}
	}
	var ok bool
	if out.rows, ok = rowsOf(sp.l, demands); !ok {
		return nil, fmt.Errorf("the moves backwards need too large an index")
	}
	return out, nil
}

// component is the part of a move that concerns some variables.
type component struct {
	vars    []int32
	written bool
	before  [][]uint64 // by index after: the indices before
}

// components takes a move apart.
func (sp *space) components(m int) ([]component, error) {
	mv := &sp.moves[m]
	if len(mv.slow) > 0 {
		return nil, fmt.Errorf("what it writes depends on too many variables")
	}
	st := sp.p.scratch.st
	for _, f := range mv.fixed {
		sp.l.Put(st, int(f.v), f.place)
	}
	r := newReading(sp, mv.fixed)
	var sets [][]int32
	var conds []task.Expr // with more than the fixed variables
	var condVars [][]int32
	for _, f := range mv.fixed {
		sets = append(sets, []int32{f.v})
	}
	for _, e := range sp.t.Pool.Conjuncts(sp.t.Moves[m].Guard) {
		vars, ok := r.of(e)
		switch {
		case !ok:
			return nil, fmt.Errorf("its guard reads too many variables at once")
		case len(vars) == 0 && sp.p.scratch.eval(e) == 0:
			return []component{{}}, nil // it can never be made
		case len(vars) > 0:
			sets, conds, condVars = append(sets, vars), append(conds, e), append(condVars, vars)
		}
	}
	for k := range mv.tables {
		t := &mv.tables[k]
		sets = append(sets, merge(t.vars, t.outs))
	}
	for _, v := range mv.writes {
		sets = append(sets, []int32{v})
	}
	var out []component
	for _, vars := range connected(sets) {
		if sp.l.Width(vars) > effectBits {
			return nil, fmt.Errorf("it ties too many variables together")
		}
		var holds []func() int64
		for i, e := range conds {
			if subset(condVars[i], vars) {
				holds = append(holds, sp.p.scratch.function(e, 0))
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
				joined = merge(joined, t)
			}
			return meet
		})
		out = append(out, joined)
	}
	return out
}

// component lists what a move does to some variables, in the scratch state.
func (sp *space) component(mv *move, vars []int32, holds []func() int64) component {
	c := component{vars: vars}
	for _, v := range mv.writes {
		c.written = c.written || slices.Contains(vars, v)
	}
	at, width := sp.l.Gather(vars)
	c.before = make([][]uint64, 1<<width)
	st, next := sp.p.scratch.st, make([]uint64, sp.l.Words)
	sp.l.Each(vars, st, func(i uint64) {
		for _, v := range vars {
			if !sp.mayStand(mv, v, sp.l.Get(st, int(v))) {
				return
			}
		}
		for _, h := range holds {
			if h() == 0 {
				return
			}
		}
		mv.write(st, next)
		j := at.Index(next)
		c.before[j] = append(c.before[j], i)
	})
	return c
}

// mayStand tells whether v may have the value at a place before the move: it is what the guard demands, and not what the guard
// demands of a variable that is never equal to v.
func (sp *space) mayStand(mv *move, v int32, place int) bool {
	code := sp.l.Vars[v].Values[place]
	for _, f := range mv.fixed {
		if f.v == v && f.place != place || f.v != v && sp.l.Vars[f.v].Values[f.place] == code && sp.differ(f.v, v) {
			return false
		}
	}
	return true
}

// differ tells whether two variables are elements of an array without equal elements.
func (sp *space) differ(u, v int32) bool {
	for i := range sp.t.Arrays {
		r := &sp.t.Arrays[i]
		if !r.Distinct {
			continue
		}
		both := 0
		for _, e := range r.Elems {
			if n := sp.t.Pool.Node(e); n.Op == task.OpVar && (n.N == int64(u) || n.N == int64(v)) {
				both++
			}
		}
		if both == 2 {
			return true
		}
	}
	return false
}

// write makes the effects that are tables of bits.
func (mv *move) write(st, next []uint64) {
	copy(next, st)
	for k := range mv.patches {
		p := &mv.patches[k]
		next[p.word] = next[p.word]&^p.clear | p.set
	}
	for k := range mv.tables {
		t := &mv.tables[k]
		next[t.word] |= t.bits[t.at.Index(st)]
	}
}

// demand is what a move backwards asks of some variables.
type demand struct {
	vars  []int32
	holds []bool // by index
}

// variants puts inverse moves together.
type variants struct {
	sp      *space
	mv      *move
	parts   []component
	demands []demand
}

// each runs through the inverse moves until do returns false.
func (v *variants) each(do func(move, []demand) bool) {
	var walk func(k int, mv move) bool
	walk = func(k int, mv move) bool {
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
	walk(0, move{cost: v.mv.cost, costly: v.mv.costly, order: -1})
}

// extend adds to a move that component c goes back to its nth state before.
func (v *variants) extend(mv move, c *component, nth int) move {
	l := v.sp.l
	mv.patches, mv.tables, mv.writes = slices.Clone(mv.patches), slices.Clone(mv.tables), merge(mv.writes, c.vars)
	at, width := l.Gather(c.vars)
	byWord := map[int]*effectTable{}
	var words []int
	for _, x := range c.vars {
		f := &l.Fields[x]
		mv.patch(f.Word).clear |= f.Mask << f.Shift
		if byWord[f.Word] == nil {
			byWord[f.Word] = &effectTable{at: at, word: f.Word, vars: c.vars, bits: make([]uint64, 1<<width)}
			words = append(words, f.Word)
		}
		byWord[f.Word].outs = append(byWord[f.Word].outs, x)
	}
	for i, before := range c.before {
		if len(before) <= nth {
			continue
		}
		up := uint(0)
		for _, x := range c.vars {
			f := &l.Fields[x]
			byWord[f.Word].bits[i] |= before[nth] >> up & f.Mask << f.Shift
			up += f.Bits
		}
	}
	for _, w := range words {
		if set, ok := constantBits(byWord[w].bits, c, nth); ok {
			mv.patch(w).set |= set
			continue
		}
		mv.tables = append(mv.tables, *byWord[w])
	}
	if l.Words == 1 && len(mv.patches) > 0 {
		mv.clear, mv.set = mv.patches[0].clear, mv.patches[0].set
	}
	return mv
}

// constantBits are the bits of all entries that occur, if these are the same.
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

// rowsOf makes the index of moves that demand so much; false if it would take too much memory.
func rowsOf(l *packed.Layout, demands [][]demand) (rowIndex, bool) {
	words := max(1, (len(demands)+63)/64)
	ix := rowIndex{words: words, all: make([]uint64, words)}
	for m := range demands {
		ix.all[m>>6] |= 1 << (m & 63)
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
		c.rows = slices.Repeat(ix.all, 1<<c.width)
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

// chunksOf are sets of variables of which each demand finds one that holds all its variables.
func chunksOf(l *packed.Layout, demands [][]demand, words int) (out []chunk) {
	b := rowBuilder{sp: &space{l: l}, index: rowIndex{words: words}}
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
