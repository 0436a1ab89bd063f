package search

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/task"
)

// coarse is a space whose states are the numbers of the states of parts: far fewer bits, and a move is a look into a table for each part.
// So search programs for cubes go about it, which call the numbers coordinates (Kociemba, Close to God's Algorithm, Cubism for Fun 28,
// 1992). The moves keep their numbers, so that what is found are plans of the fine space.
type coarse struct {
	*space
	fine  *space
	parts []part
	roots []uint64
}

// newCoarse makes the coarse space of what can be reached from the roots; nil if there is none.
func newCoarse(ctx context.Context, fine *space, roots []uint64) *coarse {
	c := &coarse{fine: fine, parts: fine.parts(roots)}
	if c.parts == nil || ctx.Err() != nil {
		return nil
	}
	t := &task.Task{Puzzle: fine.t.Puzzle, InitCond: task.True, Always: task.True}
	t.Pool = task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	for i := range c.parts {
		t.Vars = append(t.Vars, task.Var{Name: fmt.Sprintf("part %d", i+1), Values: make([]int64, len(c.parts[i].states))})
		for k := range t.Vars[i].Values {
			t.Vars[i].Values[k] = int64(k)
		}
	}
	t.Goal, t.Dead = task.True, task.False
	if fine.t.Goal == task.False {
		t.Goal = task.False
	}
	for i := range c.parts {
		p := &c.parts[i]
		t.Goal = t.Pool.And(t.Goal, c.table(t.Pool, i, p.within(fine, fine.t.Pool.Conjuncts(fine.t.Goal)...)))
		if fine.dead >= 0 {
			if dead := p.within(fine, fine.t.Dead); len(dead) > 0 {
				t.Dead = c.table(t.Pool, i, dead)
			}
		}
	}
	c.space = newSpace(ctx, t, true)
	c.coarsened = len(c.parts)
	c.minCost, c.maxCost = fine.minCost, fine.maxCost
	if !c.makeMoves() {
		return nil
	}
	for _, r := range roots {
		c.roots = append(c.roots, c.of(r))
	}
	return c
}

// table is a condition on the number of a part's state, by what holds in that state.
func (c *coarse) table(pool *task.Pool, i int, conditions []func() int64) task.Expr {
	st := c.fine.p.scratch.st
	holds := make([]task.Expr, len(c.parts[i].states))
	for k, s := range c.parts[i].states {
		st[0] = s
		holds[k] = pool.Bool(allTrue(conditions))
	}
	st[0] = 0
	return pool.Select(pool.Var(i), holds...)
}

// of is the coarse state of one that was met.
func (c *coarse) of(st uint64) (out uint64) {
	for i := range c.parts {
		p := &c.parts[i]
		out |= uint64(p.number[st&p.mask]) << c.l.Fields[i].Shift
	}
	return out
}

// bytes is what the tables of the moves take.
func (c *coarse) bytes() (n int64) {
	for m := range c.moves {
		for k := range c.moves[m].tables {
			n += 8 * int64(len(c.moves[m].tables[k].bits))
		}
	}
	return n + c.rows.bytes()
}

// makeMoves makes the tables of the moves, and the rows that tell which are possible; false if these would be too large.
func (c *coarse) makeMoves() (ok bool) {
	c.moves = make([]move, len(c.fine.moves))
	demands := make([][]demand, len(c.moves))
	for m := range c.moves {
		mv := &c.moves[m]
		*mv = move{cost: c.minCost, costly: -1, order: -1}
		for i := range c.parts {
			if next := c.parts[i].next[m]; next != nil {
				demands[m] = append(demands[m], c.lead(mv, int32(i), next)...)
			}
		}
	}
	c.rows, ok = rowsOf(c.l, demands)
	c.plain = c.isPlain()
	return ok
}

// undoable tells whether each move has one that undoes it.
func (c *coarse) undoable() bool {
	for a := range c.moves {
		undone := false
		for b := 0; b < len(c.moves) && !undone; b++ {
			undone = c.undoes(b, a)
		}
		if !undone {
			return false
		}
	}
	return true
}

// undoes tells whether move b leads back from wherever move a leads.
func (c *coarse) undoes(b, a int) bool {
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

// lead adds to a move where it leads in a part, and gives what it demands of it.
func (c *coarse) lead(mv *move, part int32, next []int32) (demands []demand) {
	f := &c.l.Fields[part]
	at, width := c.l.Gather([]int32{part})
	d := demand{vars: []int32{part}, holds: make([]bool, 1<<width)}
	t := effectTable{at: at, vars: []int32{part}, outs: []int32{part}, bits: make([]uint64, 1<<width)}
	always, idle := true, true
	for k, to := range next {
		d.holds[k] = to != nowhere
		always = always && to != nowhere
		if to != nowhere {
			t.bits[k] = uint64(to) << f.Shift
			idle = idle && int(to) == k
		}
	}
	if !idle {
		mv.clear |= f.Mask << f.Shift
		mv.tables = append(mv.tables, t)
		mv.writes = append(mv.writes, part)
	}
	if !always {
		demands = append(demands, d)
	}
	return demands
}
