package difftest

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// planner reads PDDL in which only derived predicates have parameters, which are nodes of graphs. It finds a cheapest
// plan by looking at all states. It is written after the definition of the language, and shares nothing with what
// writes it.
type planner struct {
	axioms  [][]rule // by derived predicate
	nodes   []string
	actions []action
	init    map[string]bool
	goal    any
	costs   bool
}

// rule says that an atom holds where a condition does.
type rule struct {
	atom string
	when any
}

type action struct {
	name    string
	pre     any
	effects []any
}

// parse reads an expression in parentheses: a string, or a list of such.
func parse(t require.TestingT, text string) any {
	var tokens []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";")
		line = strings.NewReplacer("(", " ( ", ")", " ) ").Replace(strings.ToLower(line))
		tokens = append(tokens, strings.Fields(line)...)
	}
	var read func() any
	read = func() any {
		require.NotEmpty(t, tokens, "a parenthesis is not closed")
		token := tokens[0]
		tokens = tokens[1:]
		if token != "(" {
			return token
		}
		list := []any{}
		for require.NotEmpty(t, tokens, "a parenthesis is not closed"); tokens[0] != ")"; {
			list = append(list, read())
			require.NotEmpty(t, tokens, "a parenthesis is not closed")
		}
		tokens = tokens[1:]
		return list
	}
	e := read()
	require.Empty(t, tokens, "something stands behind the end")
	return e
}

func list(e any) []any      { l, _ := e.([]any); return l }
func word(e any) string     { s, _ := e.(string); return s }
func atomText(e any) string { return fmt.Sprint(e) }

func newPlanner(t require.TestingT, p *pddl.Problem) *planner {
	x := &planner{init: map[string]bool{}}
	objects, predicates := map[string]string{}, map[string]int{}
	for _, part := range list(parse(t, string(p.Domain)))[1:] {
		l := list(part)
		switch word(l[0]) {
		case ":constants":
			var some []string
			for i := 1; i < len(l); i++ {
				if word(l[i]) != "-" {
					some = append(some, word(l[i]))
					continue
				}
				i++
				if word(l[i]) == "node" {
					x.nodes = some
				}
				for _, o := range some {
					require.NotContains(t, objects, o, "an object is declared twice")
					objects[o] = word(l[i])
				}
				some = nil
			}
		case ":predicates":
			for _, d := range l[1:] {
				require.NotContains(t, predicates, word(list(d)[0]))
				predicates[word(list(d)[0])] = len(list(d))
			}
		case ":functions":
			x.costs = true
		case ":derived":
			all := []rule{{"", l}}
			for _, v := range list(l[1])[1:] {
				var more []rule
				for _, r := range all {
					for _, node := range x.nodes {
						if strings.HasPrefix(word(v), "?") {
							more = append(more, rule{"", with(r.when, word(v), node)})
						}
					}
				}
				if more != nil {
					all = more
				}
			}
			for i, r := range all {
				head := slices.DeleteFunc(list(list(r.when)[1]), func(e any) bool { return word(e) == "-" || word(e) == "node" })
				all[i] = rule{atomText(head), list(r.when)[2]}
			}
			x.axioms = append(x.axioms, all)
		case ":action":
			require.Equal(t, ":precondition", word(l[4]))
			require.Equal(t, "and", word(list(l[7])[0]))
			require.False(t, slices.ContainsFunc(x.actions, func(a action) bool { return a.name == word(l[1]) }),
				"an action is there twice")
			x.actions = append(x.actions, action{word(l[1]), l[5], list(l[7])[1:]})
		}
	}
	for _, part := range list(parse(t, string(p.Problem)))[1:] {
		l := list(part)
		switch word(l[0]) {
		case ":init":
			for _, a := range l[1:] {
				if word(list(a)[0]) != "=" {
					require.Contains(t, objects, word(list(a)[1]))
					x.init[atomText(a)] = true
				}
			}
		case ":goal":
			x.goal = l[1]
		}
	}
	require.NotNil(t, x.goal)
	return x
}

