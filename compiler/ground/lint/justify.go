package lint

import (
	"slices"
	"sync"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Limits of the search for values that justify a doubt.
const (
	testsPerPlace = 400     // ground moves that are tested for one position in the text
	allTestCases  = 500_000 // assignments for all doubts of one position
)

// Test looks for values under which the doubts about moves are justified, and warns. values lists the reached values of
// a variable; always lists conditions that hold in all states.
func (l *Linter) Test(values func(v int) []int64, always func() []task.Expr) {
	if len(l.doubtful) == 0 {
		return
	}
	domains, declared := make([][]int64, l.m.StateSize), make([][]int64, l.m.StateSize)
	for v := range domains {
		domains[v], declared[v] = values(v), l.ev.Pool.Domain(v)
	}
	holds := sync.OnceValue(always)
	for _, m := range l.doubtful {
		for _, found := range m.found {
			for i := range found.doubts {
				if l.ev.Halted() {
					return
				}
				d := &found.doubts[i]
				context := slices.Concat(l.others(m, found.clause, d.Kind), d.Given)
				domains := domains
				if m.decides {
					domains = declared
				}
				if l.warned[d.Span] || l.tried[d.Span] > allTestCases {
					continue
				}
				values, broken := l.breaks(d, context, domains)
				if broken && !m.decides && len(holds()) > 0 {
					values, broken = l.breaks(d, append(context, holds()...), domains)
				}
				if broken {
					l.MarkWarned(d.Span)
					l.warn(m, d, values)
				}
			}
		}
	}
	l.doubtful = nil
}

// breaks looks for values of the variables for which a doubt is justified. values are nil if there are too many to try.
func (l *Linter) breaks(d *symbolic.Doubt, context []task.Expr, domains [][]int64) (values map[int]int64, broken bool) {
	p := l.ev.Pool
	bad := p.And(append(slices.Clone(d.Path), p.Not(d.OK))...)
	if bad == task.False {
		return nil, false
	}
	values, tried, ok := work.Possible(p.Pool, p.Conjuncts(bad), context, l.ev.Pool.Reads, func(v int) []int64 {
		return domains[v]
	})
	if !ok {
		values, broken = l.breaksLoosely(d, append(slices.Clone(d.Path), context...))
		if d.Kind != symbolic.Readings { // its text contains a number that is computed from all values
			values = nil
		}
		return values, broken
	}
	l.tried[d.Span] += tried
	return values, values != nil
}

// breaksLoosely is like breaks, but sums and elements of arrays may have any value. values are the values of the other
// variables.
func (l *Linter) breaksLoosely(d *symbolic.Doubt, context []task.Expr) (values map[int]int64, broken bool) {
	from := l.ev.Pool
	loose := loosen(from.Pool)
	bad := loose.of(from.Not(d.OK))
	conds := make([]task.Expr, len(context))
	for i, c := range context {
		conds[i] = loose.of(c)
	}
	domain := func(v int) []int64 { return loose.values[v] }
	read := map[task.Expr][]int{}
	varsOf := func(e task.Expr) []int {
		vars, ok := read[e]
		if !ok {
			vars = loose.pool.Vars(e)
			read[e] = vars
		}
		return vars
	}
	found, tried, ok := work.Possible(loose.pool, loose.pool.Conjuncts(bad), conds, varsOf, domain)
	l.tried[d.Span] += tried
	if ok {
		return loose.originals(found), found != nil
	}
	cases, rest := split(loose.pool, bad)
	rest = append(rest, conds...)
	for _, c := range cases {
		found, tried, ok := work.Possible(loose.pool, []task.Expr{c}, rest, varsOf, domain)
		l.tried[d.Span] += tried
		if !ok || found != nil {
			return loose.originals(found), true
		}
	}
	return nil, len(cases) == 0
}

// split finds the conjunct of a condition that is a disjunction of the most cases. rest are the other conjuncts.
func split(p *task.Pool, e task.Expr) (cases, rest []task.Expr) {
	all := p.Conjuncts(e)
	if n := *p.Node(e); n.Op == task.OpNot && p.Node(n.Args[0]).Op == task.OpOr {
		all = nil
		for _, a := range slices.Clone(p.Node(n.Args[0]).Args) {
			all = append(all, p.Conjuncts(p.Not(a))...)
		}
	}
	at := -1
	for i, c := range all {
		if now := disjuncts(p, c); len(now) > len(cases) {
			at, cases = i, now
		}
	}
	for i, c := range all {
		if i != at {
			rest = append(rest, c)
		}
	}
	return cases, rest
}

// disjuncts lists the cases of a disjunction, or of a negated conjunction.
func disjuncts(p *task.Pool, e task.Expr) []task.Expr {
	n := *p.Node(e)
	if n.Op == task.OpOr {
		return n.Args
	}
	if n.Op != task.OpNot || p.Node(n.Args[0]).Op != task.OpAnd {
		return nil
	}
	var out []task.Expr
	for _, a := range slices.Clone(p.Node(n.Args[0]).Args) {
		out = append(out, p.Not(a))
	}
	return out
}
