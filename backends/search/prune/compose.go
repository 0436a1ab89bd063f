package prune

import (
	"encoding/binary"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// composer composes sequences of moves to one step. It builds expressions in a pool of its own, because other
// goroutines may use the pool of the task.
type composer struct {
	sp   *space.Space
	pool *task.Pool
	memo map[task.Expr]task.Expr
	// distinct holds, by variable, the number of the array without equal elements that contains the variable; 0: none.
	distinct []int32
	most     int // size of the pool from which on results are not used
}

// sequence is a few moves in a row.
type sequence struct {
	before *sequence // the sequence without its last move
	moves  []int32
	// writes holds the new values of variables, ascending, as expressions of the state before the sequence. Variables
	// that keep their values are omitted.
	writes []written
	known  []known // values of the state before that the guards demand
	cost   task.Expr
	guard  task.Expr // task.None until guardOf computes it
	pruned bool
}

type written struct {
	v     int32
	value task.Expr
}

type known struct {
	v    int32
	code int64
}

func newComposer(sp *space.Space, most int) *composer {
	pool := task.NewPool(sp.Task.Pool.Domain)
	pool.Graphs = sp.Task.Pool.Graphs
	c := &composer{
		sp: sp, pool: pool, memo: map[task.Expr]task.Expr{}, most: most,
		distinct: make([]int32, len(sp.Task.Vars)),
	}
	for i := range sp.Task.Arrays {
		a := &sp.Task.Arrays[i]
		for _, e := range a.Elems {
			if n := sp.Task.Pool.Node(e); a.Distinct && n.Op == task.OpVar {
				c.distinct[n.N] = int32(i + 1)
			}
		}
	}
	return c
}

// exhausted reports whether the pool is so large that results are not used.
func (c *composer) exhausted() bool { return c.pool.Size() > c.most }

// none returns the sequence without moves.
func (c *composer) none() *sequence { return &sequence{cost: c.pool.Const(0), guard: task.True} }

// at returns the value of a variable after s.
func (c *composer) at(s *sequence, v int32) task.Expr {
	for i := range s.writes {
		if s.writes[i].v == v {
			return s.writes[i].value
		}
	}
	for _, k := range s.known {
		if k.v == v {
			return c.pool.Const(k.code)
		}
	}
	return c.pool.Var(int(v))
}

// after returns an expression of the task in the state after s. The memo must be empty when s is a new sequence.
func (c *composer) after(s *sequence, e task.Expr) task.Expr {
	if r, ok := c.memo[e]; ok {
		return r
	}
	if c.exhausted() {
		return task.False
	}
	n := c.sp.Task.Pool.Node(e)
	var r task.Expr
	if n.Op == task.OpVar {
		r = c.at(s, int32(n.N))
	} else {
		args := lists.Map(n.Args, func(a task.Expr) task.Expr { return c.after(s, a) })
		r = c.pool.Make(n.Op, n.N, args)
	}
	c.memo[e] = r
	return r
}

// extend adds a move to a sequence. It returns nil if the move is never applicable after the sequence.
func (c *composer) extend(s *sequence, m int32) *sequence {
	ks, ok := c.learn(s, m)
	if !ok {
		return nil
	}
	base := &sequence{writes: s.writes, known: ks}
	if len(ks) > len(s.known) {
		base.writes = c.simplified(s.writes, ks)
	}
	clear(c.memo)
	mv := &c.sp.Task.Moves[m]
	next := slices.Clone(base.writes)
	for i := range mv.Effects {
		e := &mv.Effects[i]
		v := int32(e.Var)
		value := c.pool.Ite(c.after(base, e.Cond), c.after(base, e.Value), c.at(base, v))
		k, found := slices.BinarySearchFunc(next, v, func(w written, v int32) int { return int(w.v - v) })
		if found {
			next[k].value = value
		} else {
			next = append(next, written{})
			copy(next[k+1:], next[k:])
			next[k] = written{v, value}
		}
	}
	old := &sequence{known: ks}
	next = slices.DeleteFunc(next, func(w written) bool { return w.value == c.at(old, w.v) })
	return &sequence{
		before: s, moves: append(slices.Clone(s.moves), m), writes: next, known: ks, guard: task.None,
		cost: c.pool.Add(s.cost, c.after(base, mv.Cost)),
	}
}

// possible reports whether moves may be applicable one after another. It may return true for moves that are not.
func (c *composer) possible(moves []int32) bool {
	s := c.none()
	for _, m := range moves {
		if s = c.extend(s, m); s == nil {
			return false
		}
	}
	return true
}

// learn collects the values of the state before s that the guards of s and then m demand. It returns false if they
// cannot hold together.
func (c *composer) learn(s *sequence, m int32) (out []known, ok bool) {
	out = s.known
	for _, f := range c.sp.Moves[m].Fixed {
		code := c.sp.Task.Vars[f.Var].Values[f.Place]
		n := c.pool.Node(c.at(s, f.Var))
		switch {
		case n.Op == task.OpConst && n.N != code:
			return nil, false
		case n.Op == task.OpVar:
			if out, ok = c.learnValue(out, known{int32(n.N), code}); !ok {
				return nil, false
			}
		}
	}
	return out, true
}

// learnValue adds a value to the known ones. It returns false if they cannot hold together.
func (c *composer) learnValue(ks []known, k known) ([]known, bool) {
	for _, other := range ks {
		switch {
		case other.v == k.v:
			return ks, other.code == k.code
		case other.code == k.code && c.distinct[k.v] != 0 && c.distinct[k.v] == c.distinct[other.v]:
			return nil, false
		}
	}
	return append(slices.Clip(ks), k), true
}

// simplified replaces variables by their known values.
func (c *composer) simplified(ws []written, ks []known) []written {
	out := slices.Clone(ws)
	memo := map[task.Expr]task.Expr{}
	for i := range out {
		out[i].value = c.given(out[i].value, ks, memo)
	}
	return out
}

// given returns an expression of the composer's pool with variables replaced by their known values.
func (c *composer) given(e task.Expr, ks []known, memo map[task.Expr]task.Expr) task.Expr {
	s := &sequence{known: ks}
	return c.pool.Rebuild(e, func(v int) task.Expr { return c.at(s, int32(v)) }, memo)
}

// guardOf returns the condition under which the moves of s can be made one after another, apart from `always`.
func (c *composer) guardOf(s *sequence) task.Expr {
	if s.guard == task.None {
		before := c.guardOf(s.before)
		clear(c.memo)
		s.guard = c.pool.And(before, c.after(s.before, c.sp.Task.Moves[s.moves[len(s.moves)-1]].Guard))
	}
	return s.guard
}

// follows reports whether guard b, with the known values of b, implies guard a. It may return false although the
// implication holds.
func (c *composer) follows(a, b task.Expr, ks []known) bool {
	memo := map[task.Expr]task.Expr{}
	for _, e := range c.pool.Conjuncts(a) {
		if c.pool.And(b, e) == b {
			continue
		}
		if e = c.given(e, ks, memo); c.pool.And(b, e) != b {
			return false
		}
	}
	return true
}

// key returns a text that is equal for sequences with the same effects.
func (s *sequence) key() string {
	var b []byte
	for _, w := range s.writes {
		b = binary.AppendUvarint(b, uint64(w.v))
		b = binary.AppendUvarint(b, uint64(w.value))
	}
	return string(b)
}