// with puts a node in the place of a variable.
func with(e any, variable, node string) any {
	if word(e) == variable {
		return node
	}
	if _, ok := e.(string); ok {
		return e
	}
	out := []any{}
	for _, part := range list(e) {
		out = append(out, with(part, variable, node))
	}
	return out
}

// holds evaluates a condition in a state to which derived atoms were added.
func (x *planner) holds(e any, state map[string]bool) bool {
	holds := x.holds
	l := list(e)
	switch word(l[0]) {
	case "and":
		return !slices.ContainsFunc(l[1:], func(p any) bool { return !holds(p, state) })
	case "or":
		return slices.ContainsFunc(l[1:], func(p any) bool { return holds(p, state) })
	case "not":
		return !holds(l[1], state)
	case "=":
		return word(l[1]) == word(l[2])
	case "exists":
		return slices.ContainsFunc(x.nodes, func(n string) bool { return holds(with(l[2], word(list(l[1])[0]), n), state) })
	}
	return state[atomText(e)]
}

// derive adds derived atoms, predicate by predicate: the least that fulfil the rules.
func (x *planner) derive(state map[string]bool) map[string]bool {
	all := map[string]bool{}
	for a := range state {
		all[a] = true
	}
	for _, rules := range x.axioms {
		for changed := true; changed; {
			changed = false
			for _, r := range rules {
				if !all[r.atom] && x.holds(r.when, all) {
					all[r.atom], changed = true, true
				}
			}
		}
	}
	return all
}

// apply makes an action.
func (x *planner) apply(a action, state, all map[string]bool) (next map[string]bool, cost int64) {
	next = map[string]bool{}
	for s := range state {
		next[s] = true
	}
	if !x.costs {
		cost = 1
	}
	var add []string
	var effect func(e any)
	effect = func(e any) {
		l := list(e)
		switch word(l[0]) {
		case "and":
			for _, p := range l[1:] {
				effect(p)
			}
		case "when":
			if x.holds(l[1], all) {
				effect(l[2])
			}
		case "not":
			delete(next, atomText(l[1]))
		case "increase":
			n, _ := strconv.ParseInt(word(l[2]), 10, 64)
			cost += n
		default:
			add = append(add, atomText(e))
		}
	}
	for _, e := range a.effects {
		effect(e)
	}
	for _, s := range add { // what is added wins
		next[s] = true
	}
	return next, cost
}

// solve finds a cheapest plan; cost -1 if there is none, and -2 if there are more states than the limit.
func (x *planner) solve(limit int) (plan []string, cost int64) {
	type node struct {
		state  map[string]bool
		cost   int64
		parent int
		by     string
		done   bool
	}
	name := func(s map[string]bool) string {
		atoms := make([]string, 0, len(s))
		for a := range s {
			atoms = append(atoms, a)
		}
		slices.Sort(atoms)
		return strings.Join(atoms, " ")
	}
	nodes := []node{{state: x.init, parent: -1}}
	number := map[string]int{name(x.init): 0}
	for {
		at := -1
		for i := range nodes {
			if !nodes[i].done && (at < 0 || nodes[i].cost < nodes[at].cost) {
				at = i
			}
		}
		if at < 0 {
			return nil, -1
		}
		nodes[at].done = true
		here := nodes[at]
		all := x.derive(here.state)
		if x.holds(x.goal, all) {
			for i := at; nodes[i].parent >= 0; i = nodes[i].parent {
				plan = append(plan, "("+nodes[i].by+")")
			}
			slices.Reverse(plan)
			return plan, here.cost
		}
		for _, a := range x.actions {
			if !x.holds(a.pre, all) {
				continue
			}
			next, cost := x.apply(a, here.state, all)
			cost += here.cost
			i, seen := number[name(next)]
			switch {
			case !seen:
				if len(nodes) == limit {
					return nil, -2
				}
				number[name(next)] = len(nodes)
				nodes = append(nodes, node{state: next, cost: cost, parent: at, by: a.name})
			case cost < nodes[i].cost:
				nodes[i].cost, nodes[i].parent, nodes[i].by = cost, at, a.name
			}
		}
	}
}

