package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/task"
)

// reaching is reachability without deletes: the values that each variable can have in some reachable state, if all that was once
// true stayed true. Values are places in the variable's domain.
type reaching struct {
	g       *grounder
	t       *task.Task
	reached []places
	moves   []reachMove
	readers [][]int32 // moves to look at again when a variable has a new value
	tables  map[tableOf]*reachTable
	local   []places // what the move at hand allows; nil: all that is reached
	touched []int
	inexact bool        // something was too much to be tried
	tried   int         // combinations
	walked  bool        // see walk
	at      *assignment // nil without a walk
	budget  int         // rows that may still be made or looked at
}

// reachMove is a move, taken apart.
type reachMove struct {
	own      []ownPlaces // the values that conditions on one variable allow
	joint    []task.Expr // conditions on several variables
	effects  []task.Effect
	with     [][]task.Expr // by effect: conditions on the variables that it reads
	most     []places      // see most
	possible bool
	queued   bool
}

type ownPlaces struct {
	v       int
	allowed places
}

// tableOf names a table: a condition, or the values of an effect under its condition and others.
type tableOf struct {
	cond, value task.Expr
	target      int
}

// reachTable lists the assignments for which conditions hold: for each one the places of the variables, and then of the value
// (-1: outside the domain). It grows with the values that were asked for.
type reachTable struct {
	vars    []int
	rows    []int32
	covered []places
	scan    *task.Scan
	places  [][]int32 // of the scan's choices, by variable
	tooMany bool
}

// Limits of the exact part: beyond them a condition counts as maybe true, and a value as any that its structure allows.
const (
	reachCases  = 20_000
	reachBudget = 100_000_000
)

// reachable computes the fixpoint.
func (g *grounder) reachable(t *task.Task) *reaching {
	n := len(g.domains)
	r := &reaching{
		g: g, t: t, budget: reachBudget, reached: make([]places, n), moves: make([]reachMove, len(t.Moves)),
		readers: make([][]int32, n), tables: map[tableOf]*reachTable{}, local: make([]places, n),
	}
	for v := range r.reached {
		r.reached[v] = newPlaces(len(g.domains[v]))
		for k, x := range g.domains[v] {
			if t.Free[v] || x == t.Init[v] {
				r.reached[v].add(k)
			}
		}
	}
	for _, c := range g.pool.Conjuncts(t.InitCond) {
		if vs := g.varsRead.Of(c); len(vs) == 1 && t.Free[vs[0]] {
			r.reached[vs[0]] = r.reached[vs[0]].and(r.allowed(c, vs[0]))
		}
	}
	for i := range t.Moves {
		r.takeApart(i)
	}
	r.run()
	return r
}

