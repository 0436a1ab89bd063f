// Package assign chooses values for the free variables of a task: assignments that satisfy conditions, such as initial
// states, goal states, and solutions of puzzles without moves.
package assign

import (
	"context"
	"math/bits"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// assigner enumerates the assignments of the free variables that satisfy conditions, by backtracking with forward
// checking and the smallest domain first (Haralick, Elliott, Increasing Tree Search Efficiency for Constraint
// Satisfaction Problems, 1980). A condition with one unassigned variable is tested on all values of this variable, and
// narrows its domain.
type assigner struct {
	sp       *space.Space
	stats    *backends.Stats
	over     func(work int64) bool
	ev       *space.Evaluator
	st       []uint64
	domains  [][]uint64 // remaining places, as bits
	sizes    []int
	free     []int
	assigned []bool
	conds    []condition
	byVar    [][]int32
	trail    []narrowed
	found    func(st []uint64) bool
	done     bool
	stopped  bool // over has ended the search
}

// condition is an expression that must hold, or two expressions that must differ.
type condition struct {
	insts  []int32
	differ bool
	vars   []int
	open   int // number of variables without a value
}

// narrowed is a word of a domain before it was narrowed.
type narrowed struct {
	v, word int
	old     uint64
}

// Each calls found with each assignment of the free variables of the task that satisfies the conditions. It ends when
// found returns false, or when over returns true. It returns true if over ended it. over is called with the work since
// its last call. Each counts expanded and generated nodes and backtracks in stats.
func Each(sp *space.Space, conds []task.Expr, stats *backends.Stats, over func(work int64) bool,
	found func(st []uint64) bool,
) (stopped bool) {
	a := &assigner{
		sp: sp, stats: stats, over: over, ev: sp.NewEvaluator(), st: make([]uint64, sp.Layout.Words),
		found: found,
	}
	if a.prepare(conds) {
		a.search()
	}
	return a.stopped
}

// Until returns an over for Each that regularly checks a context.
func Until(ctx context.Context) (over func(work int64) bool) {
	const every = 1 << 12
	done, next := int64(0), int64(0)
	return func(work int64) bool {
		if done += work; done < next {
			return false
		}
		next = done + every
		return ctx.Err() != nil
	}
}

// prepare assigns the initial values of the other variables. It returns false if a condition fails already.
func (a *assigner) prepare(conds []task.Expr) bool {
	t, l := a.sp.Task, a.sp.Layout
	n := len(t.Vars)
	a.domains, a.sizes, a.assigned, a.byVar = make([][]uint64, n), make([]int, n), make([]bool, n), make([][]int32, n)
	for v := range t.Vars {
		if len(t.Free) > v && t.Free[v] {
			a.free = append(a.free, v)
			a.sizes[v] = len(t.Vars[v].Values)
			a.domains[v] = make([]uint64, (a.sizes[v]+63)/64)
			for p := range a.sizes[v] {
				a.domains[v][p>>6] |= 1 << (p & 63)
			}
			continue
		}
		p := l.Place(v, t.Init[v])
		if p < 0 {
			return false
		}
		l.Put(a.st, v, p)
		a.assigned[v] = true
	}
	for _, e := range conds {
		a.add(e)
	}
	for i := range a.conds {
		if !a.check(&a.conds[i]) {
			return false
		}
	}
	return true
}

// add splits conjunctions and `distinct`, so that their parts can fail early.
func (a *assigner) add(e task.Expr) {
	p, pool := a.sp.Program, a.sp.Task.Pool
	switch n := pool.Node(e); {
	case e == task.True:
	case n.Op == task.OpAnd:
		for _, c := range n.Args {
			a.add(c)
		}
	case n.Op == task.OpDistinct:
		for i, x := range n.Args {
			for _, y := range n.Args[:i] {
				a.condition(condition{insts: []int32{p.Compile(y), p.Compile(x)}, differ: true},
					append(pool.Vars(y), pool.Vars(x)...))
			}
		}
	default:
		a.condition(condition{insts: []int32{p.Compile(e)}}, pool.Vars(e))
	}
}

func (a *assigner) condition(c condition, vars []int) {
	slices.Sort(vars)
	c.vars = slices.Compact(vars)
	for _, v := range c.vars {
		if !a.assigned[v] {
			c.open++
			a.byVar[v] = append(a.byVar[v], int32(len(a.conds)))
		}
	}
	a.conds = append(a.conds, c)
}

// check tests a condition without open variables. It narrows the open variable of a condition that has one.
func (a *assigner) check(c *condition) bool {
	switch c.open {
	case 0:
		return a.holds(c)
	case 1:
		for _, v := range c.vars {
			if !a.assigned[v] {
				return a.narrow(c, v)
			}
		}
	}
	return true
}

func (a *assigner) holds(c *condition) bool {
	a.ev.Load(a.st)
	x := a.ev.Eval(c.insts[0])
	if c.differ {
		return x != a.ev.Eval(c.insts[1])
	}
	return x != 0
}

// narrow removes from the domain of v the values for which a condition fails. It returns false if no value is left, or
// if the search is over.
func (a *assigner) narrow(c *condition, v int) bool {
	for w, set := range a.domains[v] {
		if a.work(bits.OnesCount64(set)) {
			return false
		}
		left := set
		for ; set != 0; set &= set - 1 {
			a.sp.Layout.Put(a.st, v, w<<6+bits.TrailingZeros64(set))
			if !a.holds(c) {
				left &^= set & -set
			}
		}
		if left != a.domains[v][w] {
			a.trail = append(a.trail, narrowed{v, w, a.domains[v][w]})
			a.sizes[v] -= bits.OnesCount64(a.domains[v][w] &^ left)
			a.domains[v][w] = left
		}
	}
	return a.sizes[v] > 0
}

// choose returns the variable without a value whose domain is smallest, -1 if all have values.
func (a *assigner) choose() int {
	best := -1
	for _, v := range a.free {
		if !a.assigned[v] && (best < 0 || a.sizes[v] < a.sizes[best]) {
			best = v
		}
	}
	return best
}

func (a *assigner) search() {
	v := a.choose()
	if v < 0 {
		a.done = !a.found(a.st)
		return
	}
	a.stats.Expanded++
	a.work(1 + len(a.byVar[v]))
	a.assigned[v] = true
	for w := range a.domains[v] {
		for set := a.domains[v][w]; set != 0 && !a.done; set &= set - 1 {
			a.stats.Generated++
			mark := len(a.trail)
			if a.take(v, w<<6+bits.TrailingZeros64(set)) {
				a.search()
			} else {
				a.stats.Backtracks++
			}
			a.undo(mark)
			for _, i := range a.byVar[v] {
				a.conds[i].open++
			}
		}
	}
	a.assigned[v] = false
}

// work counts work, and reports whether the search is to end.
func (a *assigner) work(n int) bool {
	a.stopped = a.over(int64(n)) || a.stopped
	a.done = a.done || a.stopped
	return a.done
}

// take gives v a value and checks all conditions on v.
func (a *assigner) take(v, place int) bool {
	for _, i := range a.byVar[v] {
		a.conds[i].open--
	}
	a.sp.Layout.Put(a.st, v, place)
	for _, i := range a.byVar[v] {
		if !a.check(&a.conds[i]) {
			return false
		}
	}
	return true
}

func (a *assigner) undo(mark int) {
	for i := len(a.trail) - 1; i >= mark; i-- {
		t := a.trail[i]
		a.sizes[t.v] += bits.OnesCount64(t.old &^ a.domains[t.v][t.word])
		a.domains[t.v][t.word] = t.old
	}
	a.trail = a.trail[:mark]
}
