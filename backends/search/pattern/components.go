package pattern

import (
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// components makes the table of an abstraction that folds one variable, such as the hole of sliding tiles, from the
// components of its states instead of the states. A component holds states that agree on the kept variables and reach
// one another by free moves: moves that change only the folded variable and cost nothing. All its states have the same
// cost. So the analysis needs an entry for each combination of the kept variables and a bit for each value of the
// folded one, and a frontier has one state for each component. Example: the regions of the hole (Korf and Felner,
// 2002).
//
// No two variables are equal, and a kept variable bars the places of the folded one that are equal to it. Only between
// a barred place and another one, kept variables can prevent a move of the folded variable, or be written by it.
type components struct {
	inv   *space.Inverse
	shift uint // of the folded variable
	mask  uint64
	near  []uint32 // by place of the folded variable: where a move leads from there
	kept  []keptVar
	bars  []addend  // of the places that kept variables bar, by parts of a state
	to    [][]uint8 // by move and place of the folded variable: its place before the move

	allows [][]uint64 // by place of the folded variable: the moves that the place allows
}

// keptVar tells how the places of a kept variable restrict the moves.
type keptVar struct {
	shift  uint
	mask   uint64
	bars   []uint32   // by place: the set of places of the folded variable that are equal, which is one
	allows [][]uint64 // by place: the moves that the place allows
	writes [][]uint64 // by place: the moves that change the variable
	steps  [][]step   // by place: what these moves do if they write no other kept variable
}

// step is what a move does that changes a kept variable.
type step struct {
	from uint32 // the set of places of the folded variable that allow the move
	move int32
	cost int64
	flip uint64 // the changed bits of the kept variable
}

const (
	componentPlaces = 32 // of the folded variable
	componentMoves  = 8  // about the number of predecessors of a component, over that of a state
	componentStates = 6  // about the time of an entry, in states of their own
	settled         = 1 << 63
)

// newComponents returns nil if the abstraction does not have the form that components need. It must fold one variable,
// and no two variables are equal. Each condition and effect of a move backwards reads one variable, and the free moves
// are those that write no kept variable.
func (b *total) newComponents() *components {
	l := b.inv.Layout
	if len(b.a.Fold) != 1 || len(l.Vars[b.a.Fold[0]].Values) > componentPlaces || !b.allDiffer() {
		return nil
	}
	fold := b.a.Fold[0]
	f := &l.Fields[fold]
	allows, ok := b.inv.Allows()
	if !ok {
		return nil
	}
	c := &components{inv: b.inv, shift: f.Shift, mask: f.Mask, allows: allows[fold]}
	for _, v := range b.kept {
		g := &l.Fields[v]
		k := keptVar{shift: g.Shift, mask: g.Mask, allows: allows[v], writes: make([][]uint64, len(allows[v]))}
		k.steps = make([][]step, len(k.writes))
		for p, x := range l.Vars[v].Values {
			at := l.Place(fold, x)
			if at < 0 {
				return nil
			}
			k.bars = append(k.bars, 1<<at)
			k.writes[p] = make([]uint64, b.inv.Rows.Words)
			for m := range b.inv.Moves {
				if after := b.inv.Moves[m].Apply1(uint64(p) << g.Shift); after>>g.Shift&g.Mask != uint64(p) {
					k.writes[p][m>>6] |= 1 << (m & 63)
				}
			}
		}
		c.kept = append(c.kept, k)
	}
	c.near = make([]uint32, len(c.allows))
	for m := range b.inv.Moves {
		to := make([]uint8, len(c.allows))
		for p := range to {
			to[p] = uint8(b.inv.Moves[m].Apply1(uint64(p)<<f.Shift) >> f.Shift & f.Mask)
			if has(c.allows[p], m) {
				c.near[p] |= 1 << to[p]
			}
		}
		c.to = append(c.to, to)
		if !c.barred(m) || !b.free(c, m) {
			return nil
		}
	}
	return c
}

func has(set []uint64, m int) bool { return set[m>>6]>>(m&63)&1 != 0 }

// allDiffer reports whether no two variables of a state are equal, and that is all that a valid state needs.
func (b *total) allDiffer() bool {
	if len(b.distinct) != 1 {
		return false
	}
	shifts := map[uint]bool{}
	for _, f := range b.distinct[0].fields {
		shifts[f.Shift] = true
	}
	return len(shifts) == len(b.inv.Layout.Vars)
}

// barred reports whether a place of a kept variable prevents the move, or is written by it, only if the move leads from
// or to a place that it bars.
func (c *components) barred(m int) bool {
	for i := range c.kept {
		k := &c.kept[i]
		for x, bar := range k.bars {
			if has(k.allows[x], m) && !has(k.writes[x], m) {
				continue
			}
			for p, to := range c.to[m] {
				if has(c.allows[p], m) && bar&(1<<p|1<<to) == 0 {
					return false
				}
			}
		}
	}
	return true
}

// bar makes the tables of barred places, for the parts of a state that have addends of numbers.
func (c *components) bar(adds []addend) {
	for _, d := range adds {
		bars := addend{shift: d.shift, mask: d.mask, part: make([]uint32, len(d.part))}
		for i := range c.kept {
			k := &c.kept[i]
			if k.shift < d.shift || k.mask<<k.shift&^(d.mask<<d.shift) != 0 {
				continue
			}
			for at := range bars.part {
				if p := at >> (k.shift - d.shift) & int(k.mask); p < len(k.bars) {
					bars.part[at] |= k.bars[p]
				}
			}
		}
		c.bars = append(c.bars, bars)
	}
}

// free reports whether a move costs nothing if it writes no kept variable, and something otherwise.
func (b *total) free(c *components, m int) bool {
	cost := b.a.Task.Moves[b.inv.Forward[m]].Cost
	vars := b.inv.Layout.Vars
	k := classifier{pool: b.a.Task.Pool, vars: vars, parts: map[int32][]task.Expr{}, seen: map[task.Expr]bool{}}
	k.walk(cost)
	classes := k.classes()
	state := make([]int64, len(vars))
	for v := range vars {
		state[v] = vars[v].Values[0]
	}
	idle := make([]uint32, len(classes)) // by variable: the class of its places that the move does not write
	number := 1
	for i := range classes {
		n := len(classes[i].first)
		if number *= n; number > moveCostEntries {
			return false
		}
		idle[i] = uint32(n)
		for p, class := range classes[i].class {
			switch {
			case int(classes[i].v) == b.a.Fold[0] && !c.leads(m, p), c.written(b.kept, int(classes[i].v), p, m):
			case idle[i] == uint32(n):
				idle[i] = class
			case idle[i] != class:
				return false
			}
		}
	}
	for i := range number {
		rest, free, reached := i, true, true
		for j := range classes {
			n := len(classes[j].first)
			state[classes[j].v] = classes[j].first[rest%n]
			same := uint32(rest%n) == idle[j]
			free, reached = free && same, reached && (same || int(classes[j].v) != b.a.Fold[0])
			rest /= n
		}
		if reached && (b.a.Task.Pool.Eval(cost, state) == 0) != free {
			return false
		}
	}
	for j := range classes {
		if int(idle[j]) < len(classes[j].first) {
			state[classes[j].v] = classes[j].first[idle[j]]
		}
	}
	return b.steps(c, m, cost, state)
}

// steps records what a move does that writes one kept variable. The state has values that the move does not write. It
// returns false if that may cost nothing.
func (b *total) steps(c *components, m int, cost task.Expr, state []int64) bool {
	holes := uint32(0)
	for p := range c.allows {
		if has(c.allows[p], m) {
			holes |= 1 << p
		}
	}
	for i, v := range b.kept {
		k := &c.kept[i]
		old := state[v]
		for p := range k.writes {
			if !has(k.writes[p], m) || !has(k.allows[p], m) {
				continue
			}
			from, to := uint64(p), c.inv.Moves[m].Apply1(uint64(p)<<k.shift)>>k.shift&k.mask
			state[v] = b.inv.Layout.Vars[v].Values[to]
			price := b.a.Task.Pool.Eval(cost, state)
			if price == 0 {
				return false
			}
			k.steps[p] = append(k.steps[p], step{holes, int32(m), price, (from ^ to) << k.shift})
		}
		state[v] = old
	}
	return true
}

// leads reports whether a move backwards leads to a place of the folded variable.
func (c *components) leads(m, p int) bool {
	for at, to := range c.to[m] {
		if int(to) == p && has(c.allows[at], m) {
			return true
		}
	}
	return false
}

// written reports whether a move backwards writes kept variable v and leads to place p of it.
func (c *components) written(kept []int, v, p, m int) bool {
	for i, u := range kept {
		if u != v {
			continue
		}
		k := &c.kept[i]
		for from := range k.writes {
			if has(k.writes[from], m) &&
				c.inv.Moves[m].Apply1(uint64(from)<<k.shift)>>k.shift&k.mask == uint64(p) {
				return true
			}
		}
	}
	return false
}

// closed returns the places of the folded variable that a state bars.
func (c *components) closed(st uint64) (places uint32) {
	for k := range c.bars {
		d := &c.bars[k]
		places |= d.part[st>>(d.shift&63)&d.mask]
	}
	return places
}

// flood returns a component as a set of places of the folded variable: those that free moves reach from place p.
func (c *components) flood(p uint, closed uint32) uint32 {
	set := uint32(1) << p
	for open := set; open != 0; {
		next := c.near[bits.TrailingZeros32(open)] &^ (set | closed)
		set |= next
		open = open&(open-1) | next
	}
	return set
}

func (c *components) place(st uint64) uint { return uint(st>>(c.shift&63)&c.mask) & 31 }

// expandComponents generates the predecessors of components by moves that are not free.
func (w *retrogradeWorker[T]) expandComponents(states []uint64) {
	c := w.s.regions
	for _, st := range states {
		st &^= settled
		set := c.flood(c.place(st), c.closed(st))
		rest := st &^ (c.mask << (c.shift & 63))
		for i := range c.kept {
			k := &c.kept[i]
			steps := k.steps[st>>(k.shift&63)&k.mask]
			for j := range steps {
				x := &steps[j]
				for from := set & x.from; from != 0; from &= from - 1 {
					p := bits.TrailingZeros32(from)
					w.send(rest^x.flip|uint64(c.to[x.move][p])<<(c.shift&63), x.cost)
				}
			}
		}
	}
}

// emptyComponents enters the states of a box.
func (w *retrogradeWorker[T]) emptyComponents(box []uint64) {
	s, c := w.s, w.s.regions
	for len(box) > 0 {
		part := box[:min(sifted, len(box))]
		box, w.n = box[len(part):], 0
		for _, x := range part { // no branches, so that cache misses overlap
			i := s.index(x)
			w.kept[w.n&(sifted-1)], w.at[w.n&(sifted-1)] = x, i
			w.n += 1 - int(s.seen[i]>>c.place(x)&1)
		}
		for k, x := range w.kept[:w.n] {
			w.enterComponent(w.at[k], x&(1<<packedBits-1), s.level+int64(x>>packedBits))
		}
	}
}

// enterComponent records that the cost of a state is at most cost. It settles the component of the state if that is
// certainly its cost, because no state of a lower cost is open. The others are settled when their cost is the level.
func (w *retrogradeWorker[T]) enterComponent(i uint32, st uint64, cost int64) {
	s := w.s
	switch {
	case s.seen[i]>>s.regions.place(st)&1 != 0:
		return
	case cost <= s.level+1:
		if st = w.settle(i, st, cost); st == 0 {
			return
		}
	}
	s.front.push(s.list(int(i>>(s.block&31)), cost), st)
	w.added++
}

// settle records the cost of a component, and returns its state for the frontier. It returns 0 if that is no state:
// each kept variable bars a place of its own, and not that of the folded variable.
func (w *retrogradeWorker[T]) settle(i uint32, st uint64, cost int64) uint64 {
	s, c := w.s, w.s.regions
	closed, p := c.closed(st), c.place(st)
	if bits.OnesCount32(closed) != len(c.kept) || closed>>p&1 != 0 {
		return 0
	}
	s.seen[i] |= c.flood(p, closed)
	if old := s.cost[i]; old == 0 || int64(old) > cost+1 {
		s.cost[i] = T(cost + 1)
	}
	return st | settled
}

// settleLevel settles the components that are open at the level, and drops those of lower cost.
func (s *retrograde[T]) settleLevel() {
	if s.regions == nil || s.inv.MaxCost <= 1 {
		return
	}
	s.together(blockCount, func(w *retrogradeWorker[T], block int) {
		list := *s.list(block, s.level)
		for k, c := range list {
			list[k] = w.settleAll(c)
			w.added -= int64(len(c) - len(list[k]))
		}
	})
	s.settle()
}

// settleAll settles the components of a chunk, and returns the states that remain.
func (w *retrogradeWorker[T]) settleAll(c chunk) chunk {
	s, out := w.s, c[:0]
	for _, st := range c {
		if st&settled == 0 {
			i := s.index(st)
			if s.seen[i]>>s.regions.place(st)&1 != 0 {
				continue
			}
			if st = w.settle(i, st, s.level); st == 0 {
				continue
			}
		}
		out = append(out, st)
	}
	return out
}
