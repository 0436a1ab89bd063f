package constraint

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Literal is a statement about a variable of a task.
type Literal = cdcl.Lit

// Prober asks which values the variables of a task may have while a part of its conditions holds: for each of these
// conditions the task has a Boolean variable, its switch, that implies the condition.
//
// It costs as much as this part is large. Only the variables that it reads are decided; then its conditions are
// evaluated. Conditions that are not switched on, and what they read, stay open.
type Prober struct {
	r          *run
	switches   []Literal     // by switch
	values     [][]Literal   // by variable and number of the value
	reads      [][]int       // by switch: the variables that its conditions read, but for the switches
	conditions [][]task.Expr // by switch
	always     []task.Expr   // the conditions without a switch, and the variables that they read
	rest       []int
	state      []int64
	looks      int   // how often conditions were evaluated
	looked     []int // by variable: when it was in state last
	look       func(state []int64)
	eval       func(e task.Expr) int64 // of conditions in the state that look took last
	began      int64                   // the contradictions before the question
	undone     int64                   // store.undone at the last choice, before which the first variables had values
	first      int
}

// tangled is the number of contradictions of a question after which activity chooses, and no longer the order of the
// variables.
const tangled = 8

// NewProber compiles a task without moves. switches are its switches. Of the options it reads Memory.
func NewProber(t *task.Task, switches []int, o backends.Options) (*Prober, error) {
	if why := Refuses(t, o); why != "" {
		return nil, errors.New("constraint: " + why)
	}
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	o.NoSymmetry = true // which images there are may depend on what is assumed
	r := &run{task: t, o: o, result: &backends.Result{}, began: time.Now(), brief: true, plain: true}
	if err := r.build(math.MaxInt64); err != nil {
		return nil, err
	}
	p := &Prober{
		r: r, values: make([][]Literal, len(t.Vars)), reads: make([][]int, len(switches)),
		conditions: make([][]task.Expr, len(switches)), state: make([]int64, len(t.Vars)), looked: make([]int, len(t.Vars)),
	}
	p.look, p.eval = r.c.pool.Memo()
	number := map[int]int{}
	for i, v := range switches {
		number[v], p.state[v] = i, 1
		p.switches = append(p.switches, r.c.lit(r.c.pool.Var(v), both))
		r.chosen = slices.DeleteFunc(r.chosen, func(x intVar) bool { return x == r.c.vars[v].X })
	}
	for v := range t.Vars {
		if _, isSwitch := number[v]; isSwitch || !t.Free[v] {
			continue
		}
		for _, k := range t.Vars[v].Values {
			p.values[v] = append(p.values[v], r.s.equals(r.c.vars[v], k))
		}
	}
	reads := task.NewReads(r.c.pool)
	for _, c := range r.stated.conditions {
		for _, e := range r.c.pool.Conjuncts(c) {
			var on, vars []int
			for _, v := range reads.Of(e) {
				if i, isSwitch := number[v]; isSwitch {
					on = append(on, i)
				} else {
					vars = append(vars, v)
				}
			}
			for _, i := range on {
				p.reads[i], p.conditions[i] = append(p.reads[i], vars...), append(p.conditions[i], e)
			}
			if len(on) == 0 {
				p.always, p.rest = append(p.always, e), append(p.rest, vars...)
			}
		}
	}
	return p, nil
}

// Reads returns the variables that the conditions of a switch read.
func (p *Prober) Reads(i int) []int { return p.reads[i] }

// Switch returns the literal of a switch, by its number.
func (p *Prober) Switch(i int) Literal { return p.switches[i] }

// Value returns the literal "variable v has its value number i".
func (p *Prober) Value(v, i int) Literal { return p.values[v][i] }

// Work returns the number of conclusions that were drawn: the same on every machine.
func (p *Prober) Work() int64 { return p.r.s.Sat.Visits }

// Know makes a statement true for all further questions.
func (p *Prober) Know(l Literal) {
	if p.r.s.Sat.Root() {
		p.r.s.Sat.Add(l)
	}
}

