package constraint

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint/cdcl"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Sampler draws assignments of a task without moves under assumptions. Clauses that are learnt hold without the
// assumptions, so that later draws cost less. The same task and calls give the same assignments.
type Sampler struct {
	r      *run
	values [][]cdcl.Lit // by variable and number of the value; nil: a variable that is not free, or has many values
	rand   *rand.Rand
}

// True is the literal that is always true.
const True = cdcl.True

// Draw is a question to a Sampler.
type Draw struct {
	Assumed []Literal
	// Order lists variables that get random values first: those with few values before others, and of several with equally
	// many the first in the order. After 100 contradictions the search decides as usual. So the assignments are random,
	// and some are drawn more often than others.
	Order []int
	Rand  *rand.Rand // nil: the search decides all values
	// Conflicts is the number of contradictions after which the draw is given up; 0: never.
	Conflicts int64
}

// NewSampler compiles a task without moves. Of the options it reads Memory.
func NewSampler(t *task.Task, o backends.Options) (*Sampler, error) {
	if why := Refuses(t, o); why != "" {
		return nil, errors.New("constraint: " + why)
	}
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	o.NoSymmetry = true // which images there are may depend on what is assumed
	r := &run{task: t, o: o, result: &backends.Result{}, began: time.Now(), plain: true}
	if err := r.build(math.MaxInt64); err != nil {
		return nil, err
	}
	p := &Sampler{r: r, values: make([][]cdcl.Lit, len(t.Vars))}
	for v := range t.Vars {
		if values := t.Vars[v].Values; t.Free[v] && len(values) <= eager {
			for _, k := range values {
				p.values[v] = append(p.values[v], r.s.equals(r.c.vars[v], k))
			}
		}
	}
	return p, nil
}

// Is returns the literal "variable v has this value".
func (p *Sampler) Is(v int, value int64) Literal {
	p.r.s.Sat.Root()
	return p.r.s.equals(p.r.c.vars[v], value)
}

// Other returns a new literal that implies that some of these variables do not have their values in the state.
func (p *Sampler) Other(vars []int, state []int64) Literal {
	p.r.s.Sat.Root()
	l := p.r.s.newLit()
	clause := []cdcl.Lit{l.Not()}
	for _, v := range vars {
		clause = append(clause, p.Is(v, state[v]).Not())
	}
	p.r.s.Sat.Add(clause...)
	return l
}

// Possible draws conclusions from assumptions, and reports whether they contradict each other. Until the next call,
// Left lists the values that are left.
func (p *Sampler) Possible(assumed ...Literal) bool { return p.r.s.Sat.Assume(assumed...) }

// Left lists the values of a variable, ascending, from which no conclusion contradicts the assumptions.
func (p *Sampler) Left(v int) (left []int64) {
	for i, l := range p.values[v] {
		if _, ok := p.r.s.Sat.Try(l); ok {
			left = append(left, p.r.task.Vars[v].Values[i])
		}
	}
	return left
}

// Bounds returns the least and the greatest value of a variable that are left.
func (p *Sampler) Bounds(v int) (least, greatest int64) {
	x := p.r.c.vars[v]
	return p.r.s.Min(x), p.r.s.Max(x)
}

// Draw returns an assignment, or nil and assumed literals that cannot be true together. It fails with a
// *backends.LimitError if it gives up.
func (p *Sampler) Draw(ctx context.Context, d Draw) (state []int64, clash []Literal, err error) {
	choose := p.r.alternating
	if p.rand = d.Rand; d.Rand != nil {
		choose = func() cdcl.Lit { return p.choose(d.Order) }
	}
	if clash, err = p.r.ask(ctx, d.Assumed, d.Conflicts, choose); clash != nil || err != nil {
		return nil, clash, err
	}
	plan, err := p.r.read()
	return plan.Start, nil, err
}

// choose gives the variable with the fewest values, of several the first in the order, a random one of the values that
// are left. After a restart, activity chooses.
func (p *Sampler) choose(order []int) cdcl.Lit {
	s := p.r.s
	if s.Sat.Restarts > 0 {
		return p.r.alternating()
	}
	best, size := -1, int64(math.MaxInt64)
	for _, v := range order {
		x := p.r.c.vars[v].X
		n := s.Size(x)
		if n > 1 && s.isLate(x) {
			n += beyond
		}
		if n > 1 && n < size {
			best, size = v, n
		}
	}
	if best < 0 {
		return p.r.alternating()
	}
	chosen, open := s.split(p.r.c.vars[best].X), 0
	for _, l := range p.values[best] {
		if s.Sat.Value(l) != 0 {
			continue
		}
		if open++; p.rand.IntN(open) == 0 {
			chosen = l
		}
	}
	return chosen
}