// What emit-pddl writes is solved at the same cost, and its plan is one of the puzzle.
func TestPDDLAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 50)
		if s == nil {
			return
		}
		if diags := s.puzzle.Ground(context.Background()); diags.HasErrors() {
			return
		}
		p, err := emit.PDDL(context.Background(), s.puzzle)
		if err != nil {
			require.ErrorContains(rt, err, "no formula says `acyclic`")
			return
		}
		plan, cost := newPlanner(rt, p).solve(300)
		if cost == -2 {
			return // with the choice of a start there are many more
		}
		again := readAgain(rt, p)
		if s.least == none {
			require.Equal(rt, int64(-1), cost)
			require.Equal(rt, backends.Unsolvable, again.Status)
			return
		}
		require.Equal(rt, backends.Solved, again.Status, "%s", p.Domain)
		require.Equal(rt, s.least, again.Solutions[0].Cost, "%s", p.Domain)
		require.Equal(rt, s.least, cost, "%s", p.Domain)
		text, err := planLines(p, plan)
		require.NoError(rt, err)
		found, diags := s.puzzle.Validate(context.Background(), puzzle.Text{Name: "plan", Text: text},
			puzzle.ValidateOptions{Partial: true})
		require.NoError(rt, diags.Err())
		require.Len(rt, found, 1)
		require.True(rt, found[0].Valid(), "%s", text)
	})
}

// readAgain reads what emit-pddl writes, and solves it.
func readAgain(t require.TestingT, p *pddl.Problem) *puzzle.Answer {
	program, diags := puzzle.LoadPDDL(puzzle.Text{Name: "domain.pddl", Text: string(p.Domain)},
		puzzle.Text{Name: "problem.pddl", Text: string(p.Problem)})
	require.False(t, diags.HasErrors(), "%v\n%s", diags, p.Domain)
	z, diags := program.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v\n%s", diags, p.Domain)
	require.NoError(t, z.Compile(context.Background()), "%s", p.Domain)
	a, err := z.Solve(context.Background(), puzzle.Options{})
	require.NoError(t, err)
	return a
}

// Puzzles of the library that have few states.
func TestPDDLLibrary(t *testing.T) {
	for _, c := range []struct {
		model, instance string
		cost            int64
	}{
		{"wolf_goat_cabbage", "", 7},
		{"hanoi", "", 7},
		{"bridge", "four", 15},
		{"taquin", "small", 21},
		{"jugs", "", 6},
		{"missionaries", "", 11},
	} {
		t.Run(c.model, func(t *testing.T) {
			m, _ := puzzle.Library(c.model)
			program, diags, err := puzzle.LoadFile(m.File)
			require.NoError(t, err)
			require.NoError(t, diags.Err())
			z, diags := program.InstantiateContext(t.Context(), puzzle.Data{Instance: c.instance})
			require.NoError(t, diags.Err())
			require.False(t, z.Ground(t.Context()).HasErrors())
			p, err := emit.PDDL(t.Context(), z)
			require.NoError(t, err)
			plan, cost := newPlanner(t, p).solve(5000)
			require.Equal(t, c.cost, cost)
			text, err := planLines(p, plan)
			require.NoError(t, err)
			found, diags := z.Validate(t.Context(), puzzle.Text{Name: "plan", Text: text}, puzzle.ValidateOptions{})
			require.NoError(t, diags.Err())
			require.Len(t, found, 1)
			require.True(t, found[0].Valid())
		})
	}
}

// planLines translates the actions of a planner's plan to the lines of a plan.
func planLines(p *pddl.Problem, actions []string) (string, error) {
	var out []string
	for _, a := range actions {
		line, known := p.Line(a)
		if !known {
			return "", fmt.Errorf("there is no action %s", a)
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n"), nil
}
