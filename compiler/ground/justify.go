package ground

import (
	"slices"
	"sync"

	"github.com/pzc-lang/pzc/task"
)

// Limits of the search for values that justify a doubt.
const (
	testsPerPlace = 400     // ground moves that are tested for one position in the text
	testCases     = 50_000  // assignments for one doubt
	allTestCases  = 500_000 // assignments for all doubts of one position
)

// test looks for values under which the doubts about moves are justified, and warns. values lists the reached values of
// a variable; always lists conditions that hold in all states.
func (l *linter) test(values func(v int) []int64, always func() []task.Expr) {
	if len(l.doubtful) == 0 {
		return
	}
	domains, declared := make([][]int64, l.m.StateSize), make([][]int64, l.m.StateSize)
	for v := range domains {
		domains[v], declared[v] = values(v), l.ev.pool.Domain(v)
	}
	holds := sync.OnceValue(always)
	for _, m := range l.doubtful {
		for _, found := range m.found {
			for i := range found.doubts {
				if l.ev.halted() {
					return
				}
				d := &found.doubts[i]
				context := slices.Concat(l.others(m, found.clause, d.kind), d.given)
				domains := domains
				if m.decides {
					domains = declared
				}
				if l.warned[d.span] || l.tried[d.span] > allTestCases {
					continue
				}
				values, broken := l.breaks(d, context, domains)
				if broken && !m.decides && len(holds()) > 0 {
					values, broken = l.breaks(d, append(context, holds()...), domains)
				}
				if broken {
					l.markWarned(d.span)
					l.warn(m, d, values)
				}
			}
		}
	}
	l.doubtful = nil
}

// breaks looks for values of the variables for which a doubt is justified. values are nil if there are too many to try.
func (l *linter) breaks(d *doubt, context []task.Expr, domains [][]int64) (values map[int]int64, broken bool) {
	p := l.ev.pool
	bad := p.And(append(slices.Clone(d.path), p.Not(d.ok))...)
	if bad == task.False {
		return nil, false
	}
	values, tried, ok := possible(p.Pool, p.Conjuncts(bad), context, l.ev.pool.reads, func(v int) []int64 {
		return domains[v]
	})
	if !ok {
		values, broken = l.breaksLoosely(d, append(slices.Clone(d.path), context...))
		if d.kind != readings { // its text contains a number that is computed from all values
			values = nil
		}
		return values, broken
	}
	l.tried[d.span] += tried
	return values, values != nil
}

// breaksLoosely is like breaks, but sums and elements of arrays may have any value. values are the values of the other
// variables.
func (l *linter) breaksLoosely(d *doubt, context []task.Expr) (values map[int]int64, broken bool) {
	from := l.ev.pool
	loose := loosen(from.Pool)
	bad := loose.of(from.Not(d.ok))
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
	found, tried, ok := possible(loose.pool, loose.pool.Conjuncts(bad), conds, varsOf, domain)
	l.tried[d.span] += tried
	if ok {
		return loose.originals(found), found != nil
	}
	cases, rest := split(loose.pool, bad)
	rest = append(rest, conds...)
	for _, c := range cases {
		found, tried, ok := possible(loose.pool, []task.Expr{c}, rest, varsOf, domain)
		l.tried[d.span] += tried
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

// example looks for values of the variables for which a condition holds. It returns no values if there are none, and
// false if there are too many cases to try.
func example(p *task.Pool, cond task.Expr, values func(v int) []int64) (example map[int]int64, ok bool) {
	example, _, ok = possible(p, p.Conjuncts(cond), nil, p.Vars, values)
	return example, ok
}

// possible looks for values of the variables that satisfy all of conds. They also satisfy the conditions of the context
// on the same variables and a few others, if the number of cases allows. tried is the number of cases. ok is false if
// there are too many.
func possible(p *task.Pool, conds, context []task.Expr, varsOf func(task.Expr) []int,
	domain func(int) []int64,
) (values map[int]int64, tried int, ok bool) {
	var vars []int
	for _, c := range conds {
		vars = unionOf(vars, varsOf(c))
	}
	if casesOf(vars, domain) > testCases {
		return nil, 0, false
	}
	conds = slices.Clone(conds)
	scan := func() {
		values = nil
		tried += casesOf(vars, domain)
		s := task.NewScan(p, conds, len(conds), vars, domain)
		s.Run(func() bool {
			values = map[int]int64{}
			for i, v := range vars {
				values[v] = s.Now[i]
			}
			return false
		})
	}
	// join adds conditions of the context, and reports whether it found some.
	join := func(widen bool) (found bool) {
		rest := context[:0:0]
		for _, c := range context {
			read, union := varsOf(c), vars
			joins := subset(read, vars)
			if !joins && widen && !disjoint(read, vars) {
				union = unionOf(vars, read)
				joins = casesOf(union, domain) <= testCases
			}
			if joins {
				conds, vars, found = append(conds, c), union, true
			} else {
				rest = append(rest, c)
			}
		}
		context = rest
		return found
	}
	join(false)
	scan()
	if values != nil && join(true) { // other variables cost much, and most doubts are settled without them
		for join(true) {
		}
		scan()
	}
	return values, tried, true
}

// casesOf returns the number of assignments to some variables, up to a limit.
func casesOf(vars []int, domain func(int) []int64) int {
	n := 1
	for _, v := range vars {
		if n *= len(domain(v)); n > 1<<24 {
			break
		}
	}
	return n
}
