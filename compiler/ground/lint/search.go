package lint

import (
	"slices"
	"sync"

	"github.com/pzc-lang/pzc/compiler/ground/logic"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/task"
)

// Limits of the search for values that break something.
const (
	testsPerPlace = 400     // ground moves that are looked at for one place in the text
	testCases     = 50_000  // assignments for one doubt
	allTestCases  = 500_000 // assignments for all doubts of one place
)

// Test looks for values under which the doubts about moves are justified, and warns. values lists the values of a
// variable that are reached; always gives conditions that hold in all states.
func (l *Linter) Test(values func(v int) []int64, always func() []task.Expr) {
	if len(l.doubtful) == 0 {
		return
	}
	domains := make([][]int64, l.m.StateSize)
	for v := range domains {
		domains[v] = values(v)
	}
	holds := sync.OnceValue(always)
	for _, m := range l.doubtful {
		for _, found := range m.found {
			context := l.others(m, found.clause)
			for i := range found.doubts {
				if l.ev.Halted() {
					return
				}
				d := &found.doubts[i]
				if l.warned[d.Span] || l.tried[d.Span] > allTestCases {
					continue
				}
				values, broken := l.breaks(d, context, domains)
				if broken && len(holds()) > 0 {
					values, broken = l.breaks(d, append(context, holds()...), domains)
				}
				if broken {
					l.Warned(d.Span)
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
	values, tried, ok := possible(p.Pool, p.Conjuncts(bad), context, l.ev.Pool.Reads, func(v int) []int64 {
		return domains[v]
	})
	if !ok {
		return nil, l.breaksLoosely(d, append(slices.Clone(d.Path), context...))
	}
	l.tried[d.Span] += tried
	return values, values != nil
}

// breaksLoosely is false if a doubt is unjustified whatever values sums have.
func (l *Linter) breaksLoosely(d *symbolic.Doubt, context []task.Expr) bool {
	from := l.ev.Pool
	loose := loosen(from.Pool)
	bad := loose.of(from.Not(d.OK))
	conds := make([]task.Expr, len(context))
	for i, c := range context {
		conds[i] = loose.of(c)
	}
	values, tried, ok := possible(loose.pool, loose.pool.Conjuncts(bad), conds, loose.pool.Vars, func(v int) []int64 {
		return loose.values[v]
	})
	l.tried[d.Span] += tried
	return !ok || values != nil
}

// Example looks for values of the variables for which a condition holds. It returns no values if there are none, and
// false if there are too many cases to try.
func Example(p *task.Pool, cond task.Expr, values func(v int) []int64) (example map[int]int64, ok bool) {
	example, _, ok = possible(p, p.Conjuncts(cond), nil, p.Vars, values)
	return example, ok
}

// possible looks for values of the variables for which all of conds hold, and as many of those of the context that
// speak of the same variables as may be tried. tried is the number of cases; false if there are too many.
func possible(p *task.Pool, conds, context []task.Expr, varsOf func(task.Expr) []int,
	domain func(int) []int64,
) (values map[int]int64, tried int, ok bool) {
	var vars []int
	for _, c := range conds {
		vars = logic.Union(vars, varsOf(c))
	}
	if casesOf(vars, domain) > testCases {
		return nil, 0, false
	}
	conds = slices.Clone(conds)
	for again := true; again; { // conditions that speak of these variables, and of a few more
		again = false
		rest := context[:0:0]
		for _, c := range context {
			cv := varsOf(c)
			union := logic.Union(vars, cv)
			if len(union) == len(vars)+len(cv) && len(cv) > 0 || casesOf(union, domain) > testCases {
				rest = append(rest, c)
				continue
			}
			conds, vars, again = append(conds, c), union, true
		}
		context = rest
	}
	s := task.NewScan(p, conds, len(conds), vars, domain)
	s.Run(func() bool {
		values = map[int]int64{}
		for i, v := range vars {
			values[v] = s.Now[i]
		}
		return false
	})
	return values, casesOf(vars, domain), true
}

// casesOf is the number of assignments to some variables, up to a limit.
func casesOf(vars []int, domain func(int) []int64) int {
	n := 1
	for _, v := range vars {
		if n *= len(domain(v)); n > 1<<24 {
			break
		}
	}
	return n
}
