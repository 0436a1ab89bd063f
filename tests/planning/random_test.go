package planning

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/pddl"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// drawn draws a small domain with a problem. All features of the language occur: types with subtypes, constants,
// negation, quantifiers, conditional and quantified effects, equality, derived predicates, costs.
type drawn struct {
	*rapid.T
	preds   []pred
	derived []pred
	vars    []string // that are visible, with their types
	types   []string
	depth   int
	own     string // an object of the problem
}

type pred struct {
	name string
	args []string // types
}

// typeNames are the types. There is no object of the type ghost.
var typeNames = []string{"object", "box", "spot", "big-box", "ghost"}

// is reports whether a value of one type may stand where another is wanted.
func is(t, want string) bool {
	return t == want || want == "object" || want == "box" && (t == "big-box" || t == "ghost")
}

func (d *drawn) pick(label string, n int) int { return rapid.IntRange(0, n-1).Draw(d.T, label) }

// term draws a visible variable or an object of a type.
func (d *drawn) term(want string) string {
	var all []string
	for i, v := range d.vars {
		if is(d.types[i], want) {
			all = append(all, v)
		}
	}
	if len(all) > 0 && d.pick("variable", 5) > 0 {
		return all[d.pick("which", len(all))]
	}
	objects := map[string][]string{
		"object": {"b1", "b2", "g1", "s1", "s2"}, "box": {"b1", "b2", "g1"}, "spot": {"s1", "s2"}, "big-box": {"g1"},
	}[want]
	if d.own != "" && want == "object" {
		objects = append(objects, d.own)
	}
	return objects[d.pick("object", len(objects))]
}

func (d *drawn) atom(p pred) string {
	parts := []string{p.name}
	for _, t := range p.args {
		parts = append(parts, d.term(t))
	}
	return "(" + strings.Join(parts, " ") + ")"
}

func (d *drawn) anyAtom() string {
	all := append(append([]pred{}, d.preds...), d.derived...)
	return d.atom(all[d.pick("predicate", len(all))])
}

// rules draws derived predicates. The types of their rules are often narrower than those of their declarations.
func (d *drawn) rules() string {
	var b strings.Builder
	for _, p := range []pred{{"d1", []string{"object"}}, {"d2", []string{"box", "object"}}} {
		if d.pick("derived", 3) > 0 {
			continue
		}
		for range 1 + d.pick("rules", 2) {
			head := "(" + p.name
			d.vars, d.types, d.depth = nil, nil, 1
			for i, want := range p.args {
				t := typeNames[d.pick("type", len(typeNames))]
				for !is(t, want) {
					t = typeNames[d.pick("type", len(typeNames))]
				}
				d.vars, d.types = append(d.vars, fmt.Sprint("?r", i)), append(d.types, t)
				head += fmt.Sprintf(" ?r%d - %s", i, t)
			}
			fmt.Fprintf(&b, " (:derived %s) %s)\n", head, d.cond())
		}
		d.derived = append(d.derived, p)
	}
	if d.pick("closure", 3) == 0 {
		var types []any
		for range 3 {
			types = append(types, typeNames[d.pick("type", len(typeNames))])
		}
		format := " (:derived (far ?a - %s ?b - %s) (or (on ?a ?b) (exists (?z - %s) (and (on ?a ?z) (far ?z ?b)))))\n"
		if d.pick("left", 2) == 0 {
			format = strings.Replace(format, "(on ?a ?z) (far ?z ?b)", "(far ?a ?z) (on ?z ?b)", 1)
		}
		fmt.Fprintf(&b, format, types...)
		d.derived = append(d.derived, pred{"far", []string{"object", "object"}})
	}
	if d.pick("recursion", 2) == 0 {
		b.WriteString(d.recursion())
	}
	return b.String()
}

