package compare

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/sat"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// How models without moves are compared, for the maintainer.
//
// If the two models have the same state variables, a formula asks for a solution of one that the other refuses, and a
// second formula for the converse. All conditions are expressions of one pool, and conditions about all pairs are
// split, so that conditions that both models have are one node and fall away. So a model that says the same in other
// words is often proved equal without a solver.
//
// Otherwise all solutions of both models are listed: also if lines of Options.Same say what corresponds, or if both
// have answers of the same names beside other variables.

// mostListed is the number of solutions up to which the solutions of models with different variables are listed.
const mostListed = 20_000

// mostViolated is the number of broken conditions up to which an example with fewer is looked for.
const mostViolated = 3

// mostChanged is the number of elements in which a nearest solution may differ.
const mostChanged = 12

// solutions compares two models without moves.
func (c *comparison) solutions(ctx context.Context) error {
	missing := c.missing()
	byAnswers := c.byAnswers && (c.z[0].HasInner() || c.z[1].HasInner())
	if byAnswers && len(missing[Other])+len(missing[Reference]) == 0 {
		return c.listed(ctx)
	}
	if len(missing[Other]) > 0 && len(c.face.seen) == 0 {
		c.Verdict = Differ
		c.Diff = &Difference{Kind: OfVariable, Only: Reference, What: [2]string{missing[Other][0]}}
		return nil
	}
	graphs := reflect.DeepEqual(c.z[0].Task().Pool.Graphs, c.z[1].Task().Pool.Graphs)
	if len(c.face.seen) > 0 || len(missing[Reference]) > 0 || !graphs {
		return c.listed(ctx)
	}
	for _, s := range []Side{Other, Reference} {
		done, err := c.accepted(ctx, s)
		if done || err != nil {
			return err
		}
	}
	return nil
}

// sameAnswers reports whether both models have answers of the same names. Then their solutions are compared by these,
// whatever else their solvers choose.
func sameAnswers(programs [2]*puzzle.Program) bool {
	var names [2][]string
	for s, p := range programs {
		names[s] = lists.Map(p.Model().Answers, func(a model.Answer) string { return a.Array.Name })
		slices.Sort(names[s])
	}
	return len(names[0]) > 0 && slices.Equal(names[0], names[1])
}

// missing lists, for each model, the elements of the other one that it does not have.
func (c *comparison) missing() (missing [2][]string) {
	var names [2]map[string]bool
	for s, z := range c.z {
		names[s] = map[string]bool{}
		for place := range z.Model().StateSize {
			names[s][z.Model().StateName(place)] = true
		}
	}
	for s, z := range c.z {
		for place := range z.Model().StateSize {
			if c.byAnswers && !z.Decides(place) {
				continue
			}
			if name := z.Model().StateName(place); !names[1-s][name] {
				missing[1-s] = append(missing[1-s], name)
			}
		}
	}
	return missing
}

// accepted looks for a solution of one model that the other one refuses. done is true if that settled the comparison.
func (c *comparison) accepted(ctx context.Context, s Side) (done bool, err error) {
	t := *c.z[s].Task()
	t.Pool = t.Pool.Clone()
	own := newDemands(&t)
	var violated []task.Expr
	for _, e := range c.conditions(s, &t) {
		for _, part := range conjuncts(t.Pool, e) {
			if !own.imply(part) {
				violated = append(violated, t.Pool.Not(part))
			}
		}
	}
	t.Goal = t.Pool.And(t.Goal, t.Pool.Or(violated...))
	codes, status := c.solve(ctx, &t)
	switch status {
	case backends.Unsolvable:
		return false, nil
	case backends.Unknown:
		c.open(fmt.Sprintf("whether one model has a solution that the other refuses was not decided within %d contradictions",
			c.Conflicts))
		if ctx.Err() != nil {
			c.Reason = context.Cause(ctx).Error()
		}
		return true, nil
	case backends.Solved:
	}
	for few := int64(1); few <= mostViolated; few++ { // an example that breaks few conditions says more
		u := t
		u.Goal = u.Pool.And(t.Goal, u.Pool.Le(u.Pool.Add(violated...), u.Pool.Const(few)))
		if better, status := c.solve(ctx, &u); status == backends.Solved {
			codes = better
			break
		}
	}
	d := c.onlyIn(s, OfSolution, c.z[s].StateOf(codes))
	if problem := c.confirmSolution(d); problem != "" {
		return true, c.fault(d, problem)
	}
	c.nearest(ctx, d)
	return true, nil
}

