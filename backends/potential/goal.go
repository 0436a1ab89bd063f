package potential

import (
	"math"

	"github.com/pzc-lang/pzc/compiler/task"
)

// largeNumber: larger terms are not added.
const largeNumber = 1 << 40

// inGoal returns bounds of the potential in goal states, least > most if there are none.
func (f *finder) inGoal(p *Potential) (least, most int64) {
	if f.task.Goal == task.False {
		return 1, 0
	}
	allowed := map[int][]bool{}
	var rest []task.Expr
	for _, c := range f.task.Pool.Conjuncts(f.task.Goal) {
		if !f.restrict(allowed, c) {
			rest = append(rest, c)
		}
	}
	for k, v := range p.Vars {
		lo, hi := extremes(p.Weights[k], allowed[v])
		if lo > hi {
			return 1, 0
		}
		least, most = least+lo, most+hi
	}
	for _, c := range rest {
		if n := f.task.Pool.Node(c); n.Op == task.OpEq || n.Op == task.OpLt || n.Op == task.OpLe {
			lo, hi := f.compared(p, n, allowed)
			least, most = max(least, lo), min(most, hi)
		}
	}
	return least, most
}

// compared returns bounds of the potential where a comparison of sums holds. The difference of the sums is k times the
// potential plus a rest, for some k.
func (f *finder) compared(p *Potential, n *task.Node, allowed map[int][]bool) (least, most int64) {
	least, most = math.MinInt64, math.MaxInt64
	sum := linear{terms: map[int][]int64{}}
	if !f.addTo(&sum, n.Args[0], 1) || !f.addTo(&sum, n.Args[1], -1) {
		return least, most
	}
	k := int64(0)
	for i, v := range p.Vars {
		for at, x := range sum.terms[v] {
			if w := p.Weights[i][at] - p.Weights[i][0]; w != 0 && k == 0 && (x-sum.terms[v][0])%w == 0 {
				k = (x - sum.terms[v][0]) / w
			}
		}
	}
	if k == 0 {
		return least, most
	}
	for i, v := range p.Vars {
		for at, w := range p.Weights[i] {
			sum.of(v, len(p.Weights[i]))[at] -= k * w
		}
	}
	lo, hi := sum.base, sum.base // bounds of the rest
	for v, xs := range sum.terms {
		l, h := extremes(xs, allowed[v])
		if l > h {
			return 1, 0
		}
		lo, hi = lo+l, hi+h
	}
	if n.Op == task.OpLt {
		lo++
	}
	equal := n.Op == task.OpEq // k·potential + rest == 0; else it is at most 0
	switch {
	case k > 0 && equal:
		return -task.EuclidDiv(hi, k), task.EuclidDiv(-lo, k)
	case k > 0:
		return least, task.EuclidDiv(-lo, k)
	case equal:
		return -task.EuclidDiv(-lo, -k), task.EuclidDiv(hi, -k)
	}
	return -task.EuclidDiv(-lo, -k), most
}

// linear is a sum of terms of one variable.
type linear struct {
	base  int64
	terms map[int][]int64 // by variable, by place
}

func (l *linear) of(v, places int) []int64 {
	if l.terms[v] == nil {
		l.terms[v] = make([]int64, places)
	}
	return l.terms[v]
}

// addTo adds a multiple of an expression to a sum. It returns false if the expression is no such sum.
func (f *finder) addTo(l *linear, e task.Expr, times int64) bool {
	n, vars := f.task.Pool.Node(e), f.reads.Of(e)
	switch {
	case n.Lo < -largeNumber || n.Hi > largeNumber || max(times, -times) > maxSteps:
		return false
	case n.Op == task.OpConst:
		l.base += times * n.N
		return true
	case len(vars) == 1:
		xs := f.values(e, vars[0])
		for at, x := range xs {
			l.of(vars[0], len(xs))[at] += times * x
		}
		return true
	case n.Op == task.OpAdd:
		for _, arg := range n.Args {
			if !f.addTo(l, arg, times) {
				return false
			}
		}
		return true
	case n.Op == task.OpMul && f.task.Pool.Node(n.Args[0]).Op == task.OpConst:
		return f.addTo(l, n.Args[1], times*f.task.Pool.Node(n.Args[0]).N)
	}
	return false
}

// extremes returns the least and the greatest of the allowed numbers, least > greatest if there is none. If allowed is
// nil, all are.
func extremes(xs []int64, allowed []bool) (least, greatest int64) {
	least, greatest = math.MaxInt64, math.MinInt64
	for i, x := range xs {
		if allowed == nil || allowed[i] {
			least, greatest = min(least, x), max(greatest, x)
		}
	}
	return least, greatest
}
