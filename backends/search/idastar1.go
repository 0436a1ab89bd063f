package search

import (
	"math"
	"math/bits"
)

// deepening1 is IDA* for states of one word whose moves are all tables of bits, with a heuristic that is a sum of terms of one
// variable: the change of the heuristic stands in the table beside the bits, so that a step is a look-up and a few operations.
type deepening1 struct {
	r       *run
	moves   []move1
	tables  []table1
	entries []entry1
	rows    []row1
	all     uint64
	mask    uint64 // goal: state & mask == want; used if direct
	want    uint64
	direct  bool
	div     int64
	mul     int64

	bound, next int64
	counts      [256]int32
	path        []uint64
	plan        []int
	ended       bool
	left        int // expansions until the next look at the context
	nodes       int64
	kids        int64
	repeats     int64
}

// move1 is next = state &^ clear | set | entries of its tables; the heuristic's sum changes by dh and what these add.
type move1 struct {
	clear, set uint64
	dh         int64
	cost       int64
	from, to   int32 // its tables
}

type table1 struct {
	shift uint
	mask  uint64
	base  int32
	rest  []pick
}

type entry1 struct {
	bits uint64
	dh   int64
}

type row1 struct {
	shift uint
	mask  uint64
	rows  []uint64
	rest  []pick
}

// newDeepening1 is false if the task or the heuristic has not the shape that it needs.
func (r *run) newDeepening1() (*deepening1, bool) {
	sp := r.sp
	if sp.l.words != 1 || sp.rows.words != 1 || len(sp.always) > 0 || sp.dead >= 0 || sp.ordered || !r.h.silent() && r.h.linear == nil {
		return nil, false
	}
	for m := range sp.moves {
		if mv := &sp.moves[m]; len(mv.guard) > 0 || len(mv.slow) > 0 || mv.costly >= 0 {
			return nil, false
		}
	}
	d := &deepening1{r: r, all: sp.rows.all[0], div: 1, mul: 1}
	if l := r.h.linear; l != nil {
		d.div, d.mul = l.div, l.mul
	}
	if d.direct = sp.goalMatch != nil; d.direct {
		d.mask, d.want = sp.goalMatch[0].mask, sp.goalMatch[0].want
	}
	for i := range sp.rows.chunks {
		c := &sp.rows.chunks[i]
		d.rows = append(d.rows, row1{shift: c.at.first.shift, mask: c.at.first.mask, rows: c.rows, rest: c.at.rest})
	}
	for m := range sp.moves {
		d.add(&sp.moves[m])
	}
	return d, true
}

// add makes the tables of a move.
func (d *deepening1) add(mv *move) {
	out := move1{clear: mv.clear, set: mv.set, cost: mv.cost, from: int32(len(d.tables))}
	b := deltas{d: d, mv: mv, by: map[int32][]int64{}}
	if l := d.r.h.linear; l != nil {
		b.collect(l.sum.unary)
	}
	out.dh = b.constant
	for k := range mv.tables {
		t := &mv.tables[k]
		entries := make([]entry1, len(t.bits))
		for i := range entries {
			entries[i] = entry1{bits: t.bits[i], dh: b.ofTable(t, uint64(i))}
		}
		d.table(t.at, entries)
	}
	b.leftovers()
	out.to = int32(len(d.tables))
	d.moves = append(d.moves, out)
}

func (d *deepening1) table(at gather, entries []entry1) {
	d.tables = append(d.tables, table1{shift: at.first.shift, mask: at.first.mask, rest: at.rest, base: int32(len(d.entries))})
	d.entries = append(d.entries, entries...)
}

// deltas is how a move changes the heuristic's sum: for each written variable, its term at the new value less its term at the old.
type deltas struct {
	d        *deepening1
	mv       *move
	unary    map[int32][]int64
	constant int64
	by       map[int32][]int64 // by a variable that is read: less its term at the old value, not yet in a table
	order    []int32
}

func (b *deltas) collect(unary map[int32][]int64) {
	b.unary = unary
	for _, v := range b.mv.writes {
		terms := unary[v]
		if terms == nil {
			continue
		}
		if !b.inTable(v) {
			f := &b.d.r.sp.l.fields[v]
			b.constant += terms[b.mv.set>>f.shift&f.mask]
		}
		if place, ok := b.mv.fixedPlace(v); ok {
			b.constant -= terms[place]
			continue
		}
		b.by[v] = terms
		b.order = append(b.order, v)
	}
}

func (mv *move) fixedPlace(v int32) (int, bool) {
	for _, f := range mv.fixed {
		if f.v == v {
			return f.place, true
		}
	}
	return 0, false
}

func (b *deltas) inTable(v int32) bool {
	for k := range b.mv.tables {
		for _, o := range b.mv.tables[k].outs {
			if o == v {
				return true
			}
		}
	}
	return false
}

// ofTable is the change that entry i of a table stands for. Old terms of variables that the table reads are settled by it.
func (b *deltas) ofTable(t *effectTable, i uint64) (dh int64) {
	for _, v := range t.outs {
		f := &b.d.r.sp.l.fields[v]
		if terms := b.unary[v]; terms != nil {
			dh += at(terms, t.bits[i]>>f.shift&f.mask)
		}
	}
	up := uint(0)
	for _, v := range t.vars {
		f := &b.d.r.sp.l.fields[v]
		if terms := b.by[v]; terms != nil && b.settles(t, v) {
			dh -= at(terms, i>>up&f.mask)
		}
		up += f.bits
	}
	return dh
}

