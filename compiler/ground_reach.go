package compiler

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// reaching is reachability without deletes: the values that each variable can have in some reachable state, if all that was once
// true stayed true.
type reaching struct {
	g       *grounder
	t       *task.Task
	reached [][]int64 // by variable, ascending
	moves   []reachMove
	readers [][]int32 // moves to look at again when a variable has a new value
	budget  int       // assignments that may still be tried
}

// reachMove is a move, taken apart.
type reachMove struct {
	own      map[int][]int64 // the values that conditions on one variable allow
	joint    []task.Expr     // conditions on several variables
	effects  []task.Effect
	possible bool
	queued   bool
}

// Limits of the exact part: beyond them a condition counts as maybe true, and a value as any that its structure allows.
const (
	reachCases  = 8192
	reachBudget = 20_000_000
)

// reach computes the fixpoint.
func (g *grounder) reachable(t *task.Task) *reaching {
	r := &reaching{g: g, t: t, budget: reachBudget, reached: make([][]int64, len(g.domains)), moves: make([]reachMove, len(t.Moves))}
	r.readers = make([][]int32, len(g.domains))
	for v := range r.reached {
		if t.Free[v] {
			r.reached[v] = g.domains[v]
		} else {
			r.reached[v] = []int64{t.Init[v]}
		}
	}
	r.restrictStart()
	for i := range t.Moves {
		r.takeApart(i)
	}
	queue := make([]int32, len(t.Moves))
	for i := range queue {
		queue[i] = int32(i)
		r.moves[i].queued = true
	}
	for len(queue) > 0 && !g.halted() {
		var next []int32
		for _, i := range queue {
			r.moves[i].queued = false
			for _, v := range r.advance(int(i)) {
				for _, k := range r.readers[v] {
					if !r.moves[k].queued {
						r.moves[k].queued = true
						next = append(next, k)
					}
				}
			}
		}
		queue = next
	}
	return r
}

// restrictStart keeps of the free values those that conditions on one variable allow.
func (r *reaching) restrictStart() {
	for _, c := range r.g.pool.Conjuncts(r.t.InitCond) {
		if vs := r.g.varsOf(c); len(vs) == 1 && r.t.Free[vs[0]] {
			r.reached[vs[0]] = r.allowed(c, vs[0], r.reached[vs[0]])
		}
	}
}

// allowed are the values of v for which a condition on v alone holds.
func (r *reaching) allowed(c task.Expr, v int, from []int64) []int64 {
	out := []int64{}
	s := newScan(r.g.pool, []task.Expr{c}, 1, []int{v}, func(int) []int64 { return from })
	s.run(func() bool {
		out = append(out, s.now[0])
		return true
	})
	return out
}

func (r *reaching) takeApart(i int) {
	g, m := r.g, &r.moves[i]
	m.own = map[int][]int64{}
	m.effects = r.t.Moves[i].Effects
	var reads []int
	for _, c := range g.pool.Conjuncts(r.t.Moves[i].Guard) {
		vs := g.varsOf(c)
		reads = append(reads, vs...)
		if len(vs) != 1 {
			m.joint = append(m.joint, c)
			continue
		}
		v := vs[0]
		from, ok := m.own[v]
		if !ok {
			from = g.domains[v]
		}
		m.own[v] = r.allowed(c, v, from)
	}
	for _, e := range m.effects {
		reads = append(reads, g.varsOf(e.Cond)...)
		reads = append(reads, g.varsOf(e.Value)...)
	}
	slices.Sort(reads)
	for _, v := range slices.Compact(reads) {
		r.readers[v] = append(r.readers[v], int32(i))
	}
}

// values are the reached values of a variable that a move allows.
func (r *reaching) values(m *reachMove, v int) []int64 {
	own, ok := m.own[v]
	if !ok {
		return r.reached[v]
	}
	return intersect(own, r.reached[v])
}

func intersect(a, b []int64) []int64 {
	out := make([]int64, 0, min(len(a), len(b)))
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			out = append(out, a[i])
			i++
			j++
		}
	}
	return out
}

// advance makes a move from what is reached, and returns the variables that got new values.
func (r *reaching) advance(i int) []int {
	m := &r.moves[i]
	local := map[int][]int64{}
	for v := range m.own {
		if local[v] = r.values(m, v); len(local[v]) == 0 {
			return nil
		}
	}
	values := func(v int) []int64 {
		vs, ok := local[v]
		if !ok {
			vs = r.reached[v]
		}
		return vs
	}
	for _, c := range m.joint {
		if !r.narrow(c, values, local) {
			return nil
		}
	}
	m.possible = true
	var grown []int
	for k := range m.effects {
		if r.effect(m, &m.effects[k], values) {
			grown = append(grown, m.effects[k].Var)
		}
	}
	return grown
}