// solve solves a changed task. It returns the codes of a solution.
func (c *comparison) solve(ctx context.Context, t *task.Task) ([]int64, backends.Status) {
	if t.Goal == task.False || t.InitCond == task.False {
		return nil, backends.Unsolvable
	}
	t.Symmetries, t.Prunings, t.Heuristics, t.Abstractions, t.Dead = nil, nil, nil, nil, task.False
	t.Facts.Unsolvable = ""
	o := c.limits().Options
	solver := backends.Backend(constraint.Backend{})
	if constraint.Refuses(t, o) != "" {
		solver = sat.Backend{} // without a limit of conflicts
	}
	r, err := solver.Solve(ctx, t, o)
	switch {
	case err != nil:
		return nil, backends.Unknown
	case r.Status != backends.Solved:
		return nil, r.Status
	}
	return r.Plans[0].Start, r.Status
}

// conditions returns what the other model demands, as expressions over the variables of the task of model s: that the
// values are among those of its variables, its initial condition and its goal.
func (c *comparison) conditions(s Side, t *task.Task) []task.Expr {
	theirs := c.z[s.Against()]
	element := map[string]int{} // of the model s, by name
	for place := range c.z[s].Model().StateSize {
		element[c.z[s].Model().StateName(place)] = place
	}
	ground := theirs.Task()
	variable, numberOf := byPlace(t), byPlace(ground)
	values := make([]task.Expr, len(ground.Vars)) // of the variables of the other task
	var all []task.Expr
	for place := range theirs.Model().StateSize {
		mine := element[theirs.Model().StateName(place)]
		v, chosen := variable[mine]
		have := []int64{t.Fixed[mine]}
		if chosen {
			have = t.Vars[v].Values
		}
		want := []int64{ground.Fixed[place]}
		n, isVar := numberOf[place]
		if isVar {
			want = ground.Vars[n].Values
		}
		among, within := make([]int64, len(have)), true
		codes := make([]int64, len(have))
		for i, code := range have {
			var ok bool
			if codes[i], ok = c.code(s, mine, code, place); ok {
				_, ok = slices.BinarySearch(want, codes[i])
			}
			if within = within && ok; ok {
				among[i] = 1
			}
		}
		if !within {
			all = append(all, member(t.Pool, v, chosen, have, among))
		}
		if isVar {
			values[n] = translated(t.Pool, v, chosen, have, codes)
		}
	}
	memo := map[task.Expr]task.Expr{}
	subst := func(v int) task.Expr { return values[v] }
	return append(all, t.Pool.Import(ground.Pool, ground.InitCond, subst, memo),
		t.Pool.Import(ground.Pool, ground.Goal, subst, memo))
}

// byPlace returns the numbers of the variables of a task by their places in the state.
func byPlace(t *task.Task) map[int]int {
	numbers := map[int]int{}
	for v := range t.Vars {
		numbers[t.Vars[v].State] = v
	}
	return numbers
}

// member returns the condition that an element has one of the values that among marks by 1.
func member(p *task.Pool, v int, chosen bool, have, among []int64) task.Expr {
	switch {
	case !chosen:
		return task.False
	case p.Tabulable(v):
		return p.Eq(p.Function(v, among), p.Const(1))
	}
	var all []task.Expr // a range for each run of marks
	for i := 0; i < len(have); i++ {
		first := i
		for i < len(have) && among[i] == 1 {
			i++
		}
		if i > first {
			all = append(all, p.And(p.Le(p.Const(have[first]), p.Var(v)), p.Le(p.Var(v), p.Const(have[i-1]))))
		}
	}
	return p.Or(all...)
}

// translated returns the expression of an element in the codes of the other model.
func translated(p *task.Pool, v int, chosen bool, have, codes []int64) task.Expr {
	switch {
	case !chosen:
		return p.Const(codes[0])
	case slices.Equal(have, codes):
		return p.Var(v)
	}
	e := p.Const(codes[0])
	for i := 1; i < len(have); i++ {
		e = p.Ite(p.Eq(p.Var(v), p.Const(have[i])), p.Const(codes[i]), e)
	}
	return e
}

// code translates a value of an element from the model of side s to the other model. mine and theirs are the places of
// the element. A number keeps its code; other values are matched by their text. ok is false if no value has this text.
func (c *comparison) code(s Side, mine int, code int64, theirs int) (_ int64, ok bool) {
	m, other := c.z[s].Model(), c.z[s.Against()].Model()
	a, _ := m.ArrayAt(mine)
	if b, _ := other.ArrayAt(theirs); a.Type.Kind == model.Number && b.Type.Kind == model.Number {
		return code, true
	}
	n, problem := parse.Element(c.machine[s.Against()], theirs, m.Format(a.Type, model.Int(code)))
	return n, problem == ""
}

