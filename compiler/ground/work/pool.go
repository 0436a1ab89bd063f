package work

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Pool is a pool of expressions that remembers which variables they read and how large they are.
type Pool struct {
	*task.Pool
	readers *task.Reads
	sizes   []int32 // by expression; 0: not known
}

// Over returns a Pool on the pool of a task.
func Over(p *task.Pool) *Pool { return &Pool{Pool: p, readers: task.NewReads(p)} }

// Reads lists the variables that an expression reads, ascending. The list must not be changed.
func (p *Pool) Reads(e task.Expr) []int { return p.readers.Of(e) }

// EachRead calls f once for each variable that an expression reads, until f returns false.
func (p *Pool) EachRead(e task.Expr, f func(v int) bool) { p.readers.Each(e, f) }

// TreeSize returns the number of parts of an expression that is written out as a tree, constants left out, up to a
// limit. A flood fill counts as large.
func (p *Pool) TreeSize(e task.Expr) int32 {
	for int(e) >= len(p.sizes) {
		p.sizes = append(p.sizes, make([]int32, max(1024, len(p.sizes)))...)
	}
	if p.sizes[e] != 0 {
		return p.sizes[e]
	}
	n := p.Node(e)
	size := int32(1)
	if n.Op == task.OpReach || n.Op == task.OpReached {
		size = largeSize
	}
	for _, a := range n.Args {
		if p.Node(a).Op != task.OpConst {
			size = min(size+p.TreeSize(a), largeSize)
		}
	}
	p.sizes[e] = size
	return size
}

const largeSize = 1 << 20

// Fact reads a condition as "variable v is x".
func (p *Pool) Fact(c task.Expr) (v int, x task.Expr, ok bool) {
	n := p.Node(c)
	switch n.Op {
	case task.OpVar:
		return int(n.N), task.True, true
	case task.OpNot:
		if m := p.Node(n.Args[0]); m.Op == task.OpVar {
			return int(m.N), task.False, true
		}
	case task.OpEq:
		a, b := n.Args[0], n.Args[1]
		if p.Node(a).Op == task.OpConst {
			a, b = b, a
		}
		if m := p.Node(a); m.Op == task.OpVar && p.Node(b).Op == task.OpConst {
			return int(m.N), b, true
		}
	}
	return 0, task.None, false
}

// Known maps variables to the constants that they are known to be.
type Known map[int]task.Expr

// KnownUnder finds the variables whose values a guard decides.
func (p *Pool) KnownUnder(guard task.Expr) Known {
	known := Known{}
	for _, c := range p.Conjuncts(guard) {
		if v, x, ok := p.Fact(c); ok {
			known[v] = x
		}
	}
	return known
}

// Of returns the constant that a variable is known to be, or else the variable.
func (k Known) Of(p *Pool, v int) task.Expr {
	if x, ok := k[v]; ok {
		return x
	}
	return p.Var(v)
}

// simplifyLimit is the size up to which expressions are rewritten for one move. Larger expressions stay shared by all
// moves.
const simplifyLimit = 300

// Simplifier puts known values into expressions.
func (p *Pool) Simplifier(known Known) func(task.Expr) task.Expr {
	memo := map[task.Expr]task.Expr{}
	return func(e task.Expr) task.Expr {
		if len(known) == 0 || p.TreeSize(e) > simplifyLimit {
			return e
		}
		return p.Rebuild(e, func(v int) task.Expr { return known.Of(p, v) }, memo)
	}
}

// SimplifyGuard puts known values into the conjuncts of a guard that do not say themselves what a variable is.
func (p *Pool) SimplifyGuard(guard task.Expr, known Known) task.Expr {
	if len(known) == 0 || guard == task.False {
		return guard
	}
	simplify := p.Simplifier(known)
	before := p.Conjuncts(guard)
	conds := slices.Clone(before)
	for i, c := range conds {
		if _, _, ok := p.Fact(c); !ok {
			conds[i] = simplify(c)
		}
	}
	if slices.Equal(conds, before) {
		return guard
	}
	return p.And(conds...)
}

// Union returns the ascending list of the numbers that are in one of two lists.
func Union(a, b []int) []int {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// disjoint reports whether nothing of a is in b, which is ascending.
func disjoint(a, b []int) bool {
	return !slices.ContainsFunc(a, func(v int) bool {
		_, ok := slices.BinarySearch(b, v)
		return ok
	})
}

// Subset reports whether all of a is in b, which is ascending.
func Subset(a, b []int) bool {
	for _, v := range a {
		if _, ok := slices.BinarySearch(b, v); !ok {
			return false
		}
	}
	return true
}
