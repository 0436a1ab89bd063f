package sat

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/sat/solver"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// potential is the number of elements of an array that have some value, if no move raises it, or no move lowers it.
// Examples: the pegs on a board; the squares that were not visited. It bounds the number of moves from both sides.
type potential struct {
	name   string // of the array
	value  string // in the notation of the language
	vars   []int
	code   int64
	lo, hi int64 // bounds of the change by a move
	start  int64
}

// potentials computes the bounds that all potentials give together.
func (r *run) potentials(ctx context.Context) (window, error) {
	all := anyLength()
	if r.lim.Without.Has(technique.Potentials) {
		return all, nil
	}
	for _, a := range r.p.Arrays {
		vars, fixed := elementVars(r.p, a)
		if codes := codesOf(r.p, vars); fixed && len(vars) > 1 && len(vars) <= maxElements &&
			len(codes)*len(r.p.Ops) <= maxChanges {
			for _, code := range codes {
				q := potential{name: a.Name, value: valueName(r.p, vars, code), vars: vars, code: code}
				w, err := r.lengthsBy(ctx, &q)
				if err != nil {
					return all, err
				}
				all = all.and(w)
			}
		}
	}
	return all, nil
}

// Bounds on the work.
const (
	maxElements = 200
	maxChanges  = 1 << 20
)

// lengthsBy is the lengths that one potential allows.
func (r *run) lengthsBy(ctx context.Context, q *potential) (window, error) {
	if !r.steps(q) {
		return anyLength(), nil
	}
	least, err := r.leastInGoal(ctx, q, 1)
	if err != nil {
		return anyLength(), err
	}
	most, err := r.leastInGoal(ctx, q, -1)
	if err != nil {
		return anyLength(), err
	}
	return q.window(least, -most), nil
}

// valueName returns a value of some variables in the notation of the language.
func valueName(p *reduced.Problem, vars []int, code int64) string {
	for _, v := range vars {
		if i := p.Task.Vars[v].Place(code); i >= 0 {
			return p.Task.Vars[v].Names[i]
		}
	}
	return ""
}

// elementVars lists the variables of an array. fixed tells whether all elements are variables with known initial
// values, or constants.
func elementVars(p *reduced.Problem, a task.Array) (vars []int, fixed bool) {
	fixed = true
	for _, e := range a.Elems {
		switch n := p.Pool.Node(e); n.Op {
		case task.OpVar:
			vars = append(vars, int(n.N))
			fixed = fixed && !p.Task.Free[n.N]
		case task.OpConst:
		default: // a part of a fused variable
			fixed = false
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars), fixed
}

// codesOf lists the values of some variables, nil if they are many.
func codesOf(p *reduced.Problem, vars []int) []int64 {
	const many = 64
	var out []int64
	for _, v := range vars {
		out = append(out, p.Domain(v)...)
		if slices.Sort(out); len(out) > many {
			out = slices.Compact(out)
		}
		if len(out) > many {
			return nil
		}
	}
	return slices.Compact(out)
}

// steps computes how moves change the potential. It returns false if some moves may raise it and others lower it.
func (r *run) steps(q *potential) bool {
	q.lo, q.hi, q.start = math.MaxInt64, math.MinInt64, 0
	for _, v := range q.vars {
		if r.p.Task.Init[v] == q.code {
			q.start++
		}
	}
	for i := range r.p.Ops {
		if r.lay != nil && r.lay.Dead[i] {
			continue
		}
		var lo, hi int64
		for w := range r.p.Ops[i].Writes {
			if _, mine := slices.BinarySearch(q.vars, r.p.Ops[i].Writes[w].V); mine {
				l, h := changeBy(r.p, &r.p.Ops[i], &r.p.Ops[i].Writes[w], q.code)
				lo, hi = lo+l, hi+h
			}
		}
		if q.lo, q.hi = min(q.lo, lo), max(q.hi, hi); q.lo < 0 && q.hi > 0 {
			return false
		}
	}
	return q.lo <= q.hi
}

// changeBy is the bounds of the change by an effect: −1, 0 or 1 for its variable.
func changeBy(p *reduced.Problem, o *layers.Op, w *layers.Write, code int64) (lo, hi int64) {
	const large = 1 << 10
	if w.Table == nil || len(w.Table) > large {
		return -1, 1
	}
	k := p.Task.Vars[w.V].Place(code)
	has := func(place int) int64 { // 1 if the variable has the value
		if place == k {
			return 1
		}
		return 0
	}
	before := []int64{0, 1}
	for _, s := range o.Guard.Sets {
		if at := s.At; s.V == w.V && !slices.Contains(at, k) {
			before = before[:1]
		} else if s.V == w.V && len(at) == 1 {
			before = before[1:]
		}
	}
	own, sizes := slices.Index(w.Scope, w.V), p.Sizes(w.Scope)
	lo, hi = 1, -1
	for at, place := range w.Table {
		if place < 0 {
			continue
		}
		for _, was := range before {
			if own >= 0 && was != has(digit(at, sizes, own)) {
				continue
			}
			change := has(int(place)) - was
			lo, hi = min(lo, change), max(hi, change)
		}
	}
	if lo > hi {
		return 0, 0
	}
	return lo, hi
}

// digit is place i of the combination with number at, the inverse of layers.Index.
func digit(at int, sizes []int, i int) int {
	for _, n := range sizes[i+1:] {
		at /= n
	}
	return at % sizes[i]
}

// leastInGoal is the least value of sign·q in a goal state. It asks a solver for smaller and smaller values.
func (r *run) leastInGoal(ctx context.Context, q *potential, sign int64) (int64, error) {
	s := solver.New()
	e := encode.New(r.p, nil, cnf.New(ctx, s, cnf.Options{Memory: r.o.Memory}), encode.Options{Encoding: encode.Direct})
	if r.lay != nil {
		e.At = []*layers.Pairs{r.lay.Goal}
	}
	goal := e.FreeStep()
	var few []cnf.Lit // the number of true literals among these is minimized
	var offset int64  // sign·q is their number plus offset
	for _, v := range q.vars {
		k := r.p.Task.Vars[v].Place(q.code)
		has := goal.SetLit(v, func(i int) bool { return i == k })
		if sign < 0 {
			has = -has
			offset--
		}
		few = append(few, has)
	}
	least := int64(math.MaxInt32)
	for e.F.Err() == nil {
		switch s.Solve(ctx) {
		case solver.Unsatisfiable:
			return least, nil
		case solver.Interrupted:
			return 0, ctx.Err()
		}
		found := int64(0)
		for _, l := range few {
			if s.Value(l) {
				found++
			}
		}
		least = found + offset
		e.TrueAtMost(few, found-1)
	}
	return 0, e.F.Err()
}

// window returns the lengths that the potential allows, if it is between lo and hi in goal states.
func (q *potential) window(lo, hi int64) window {
	w := anyLength()
	atMost := func(d, room int64) { // T·d ≤ room
		switch {
		case d > 0 && room >= 0:
			w.to = min(w.to, room/d)
		case d >= 0 && room < 0:
			w.to = -1
		case d < 0 && room < 0:
			w.from = max(w.from, (room+d+1)/d)
		}
	}
	atMost(q.lo, hi-q.start)
	atMost(-q.hi, q.start-lo)
	if w.to < math.MaxInt64 {
		way := "no move lowers"
		if q.hi <= 0 {
			way = "no move raises"
		}
		w.why = fmt.Sprintf("%s the number of elements of %s that are %s", way, q.name, q.value)
	}
	return w
}
