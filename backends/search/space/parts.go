package space

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// part is a set of variables of a one-word state that moves change without reading the other variables. Examples: the
// places of the pieces of a cube, and their twists. The states of a part are its reachable values, numbered in the
// order in which they are found.
type part struct {
	vars   []int32
	mask   uint64 // the bits of the variables
	states []uint64
	number map[uint64]int32
	// next holds, by move and state, the state after the move, or nowhere; nil if the move does not concern the part.
	next [][]int32
}

// nowhere marks in part.next that a move is not applicable.
const nowhere = -1

// partMoves bounds the states of all parts times the moves.
const partMoves = 1 << 20

// splitter finds the parts.
type splitter struct {
	sp    *Space
	group union // of the variables of a part
	left  int   // number of parts
}

// union is a partition: by element another element of its class, or itself.
type union []int32

func newUnion(n int) union {
	u := make(union, n)
	for i := range u {
		u[i] = int32(i)
	}
	return u
}

// join makes one class of those of two elements. It returns false if they are one.
func (u union) join(v, w int32) bool {
	a, b := lists.Root(u, v), lists.Root(u, w)
	u[b] = a
	return a != b
}

// parts returns the parts of a space, with their states reachable from the roots. It returns nil if the space does not
// split, or if there are too many states.
func (sp *Space) parts(roots []uint64) []part {
	if len(roots) == 0 || len(sp.Moves) == 0 || sp.Layout.Words > 1 || sp.ordered || sp.Task.Always == task.False ||
		slices.ContainsFunc(sp.Moves, func(mv Move) bool { return len(mv.Slow) > 0 }) {
		return nil
	}
	s := &splitter{sp: sp, group: newUnion(len(sp.Layout.Fields)), left: len(sp.Layout.Fields)}
	if !s.split() {
		return nil
	}
	parts := s.collect()
	most := partMoves / len(sp.Moves)
	for i := range parts {
		if !parts[i].walk(sp, roots, most) {
			return nil
		}
		most -= len(parts[i].states)
	}
	return parts
}

// split joins variables that are read or written together. It returns false if splitting does not pay: there is one
// part, or each part is one variable. It also returns false if a move is never applicable, because no part would refute
// the move.
func (s *splitter) split() bool {
	t := s.sp.Task
	for _, e := range []task.Expr{t.Goal, t.Always} {
		s.joinEach(e)
	}
	if s.sp.Dead >= 0 {
		s.join(t.Pool.Vars(t.Dead))
	}
	for m := range t.Moves {
		if t.Moves[m].Guard == task.False {
			return false
		}
		s.joinEach(t.Moves[m].Guard)
		for i := range t.Moves[m].Effects {
			e := &t.Moves[m].Effects[i]
			s.join(slices.Concat([]int{e.Var}, t.Pool.Vars(e.Cond), t.Pool.Vars(e.Value)))
		}
		if s.left == 1 {
			return false
		}
	}
	return s.left < len(s.group)
}

func (s *splitter) joinEach(e task.Expr) {
	for _, c := range s.sp.Task.Pool.Conjuncts(e) {
		s.join(s.sp.Task.Pool.Vars(c))
	}
}

func (s *splitter) join(vars []int) {
	for i := 1; i < len(vars); i++ {
		if s.group.join(int32(vars[0]), int32(vars[i])) {
			s.left--
		}
	}
}

func (s *splitter) collect() (parts []part) {
	of := map[int32]int{}
	for v := range s.group {
		g := lists.Root(s.group, int32(v))
		k, ok := of[g]
		if !ok {
			k = len(parts)
			of[g] = k
			parts = append(parts, part{number: map[uint64]int32{}})
		}
		f := &s.sp.Layout.Fields[v]
		parts[k].vars = append(parts[k].vars, int32(v))
		parts[k].mask |= f.Mask << f.Shift
	}
	return parts
}

// walk visits all states of the part. It returns false if there are more than most.
func (p *part) walk(sp *Space, roots []uint64, most int) bool {
	for _, r := range roots {
		p.take(r)
	}
	p.next = make([][]int32, len(sp.Moves))
	type step struct {
		move  int
		guard []func() int64
	}
	var steps []step
	for m := range sp.Moves {
		g := p.within(sp, sp.Task.Pool.Conjuncts(sp.Task.Moves[m].Guard)...)
		if mv := &sp.Moves[m]; len(g) > 0 || slices.ContainsFunc(mv.Writes,
			func(v int32) bool { return slices.Contains(p.vars, v) }) {
			steps = append(steps, step{m, g})
		}
	}
	always := p.within(sp, sp.Task.Pool.Conjuncts(sp.Task.Always)...)
	st := sp.Program.Scratch.State
	defer func() { st[0] = 0 }()
	for i := 0; i < len(p.states); i++ {
		for _, s := range steps {
			st[0] = p.states[i]
			to := int32(nowhere)
			if allTrue(s.guard) {
				st[0] = sp.Moves[s.move].Apply1(st[0]) & p.mask
				if allTrue(always) {
					to = p.take(st[0])
				}
			}
			p.next[s.move] = append(p.next[s.move], to)
		}
		if len(p.states) > most {
			return false
		}
	}
	return true
}

// within returns functions that evaluate, in the scratch state, the conditions that read the part.
func (p *part) within(sp *Space, conditions ...task.Expr) (out []func() int64) {
	for _, c := range conditions {
		if vars := sp.Task.Pool.Vars(c); len(vars) > 0 && slices.Contains(p.vars, int32(vars[0])) {
			out = append(out, sp.Program.Scratch.Function(c, 0))
		}
	}
	return out
}

func allTrue(conditions []func() int64) bool {
	for _, c := range conditions {
		if c() == 0 {
			return false
		}
	}
	return true
}

// take returns the number of the part's state that st holds.
func (p *part) take(st uint64) int32 {
	st &= p.mask
	k, ok := p.number[st]
	if !ok {
		k = int32(len(p.states))
		p.number[st] = k
		p.states = append(p.states, st)
	}
	return k
}

// after returns the state of the part after a move.
func (p *part) after(m int, state int32) int32 {
	if p.next[m] == nil {
		return state
	}
	return p.next[m][state]
}
