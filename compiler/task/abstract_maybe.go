package task

import (
	"slices"

	"github.com/pzc-lang/pzc/internal/lists"
)

// maxMaybe limits the number of choices of hidden values that are tried for one condition.
const maxMaybe = 256

// maybe returns a condition that is true wherever some values of the hidden variables make e true, and possibly
// elsewhere. The condition reads no hidden variables.
func (m *maker) maybe(e Expr) Expr { return m.bound(e, true) }

// bound returns a condition without hidden variables. With up it is true wherever e may be true; without up, only where
// e is surely true.
func (m *maker) bound(e Expr, up bool) Expr {
	if len(m.hiddenIn(e)) == 0 {
		return e
	}
	memo := m.up
	if !up {
		memo = m.down
	}
	if r, ok := memo[e]; ok {
		return r
	}
	n := *m.w.nodes.at(e)
	var r Expr
	switch {
	case n.Op == OpNot:
		r = m.w.Not(m.bound(n.Args[0], !up))
	case n.Op == OpAnd:
		r = m.w.And(m.bounds(n.Args, up)...)
	case n.Op == OpOr:
		r = m.w.Or(m.bounds(n.Args, up)...)
	case n.Op == OpIte && up:
		a, b := m.bound(n.Args[1], up), m.bound(n.Args[2], up)
		r = m.w.Or(m.w.And(m.bound(n.Args[0], true), a), m.w.And(m.w.Not(m.bound(n.Args[0], false)), b))
	case n.Op == OpIte:
		a, b := m.bound(n.Args[1], up), m.bound(n.Args[2], up)
		r = m.w.And(m.w.Implies(m.bound(n.Args[0], true), a), m.w.Or(m.bound(n.Args[0], false), b))
	case n.Op == OpReach && len(m.hiddenIn(n.Args[0])) == 0 && len(m.hiddenIn(n.Args[1])) == 0:
		// More free nodes open more paths.
		r = m.w.Reach(int(n.N), n.Args[0], n.Args[1], m.bounds(n.Args[2:], up))
	case n.Op == OpSelect && len(m.hiddenIn(n.Args[0])) == 0:
		r = m.w.Select(n.Args[0], m.bounds(n.Args[1:], up)...)
	default:
		r = m.boundByCases(e, up)
	}
	memo[e] = r
	return r
}

func (m *maker) bounds(es []Expr, up bool) []Expr {
	return lists.Map(es, func(e Expr) Expr { return m.bound(e, up) })
}

// boundByCases returns the bound by trying all values of the hidden variables if there are at most maxMaybe choices;
// else a constant.
func (m *maker) boundByCases(e Expr, up bool) Expr {
	var cases []Expr
	if !m.eachCase(m.cases(m.hiddenIn(e), True), maxMaybe, func(subst func(int) Expr) {
		cases = append(cases, m.w.Rebuild(e, subst, map[Expr]Expr{}))
	}) {
		return m.w.Bool(up)
	}
	if up {
		return m.w.Or(cases...)
	}
	return m.w.And(cases...)
}

// hiddenIn returns the hidden variables that e reads, ascending.
func (m *maker) hiddenIn(e Expr) []int {
	n := m.w.nodes.at(e)
	switch {
	case n.Op == OpConst || n.Op == OpVar && int(n.N) < len(m.vars):
		return nil
	case n.Op == OpVar:
		return []int{int(n.N)}
	}
	if r, ok := m.read[e]; ok {
		return r
	}
	var out []int
	for _, a := range n.Args {
		out = append(out, m.hiddenIn(a)...)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	m.read[e] = out
	return out
}
