package sat

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// demanded is a difference whose conditions have literals.
type demanded struct {
	when []cnf.Lit
	a, b int // indices into demands.dist
	k    int64
}

// demands is the differences of a task, and the formula of its other conditions.
type demands struct {
	d    *differences
	a    *query
	all  []demanded
	from [][]int32 // by place: the differences x(a) − x(b) ≤ k with this a
	dist []int64   // by variable: its distance; last: that of the constant 0
	by   []int32   // by variable: the difference that set its distance, −1 if none has

	valueOf map[cnf.Lit]int // by literal of a value: the variable
	within  []bool          // by place: it is on the cycle
}

// solveDifferences looks for a model of the other conditions, computes numbers for the differences that the model
// demands, and excludes cycles of differences that contradict each other, until there are none.
func (r *assignment) solveDifferences(ctx context.Context, d *differences) error {
	encoding := r.o.Encoding
	defer func() { r.o.Encoding = encoding }()
	r.o.Encoding = encode.Direct // differences depend on single values of variables
	rest := *r.p
	rest.Init, rest.Always, rest.Goal, rest.Numbers = d.rest[0], d.rest[1], d.rest[2], d.numbers
	rest.Arrays = nil // conditions say the same of these numbers
	whole := r.p
	r.p = &rest
	defer func() { r.p = whole }()
	a, err := r.query(ctx, 0, nil)
	if err != nil {
		return err
	}
	x := newDemands(d, a)
	x.write()
	for round := 1; ; round++ {
		found, err := a.solve(ctx)
		switch {
		case err != nil:
			return err
		case !found:
			r.unsolvable(backends.ProofUnsat, noAssignment)
			return nil
		}
		cycles := x.cycles()
		if len(cycles) == 0 {
			r.result.Choice += fmt.Sprintf("; numbers that occur in differences alone are found by shortest paths (%d rounds)",
				round)
			return x.take(r)
		}
		for _, c := range cycles {
			x.exclude(c)
		}
		r.progress(backends.Progress{Level: "round", At: int64(round), Done: int64(len(cycles)), Unit: "cycle"})
	}
}

func newDemands(d *differences, a *query) *demands {
	n := len(d.numbers) + 1
	x := &demands{
		d: d, a: a, from: make([][]int32, n), dist: make([]int64, n), by: make([]int32, n), within: make([]bool, n),
		valueOf: map[cnf.Lit]int{},
	}
	for v, val := range a.e.Steps[0].Val {
		for _, l := range val {
			x.valueOf[l] = v
		}
	}
	return x
}

// write makes the literals of the conditions, and excludes pairs of differences that contradict each other.
func (x *demands) write() {
	s, zero := x.a.e.Steps[0], len(x.d.numbers)
	place := func(v int) int {
		if v < 0 {
			return zero
		}
		return v
	}
	for _, d := range x.d.all {
		out := demanded{a: place(d.a), b: place(d.b), k: d.k}
		if all := x.a.e.P.Pool.And(d.when...); len(d.when) > 1 {
			if _, one := s.Single(all); one || all == task.False { // often the condition is a value of one variable
				d.when = []task.Expr{all}
			}
		}
		for _, c := range d.when {
			out.when = append(out.when, x.a.e.F.Atom(s.Lit(c, cnf.Both), cnf.Both))
		}
		out.when = slices.DeleteFunc(out.when, func(l cnf.Lit) bool { return l == cnf.True })
		if !slices.Contains(out.when, cnf.False) {
			x.all = append(x.all, out)
		}
	}
	type edge struct{ a, b int }
	between := map[edge][]int32{}
	for i, d := range x.all {
		x.from[d.a] = append(x.from[d.a], int32(i))
	}
	pairs := 0
	for i, d := range x.all {
		if d.a == d.b {
			x.exclude([]int32{int32(i)})
			continue
		}
		for _, j := range between[edge{d.b, d.a}] {
			if pairs++; d.k+x.all[j].k < 0 && pairs < maxDifferences {
				x.exclude([]int32{int32(i), j})
			}
		}
		between[edge{d.a, d.b}] = append(between[edge{d.a, d.b}], int32(i))
	}
}