// conjuncts takes conditions apart, also `distinct` into pairs.
func conjuncts(p *task.Pool, es ...task.Expr) (all []task.Expr) {
	for _, e := range es {
		for _, part := range p.Conjuncts(e) {
			n := p.Node(part)
			if n.Op != task.OpDistinct {
				all = append(all, part)
				continue
			}
			args := slices.Clone(n.Args)
			for i, a := range args {
				for _, b := range args[:i] {
					all = append(all, p.Conjuncts(p.Not(p.Eq(a, b)))...)
				}
			}
		}
	}
	return all
}

// stateIn returns a solution of one model as a state of the other, which has the same elements. ok is false if a value
// is none of the element's type.
func (c *comparison) stateIn(to Side, state []int64) (out []int64, ok bool) {
	from := c.z[to.Against()]
	text := map[string]string{}
	for _, v := range from.Assignment(state) {
		text[v.Name] = v.Text
	}
	m := c.z[to].Model()
	out, ok = make([]int64, m.StateSize), true
	for place := range out {
		n, problem := parse.Element(c.machine[to], place, text[m.StateName(place)])
		out[place], ok = n, ok && problem == ""
	}
	return out, ok
}

// failures returns the conditions of a model that an assignment violates.
func (c *comparison) failures(s Side, state []int64) []*semantics.Refusal {
	if all := semantics.ExplainInitial(c.machine[s], state); len(all) > 0 {
		return all
	}
	return semantics.ExplainGoal(c.machine[s], state)
}

// confirmSolution shows a difference to the reference semantics of both models.
func (c *comparison) confirmSolution(d *Difference) string {
	has, against := d.Way[d.Only].Start, d.Only.Against()
	if len(c.failures(d.Only, has)) > 0 {
		return "the model does not accept its own solution"
	}
	other, ok := c.stateIn(against, has)
	if !ok {
		return "" // a value outside of its type
	}
	d.Way[against].Start, d.Has[against] = other, true
	if d.Refusals = c.failures(against, other); len(d.Refusals) == 0 {
		return "the other model accepts the solution"
	}
	return ""
}

// nearest looks for a solution of the model that refuses which differs least from the solution that it refuses.
func (c *comparison) nearest(ctx context.Context, d *Difference) {
	s := d.Only.Against()
	if !d.Has[s] {
		return
	}
	state := d.Way[s].Start
	t := *c.z[s].Task()
	t.Pool = t.Pool.Clone()
	goal, differ := t.Goal, make([]task.Expr, len(t.Vars))
	for v := range differ {
		differ[v] = t.Pool.Not(t.Pool.Eq(t.Pool.Var(v), t.Pool.Const(state[t.Vars[v].State])))
	}
	// 0: elements that only one value fits are no variables, and may be all that differs.
	for k := int64(0); k <= mostChanged && k <= int64(len(differ)); k++ {
		t.Goal = t.Pool.And(goal, t.Pool.Le(t.Pool.Add(differ...), t.Pool.Const(k)))
		codes, status := c.solve(ctx, &t)
		if status == backends.Solved {
			d.Near = c.z[s].StateOf(codes)
			for place := range d.Near {
				if d.Near[place] != state[place] {
					d.Changed = append(d.Changed, c.z[s].Model().StateName(place))
				}
			}
			return
		}
		if status == backends.Unknown {
			return
		}
	}
}

// listed compares all solutions of both models by their observed values.
func (c *comparison) listed(ctx context.Context) error {
	var found [2]map[string]bool
	var states [2][][]int64
	for s, z := range c.z {
		o := c.limits()
		o.All, o.Limit = true, mostListed+1
		a, err := z.Solve(ctx, o)
		switch {
		case err != nil:
			c.open(err.Error())
			return nil
		case a.Status == backends.Unknown || a.Status == backends.Solved && !a.Complete || len(a.Solutions) > mostListed:
			c.open(fmt.Sprintf("a model may have more than %d solutions", mostListed))
			if ctx.Err() != nil {
				c.Reason = context.Cause(ctx).Error()
			}
			return nil
		}
		found[s] = map[string]bool{}
		for _, solution := range a.Solutions {
			found[s][c.startKey(Side(s), solution.Start)] = true
			states[s] = append(states[s], solution.Start)
		}
	}
	for _, s := range []Side{Other, Reference} {
		for _, state := range states[s] {
			if !found[1-s][c.startKey(s, state)] {
				c.onlyIn(s, OfSolution, state)
				return nil
			}
		}
	}
	return nil
}
