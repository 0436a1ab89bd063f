package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
)

// plan is the order in which a move's parameters are bound, each with the conditions that can be tested then.
type plan struct {
	order []int            // parameters
	tests [][]model.Expr   // tests[k] after k parameters are bound
	joins []*symbolic.Join // joins[k] finds the values of order[k]
	// rest[k] is the number of choices for the parameters from k on if no condition tests them and their sets are known
	// beforehand; else 1.
	rest []int
}

// planner makes a plan.
type planner struct {
	plan
	open  []planTest     // conditions that cannot be tested yet
	needs []map[int]bool // by parameter: the parameters that its set reads
	sizes []int          // by parameter: the size of its set; 16 if the set needs other parameters
	bound map[int]bool
}

// planTest is a condition on the parameters that it reads.
type planTest struct {
	expr   model.Expr
	params map[int]bool
}

// bindingPlan orders the parameters. The next parameter is the one after which the most conditions can be tested. Ties
// are broken by the number of conditions that it shares with parameters before it, and then by the size of its set.
func (g *grounder) bindingPlan(mv *model.Move) plan {
	p := g.newPlanner(mv)
	all := g.staticTests(mv)
	p.take()
	for range mv.Params {
		next := p.next()
		open := map[int]bool{}
		for i, param := range mv.Params {
			open[param.Slot] = !p.bound[i]
		}
		p.joins = append(p.joins, g.JoinFor(all, mv.Params[next].Slot, mv.Params[next].Set, open, false))
		p.bound[next] = true
		p.order = append(p.order, next)
		p.take()
	}
	p.count(g.o.MaxMoves)
	return p.plan
}

// count computes rest, up to a number that is more than most.
func (p *planner) count(most int) {
	p.rest = slices.Repeat([]int{1}, len(p.order)+1)
	for k := len(p.order) - 1; k >= 0 && len(p.tests[k+1]) == 0 && len(p.needs[p.order[k]]) == 0; k-- {
		p.rest[k] = p.rest[k+1] * min(p.sizes[p.order[k]], most+1)
		p.rest[k] = min(p.rest[k], most+1)
	}
}

func (g *grounder) newPlanner(mv *model.Move) *planner {
	paramAt := map[int]int{}
	for i, p := range mv.Params {
		paramAt[p.Slot] = i
	}
	reads := func(e model.Expr) map[int]bool {
		params := map[int]bool{}
		for _, l := range g.LocalsOf(e) {
			if i, ok := paramAt[l.Slot]; ok {
				params[i] = true
			}
		}
		return params
	}
	n := len(mv.Params)
	p := &planner{needs: make([]map[int]bool, n), sizes: make([]int, n), bound: map[int]bool{}}
	for _, e := range g.staticTests(mv) {
		p.open = append(p.open, planTest{e, reads(e)})
	}
	for i := range mv.Params {
		set := mv.Params[i].Set
		p.needs[i], p.sizes[i] = reads(set), 16
		if len(p.needs[i]) > 0 {
			continue
		}
		if listed, _, ok := g.Listing(set, make(symbolic.Frame, mv.Slots)); ok {
			p.sizes[i] = listed.Len()
		}
	}
	return p
}

// take adds the conditions that can be tested now to the plan.
func (p *planner) take() {
	var now []model.Expr
	rest := p.open[:0]
	for _, t := range p.open {
		if p.has(t.params, -1) {
			now = append(now, t.expr)
		} else {
			rest = append(rest, t)
		}
	}
	p.open, p.tests = rest, append(p.tests, now)
}

// has reports whether some parameters are bound, except for one that may be open.
func (p *planner) has(params map[int]bool, extra int) bool {
	for i := range params {
		if !p.bound[i] && i != extra {
			return false
		}
	}
	return true
}

// some reports whether one of some parameters is bound.
func (p *planner) some(params map[int]bool) bool {
	for i := range params {
		if p.bound[i] {
			return true
		}
	}
	return false
}

// next returns the parameter to bind next. There is one, because the set of a parameter reads only earlier parameters.
func (p *planner) next() int {
	best, most, joined := -1, 0, 0
	for i := range p.needs {
		if p.bound[i] || !p.has(p.needs[i], -1) {
			continue
		}
		count, shared := 0, 0
		for _, t := range p.open {
			switch {
			case p.has(t.params, i):
				count++
			case t.params[i] && p.some(t.params):
				shared++
			}
		}
		if best < 0 || count > most || count == most && (shared > joined || shared == joined && p.sizes[i] < p.sizes[best]) {
			best, most, joined = i, count, shared
		}
	}
	return best
}

// staticTests are the conjuncts of `where`, and those of `when` that do not read the state.
func (g *grounder) staticTests(mv *model.Move) []model.Expr {
	var out []model.Expr
	var split func(e model.Expr, always bool)
	split = func(e model.Expr, always bool) {
		if b, ok := e.(*model.Binary); ok && b.Op == model.And {
			split(b.L, always)
			split(b.R, always)
			return
		}
		if always || !g.ReadsState(e) {
			out = append(out, e)
		}
	}
	if mv.Where != nil {
		split(mv.Where, true)
	}
	for i := range mv.When {
		split(mv.When[i].Expr, false)
	}
	return out
}