// affordable tells whether all assignments to some variables can be tried.
func (r *reaching) affordable(vars []int, values func(int) []int64) bool {
	n := 1
	for _, v := range vars {
		if n *= len(values(v)); n > reachCases {
			return false
		}
	}
	if n > r.budget {
		return false
	}
	r.budget -= n
	return true
}

// narrow keeps of each variable the values that occur in an assignment for which c holds; false if there is none.
func (r *reaching) narrow(c task.Expr, values func(int) []int64, local map[int][]int64) bool {
	vars := r.g.varsOf(c)
	if len(vars) == 0 {
		return c != task.False
	}
	if !r.affordable(vars, values) {
		return true
	}
	s := newScan(r.g.pool, []task.Expr{c}, 1, vars, values)
	seen := make([]map[int64]bool, len(vars))
	for k := range seen {
		seen[k] = map[int64]bool{}
	}
	s.run(func() bool {
		for k, v := range s.now {
			seen[k][v] = true
		}
		return true
	})
	for k, v := range vars {
		if len(seen[k]) == 0 {
			return false
		}
		if len(seen[k]) < len(s.choices[k]) {
			kept := make([]int64, 0, len(seen[k]))
			for _, x := range s.choices[k] {
				if seen[k][x] {
					kept = append(kept, x)
				}
			}
			local[v] = kept
		}
	}
	return true
}

// effect adds the values that an effect can write; it tells whether there was a new one.
func (r *reaching) effect(m *reachMove, e *task.Effect, values func(int) []int64) bool {
	g := r.g
	if len(r.reached[e.Var]) == len(g.domains[e.Var]) {
		return false
	}
	if x, ok := g.pool.Value(e.Value); ok && e.Cond == task.True {
		return r.add(e.Var, []int64{x})
	}
	vars := unionOf(g.varsOf(e.Cond), g.varsOf(e.Value))
	var found []int64
	if r.affordable(vars, values) {
		roots, conds := []task.Expr{e.Cond}, 1
		for _, c := range m.joint {
			if subset(g.varsOf(c), vars) {
				roots = append(roots, c)
				conds++
			}
		}
		s := newScan(g.pool, append(roots, e.Value), conds, vars, values)
		seen := map[int64]bool{}
		s.run(func() bool {
			if x := s.value(conds); !seen[x] {
				seen[x] = true
				found = append(found, x)
			}
			return true
		})
	} else {
		found = g.mayBe(e.Value, g.domains[e.Var], values)
	}
	return r.add(e.Var, found)
}

func subset(a, b []int) bool {
	for _, v := range a {
		if _, ok := slices.BinarySearch(b, v); !ok {
			return false
		}
	}
	return true
}

// add enters values of a variable; it tells whether one was new.
func (r *reaching) add(v int, found []int64) bool {
	grown := false
	for _, x := range found {
		k, ok := slices.BinarySearch(r.reached[v], x)
		if ok {
			continue
		}
		if _, ok := slices.BinarySearch(r.g.domains[v], x); !ok {
			continue // outside the type: the guard refuses it
		}
		r.reached[v] = slices.Insert(slices.Clone(r.reached[v]), k, x)
		grown = true
	}
	return grown
}

// mayBe are the values of a domain that an expression may have, by its structure.
func (g *grounder) mayBe(e task.Expr, domain []int64, values func(int) []int64) []int64 {
	p := g.pool
	n := p.Node(e)
	switch n.Op {
	case task.OpConst:
		return []int64{n.N}
	case task.OpVar:
		return values(int(n.N))
	case task.OpIte:
		return slices.Concat(g.mayBe(n.Args[1], domain, values), g.mayBe(n.Args[2], domain, values))
	case task.OpSelect:
		var out []int64
		seen := map[task.Expr]bool{}
		for _, a := range n.Args[1:] {
			if !seen[a] {
				seen[a] = true
				out = append(out, g.mayBe(a, domain, values)...)
			}
		}
		return out
	}
	var out []int64
	for _, x := range domain {
		if n.Lo <= x && x <= n.Hi {
			out = append(out, x)
		}
	}
	return out
}