// settles tells whether t is the first table that reads v.
func (b *deltas) settles(t *effectTable, v int32) bool {
	for k := range b.mv.tables {
		for _, u := range b.mv.tables[k].vars {
			if u == v {
				return t == &b.mv.tables[k]
			}
		}
	}
	return false
}

// leftovers makes tables for old values that no table of the move reads.
func (b *deltas) leftovers() {
	for _, v := range b.order {
		read := false
		for k := range b.mv.tables {
			read = read || b.settles(&b.mv.tables[k], v)
		}
		if read {
			continue
		}
		at, width := b.d.r.sp.l.gatherOf([]int32{v})
		entries := make([]entry1, 1<<width)
		for i, x := range b.by[v] {
			entries[i].dh = -x
		}
		b.d.table(at, entries)
	}
}

// at is terms[i], 0 for bits that are no place.
func at(terms []int64, i uint64) int64 {
	if i < uint64(len(terms)) {
		return terms[i]
	}
	return 0
}

func (d *deepening1) pass(bound int64) (int64, outcome) {
	d.bound, d.next = bound, math.MaxInt64
	r := d.r
	for i := range r.rootCount() {
		s := r.root(i)[0]
		var raw int64
		if l := r.h.linear; l != nil {
			r.x.child.load(r.root(i))
			raw = r.x.child.sum(&inst{sum: l.sum})
		}
		if f := r.rootCost(i) + d.estimate(raw); f > bound {
			d.next = min(d.next, f)
			continue
		}
		if d.visit(s, raw, r.rootCost(i), 0) {
			d.settle()
			return 0, outcome{found: true, root: i, moves: d.plan}
		}
		if d.ended {
			break
		}
	}
	d.settle()
	return d.next, outcome{}
}

func (d *deepening1) estimate(raw int64) int64 {
	if d.div != 1 {
		raw /= d.div
	}
	return max(0, raw*d.mul)
}

// settle hands the counts over.
func (d *deepening1) settle() {
	r := d.r
	r.stats.Expanded += d.nodes
	r.stats.Generated += d.kids
	r.stats.Duplicates += d.repeats
	r.stats.Backtracks += d.nodes
	r.work += d.nodes + d.kids
	d.nodes, d.kids, d.repeats = 0, 0, 0
}

const lookEvery = 1 << 14

func (d *deepening1) look(depth int) bool {
	d.left = lookEvery
	d.settle()
	if depth >= maxDepth {
		d.r.stop = "a path of " + count(maxDepth, "move") + " was reached after " + d.r.states()
	}
	d.ended = d.r.over("idastar", func() int64 { return int64(8 * cap(d.path)) }) || d.r.stop != ""
	return d.ended
}

func (d *deepening1) isGoal(s uint64) bool {
	if d.direct {
		return s&d.mask == d.want
	}
	st := [1]uint64{s}
	return d.r.sp.isGoal(st[:], d.r.x.child)
}

func slot(s uint64) uint64 { return s * 0x9e3779b97f4a7c15 >> 56 }

func (d *deepening1) onPath(s uint64) bool {
	if d.counts[slot(s)] == 0 {
		return false
	}
	for i := len(d.path) - 1; i >= 0; i-- {
		if d.path[i] == s {
			return true
		}
	}
	return false
}

// visit searches below s, which is within the bound.
func (d *deepening1) visit(s uint64, raw, g int64, depth int) bool {
	if d.isGoal(s) {
		d.plan = make([]int, depth)
		return true
	}
	if d.left--; d.left <= 0 || depth >= maxDepth {
		if d.look(depth) {
			return false
		}
	}
	d.nodes++
	set := d.all
	for i := range d.rows {
		w := &d.rows[i]
		k := s >> (w.shift & 63) & w.mask
		for j := range w.rest {
			p := &w.rest[j]
			k |= s >> (p.shift & 63) & p.mask << (p.up & 63)
		}
		set &= w.rows[k]
	}
	d.path = append(d.path, s)
	d.counts[slot(s)]++
	for ; set != 0; set &= set - 1 {
		m := bits.TrailingZeros64(set)
		mv := &d.moves[m]
		next := s&^mv.clear | mv.set
		sum := raw + mv.dh
		for i := mv.from; i < mv.to; i++ {
			t := &d.tables[i]
			k := s >> (t.shift & 63) & t.mask
			for j := range t.rest {
				p := &t.rest[j]
				k |= s >> (p.shift & 63) & p.mask << (p.up & 63)
			}
			e := &d.entries[uint64(t.base)+k]
			next |= e.bits
			sum += e.dh
		}
		d.kids++
		cost := g + mv.cost
		if f := cost + d.estimate(sum); f > d.bound {
			d.next = min(d.next, f)
			continue
		}
		if d.onPath(next) {
			d.repeats++
			continue
		}
		if d.visit(next, sum, cost, depth+1) {
			d.plan[depth] = m
			return true
		}
		if d.ended {
			return false
		}
	}
	d.path = d.path[:len(d.path)-1]
	d.counts[slot(s)]--
	return false
}