// recursion draws rules of which the second reads the predicate with one other argument, or two.
func (d *drawn) recursion() string {
	n, own := 1+d.pick("arguments", 2), typeNames[d.pick("type", len(typeNames))]
	moving := d.pick("moving", n)
	head := func(name string) (string, []string) {
		d.vars, d.types = nil, nil
		var args []string
		for i := range n {
			t := typeNames[d.pick("type", len(typeNames))]
			v := fmt.Sprint(name, i)
			d.vars, d.types, args = append(d.vars, v), append(d.types, t), append(args, v+" - "+t)
		}
		return fmt.Sprintf("(:derived (r%d %s) ", n, strings.Join(args, " ")), append([]string{}, d.vars...)
	}
	d.depth = 1
	first, _ := head("?a")
	first += d.cond() + ")\n "
	second, args := head("?b")
	d.vars, d.types = append(d.vars, "?z"), append(d.types, own)
	args[moving] = "?z"
	if n == 2 && d.pick("both", 3) == 0 {
		args[1-moving] = d.vars[d.pick("other", len(d.vars))]
	}
	again := fmt.Sprintf("(r%d %s)", n, strings.Join(args, " "))
	parts := []string{again, d.cond(), d.cond()}
	turn := d.pick("order", 3)
	second += fmt.Sprintf("(exists (?z - %s) (and %s)))\n ", own,
		strings.Join(append(parts[turn:], parts[:turn]...), " "))
	d.derived = append(d.derived, pred{fmt.Sprint("r", n), []string{"object", "object"}[:n]})
	return first + second
}

// quantified draws something under a new variable.
func (d *drawn) quantified(inner func() string) (variable, body string) {
	t := typeNames[d.pick("type", len(typeNames))]
	v := fmt.Sprintf("?q%d", len(d.vars))
	d.vars, d.types = append(d.vars, v), append(d.types, t)
	body = inner()
	d.vars, d.types = d.vars[:len(d.vars)-1], d.types[:len(d.types)-1]
	return "(" + v + " - " + t + ")", body
}

func (d *drawn) cond() string {
	if d.depth == 0 {
		return d.anyAtom()
	}
	d.depth--
	defer func() { d.depth++ }()
	switch d.pick("condition", 9) {
	case 0:
		return "(or " + d.cond() + " " + d.cond() + ")"
	case 1:
		return "(imply " + d.cond() + " " + d.cond() + ")"
	case 2:
		v, body := d.quantified(d.cond)
		return "(forall " + v + " " + body + ")"
	case 3:
		v, body := d.quantified(d.cond)
		return "(exists " + v + " " + body + ")"
	case 4:
		return "(not " + d.cond() + ")"
	case 5:
		return "(= " + d.term("object") + " " + d.term("object") + ")"
	case 6:
		return "(and " + d.cond() + " " + d.cond() + ")"
	default:
		return d.anyAtom()
	}
}

func (d *drawn) effect() string {
	switch d.pick("effect", 8) {
	case 0:
		return "(when " + d.cond() + " " + d.effect() + ")"
	case 1:
		v, body := d.quantified(d.effect)
		return "(forall " + v + " " + body + ")"
	case 2, 3, 4:
		return "(not " + d.atom(d.preds[d.pick("predicate", len(d.preds)-1)]) + ")" // the last one is static
	case 5: // something moves: this is what invariants are found of
		b, from, to := d.term("box"), d.term("spot"), d.term("spot")
		return fmt.Sprintf("(and (not (at %s %s)) (at %[1]s %[3]s))", b, from, to)
	default:
		return d.atom(d.preds[d.pick("predicate", len(d.preds)-1)])
	}
}

// texts draws a domain and a problem, which has an object of its own.
func texts(t *rapid.T) (domain, problem string) {
	domain, d := domainText(t)
	return domain, d.problem("o1", d.pick("metric", 2) == 0)
}

