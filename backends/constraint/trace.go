package constraint

import (
	"fmt"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/describe"
)

// tracer writes what the solver does, with the names of the model.
type tracer struct {
	r     *run
	names map[intVar]string
	value map[intVar]*task.Var // of the model's variables
	conds map[cdcl.Lit]string
	is    map[cdcl.Lit]equality
}

// trace makes the solver report its steps.
func (r *run) trace() {
	t := &tracer{
		r: r, names: map[intVar]string{}, value: map[intVar]*task.Var{}, conds: map[cdcl.Lit]string{},
		is: r.s.equalities(),
	}
	written := *r.task
	written.Pool = r.c.pool
	for v, view := range r.c.vars {
		if view.A != 0 {
			t.names[view.X], t.value[view.X] = r.task.Vars[v].Name, &r.task.Vars[v]
		}
	}
	for e, view := range r.c.nums {
		if _, ok := t.names[view.X]; !ok && view.A == 1 && view.B == 0 {
			t.names[view.X] = describe.Expr(&written, e)
		}
	}
	for e, l := range r.c.lits {
		t.conds[l] = describe.Expr(&written, e)
	}
	r.s.Sat.Trace = t.event
}

// event reports one event.
func (t *tracer) event(e cdcl.Event, l cdcl.Lit, because []cdcl.Lit) {
	step := backends.Traced{Level: t.r.s.Sat.Level()}
	for _, b := range because {
		if b.Var() != 0 { // else it is a fact that is always true
			step.Because = append(step.Because, t.lit(b))
		}
	}
	switch e {
	case cdcl.Chosen:
		step.Event, step.What = backends.Chosen, t.lit(l)
	case cdcl.Implied:
		step.Event, step.What = backends.Concluded, t.lit(l)
		step.Weaker = len(because) == 1 && t.sameVariable(l, because[0])
	case cdcl.Contradicted:
		step.Event = backends.Contradicted
	case cdcl.Learnt:
		step.Event = backends.Learnt
		for _, b := range because {
			step.Against = append(step.Against, t.lit(b.Not()))
		}
	}
	t.r.o.Trace(step)
}

func (t *tracer) sameVariable(l, m cdcl.Lit) bool {
	a, ok := t.r.s.of(l)
	b, both := t.r.s.of(m)
	return ok && both && a.X == b.X
}

// lit writes a literal: "x <= 3", "x = 3", or the condition that it stands for.
func (t *tracer) lit(l cdcl.Lit) string {
	if eq, ok := t.is[l]; ok {
		return t.bound(eq.X, "=", eq.K)
	}
	if eq, ok := t.is[l.Not()]; ok {
		return t.bound(eq.X, "≠", eq.K)
	}
	if b, ok := t.r.s.of(l); ok && t.names[b.X] != "" {
		if b.Above {
			return t.bound(b.X, ">=", b.K+1)
		}
		return t.bound(b.X, "<=", b.K)
	}
	if text, ok := t.conds[l]; ok {
		return "(" + text + ")"
	}
	if text, ok := t.conds[l.Not()]; ok {
		return "not (" + text + ")"
	}
	if l&1 != 0 {
		return fmt.Sprintf("not c%d", l.Var())
	}
	return fmt.Sprintf("c%d", l.Var())
}

// bound writes a bound. Where it leaves one value at the beginning or the end of the values, it is written as equality.
func (t *tracer) bound(x intVar, op string, k int64) string {
	name := t.names[x]
	if name == "" {
		name = fmt.Sprintf("n%d", x)
	}
	v := t.value[x]
	if v == nil {
		return fmt.Sprintf("%s %s %d", name, op, k)
	}
	switch first, last := v.Values[0], v.Values[len(v.Values)-1]; {
	case op == "<=" && k == first, op == ">=" && k == last:
		op = "="
	}
	if i := v.Place(k); i >= 0 {
		return name + " " + op + " " + v.Names[i]
	}
	return fmt.Sprintf("%s %s %d", name, op, k)
}
