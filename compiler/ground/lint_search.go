package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/task"
)

// Limits of the search for values that break something.
const (
	testsPerPlace = 400     // ground moves that are looked at for one place in the text
	testCases     = 50_000  // assignments for one doubt
	allTestCases  = 500_000 // assignments for all doubts of one place
)

// doubtful is a ground move whose doubts are looked at when it is known which values are reached.
type doubtful struct {
	w     *writing
	found []foundDoubts
}

// noteDoubts puts the doubts of a ground move aside, at most so many for each place in the text.
func (g *grounder) noteDoubts(w *writing) {
	if g.tests == nil {
		g.tests, g.tried, g.warned = map[diag.Span]int{}, map[diag.Span]int{}, map[diag.Span]bool{}
	}
	g.doubts = nil
	var kept []foundDoubts
	for _, found := range w.found {
		if slices.Contains(w.context(found.stage), task.False) {
			continue
		}
		found.doubts = slices.DeleteFunc(found.doubts, func(d doubt) bool {
			g.tests[d.span]++
			return g.tests[d.span] > testsPerPlace
		})
		if len(found.doubts) > 0 {
			kept = append(kept, found)
		}
	}
	w.found = nil
	if len(kept) > 0 {
		g.doubtful = append(g.doubtful, doubtful{w, kept})
	}
}

// context is what the clauses of a move demand beside the one with a number.
func (w *writing) context(stage int) []task.Expr {
	var out []task.Expr
	for i, c := range w.whens {
		if i != stage {
			out = append(out, w.g.pool.Conjuncts(c)...)
		}
	}
	return out
}

// testDoubts looks for values under which the doubts of all moves are justified, among those that are reached, and warns.
func (g *grounder) testDoubts(r *reaching) {
	if len(g.doubtful) == 0 {
		return
	}
	domains := make([][]int64, len(r.reached))
	for v := range domains {
		if domains[v] = r.codes(v, r.reached[v]); len(domains[v]) == 0 { // no start at all
			domains[v] = g.domains[v]
		}
	}
	var always []task.Expr // what holds in all states
	for _, m := range g.doubtful {
		for _, found := range m.found {
			context := m.w.context(found.stage)
			for i := range found.doubts {
				if g.halted() {
					return
				}
				d := &found.doubts[i]
				if g.warned[d.span] || g.tried[d.span] > allTestCases {
					continue
				}
				values, broken := g.breaks(d, context, domains)
				if broken && len(g.m.Invariants)+len(g.always) > 0 {
					if always == nil { // seldom needed, and perhaps long
						always = append(slices.Clone(g.always), g.pool.Conjuncts(g.conjunction(g.m.Invariants))...)
					}
					values, broken = g.breaks(d, append(context, always...), domains)
				}
				if broken {
					g.warned[d.span] = true
					g.warn(m.w, d, values)
				}
			}
		}
	}
	g.doubtful = nil
}

// breaks looks for values of the variables for which a doubt is justified. values are nil if there are too many to try.
func (g *grounder) breaks(d *doubt, context []task.Expr, domains [][]int64) (values map[int]int64, broken bool) {
	p := g.pool
	bad := p.And(append(slices.Clone(d.path), p.Not(d.ok))...)
	if bad == task.False {
		return nil, false
	}
	values, tried, ok := possible(p, p.Conjuncts(bad), context, g.varsRead.Of, func(v int) []int64 { return domains[v] })
	if !ok {
		return nil, g.breaksLoosely(d, append(slices.Clone(d.path), context...))
	}
	g.tried[d.span] += tried
	return values, values != nil
}

// breaksLoosely is false if a doubt is unjustified whatever values sums have.
func (g *grounder) breaksLoosely(d *doubt, context []task.Expr) bool {
	l := loosen(g.pool)
	bad := l.of(g.pool.Not(d.ok))
	loose := make([]task.Expr, len(context))
	for i, c := range context {
		loose[i] = l.of(c)
	}
	values, tried, ok := possible(l.pool, l.pool.Conjuncts(bad), loose, l.pool.Vars, func(v int) []int64 { return l.values[v] })
	g.tried[d.span] += tried
	return !ok || values != nil
}

// possible looks for values of the variables for which all of conds hold, and as many of those of the context that speak of the same
// variables as may be tried. tried is the number of cases; false if there are too many.
func possible(p *task.Pool, conds, context []task.Expr, varsOf func(task.Expr) []int, domain func(int) []int64) (values map[int]int64, tried int, ok bool) {
	var vars []int
	for _, c := range conds {
		vars = unionOf(vars, varsOf(c))
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
			union := unionOf(vars, cv)
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

func unionOf(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}