func domainText(t *rapid.T) (domain string, d *drawn) {
	d = &drawn{T: t, preds: []pred{
		{"at", []string{"box", "spot"}},
		{"in-use", nil},
		{"on", []string{"object", "object"}},
		{"clear", []string{"object"}},
		{"road", []string{"spot", "spot"}},
	}}
	var b strings.Builder
	b.WriteString("(define (domain random) (:requirements :adl)\n (:types box spot - object big-box ghost - box)\n" +
		" (:constants g1 - big-box b1 b2 - box s1 s2 - spot)\n" +
		" (:predicates (at ?b - box ?s - spot) (in-use) (on ?x ?y) (clear ?x) (road ?a ?b - spot)" +
		" (d1 ?x - object) (d2 ?b - box ?x - object) (far ?a ?b - object) (r1 ?x) (r2 ?x ?y))\n" +
		" (:functions (total-cost) - number (price ?s - spot) - number (weight ?x - object) - number)\n")
	b.WriteString(d.rules())
	for i := range 1 + d.pick("actions", 3) {
		d.vars, d.types = nil, nil
		var params []string
		for k := range d.pick("parameters", 3) {
			t := typeNames[d.pick("type", len(typeNames))]
			d.vars, d.types = append(d.vars, fmt.Sprintf("?p%d", k)), append(d.types, t)
			params = append(params, fmt.Sprintf("?p%d - %s", k, t))
		}
		d.depth = 2
		pre := []string{}
		for range d.pick("conditions", 3) {
			pre = append(pre, d.cond())
		}
		if d.pick("compare", 8) == 0 { // of the two functions only one has a value
			f := []string{"(price " + d.term("spot") + ")", "(weight " + d.term("object") + ")"}[d.pick("function", 2)]
			pre = append(pre, "(< "+f+" 3)")
		}
		effects := []string{d.effect()}
		for range d.pick("effects", 3) {
			effects = append(effects, d.effect())
		}
		effects = append(effects, fmt.Sprintf("(increase (total-cost) %d)", d.pick("cost", 3)))
		if d.pick("price", 4) == 0 {
			effects = append(effects, "(increase (total-cost) (price "+d.term("spot")+"))")
		}
		fmt.Fprintf(&b, " (:action act-%d :parameters (%s)\n  :precondition (and %s)\n  :effect (and %s))\n",
			i, strings.Join(params, " "), strings.Join(pre, " "), strings.Join(effects, "\n   "))
	}
	b.WriteString(")\n")
	return b.String(), d
}

func (d *drawn) problem(own string, metric bool) string {
	var b strings.Builder
	d.vars, d.types, d.depth, d.own = nil, nil, 1, own
	fmt.Fprintf(&b, "(define (problem p) (:domain random) (:objects %s)\n (:init (= (price s1) 2)", own)
	for range d.pick("facts", 7) {
		b.WriteString(" " + d.atom(d.preds[d.pick("predicate", len(d.preds))]))
	}
	b.WriteString(")\n (:goal (and " + d.cond() + " " + d.cond() + "))")
	if metric {
		b.WriteString("\n (:metric minimize (total-cost))")
	}
	return b.String() + ")\n"
}

// solved solves an instance of a program that was read from PDDL.
func solved(t require.TestingT, program *puzzle.Program, instance string) *puzzle.Answer {
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.False(t, diags.HasErrors(), "%v", diags)
	diags = z.Ground(context.Background())
	require.False(t, diags.HasErrors(), "%v", diags)
	a, err := z.Solve(context.Background(), puzzle.Options{})
	require.NoError(t, err)
	return a
}

// moves returns the steps of a plan.
func moves(a *puzzle.Answer) (plan []string) {
	for _, s := range a.Solutions[0].Steps {
		plan = append(plan, s.Move)
	}
	return plan
}

// Random problems of one domain have the same optimal costs as instances of one model.
func TestRandomInstances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, d := domainText(t)
		domain := puzzle.Text{Name: "d.pddl", Text: text}
		metric := d.pick("metric", 2) == 0
		var problems []puzzle.Text
		for i, own := range []string{"o1", "o2", "o1 o2"}[:2+d.pick("problems", 2)] {
			name := fmt.Sprintf("p%d.pddl", i)
			problems = append(problems, puzzle.Text{Name: name, Text: d.problem(strings.Fields(own)[0], metric)})
		}
		program, diags := puzzle.LoadPDDL(domain, problems...)
		require.False(t, diags.HasErrors(), "%v\n%s%s", diags, domain.Text, problems)
		for i, p := range problems {
			task, _ := pddl.Read(pddl.Text(domain), pddl.Text(p))
			e := &evaluator{task}
			cost, found, whole := e.optimum(100)
			if !whole {
				continue
			}
			a := solved(t, program, program.Instances()[i])
			said := fmt.Sprint(i, cost, "\n", program.Translated(), text, p.Text)
			if !found {
				require.Equal(t, backends.Unsolvable, a.Status, said)
				continue
			}
			require.Equal(t, backends.Solved, a.Status, said)
			paid, err := e.replay(moves(a))
			require.NoError(t, err, said)
			require.Equal(t, cost, paid, said)
		}
	})
}