// run advances moves until nothing is new.
func (r *reaching) run() {
	queue := r.everyMove(nil)
	for len(queue) > 0 && !r.g.halted() {
		var next []int32
		for _, i := range queue {
			r.moves[i].queued = false
			if r.tried > r.g.walkFrom && !r.walked {
				r.walk()
				next = r.everyMove(next)
			}
			if r.spent(int(i)) {
				continue
			}
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
}

// everyMove adds the moves that are not in a queue to it.
func (r *reaching) everyMove(queue []int32) []int32 {
	for i := range r.moves {
		if !r.moves[i].queued {
			r.moves[i].queued = true
			queue = append(queue, int32(i))
		}
	}
	return queue
}

// allowed are the values of v for which a condition on v alone holds.
func (r *reaching) allowed(c task.Expr, v int) places {
	out := newPlaces(len(r.g.domains[v]))
	if _, x, ok := r.g.fact(c); ok {
		n, _ := r.g.pool.Value(x)
		if k, found := slices.BinarySearch(r.g.domains[v], n); found {
			out.add(k)
		}
		return out
	}
	k := 0
	s := task.NewScan(r.g.pool, []task.Expr{c}, 0, []int{v}, func(int) []int64 { return r.g.domains[v] })
	s.Run(func() bool {
		if s.Value(0) != 0 {
			out.add(k)
		}
		k++
		return k%16 != 0 || !r.g.halted()
	})
	return out
}

func (r *reaching) takeApart(i int) {
	g, m := r.g, &r.moves[i]
	m.effects = r.t.Moves[i].Effects
	var reads []int
	for _, c := range g.pool.Conjuncts(r.t.Moves[i].Guard) {
		vs := g.varsRead.Of(c)
		reads = append(reads, vs...)
		if len(vs) != 1 {
			m.joint = append(m.joint, c)
			continue
		}
		allowed := r.allowed(c, vs[0])
		if k := slices.IndexFunc(m.own, func(o ownPlaces) bool { return o.v == vs[0] }); k >= 0 {
			m.own[k].allowed = m.own[k].allowed.and(allowed)
		} else {
			m.own = append(m.own, ownPlaces{vs[0], allowed})
		}
	}
	m.joint = r.grouped(m.joint)
	m.with = make([][]task.Expr, len(m.effects))
	for k, e := range m.effects {
		vars := unionOf(g.varsRead.Of(e.Cond), g.varsRead.Of(e.Value))
		reads = append(reads, vars...)
		for _, c := range m.joint {
			if subset(g.varsRead.Of(c), vars) {
				m.with[k] = append(m.with[k], c)
			}
		}
	}
	slices.Sort(reads)
	for _, v := range slices.Compact(reads) {
		r.readers[v] = append(r.readers[v], int32(i))
	}
}

// grouped joins the conditions that read the same variables.
func (r *reaching) grouped(conds []task.Expr) []task.Expr {
	var out []task.Expr
	for _, c := range conds {
		vars := r.g.varsRead.Of(c)
		if k := slices.IndexFunc(out, func(o task.Expr) bool { return slices.Equal(r.g.varsRead.Of(o), vars) }); k >= 0 {
			out[k] = r.g.pool.And(out[k], c)
		} else {
			out = append(out, c)
		}
	}
	return out
}

func subset(a, b []int) bool {
	for _, v := range a {
		if _, ok := slices.BinarySearch(b, v); !ok {
			return false
		}
	}
	return true
}

// now is the values of a variable that are reached and that the move at hand allows.
func (r *reaching) now(v int) places {
	if r.local[v] != nil {
		return r.local[v]
	}
	return r.reached[v]
}

// restrict narrows a variable for the move at hand; false if nothing is left.
func (r *reaching) restrict(v int, to places) bool {
	if r.local[v] == nil {
		r.touched = append(r.touched, v)
	}
	r.local[v] = to
	return to.count() > 0
}

// advance makes a move from what is reached, and returns the variables that got new values.
func (r *reaching) advance(i int) []int {
	m := &r.moves[i]
	defer func() {
		for _, v := range r.touched {
			r.local[v] = nil
		}
		r.touched = r.touched[:0]
	}()
	for _, o := range m.own {
		if !r.restrict(o.v, o.allowed.and(r.reached[o.v])) {
			return nil
		}
	}
	for _, c := range m.joint {
		if !r.narrow(c) {
			return nil
		}
	}
	m.possible = true
	var grown []int
	for k := range m.effects {
		if r.effect(&m.effects[k], m.with[k]) {
			grown = append(grown, m.effects[k].Var)
		}
	}
	return grown
}

// table lists the assignments of vars for which conds hold, with the values of an expression; nil if there are too many to try.
func (r *reaching) table(key tableOf, conds []task.Expr, vars []int) *reachTable {
	t := r.tables[key]
	if t == nil {
		t = &reachTable{vars: vars, covered: make([]places, len(vars))}
		for k, v := range vars {
			t.covered[k] = newPlaces(len(r.g.domains[v]))
		}
		r.tables[key] = t
	}
	if t.tooMany {
		return nil
	}
	cases := 1
	grown := false
	next := make([]places, len(vars))
	for k, v := range vars {
		next[k] = t.covered[k].or(r.now(v))
		n := next[k].count()
		grown = grown || n > t.covered[k].count()
		if cases *= n; cases > reachCases || cases > r.budget {
			t.tooMany, r.inexact = true, true
			return nil
		}
	}
	if !grown && (len(vars) > 0 || t.scan != nil) {
		return t
	}
	if t.scan == nil {
		roots := conds
		if key.value != task.None {
			roots = append(slices.Clone(conds), key.value)
		}
		t.scan = task.NewScan(r.g.pool, roots, len(conds), vars, func(int) []int64 { return nil })
		t.places = make([][]int32, len(vars))
	}
	r.tried += cases
	r.extend(t, key, len(conds), next)
	return t
}

// extend adds the assignments that were not covered: in each group the first variable with a new value is another one.
func (r *reaching) extend(t *reachTable, key tableOf, value int, next []places) {
	add := func() bool {
		for k, at := range t.scan.At {
			t.rows = append(t.rows, t.places[k][at])
		}
		if key.value != task.None {
			t.rows = append(t.rows, r.placeIn(key.target, t.scan.Value(value)))
		}
		return true
	}
	if len(t.vars) == 0 {
		t.scan.Run(add)
	}
	for k := range t.vars {
		fresh := next[k].without(t.covered[k])
		if fresh.count() == 0 {
			continue
		}
		for j, v := range t.vars {
			from := t.covered[j]
			switch {
			case j == k:
				from = fresh
			case j > k:
				from = next[j]
			}
			t.scan.Choices[j], t.places[j] = r.listed(v, from)
		}
		t.scan.Run(add)
	}
	for k := range t.vars {
		t.covered[k] = next[k]
	}
}

// listed lists values of a variable with their places.
func (r *reaching) listed(v int, from places) (codes []int64, at []int32) {
	for k, x := range r.g.domains[v] {
		if from.has(int32(k)) {
			codes = append(codes, x)
			at = append(at, int32(k))
		}
	}
	return codes, at
}

func (r *reaching) placeIn(v int, code int64) int32 {
	if k, ok := slices.BinarySearch(r.g.domains[v], code); ok {
		return int32(k)
	}
	return -1
}

func (r *reaching) codes(v int, p places) []int64 {
	codes, _ := r.listed(v, p)
	return codes
}

// eachRow calls f for the rows that are possible now.
func (r *reaching) eachRow(t *reachTable, width int, f func(row []int32)) {
	now := make([]places, len(t.vars))
	for k, v := range t.vars {
		now[k] = r.now(v)
	}
	r.budget -= len(t.rows) / max(width, 1)
rows:
	for i := 0; i < len(t.rows); i += width {
		row := t.rows[i : i+width]
		for k := range now {
			if !now[k].has(row[k]) {
				continue rows
			}
		}
		f(row)
	}
}

// narrow keeps of each variable the values that occur in an assignment for which c holds; false if there is none.
func (r *reaching) narrow(c task.Expr) bool {
	vars := r.g.varsRead.Of(c)
	if len(vars) == 0 {
		return c != task.False
	}
	t := r.table(tableOf{c, task.None, 0}, []task.Expr{c}, vars)
	if t == nil || r.budget <= 0 {
		return true
	}
	kept := make([]places, len(vars))
	for k, v := range vars {
		kept[k] = newPlaces(len(r.g.domains[v]))
	}
	r.eachRow(t, len(vars), func(row []int32) {
		for k, x := range row {
			kept[k].add(int(x))
		}
	})
	for k, v := range vars {
		if !r.restrict(v, kept[k]) {
			return false
		}
	}
	return true
}

// effect adds the values that an effect can write; it tells whether there was a new one.
func (r *reaching) effect(e *task.Effect, with []task.Expr) bool {
	g := r.g
	to := r.reached[e.Var]
	before := to.count()
	if before == len(g.domains[e.Var]) {
		return false
	}
	put := func(k int32) {
		if k >= 0 { // else it is outside the type: the guard refuses it
			to.add(int(k))
		}
	}
	key := tableOf{g.pool.And(append(slices.Clone(with), e.Cond)...), e.Value, e.Var}
	if key.cond == task.False {
		return false
	}
	vars := unionOf(g.varsRead.Of(key.cond), g.varsRead.Of(e.Value))
	if x, ok := g.pool.Value(e.Value); ok && e.Cond == task.True {
		put(r.placeIn(e.Var, x))
	} else if t := r.table(key, []task.Expr{key.cond}, vars); t != nil && r.budget > 0 {
		r.eachRow(t, len(vars)+1, func(row []int32) { put(row[len(vars)]) })
	} else {
		for _, x := range g.mayBe(e.Value, g.domains[e.Var], func(v int) []int64 { return r.codes(v, r.now(v)) }) {
			put(r.placeIn(e.Var, x))
		}
	}
	return to.count() > before
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