// exclude forbids the differences of a cycle together.
func (x *demands) exclude(cycle []int32) {
	clause, all := x.leaving(cycle)
	if all && len(cycle) > 2 && !x.a.e.P.Without.Has(technique.Exits) {
		x.a.e.F.Clause(clause...)
		return
	}
	clause = nil
	for _, i := range cycle {
		for _, l := range x.all[i].when {
			clause = append(clause, -l)
		}
	}
	x.a.e.F.Clause(clause...)
}

// leaving is a stronger clause than exclude's: some variable takes a value that leads out of the cycle. all is false
// unless each difference of the cycle belongs to one value of a variable and has k < 0. The clause is right because
// otherwise each place of the cycle would lead to a place of the cycle, and so to a place twice.
func (x *demands) leaving(cycle []int32) (clause []cnf.Lit, all bool) {
	for _, i := range cycle {
		x.within[x.all[i].a] = true
	}
	defer func() {
		for _, i := range cycle {
			x.within[x.all[i].a] = false
		}
	}()
	for _, i := range cycle {
		d := &x.all[i]
		if len(d.when) != 1 || d.k >= 0 {
			return clause, false
		}
		v, known := x.valueOf[d.when[0]]
		if !known {
			return clause, false
		}
		clause = append(clause, x.elsewhere(d.a, v)...)
	}
	return clause, true
}

// elsewhere lists the values of a variable that do not demand a difference from place to a place of the cycle.
func (x *demands) elsewhere(place, v int) (out []cnf.Lit) {
	s := x.a.e.Steps[0]
	for _, at := range s.Alive[v] {
		l := s.Val[v][at]
		if !slices.ContainsFunc(x.from[place], func(i int32) bool {
			d := &x.all[i]
			return d.k < 0 && x.within[d.b] && len(d.when) == 1 && d.when[0] == l
		}) {
			out = append(out, l)
		}
	}
	return out
}

// cycles lists cycles of differences of the model that contradict each other. If there are none, dist satisfies all
// differences (Bellman 1958, Ford 1956).
func (x *demands) cycles() (out [][]int32) {
	var made []int32
	for i, d := range x.all {
		if !slices.ContainsFunc(d.when, func(l cnf.Lit) bool { return !x.a.value(l) }) {
			made = append(made, int32(i))
		}
	}
	for v := range x.dist {
		x.dist[v], x.by[v] = 0, -1
	}
	for pass, look := 1, 1; ; pass++ {
		changed := false
		for _, i := range made {
			if d := &x.all[i]; x.dist[d.b]+d.k < x.dist[d.a] {
				x.dist[d.a], x.by[d.a], changed = x.dist[d.b]+d.k, i, true
			}
		}
		if !changed {
			return nil
		}
		if pass == look {
			look *= 2
			if out = x.backwards(); len(out) > 0 {
				return out
			}
		}
	}
}

// backwards finds cycles among the differences that set the distances. Each has a negative sum.
func (x *demands) backwards() (out [][]int32) {
	seen := make([]int, len(x.by))
	for v := range x.by {
		w := v
		for seen[w] == 0 && x.by[w] >= 0 {
			seen[w] = v + 1
			w = x.all[x.by[w]].b
		}
		if seen[w] != v+1 || x.by[w] < 0 {
			continue
		}
		var cycle []int32
		for u := w; ; {
			cycle = append(cycle, x.by[u])
			if u = x.all[x.by[u]].b; u == w {
				break
			}
		}
		out = append(out, cycle)
	}
	return out
}

// take makes the model and the distances the answer.
func (x *demands) take(r *assignment) error {
	state := x.a.e.P.View.Codes(x.a.places(0))
	for v, number := range x.d.numbers {
		if number {
			state[v] = x.dist[v] - x.dist[len(x.d.numbers)]
		}
	}
	plan := backends.Plan{Start: state}
	states, err := reduced.Replay(r.task, &plan)
	if err != nil {
		return fmt.Errorf("sat: internal error: the formula's assignment is none: %w", err)
	}
	r.found(plan, states)
	r.result.Optimal = true
	return nil
}
