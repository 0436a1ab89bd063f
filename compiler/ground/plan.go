package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
)

// stage binds one parameter to the values of its set. Or it has a condition on the state, and binds parameters, maybe
// none, to the values for which this condition may hold.
type stage struct {
	params []int
	join   *symbolic.Join // finds the values of a parameter
	cond   model.Expr     // nil: none
	given  []int          // the parameters that cond reads and earlier stages bind
	fresh  bool           // given is all that is bound
	cases  map[string]*cases
	tests  []model.Expr // conditions to test afterwards
	// rest is the number of choices for the parameters from here on if no condition tests them and their sets are known
	// beforehand; else 1.
	rest int
}

// planner makes the stages.
type planner struct {
	g      *grounder
	mv     *model.Move
	stages []stage
	static []model.Expr
	open   []planTest     // static conditions that cannot be tested yet
	state  []planTest     // conditions on the state without a stage
	needs  []map[int]bool // by parameter: the parameters that its set reads
	sizes  []int          // by parameter: the size of its set; 16 if the set needs other parameters
	bound  map[int]bool
}

// planTest is a condition on the parameters that it reads.
type planTest struct {
	expr   model.Expr
	params map[int]bool
}

// bindingPlan orders the parameters and the conditions on the state. The first stage has nothing but tests.
func (g *grounder) bindingPlan(mv *model.Move, withState bool) []stage {
	p := g.newPlanner(mv)
	if !withState {
		p.state = nil
	}
	p.add(stage{})
	for p.next() {
	}
	rest := 1
	for k := len(p.stages) - 1; k > 0; k-- {
		s := &p.stages[k]
		if s.cond != nil || len(s.tests) > 0 || len(p.needs[s.params[0]]) > 0 {
			break
		}
		rest = min(rest*min(p.sizes[s.params[0]], g.o.MaxMoves+1), g.o.MaxMoves+1)
		s.rest = rest
	}
	return p.stages
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
	p := &planner{g: g, mv: mv, needs: make([]map[int]bool, n), sizes: make([]int, n), bound: map[int]bool{}}
	static, state := g.tests(mv)
	p.static = static
	for _, e := range static {
		p.open = append(p.open, planTest{e, reads(e)})
	}
	for _, e := range state {
		p.state = append(p.state, planTest{e, reads(e)})
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

// add adds a stage, with the conditions that can be tested after it.
func (p *planner) add(s stage) {
	for _, i := range s.params {
		p.bound[i] = true
	}
	rest := p.open[:0]
	for _, t := range p.open {
		if p.has(t.params, -1) {
			s.tests = append(s.tests, t.expr)
		} else {
			rest = append(rest, t)
		}
	}
	p.open = rest
	s.rest = 1
	p.stages = append(p.stages, s)
}

// next adds the next stage. It returns false if there is nothing to add. A condition on the state comes as soon as it
// has as few cases as the next parameter has values.
func (p *planner) next() bool {
	param, join, values := p.nextParam()
	best, fewest := -1, values
	for k, t := range p.state {
		if n := p.casesOf(t); n <= fewest && (best < 0 || n < fewest) {
			best, fewest = k, n
		}
	}
	switch {
	case best >= 0:
		s := stage{cond: p.state[best].expr, cases: map[string]*cases{}}
		for i := range p.mv.Params {
			switch {
			case !p.state[best].params[i]:
			case p.bound[i]:
				s.given = append(s.given, i)
			default:
				s.params = append(s.params, i)
			}
		}
		s.fresh = len(s.given) == len(p.bound)
		p.state = slices.Delete(p.state, best, best+1)
		p.add(s)
	case param >= 0:
		p.add(stage{params: []int{param}, join: join})
	}
	return best >= 0 || param >= 0
}

// maxCases bounds the cases of a condition for each choice of the parameters before it.
const maxCases = 1 << 16

// casesOf returns the number of choices for the unbound parameters of a condition.
func (p *planner) casesOf(t planTest) int {
	n := 1
	for i := range t.params {
		if p.bound[i] {
			continue
		}
		if n *= p.sizes[i]; len(p.needs[i]) > 0 || n > maxCases {
			return maxCases + 1
		}
	}
	return n
}

// nextParam returns the parameter after which the most static conditions can be tested, -1 if all are bound. Ties are
// broken by the number of conditions that it shares with parameters before it, and then by the size of its set. values
// is an estimate of the number of its values.
func (p *planner) nextParam() (best int, join *symbolic.Join, values int) {
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
	if best < 0 {
		return -1, nil, maxCases
	}
	open := map[int]bool{}
	for i, param := range p.mv.Params {
		open[param.Slot] = !p.bound[i]
	}
	param := p.mv.Params[best]
	join = p.g.JoinFor(p.static, param.Slot, param.Set, open, false)
	if values = p.sizes[best]; most > 0 && join != nil {
		values = 1
	}
	return best, join, min(values, maxCases)
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

// tests lists conditions on the parameters. static are the conjuncts of `where`, and those of `when` that do not read
// the state. state are conjuncts of `when` that read one variable of the state.
func (g *grounder) tests(mv *model.Move) (static, state []model.Expr) {
	var split func(e model.Expr, always bool)
	split = func(e model.Expr, always bool) {
		b, ok := e.(*model.Binary)
		switch {
		case ok && b.Op == model.And:
			split(b.L, always)
			split(b.R, always)
		case always || !g.ReadsState(e):
			static = append(static, e)
		case g.readsOne(e):
			state = append(state, e)
		}
	}
	if mv.Where != nil {
		split(mv.Where, true)
	}
	for i := range mv.When {
		split(mv.When[i].Expr, false)
	}
	return static, state
}

// readsOne reports whether a condition reads one variable of the state, consists of operators that are computed
// quickly, and has no tuples or sets as parameters.
func (g *grounder) readsOne(e model.Expr) bool {
	reads := 0
	return !model.Contains(e, func(x model.Expr) bool {
		switch x := x.(type) {
		case *model.Read:
			if x.Array.Role == model.State {
				reads++
			}
			return slices.ContainsFunc(x.Index, g.ReadsState)
		case *model.Local:
			return x.Type().Kind >= model.TupleKind
		case *model.Lit, *model.Not, *model.Binary, *model.Shift, *model.ToOffset:
			return false
		default:
			return true
		}
	}) && reads == 1
}
