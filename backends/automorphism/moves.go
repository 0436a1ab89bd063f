package automorphism

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// moves is the proof for a task: its moves and conditions are mapped to one another. The initial state does not matter.
type moves struct {
	*Proof
	t     *task.Task
	plain func(task.Expr) task.Expr
	ids   map[string]bool // the moves, by the numbers of their expressions
	full  map[string]bool // the moves, by the values of their expressions; nil: not made
}

// proofOf prepares the proof for a task. It uses a pool of its own, because others may use the task's pool meanwhile.
func proofOf(t *task.Task) *moves {
	pool := task.NewPool(func(v int) []int64 { return t.Vars[v].Values })
	pool.Graphs = t.Pool.Graphs
	p := &moves{Proof: NewProof(t.Vars, pool, nil), t: t, ids: map[string]bool{}}
	p.from = t.Pool
	x := Identity(t.Vars)
	p.plain = p.Image(x)
	for m := range t.Moves {
		p.ids[p.id(&t.Moves[m], p.plain, x)] = true
	}
	return p
}

// keeps reports whether it is proved that the permutation maps moves to moves, costs and conditions to themselves, and
// arrays of different values to such arrays.
func (p *moves) keeps(x Permutation) bool {
	if !p.Permutes(x) || !p.keepsDistinct(x) {
		return false
	}
	turned, renames := p.Image(x), false
	for v := range x.From {
		renames = renames || x.Renames(p.Vars, v)
	}
	conditions := []task.Expr{p.t.Goal, p.t.Always}
	if len(p.t.Moves) == 0 {
		conditions = append(conditions, p.t.InitCond)
	}
	for _, e := range conditions {
		if a, b := turned(e), p.plain(e); a != b && p.conjunction(a) != p.conjunction(b) {
			return false
		}
	}
	for m := range p.t.Moves {
		mv := &p.t.Moves[m]
		if p.ids[p.id(mv, turned, x)] {
			continue
		}
		if !renames {
			return false
		}
		if p.full == nil {
			p.full = map[string]bool{}
			for k := range p.t.Moves {
				p.full[p.values(&p.t.Moves[k], p.plain, Identity(p.t.Vars))] = true
			}
		}
		if !p.full[p.values(mv, turned, x)] {
			return false
		}
	}
	return true
}

// keepsDistinct reports whether the values of each array of different values come from one such array, all renamed
// alike. Others rely on what is proved of such arrays in all states.
func (p *moves) keepsDistinct(x Permutation) bool {
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
func (p *moves) id(m *task.Move, of func(task.Expr) task.Expr, x Permutation) string {
	b := binary.AppendVarint(nil, int64(of(m.Guard)))
	b = binary.AppendVarint(b, int64(of(m.Cost)))
	for _, e := range p.effects(m, of, x) {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(e.Var)), int64(e.Value))
	}
	return string(b)
}

// values is like id, with the same key for expressions of the same values.
func (p *moves) values(m *task.Move, of func(task.Expr) task.Expr, x Permutation) string {
	b := append([]byte(p.conjunction(of(m.Guard))), ";"+p.Key(of(m.Cost))...)
	for _, e := range p.effects(m, of, x) {
		b = append(binary.AppendVarint(append(b, ';'), int64(e.Var)), p.Key(e.Value)...)
	}
	return string(b)
}

// effects returns the unconditional effects of a move's image, by variable. Effects that change nothing are left out.
func (p *moves) effects(m *task.Move, of func(task.Expr) task.Expr, x Permutation) []task.Effect {
	out := make([]task.Effect, 0, len(m.Effects))
	for _, e := range m.Effects {
		v := x.From[e.Var]
		value := of(e.Value)
		if x.Renames(p.Vars, e.Var) {
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
func (p *moves) back(e task.Expr, x Permutation, v int) task.Expr {
	n := p.pool.Node(e)
	if n.Op == task.OpIte {
		return p.pool.Ite(n.Args[0], p.back(n.Args[1], x, v), p.back(n.Args[2], x, v))
	}
	of, to := p.Vars[v].Values, p.Vars[x.From[v]].Values
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