// Probe is a question.
type Probe struct {
	On      []int     // the switches that are on
	Assumed []Literal // what else is assumed
	Vars    []int     // the variables that the conditions of these switches read, and further ones if wanted
	// Wanted tells which values are to be tried first: value number i of Vars[k]. It may be nil.
	Wanted func(k, i int) bool
	// Conflicts is the number of contradictions after which the question is given up; 0: never.
	Conflicts int64
}

// Ask looks for values of the variables of a question. It returns the number of the value of each; or nil and what
// cannot be true together, as parts of On and Assumed. It fails with a *backends.LimitError if it gives up.
func (p *Prober) Ask(ctx context.Context, q Probe) (values []int, clash []Literal, err error) {
	r, assumed := p.r, make([]Literal, 0, len(q.On)+len(q.Assumed))
	p.began, p.undone = r.s.Sat.Conflicts, -1
	decided := slices.Concat(q.Vars, p.rest)
	for _, i := range q.On {
		assumed = append(assumed, p.switches[i])
	}
	clash, err = r.ask(ctx, append(assumed, q.Assumed...), q.Conflicts, func() cdcl.Lit { return p.choose(q, decided) })
	if clash != nil || err != nil {
		return nil, clash, err
	}
	values = make([]int, len(q.Vars))
	for k, v := range q.Vars {
		values[k] = r.task.Vars[v].Place(r.s.Min(r.c.vars[v]))
	}
	return values, nil, nil
}

// ask looks for an assignment under assumptions. It returns assumptions that cannot be true together, not nil, if there
// is none. It fails with a *backends.LimitError after a number of contradictions; 0: never.
func (r *run) ask(ctx context.Context, assumed []Literal, conflicts int64, choose func() Literal) ([]Literal, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r.ctx, r.limit, r.o.Conflicts = ctx, "", 0
	if conflicts > 0 {
		r.o.Conflicts = r.s.Sat.Conflicts + conflicts
	}
	r.s.Choose = choose
	switch r.s.Sat.SolveAssuming(r.stop, assumed...) {
	case cdcl.Unsat:
		return append([]Literal{}, r.s.Sat.Core()...), nil
	case cdcl.Stopped:
		if r.limit != "" {
			return nil, &backends.LimitError{What: r.limit}
		}
		return nil, context.Cause(ctx)
	case cdcl.Sat:
	}
	return nil, nil
}

// choose decides variables, first those of a question, one after the other; after some contradictions, activity chooses
// until they have values.
func (p *Prober) choose(q Probe, vars []int) Literal {
	r := p.r
	if p.undone != r.s.undone {
		p.undone, p.first = r.s.undone, 0
	}
	for ; p.first < len(vars); p.first++ {
		k, v := p.first, vars[p.first]
		if r.s.Min(r.c.vars[v]) == r.s.Max(r.c.vars[v]) {
			continue
		}
		if r.s.Sat.Conflicts >= p.began+tangled {
			return cdcl.NoLit
		}
		for i, l := range p.values[v] {
			if k < len(q.Vars) && q.Wanted != nil && r.s.Sat.Value(l) == 0 && q.Wanted(k, i) {
				return l
			}
		}
		return r.s.split(r.c.vars[v].X)
	}
	if p.enough(q, vars) {
		return cdcl.Enough
	}
	return cdcl.NoLit
}

// enough evaluates the conditions of a question, whose variables have values.
func (p *Prober) enough(q Probe, vars []int) bool {
	p.looks++
	for _, v := range vars {
		p.state[v], p.looked[v] = p.r.s.Min(p.r.c.vars[v]), p.looks
	}
	p.look(p.state)
	return !slices.ContainsFunc(p.always, p.fails) && !slices.ContainsFunc(q.On, p.broken)
}

// Hold reports whether the conditions of some switches hold in the answer to the last question, and read no variables
// but those of the question.
func (p *Prober) Hold(switches []int) bool {
	return !slices.ContainsFunc(switches, func(i int) bool {
		return p.broken(i) || slices.ContainsFunc(p.reads[i], func(v int) bool { return p.looked[v] < p.looks })
	})
}

// broken reports whether a condition of a switch does not hold.
func (p *Prober) broken(i int) bool { return slices.ContainsFunc(p.conditions[i], p.fails) }

func (p *Prober) fails(e task.Expr) bool { return p.eval(e) == 0 }
