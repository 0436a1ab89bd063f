package pattern

import (
	"math/bits"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// components makes the table of an abstraction that folds one variable, such as the hole of sliding tiles, from the
// components of its states instead of the states. A component holds states that agree on the kept variables and reach
// one another by free moves: moves that change only the folded variable and cost nothing. All its states have the same
// cost. So a sweep needs an entry for each combination of the kept variables and a bit for each value of the folded
// one, and a frontier has one state for each component. Example: the regions of the hole (Korf and Felner, 2002).
type components struct {
	inv     *space.Inverse
	words   int
	shift   uint // of the folded variable
	mask    uint64
	allows  [][]uint64 // by place of the folded variable: the moves that the place allows
	kept    []keptVar
	to      [][]uint8       // by move and place of the folded variable: its place before the move
	unequal []unequalFields // the array of the folded variable
}

// keptVar tells how the places of a kept variable restrict the moves.
type keptVar struct {
	shift  uint
	mask   uint64
	allows [][]uint64 // by place: the moves that the place allows
	writes [][]uint64 // by place: the moves that change the variable
	steps  [][]step   // by place: what these moves do if they write no other kept variable
}

// step is the change of the bits of a kept variable by a move, and its cost.
type step struct {
	move int32
	cost int32
	flip uint64
}

// unequalFields has the kept variables that must differ from the folded one, and its places by their places.
type unequalFields struct {
	shift  uint
	mask   uint64
	equals []uint32 // by place: the set of places of the folded variable that are equal
}

const (
	componentPlaces = 32 // of the folded variable
	componentMoves  = 8  // about the number of predecessors of a component, over that of a state
	componentStates = 6  // about the time of an entry, in states of their own
	settled         = 1 << 63
)

// newComponents returns nil if the abstraction does not have the form that components need: it folds one variable, each
// condition and effect of a move backwards reads one variable, and the free moves are those that write no kept
// variable.
func (b *total) newComponents() *components {
	l := b.inv.Layout
	if len(b.a.Fold) != 1 || len(l.Vars[b.a.Fold[0]].Values) > componentPlaces {
		return nil
	}
	fold := b.a.Fold[0]
	f := &l.Fields[fold]
	allows, ok := b.inv.Allows()
	if !ok {
		return nil
	}
	c := &components{inv: b.inv, words: b.inv.Rows.Words, shift: f.Shift, mask: f.Mask, allows: allows[fold]}
	for _, v := range b.kept {
		g := &l.Fields[v]
		k := keptVar{shift: g.Shift, mask: g.Mask, allows: allows[v], writes: make([][]uint64, len(allows[v]))}
		k.steps = make([][]step, len(k.writes))
		for p := range k.writes {
			k.writes[p] = make([]uint64, c.words)
			for m := range b.inv.Moves {
				if after := b.inv.Moves[m].Apply1(uint64(p) << g.Shift); after>>g.Shift&g.Mask != uint64(p) {
					k.writes[p][m>>6] |= 1 << (m & 63)
				}
			}
		}
		c.kept = append(c.kept, k)
	}
	for m := range b.inv.Moves {
		to := make([]uint8, len(c.allows))
		for p := range to {
			to[p] = uint8(b.inv.Moves[m].Apply1(uint64(p)<<f.Shift) >> f.Shift & f.Mask)
		}
		c.to = append(c.to, to)
		if !b.free(c, m) {
			return nil
		}
	}
	c.differ(b, fold)
	return c
}

// differ records which kept variables are never equal to the folded one.
func (c *components) differ(b *total, fold int) {
	l := b.inv.Layout
	for _, v := range b.kept {
		if !b.inv.Differ(int32(v), int32(fold)) {
			continue
		}
		f := &l.Fields[v]
		u := unequalFields{shift: f.Shift, mask: f.Mask, equals: make([]uint32, len(l.Vars[v].Values))}
		for p, x := range l.Vars[v].Values {
			if at := l.Place(fold, x); at >= 0 {
				u.equals[p] = 1 << at
			}
		}
		c.unequal = append(c.unequal, u)
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
		if number *= n; number > wayCosts {
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
	for i, v := range b.kept {
		k := &c.kept[i]
		old := state[v]
		for p := range k.writes {
			if (k.writes[p][m>>6]&k.allows[p][m>>6])>>(m&63)&1 == 0 {
				continue
			}
			from, to := uint64(p), c.inv.Moves[m].Apply1(uint64(p)<<k.shift)>>k.shift&k.mask
			state[v] = b.inv.Layout.Vars[v].Values[to]
			price := b.a.Task.Pool.Eval(cost, state)
			if price == 0 {
				return false
			}
			k.steps[p] = append(k.steps[p], step{int32(m), int32(price), (from ^ to) << k.shift})
		}
		state[v] = old
	}
	return true
}

// leads reports whether a move backwards leads to a place of the folded variable.
func (c *components) leads(m, p int) bool {
	for at, to := range c.to[m] {
		if int(to) == p && c.allows[at][m>>6]>>(m&63)&1 != 0 {
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
			if k.writes[from][m>>6]>>(m&63)&1 != 0 &&
				c.inv.Moves[m].Apply1(uint64(from)<<k.shift)>>k.shift&k.mask == uint64(p) {
				return true
			}
		}
	}
	return false
}

// floods finds components. It has the moves that kept variables allow, those that write some and several of them, and
// by move the step if it writes one, in the state last loaded.
type floods struct {
	*components
	allowed, writing, several []uint64
	by                        []step
}

func (c *components) newFloods() *floods {
	return &floods{
		components: c, by: make([]step, len(c.to)),
		allowed: make([]uint64, c.words), writing: make([]uint64, c.words), several: make([]uint64, c.words),
	}
}

// of returns the component of a state: its set of places of the folded variable.
func (c *floods) of(st uint64) uint32 {
	for w := range c.allowed {
		c.allowed[w], c.writing[w], c.several[w] = ^uint64(0), 0, 0
	}
	for i := range c.kept {
		k := &c.kept[i]
		p := st >> (k.shift & 63) & k.mask
		allows, writes := k.allows[p], k.writes[p]
		for w := range c.allowed {
			c.allowed[w] &= allows[w]
			c.several[w] |= c.writing[w] & writes[w]
			c.writing[w] |= writes[w]
		}
	}
	barred := uint32(0)
	for i := range c.unequal {
		u := &c.unequal[i]
		barred |= u.equals[st>>(u.shift&63)&u.mask]
	}
	set := uint32(1) << c.place(st)
	for open := set; open != 0; {
		p := bits.TrailingZeros32(open)
		open &= open - 1
		for w := range c.allowed {
			for moves := c.allows[p][w] & c.allowed[w] &^ c.writing[w]; moves != 0; moves &= moves - 1 {
				next := uint32(1) << c.to[w<<6|bits.TrailingZeros64(moves)][p] &^ (set | barred)
				set |= next
				open |= next
			}
		}
	}
	return set
}

func (c *components) place(st uint64) uint { return uint(st>>(c.shift&63)&c.mask) & 31 }

// expandComponents generates the predecessors of components by moves that are not free.
func (w *sweeper[T]) expandComponents(states []uint64) {
	c := w.floods
	for _, st := range states {
		st &^= settled
		set := c.of(st)
		for i := range c.kept {
			k := &c.kept[i]
			for _, x := range k.steps[st>>(k.shift&63)&k.mask] {
				c.by[x.move] = x
			}
		}
		for ; set != 0; set &= set - 1 {
			p := bits.TrailingZeros32(set)
			rest := st &^ (c.mask << (c.shift & 63))
			for k := range c.words {
				moves := c.allows[p][k] & c.allowed[k] & c.writing[k]
				if more := moves & c.several[k]; more != 0 {
					w.moves(rest|uint64(p)<<(c.shift&63), more, k*64)
					moves &^= more
				}
				for ; moves != 0; moves &= moves - 1 {
					m := k<<6 | bits.TrailingZeros64(moves)
					x := &c.by[m]
					w.send(rest^x.flip|uint64(c.to[m][p])<<(c.shift&63), int64(x.cost))
				}
			}
		}
	}
}

// emptyComponents enters the states of a box.
func (w *sweeper[T]) emptyComponents(box []uint64) {
	s, c := w.s, w.floods
	for len(box) > 0 {
		part := box[:min(sifted, len(box))]
		box, w.n = box[len(part):], 0
		for _, x := range part { // no branches, so that cache misses overlap
			w.kept[w.n&(sifted-1)] = x
			w.n += 1 - int(s.seen[s.index(x)]>>c.place(x)&1)
		}
		for _, x := range w.kept[:w.n] {
			w.enterComponent(x&(1<<packedBits-1), s.level+int64(x>>packedBits))
		}
	}
}

// enterComponent records that the cost of a state is at most cost. It settles the component of the state if that is
// certainly its cost, because no state of a lower cost is open. The others are settled when their cost is the level.
func (w *sweeper[T]) enterComponent(st uint64, cost int64) {
	s := w.s
	i := s.index(st)
	switch {
	case s.seen[i]>>w.floods.place(st)&1 != 0:
		return
	case cost <= s.level+1:
		if st = w.settle(i, st, cost); st == 0 {
			return
		}
	}
	s.front.push(s.list(int(i>>(s.block&31)), cost), st)
	w.added++
}

// settle records the cost of a component, and returns its state for the frontier. It returns 0 if that is no state.
func (w *sweeper[T]) settle(i uint32, st uint64, cost int64) uint64 {
	s := w.s
	if !s.valid(st) {
		return 0
	}
	s.seen[i] |= w.floods.of(st)
	if old := s.cost[i]; old == 0 || int64(old) > cost+1 {
		s.cost[i] = T(cost + 1)
	}
	return st | settled
}

// settleLevel settles the components that are open at the level, and drops those of lower cost.
func (s *sweep[T]) settleLevel() {
	if s.regions == nil || s.inv.MaxCost <= 1 {
		return
	}
	s.together(blockCount, func(w *sweeper[T], block int) {
		list := *s.list(block, s.level)
		for k, c := range list {
			list[k] = w.settleAll(c)
			w.added -= int64(len(c) - len(list[k]))
		}
	})
	s.settle()
}

// settleAll settles the components of a chunk, and returns the states that remain.
func (w *sweeper[T]) settleAll(c chunk) chunk {
	s, out := w.s, c[:0]
	for _, st := range c {
		if st&settled == 0 {
			i := s.index(st)
			if s.seen[i]>>w.floods.place(st)&1 != 0 {
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
