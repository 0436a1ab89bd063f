package task

import (
	"fmt"
	"slices"
)

// maxCases limits the number of abstract moves for one move.
const maxCases = 4096

// split is a hidden variable with the values that are tried for it.
type split struct {
	v      int
	values []int64
}

// cases returns hidden variables, each with the values that the conditions on this variable alone admit.
func (m *maker) cases(vars []int, guard Expr) []split {
	out := make([]split, len(vars))
	for i, v := range vars {
		out[i] = split{v, slices.Clone(m.w.domain(v))}
		for _, c := range m.w.Conjuncts(guard) {
			if root := m.w.Var(v); m.w.nodes.root(c) == root {
				out[i].values = slices.DeleteFunc(out[i].values, func(x int64) bool { return m.w.evalAt(c, root, x) == 0 })
			}
		}
	}
	return out
}

// eachCase calls f for each choice of values. subst gives the constant or variable that replaces a variable in this
// case. eachCase returns false if there are more than limit choices, or if the context ended.
func (m *maker) eachCase(cases []split, limit int, f func(subst func(v int) Expr)) bool {
	n := 1
	for _, s := range cases {
		if n *= len(s.values); n > limit {
			return false
		}
	}
	for k := range n {
		if m.ctx.Err() != nil {
			return false // build discards the moves made so far
		}
		chosen := make(map[int]Expr, len(cases))
		for _, s := range cases {
			chosen[s.v] = m.w.Const(s.values[k%len(s.values)])
			k /= len(s.values)
		}
		f(func(v int) Expr {
			if x, ok := chosen[v]; ok {
				return x
			}
			return m.w.Var(v)
		})
	}
	return true
}

// byCases emits a move for each choice of the hidden values that its effects and its cost read. If there are too many
// choices, the values that only the cost reads are left open. If there are still too many, byOutcomes emits the moves.
func (m *maker) byCases(mv *Move) error {
	var vars []int
	for _, e := range mv.Effects {
		vars = append(append(vars, m.hiddenIn(e.Cond)...), m.hiddenIn(e.Value)...)
	}
	withCost := distinct(append(slices.Clone(vars), m.hiddenIn(mv.Cost)...))
	for _, vs := range [][]int{withCost, distinct(vars)} {
		if m.eachCase(m.cases(vs, mv.Guard), maxCases, func(subst func(int) Expr) { m.inCase(mv, subst) }) {
			return nil
		}
	}
	return m.byOutcomes(mv)
}

func distinct(vs []int) []int {
	slices.Sort(vs)
	return slices.Compact(vs)
}

// inCase emits a move with the hidden values of one case.
func (m *maker) inCase(mv *Move, subst func(int) Expr) {
	memo := map[Expr]Expr{}
	put := func(e Expr) Expr {
		if len(m.hiddenIn(e)) == 0 {
			return e
		}
		return m.w.Rebuild(e, subst, memo)
	}
	guard := put(mv.Guard)
	if guard == False {
		return
	}
	out := *mv
	out.Guard, out.Cost, out.Effects = m.maybe(guard), m.least(put(mv.Cost)), make([]Effect, len(mv.Effects))
	for i, e := range mv.Effects {
		out.Effects[i] = Effect{Var: e.Var, Cond: put(e.Cond), Value: put(e.Value)}
	}
	m.emit(out)
}

// byOutcomes emits a move for each choice of values that the effects may write. It is used if the effects read too many
// hidden variables.
func (m *maker) byOutcomes(mv *Move) error {
	moves := []Move{{Name: mv.Name, Schema: mv.Schema, Guard: m.maybe(mv.Guard), Cost: m.least(mv.Cost), Order: None}}
	for _, e := range mv.Effects {
		choices := []Effect{e}
		if len(m.hiddenIn(e.Cond))+len(m.hiddenIn(e.Value)) > 0 {
			choices = m.outcomes(e)
		}
		if len(moves)*len(choices) > maxCases {
			return fmt.Errorf("%s: move %s falls into more than %d cases of what is forgotten", m.name, mv.Name, maxCases)
		}
		var next []Move
		for _, out := range moves {
			for _, c := range choices {
				k := out
				k.Effects = append(slices.Clone(out.Effects), Effect{Var: c.Var, Cond: True, Value: c.Value})
				k.Guard = m.w.And(out.Guard, c.Cond)
				if c == e {
					k.Effects[len(k.Effects)-1], k.Guard = e, out.Guard
				}
				next = append(next, k)
			}
		}
		moves = next
	}
	for _, out := range moves {
		m.emit(out)
	}
	return nil
}

// outcomes lists the values that an effect may write, each with the condition under which it may be written. The old
// value is one of them if the condition of the effect may be false.
func (m *maker) outcomes(e Effect) []Effect {
	var out []Effect
	add := func(cond, value Expr) {
		if cond = m.maybe(cond); cond != False {
			out = append(out, Effect{Var: e.Var, Cond: cond, Value: value})
		}
	}
	add(m.w.Not(e.Cond), m.w.Var(e.Var))
	for _, x := range m.vars[e.Var].Values {
		value := m.w.Const(x)
		add(m.w.And(e.Cond, m.w.Eq(e.Value, value)), value)
	}
	return out
}

// least returns a lower bound of a cost. The bound reads no hidden variables.
func (m *maker) least(cost Expr) Expr {
	var all []Expr
	if m.eachCase(m.cases(m.hiddenIn(cost), True), maxMaybe, func(subst func(int) Expr) {
		all = append(all, m.w.Rebuild(cost, subst, map[Expr]Expr{}))
	}) {
		return m.w.Min(all...)
	}
	return m.w.Const(max(m.w.nodes.at(cost).Lo, 0))
}
