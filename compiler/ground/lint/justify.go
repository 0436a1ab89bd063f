package lint

import (
	"cmp"
	"slices"
	"sync"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Limits of the search for values that justify a doubt.
const (
	testsPerPlace = 400     // ground moves that are tested for one position in the text
	allTestCases  = 500_000 // assignments for all doubts of one position
	mostCases     = 200     // values of a variable for which conditions are simplified
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
	l.cases = map[assignment]*simplified{}
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
	l.doubtful, l.cases = nil, nil
}

// breaks looks for values of the variables for which a doubt is justified. values are nil if the doubt is neither
// refuted nor proved.
func (l *Linter) breaks(d *symbolic.Doubt, context []task.Expr, domains [][]int64) (values map[int]int64, broken bool) {
	p := l.ev.Pool
	bad := p.And(append(slices.Clone(d.Path), p.Not(d.OK))...)
	if bad == task.False {
		return nil, false
	}
	domain := func(v int) []int64 { return domains[v] }
	values, tried, ok := work.Possible(p.Pool, p.Conjuncts(bad), context, p.Reads, domain)
	if !ok {
		values, tried, ok = l.breaksByCases(bad, context, domain)
	}
	l.tried[d.Span] += tried
	if !ok {
		return nil, l.breaksLoosely(d, append(slices.Clone(d.Path), context...))
	}
	return values, values != nil
}

// breaksByCases tries each value of one variable, and simplifies the conditions for it. Example: when the place of the
// man is known, `box[man + d]` is one variable, and not an element of an array.
func (l *Linter) breaksByCases(bad task.Expr, context []task.Expr, domain func(int) []int64) (
	values map[int]int64, tried int, ok bool,
) {
	pivot := l.pivot(bad, domain)
	if len(domain(pivot)) > mostCases {
		return nil, 0, false
	}
	for _, x := range domain(pivot) {
		given := l.given(pivot, x)
		p, known := given.pool, given.pool.Len()
		badNow := given.of(bad)
		tried += p.Len() - known
		if badNow == task.False {
			continue
		}
		var rest []task.Expr
		for _, c := range context {
			rest = append(rest, p.Conjuncts(given.of(c))...)
		}
		conds := slices.Concat(p.Conjuncts(badNow), []task.Expr{task.True})
		reads := func(e task.Expr) []int { return work.Union(p.Vars(e), []int{pivot}) }
		values, more, ok := work.Possible(p, conds, rest, reads, func(v int) []int64 {
			if v == pivot {
				return []int64{x}
			}
			return domain(v)
		})
		tried += more
		if !ok || tried > allTestCases {
			return nil, tried, false
		}
		if values != nil {
			return values, tried, true
		}
	}
	return nil, tried, true
}

// assignment gives one variable a value.
type assignment struct {
	v int
	x int64
}

// simplified holds conditions, simplified for an assignment.
type simplified struct {
	assignment
	from, pool *task.Pool
	memo       map[task.Expr]task.Expr
}

// given returns what simplifies conditions for an assignment. The doubts of a model share it, because their conditions
// have much in common.
func (l *Linter) given(v int, x int64) *simplified {
	at := assignment{v, x}
	if l.cases[at] == nil {
		from := l.ev.Pool.Pool
		p := task.NewPool(from.Domain)
		p.Graphs = from.Graphs
		l.cases[at] = &simplified{at, from, p, map[task.Expr]task.Expr{}}
	}
	return l.cases[at]
}

func (s *simplified) of(e task.Expr) task.Expr {
	return s.pool.Import(s.from, e, func(v int) task.Expr {
		if v == s.v {
			return s.pool.Const(s.x)
		}
		return s.pool.Var(v)
	}, s.memo)
}

// pivot returns the variable that the most indices read; of several, a variable with the most values.
func (l *Linter) pivot(cond task.Expr, domain func(int) []int64) int {
	p, uses := l.ev.Pool, map[int]int{}
	p.Each(cond, func(n *task.Node) {
		if n.Op == task.OpSelect {
			for _, v := range p.Reads(n.Args[0]) {
				uses[v]++
			}
		}
	})
	return slices.MaxFunc(p.Reads(cond), func(v, w int) int {
		return cmp.Or(cmp.Compare(uses[v], uses[w]), cmp.Compare(len(domain(v)), len(domain(w))))
	})
}

// breaksLoosely is like breaks, but sums and elements of arrays may have any value.
func (l *Linter) breaksLoosely(d *symbolic.Doubt, context []task.Expr) bool {
	from := l.ev.Pool
	loose := loosen(from.Pool)
	bad := loose.of(from.Not(d.OK))
	conds := lists.Map(context, loose.of)
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
		return found != nil
	}
	cases, rest := split(loose.pool, bad)
	rest = append(rest, conds...)
	for _, c := range cases {
		found, tried, ok := work.Possible(loose.pool, []task.Expr{c}, rest, varsOf, domain)
		l.tried[d.Span] += tried
		if !ok || found != nil {
			return true
		}
	}
	return len(cases) == 0
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
	return lists.Map(slices.Clone(p.Node(n.Args[0]).Args), p.Not)
}