// Optimal costs of random tasks are those that the evaluator finds, and plans are plans by the semantics of PDDL.
func TestRandomTasks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		domain, problem := texts(t)
		task, diags := pddl.Read(pddl.Text{Name: "d.pddl", Text: domain}, pddl.Text{Name: "p.pddl", Text: problem})
		require.NotNil(t, task, "%v\n%s", diags, domain)
		e := &evaluator{task}
		cost, found, whole := e.optimum(300)
		if !whole {
			t.Skip("too many states")
		}
		program, diags := puzzle.LoadPDDL(puzzle.Text{Name: "d.pddl", Text: domain},
			puzzle.Text{Name: "p.pddl", Text: problem})
		require.False(t, diags.HasErrors(), "%v", diags)
		a := solved(t, program, "")
		if !found {
			assert.Equal(t, backends.Unsolvable, a.Status, "%s%s%s", domain, problem, pddl.Write(task).Text)
			return
		}
		require.Equal(t, backends.Solved, a.Status, "cost %d\n%s%s%s", cost, domain, problem, pddl.Write(task).Text)
		assert.Equal(t, cost, a.Solutions[0].Cost, "%s%s%s", domain, problem, pddl.Write(task).Text)
		paid, err := e.replay(moves(a))
		require.NoError(t, err)
		assert.Equal(t, cost, paid)
	})
}

// plan draws actions with objects of the types of their parameters.
func plan(t *rapid.T, task *pddl.Task) (steps []string) {
	for range rapid.IntRange(0, 4).Draw(t, "steps") {
		a := rapid.SampledFrom(task.Actions).Draw(t, "action")
		words := []string{a.Name}
		for _, v := range a.Params {
			var all []string
			for _, o := range task.Objects {
				if o.Is(v.Types) {
					all = append(all, o.Name)
				}
			}
			if len(all) > 0 {
				words = append(words, rapid.SampledFrom(all).Draw(t, "argument"))
			}
		}
		if len(words) == 1+len(a.Params) {
			steps = append(steps, "("+strings.Join(words, " ")+")")
		}
	}
	return steps
}

// Random plans are judged as by the evaluator: the same step fails. What fails is named: no condition is only said to
// exclude the step.
func TestRandomPlans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		domain, problem := texts(t)
		task, _ := pddl.Read(pddl.Text{Name: "d.pddl", Text: domain}, pddl.Text{Name: "p.pddl", Text: problem})
		require.NotNil(t, task)
		program, _ := puzzle.LoadPDDL(puzzle.Text{Name: "d.pddl", Text: domain},
			puzzle.Text{Name: "p.pddl", Text: problem})
		z, diags := program.Instantiate(puzzle.Data{})
		require.False(t, diags.HasErrors(), "%v", diags)
		for range 5 {
			steps := strings.Join(plan(t, task), "\n")
			said := domain + problem + steps + "\n" + program.Translated()
			cost, err := (&evaluator{task}).replay(strings.FieldsFunc(steps, func(r rune) bool { return r == '\n' }))
			checks, diags := z.Validate(t.Context(), puzzle.Text{Name: "plan", Text: steps}, puzzle.ValidateOptions{})
			require.False(t, diags.HasErrors(), "%v\n%s", diags, said)
			c := checks[0]
			var at *errStep
			errors.As(err, &at)
			switch {
			case at != nil:
				require.Equal(t, at.step, c.Step, said)
			default:
				require.Zero(t, c.Step, said)
				require.Equal(t, err == nil, c.Valid(), said)
			}
			if err == nil {
				require.Equal(t, cost, c.Solution.Cost, said)
			}
			for _, f := range c.Failures {
				require.NotContains(t, f.Msg, "excluded", said)
			}
		}
	})
}
