package heuristic

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// fewer is the puzzle in which all but a few of several equal tokens are taken away. Each token has a variable of two
// values for each place, which says whether a token is there. Each move either carries one token from a certain place
// to another, or carries none. Conditions and costs only read variables of tokens so that a condition that holds still
// holds if tokens are taken away. Example: the man of Sokoban can go where no crates are. So a move of the puzzle is
// one of these, all applicable:
//
//   - It carries a token that is left: the move itself.
//   - It carries a token that was taken away: what else the move does, for instance where the man is afterwards. The
//     condition that a token is there is dropped.
//   - It carries none: the move itself.
//
// Only moves of the first kind cost something, so the costs of different tokens may be added.
type fewer struct {
	sp      *space.Space
	tokens  []tokenVar
	goals   []int32   // the tokens that are on goals
	carries []carried // by move
	others  []int32   // the other variables
	rest    packed.Gather
	width   uint // bits of the index rest
	task    *task.Task
	reads   *task.Reads
	of      []int32 // by variable: its token; -1: none
	falls   map[signed]bool
}

// tokenVar is a place of a token: a variable, and its place if a token is there. A token is named by its place.
type tokenVar struct {
	at    int
	there int
}

// carried is the token that a move carries, before and after; -1: none.
type carried struct{ from, to int32 }

type signed struct {
	e    task.Expr
	rise bool
}

// fewer returns false if the tokens or the moves do not have the form that is described above.
func (c *carrying) fewer(ctx context.Context, k *tokens) (*fewer, bool) {
	sp := c.b.sp
	t := *sp.Task
	t.Pool = sp.Task.Pool.Clone()
	t.Moves, t.Symmetries, t.Prunings, t.Heuristics, t.Abstractions, t.Dead = nil, nil, nil, nil, nil, task.False
	f := &fewer{
		task: &t, reads: task.NewReads(t.Pool), of: slices.Repeat([]int32{-1}, len(t.Vars)), falls: map[signed]bool{},
	}
	for _, a := range k.atoms {
		v := int(c.owner[a])
		if !slices.Equal(t.Vars[v].Values, []int64{0, 1}) || f.of[v] >= 0 {
			return nil, false
		}
		f.of[v] = int32(len(f.tokens))
		f.tokens = append(f.tokens, tokenVar{v, int(a - c.b.out.first[v])})
	}
	for _, g := range k.goals {
		f.goals = append(f.goals, f.of[c.owner[g]])
	}
	for v := range t.Vars {
		if f.of[v] < 0 {
			f.others = append(f.others, int32(v))
		}
	}
	if !f.rises(t.Always, true) {
		return nil, false
	}
	for m := range sp.Task.Moves {
		if !f.move(&sp.Task.Moves[m]) {
			return nil, false
		}
	}
	f.sp = space.New(ctx, &t, false)
	f.rest, f.width = f.sp.Layout.Gather(f.others)
	return f, true
}

// there returns the condition that a token is there.
func (f *fewer) there(t int32) task.Expr {
	p, v := f.task.Pool, f.tokens[t]
	return p.Eq(p.Var(v.at), p.Const(int64(v.there)))
}

// move adds what becomes of a move.
func (f *fewer) move(mv *task.Move) bool {
	p := f.task.Pool
	carries, others := carried{-1, -1}, []task.Effect(nil)
	for _, e := range mv.Effects {
		t := f.of[e.Var]
		if t < 0 {
			if f.touches(e.Cond) || f.touches(e.Value) {
				return false
			}
			others = append(others, e)
			continue
		}
		value, ok := p.Value(e.Value)
		end := &carries.from
		if int(value) == f.tokens[t].there {
			end = &carries.to
		}
		if !ok || e.Cond != task.True || *end >= 0 {
			return false
		}
		*end = t
	}
	if f.touches(mv.Cost) || (carries.from < 0) != (carries.to < 0) {
		return false
	}
	conds := slices.Clone(p.Conjuncts(mv.Guard))
	without := *mv
	without.Order = task.None
	if carries.from >= 0 {
		there := f.there(carries.from)
		k := slices.Index(conds, there)
		if k < 0 {
			return false
		}
		conds = slices.Delete(conds, k, k+1)
		moved := without
		f.task.Moves, f.carries = append(f.task.Moves, moved), append(f.carries, carries)
		without.Guard, without.Effects = p.And(append(slices.Clone(conds), p.Not(there))...), others
	}
	for _, e := range conds {
		if !f.rises(e, true) {
			return false
		}
	}
	if without.Cost = task.False; len(without.Effects) > 0 {
		f.task.Moves, f.carries = append(f.task.Moves, without), append(f.carries, carried{-1, -1})
	}
	return true
}

func (f *fewer) touches(e task.Expr) bool {
	return slices.ContainsFunc(f.reads.Of(e), func(v int) bool { return f.of[v] >= 0 })
}

// rises reports whether a condition never changes from true to false (rise), or from false to true, if tokens are taken
// away. It may return false for other reasons.
func (f *fewer) rises(e task.Expr, rise bool) bool {
	key := signed{e, rise}
	if ok, known := f.falls[key]; known {
		return ok
	}
	n := f.task.Pool.Node(e)
	all := func(es []task.Expr, rise bool) bool {
		return !slices.ContainsFunc(es, func(a task.Expr) bool { return !f.rises(a, rise) })
	}
	ok := false
	switch {
	case !f.touches(e):
		ok = true
	case n.Op == task.OpVar:
		ok = rise == (f.tokens[f.of[n.N]].there == 0)
	case n.Op == task.OpNot:
		ok = f.rises(n.Args[0], !rise)
	case n.Op == task.OpAnd, n.Op == task.OpOr:
		ok = all(n.Args, rise)
	case n.Op == task.OpReach:
		ok = !f.touches(n.Args[0]) && !f.touches(n.Args[1]) && all(n.Args[2:], rise)
	}
	f.falls[key] = ok
	return ok
}

// place takes all tokens away but some.
func (f *fewer) place(st []uint64, tokens []int32) {
	for i, v := range f.tokens {
		there := v.there
		if !slices.Contains(tokens, int32(i)) {
			there = 1 - there
		}
		f.sp.Layout.Put(st, v.at, there)
	}
}
