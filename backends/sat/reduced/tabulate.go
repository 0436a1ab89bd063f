package reduced

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// maxScope is the largest number of variables of an expression that is not called wide. No tables are made of wide
// expressions.
const maxScope = 4

// Scope is the variables that an expression reads, ascending. Wide: they are more than maxScope, and not listed.
type Scope struct {
	Vars []int
	Wide bool
}

func (s Scope) with(t Scope) Scope {
	if s.Wide || t.Wide {
		return Scope{Wide: true}
	}
	switch {
	case len(t.Vars) == 0 || slices.Equal(s.Vars, t.Vars):
		return s
	case len(s.Vars) == 0:
		return t
	}
	all := append(slices.Clone(s.Vars), t.Vars...)
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > maxScope {
		return Scope{Wide: true}
	}
	return Scope{Vars: all}
}

// scopes computes the scope of each expression of a pool. The pool may grow.
type scopes struct {
	pool *task.Pool
	of   []Scope
	mask []uint64 // of the variables of each expression, see maskOf
}

// maskOf returns a bit for a variable. Variables share bits if there are more than 64.
func maskOf(v int) uint64 { return 1 << (v % 64) }

// Get returns the scope of an expression.
func (s *scopes) Get(e task.Expr) Scope {
	for n := len(s.of); n < s.pool.Len(); n++ { // arguments come before their node
		node, sc, mask := s.pool.Node(task.Expr(n)), Scope{}, uint64(0)
		if node.Op == task.OpVar {
			sc.Vars, mask = []int{int(node.N)}, maskOf(int(node.N))
		}
		for _, a := range node.Args {
			sc = sc.with(s.of[a])
			mask |= s.mask[a]
		}
		s.of, s.mask = append(s.of, sc), append(s.mask, mask)
	}
	return s.of[e]
}

// mayRead reports whether an expression may read one of the variables of a mask.
func (s *scopes) mayRead(e task.Expr, mask uint64) bool {
	s.Get(e)
	return s.mask[e]&mask != 0
}

// scan visits the values of some expressions at all combinations of some places of the variables that they read. The
// last variable varies fastest. place and values are valid only during the call.
func scan(pool *task.Pool, vars []int, places [][]int, visit func(place []int, values []int64), roots ...task.Expr) {
	choices := make(map[int][]int64, len(vars))
	for i, v := range vars {
		domain := pool.Domain(v)
		for _, k := range places[i] {
			choices[v] = append(choices[v], domain[k])
		}
	}
	s := task.NewScan(pool, roots, 0, vars, func(v int) []int64 { return choices[v] })
	place, values := make([]int, len(vars)), make([]int64, len(roots))
	s.Run(func() bool {
		for i, k := range s.At {
			place[i] = places[i][k]
		}
		for i := range values {
			values[i] = s.Value(i)
		}
		visit(place, values)
		return true
	})
}
