package space

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Coarse is a space whose states are the numbers of the states of parts. States take far fewer bits, and a move is one
// table lookup for each part. Programs for cubes call these numbers coordinates (Kociemba, Close to God's Algorithm,
// Cubism for Fun 28, 1992). Moves keep their numbers, so plans of the coarse space are plans of the fine space.
type Coarse struct {
	*Space
	fine   *Space
	blocks *blocks // nil: fine is the space of the run
	parts  []part
	Roots  []uint64
	Goals  [][]bool // by part and state: whether all conditions of the goal on the part hold
}

// NewCoarse returns the coarse space of the states reachable from the roots; nil if there is none.
func NewCoarse(ctx context.Context, fine *Space, roots []uint64) *Coarse {
	c := &Coarse{fine: fine, parts: fine.parts(roots)}
	if c.parts == nil || ctx.Err() != nil {
		return nil
	}
	t := &task.Task{Puzzle: fine.Task.Puzzle, InitCond: task.True, Always: task.True}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	for i := range c.parts {
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprintf("part %d", i+1), Values: make([]int64, len(c.parts[i].states))})
		for k := range t.Vars[i].Values {
			t.Vars[i].Values[k] = int64(k)
		}
	}
	t.Goal, t.Dead = task.True, task.False
	if fine.Task.Goal == task.False {
		t.Goal = task.False
	}
	for i := range c.parts {
		p := &c.parts[i]
		c.Goals = append(c.Goals, c.hold(i, p.within(fine, fine.Task.Pool.Conjuncts(fine.Task.Goal)...)))
		t.Goal = t.Pool.And(t.Goal, table(t.Pool, i, c.Goals[i]))
		if fine.Dead >= 0 {
			if dead := p.within(fine, fine.Task.Dead); len(dead) > 0 {
				t.Dead = table(t.Pool, i, c.hold(i, dead))
			}
		}
	}
	c.Space = New(ctx, t, true)
	c.Coarsened = len(c.parts)
	c.MinCost, c.MaxCost = fine.MinCost, fine.MaxCost
	if !c.makeMoves() {
		return nil
	}
	for _, r := range roots {
		c.Roots = append(c.Roots, c.of(r))
	}
	return c
}

// hold reports for each state of a part whether the conditions hold.
func (c *Coarse) hold(i int, conditions []func() int64) []bool {
	st := c.fine.Program.Scratch.State
	holds := make([]bool, len(c.parts[i].states))
	for k, s := range c.parts[i].states {
		st[0] = s
		holds[k] = allTrue(conditions)
	}
	st[0] = 0
	return holds
}

// table returns a condition on the number of a part's state.
func table(pool *task.Pool, i int, holds []bool) task.Expr {
	each := make([]task.Expr, len(holds))
	for k := range each {
		each[k] = pool.Bool(holds[k])
	}
	return pool.Select(pool.Var(i), each...)
}

// PartSize returns the number of states of a part.
func (c *Coarse) PartSize(i int) int { return len(c.parts[i].states) }

// After returns the state of part i after a move, -1 if the part forbids the move.
func (c *Coarse) After(i, m int, state int32) int32 { return c.parts[i].after(m, state) }

// of returns the coarse state of a reachable state.
func (c *Coarse) of(st uint64) (out uint64) {
	for i := range c.parts {
		p := &c.parts[i]
		out |= uint64(p.number[st&p.mask]) << c.Layout.Fields[i].Shift
	}
	return out
}

// Fine writes the state that a coarse state stands for.
func (c *Coarse) Fine(st uint64, out []uint64) {
	fine := uint64(0)
	for i := range c.parts {
		f := &c.Layout.Fields[i]
		fine |= c.parts[i].states[st>>f.Shift&f.Mask]
	}
	if out[0] = fine; c.blocks != nil {
		c.blocks.fine(fine, out)
	}
}

// KnowsGoals reports whether the coarse space has the goal of the puzzle.
func (c *Coarse) KnowsGoals() bool { return c.blocks == nil }

// Bytes returns the memory of the moves.
func (c *Coarse) Bytes() (n int64) {
	for m := range c.Moves {
		for k := range c.Moves[m].Tables {
			n += 8 * int64(len(c.Moves[m].Tables[k].Bits))
		}
	}
	return n + c.Rows.bytes()
}

// makeMoves makes the tables of the moves, and the rows that determine the applicable moves. It returns false if the
// rows would be too large.
func (c *Coarse) makeMoves() (ok bool) {
	c.Moves = make([]Move, len(c.fine.Moves))
	demands := make([][]demand, len(c.Moves))
	for m := range c.Moves {
		mv := &c.Moves[m]
		*mv = Move{Cost: c.MinCost, Costly: -1, order: -1}
		for i := range c.parts {
			if next := c.parts[i].next[m]; next != nil {
				demands[m] = append(demands[m], c.lead(mv, int32(i), next)...)
			}
		}
	}
	c.Rows, ok = rowsOf(c.Layout, demands)
	c.Plain = c.isPlain()
	return ok
}

// Undoable reports whether each move has a move that undoes it.
func (c *Coarse) Undoable() bool {
	for a := range c.Moves {
		undone := false
		for b := 0; b < len(c.Moves) && !undone; b++ {
			undone = c.undoes(b, a)
		}
		if !undone {
			return false
		}
	}
	return true
}

// undoes reports whether move b undoes move a in every state.
func (c *Coarse) undoes(b, a int) bool {
	for i := range c.parts {
		p := &c.parts[i]
		for k := range p.states {
			if to := p.after(a, int32(k)); to != nowhere && p.after(b, to) != int32(k) {
				return false
			}
		}
	}
	return true
}

// lead adds the effect on a part to a move. It returns the conditions of the move on the part.
func (c *Coarse) lead(mv *Move, part int32, next []int32) (demands []demand) {
	f := &c.Layout.Fields[part]
	at, width := c.Layout.Gather([]int32{part})
	d := demand{vars: []int32{part}, holds: make([]bool, 1<<width)}
	t := EffectTable{At: at, Vars: []int32{part}, Outs: []int32{part}, Bits: make([]uint64, 1<<width)}
	always, idle := true, true
	for k, to := range next {
		d.holds[k] = to != nowhere
		always = always && to != nowhere
		if to != nowhere {
			t.Bits[k] = uint64(to) << f.Shift
			idle = idle && int(to) == k
		}
	}
	if !idle {
		mv.Clear |= f.Mask << f.Shift
		mv.Tables = append(mv.Tables, t)
		mv.Writes = append(mv.Writes, part)
	}
	if !always {
		demands = append(demands, d)
	}
	return demands
}
