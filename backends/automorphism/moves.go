package automorphism

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Keeps reports whether it is proved that the permutation maps moves to moves, costs and conditions to themselves, and
// arrays of different values to such arrays. Without moves, it changes chosen variables only.
func (p *Proof) Keeps(x Permutation) bool {
	if !p.permutes(x) || !p.keepsDistinct(x) {
		return false
	}
	turned, renames := p.image(x), false
	for v := range x.From {
		if len(p.t.Moves) == 0 && !p.t.Free[v] && x.Moves(p.t.Vars, v) {
			return false
		}
		renames = renames || x.Renames(p.t.Vars, v)
	}
	for _, all := range p.holds {
		is := p.pool.And(lists.Map(all, p.plain)...)
		if !p.same(p.pool.And(lists.Map(all, turned)...), is) || !p.keepsObjective(turned, is) {
			return false
		}
	}
	for m := range p.t.Moves {
		mv := &p.t.Moves[m]
		if p.ids[p.id(mv, turned, x, number)] {
			continue
		}
		if !renames {
			return false
		}
		if p.full == nil {
			p.full = map[string]bool{}
			for k := range p.t.Moves {
				p.full[p.id(&p.t.Moves[k], p.plain, Identity(p.t.Vars), p.values)] = true
			}
		}
		if !p.full[p.id(mv, turned, x, p.values)] {
			return false
		}
	}
	return true
}

// keepsObjective reports whether the image of the objective is the objective, or is equal to it by a part of what
// holds.
func (p *Proof) keepsObjective(turned func(task.Expr) task.Expr, holds task.Expr) bool {
	if p.t.Objective == nil {
		return true
	}
	value := p.t.Objective.Value
	if n := p.t.Pool.Node(value); n.Op == task.OpMul && p.t.Pool.Node(n.Args[0]).Op == task.OpConst {
		value = n.Args[1]
	}
	a, b := turned(value), p.plain(value)
	return p.same(a, b) || slices.Contains(p.parts(holds), p.key(p.pool.Eq(a, b)))
}

// keepsDistinct reports whether the values of each array of different values come from one such array, all renamed
// alike. Others rely on what is proved of such arrays in all states.
func (p *Proof) keepsDistinct(x Permutation) bool {
	in := make([]int, len(x.From))
	for k := range p.t.Arrays {
		if a := &p.t.Arrays[k]; a.Distinct {
			for _, e := range a.Elems {
				if n := p.t.Pool.Node(e); n.Op == task.OpVar {
					in[n.N] = k + 1
				}
			}
		}
	}
	for k := range p.t.Arrays {
		a, r, of := &p.t.Arrays[k], newRenaming(), 0
		for _, e := range a.Elems {
			n := p.t.Pool.Node(e)
			from := k + 1
			if n.Op != task.OpConst {
				from = in[x.From[n.N]]
			}
			if of == 0 {
				of = from
			}
			if a.Distinct && (from == 0 || from != of || !p.add(r, x, n)) {
				return false
			}
		}
		if a.Distinct && (p.t.Arrays[of-1].Permutation != a.Permutation || len(p.t.Arrays[of-1].Elems) != len(a.Elems)) {
			return false
		}
	}
	return true
}

// id returns a key of a move: equal keys mean the same guard, the same cost and the same effects. With a permutation it
// is the key of the move's image.
func (p *Proof) id(
	m *task.Move, of func(task.Expr) task.Expr, x Permutation, key func([]byte, task.Expr) []byte,
) string {
	b := key(key(nil, of(m.Guard)), of(m.Cost))
	for _, e := range p.effects(m, of, x) {
		b = key(binary.AppendVarint(b, int64(e.Var)), e.Value)
	}
	return string(b)
}

// number is a key for id: equal expressions are one node.
func number(b []byte, e task.Expr) []byte { return binary.AppendVarint(b, int64(e)) }

// values is a key for id that is the same for expressions of the same values.
func (p *Proof) values(b []byte, e task.Expr) []byte {
	parts := p.parts(e)
	b = binary.AppendVarint(b, int64(len(parts)))
	for _, part := range parts {
		b = append(binary.AppendVarint(b, int64(len(part))), part...)
	}
	return b
}

// effects returns the unconditional effects of a move's image, by variable. Effects that change nothing are left out.
func (p *Proof) effects(m *task.Move, of func(task.Expr) task.Expr, x Permutation) []task.Effect {
	out := make([]task.Effect, 0, len(m.Effects))
	for _, e := range m.Effects {
		v := x.From[e.Var]
		value := of(e.Value)
		if x.Renames(p.t.Vars, e.Var) {
			if value = p.back(value, x, e.Var); value == task.None {
				return []task.Effect{{Var: -1}} // no move has such an effect
			}
		}
		if value = p.pool.Ite(of(e.Cond), value, p.pool.Var(v)); value != p.pool.Var(v) {
			out = append(out, task.Effect{Var: v, Value: value})
		}
	}
	slices.SortFunc(out, func(a, b task.Effect) int { return cmp.Compare(a.Var, b.Var) })
	return out
}

// back renames values of v to those of the variable that v takes its value from. Other values stay other values.
func (p *Proof) back(e task.Expr, x Permutation, v int) task.Expr {
	n := p.pool.Node(e)
	if n.Op == task.OpIte {
		return p.pool.Ite(n.Args[0], p.back(n.Args[1], x, v), p.back(n.Args[2], x, v))
	}
	of, to := p.t.Vars[v].Values, p.t.Vars[x.From[v]].Values
	lo, hi := min(n.Lo, of[0]), max(n.Hi, of[len(of)-1])
	if hi-lo > mostTable {
		return task.None
	}
	table := make([]task.Expr, hi-lo+1)
	for i := range table {
		table[i] = p.pool.Const(to[len(to)-1] + 1)
	}
	for i, k := range x.To[v] {
		table[k-lo] = p.pool.Const(to[i])
	}
	return p.pool.Select(p.pool.Add(e, p.pool.Const(-lo)), table...)
}
