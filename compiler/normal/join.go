package normal

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// joiner makes one move of several.
type joiner struct {
	f     *facts
	p     *task.Pool
	to    *task.Task
	reads *task.Reads
}

// plain is a move as it is compared: conditions on single variables as sets, and the rest.
type plain struct {
	move   int
	yes    []int          // the facts that the guard demands
	sets   map[int][]bool // by variable: which values the guard allows; nil at a value that does not occur
	free   map[int][]bool // by variable: the values that do not occur, as others exclude them
	rest   []task.Expr    // other conditions
	values []task.Expr    // of the effects
}

// open is a way to join moves: they demand different values of a variable, and carry them.
type open struct {
	plain *plain
	by    int // variable; -1: the moves are equal
	value int64
	equal bool // other variables of which the move demands the value must be equal to the variable
}

// follows reports whether a fact that a move demands says that a variable is equal to that by which moves are joined.
func (j *joiner) follows(o open, fact int) bool { return o.equal && j.f.code(fact) == o.value }

// join returns the step that joins the moves of a task; nil if there is nothing to join.
func join(f *facts) *step {
	to := *f.t
	to.Pool, to.Moves = f.t.Pool.Clone(), nil
	j := &joiner{f: f, p: to.Pool, to: &to, reads: task.NewReads(to.Pool)}
	s := &step{from: f.t, to: &to}
	buckets := map[string][]open{}
	var keys []string
	var all []*plain
	for m := range f.t.Moves {
		x := j.read(m)
		if x == nil {
			continue // no move of a shortest plan
		}
		all = append(all, x)
		for _, o := range j.ways(x) {
			key := j.key(o)
			if buckets[key] == nil {
				keys = append(keys, key)
			}
			buckets[key] = append(buckets[key], o)
		}
	}
	slices.SortStableFunc(keys, func(a, b string) int { // of equal size: by one variable after another
		return cmp.Or(len(buckets[b])-len(buckets[a]), buckets[a][0].by-buckets[b][0].by)
	})
	done := map[int][]open{} // by the first move: the moves that are joined
	taken := make([]bool, len(f.t.Moves))
	for _, key := range keys {
		j.greedy(buckets[key], taken, done)
	}
	for _, x := range all {
		group, first := done[x.move]
		if first {
			to.Moves = append(to.Moves, j.joined(group))
			from := lists.Map(group, func(o open) int { return o.plain.move })
			s.moves = append(s.moves, from)
		}
	}
	if same := slices.EqualFunc(to.Moves, f.t.Moves, func(a, b task.Move) bool {
		return a.Guard == b.Guard && slices.Equal(a.Effects, b.Effects)
	}); same {
		return nil
	}
	return s
}

// read reads a move; nil if it is never applicable or changes nothing.
func (j *joiner) read(m int) *plain {
	move, u := &j.f.t.Moves[m], &j.f.moves[m]
	if move.Guard == task.False || j.f.knowledge(u).impossible(u) {
		return nil
	}
	only := *u
	only.no = nil
	k := j.f.knowledge(&only)
	x := &plain{move: m, yes: u.yes, sets: map[int][]bool{}, free: map[int][]bool{}}
	demanded := map[int]bool{}
	for _, fact := range u.yes {
		demanded[j.f.owner[fact]] = true
	}
	for _, fact := range u.no {
		if v := j.f.owner[fact]; !demanded[v] {
			if x.sets[v] == nil {
				x.sets[v] = slices.Repeat([]bool{true}, len(j.f.t.Vars[v].Values))
			}
			x.sets[v][fact-j.f.base[v]] = false
		}
	}
	for v := range j.f.t.Vars {
		var free []bool
		for i := range j.f.t.Vars[v].Values {
			if k.fails(j.f.same[j.f.base[v]+i]) {
				if free == nil {
					free = make([]bool, len(j.f.t.Vars[v].Values))
				}
				free[i] = true
			}
		}
		if free != nil && !demanded[v] {
			x.free[v] = free
		}
	}
	memo := map[task.Expr]task.Expr{}
	for _, c := range literals(j.p, move.Guard) {
		if len(j.reads.Of(c)) > 1 {
			x.rest = append(x.rest, j.under(c, k, memo))
		}
	}
	changes := false
	for i := range move.Effects {
		e := &move.Effects[i]
		value := j.p.Ite(e.Cond, e.Value, j.p.Var(e.Var))
		for i := range j.f.t.Vars[e.Var].Values {
			if fact := j.f.base[e.Var] + i; k.after(fact) == always {
				value = j.p.Const(j.f.code(fact))
			}
		}
		n, constant := j.p.Value(value)
		demanded := func(fact int) bool { return j.f.owner[fact] == e.Var && j.f.code(fact) == n }
		if constant && slices.ContainsFunc(u.yes, demanded) {
			value = j.p.Var(e.Var) // as it was
		}
		x.values = append(x.values, value)
		changes = changes || value != j.p.Var(e.Var)
	}
	if !changes {
		return nil
	}
	return x
}

// under writes a condition without the values that do not occur where the move is applicable.
func (j *joiner) under(e task.Expr, k *knowledge, memo map[task.Expr]task.Expr) task.Expr {
	return rewrite(j.p, j.p, e, memo, func(e task.Expr, n *task.Node) (task.Expr, bool) {
		vars := j.reads.Of(e)
		switch {
		case n.Lo >= 0 && n.Hi <= 1 && len(vars) == 1:
			return j.restricted(e, vars[0], k), true
		case n.Op == task.OpVar:
			return e, true
		case n.Op == task.OpReach:
			return onGraph(j.p, n, func(a task.Expr) task.Expr { return j.under(a, k, memo) }), true
		case n.Op == task.OpEq && j.differ(n.Args[0], n.Args[1]):
			return task.False, true
		case n.Op == task.OpEq && j.finds(n.Args[0], n.Args[1], k):
			return task.True, true
		}
		return task.None, false
	})
}

// restricted writes a condition on one variable for the values that may occur.
func (j *joiner) restricted(e task.Expr, v int, k *knowledge) task.Expr {
	table := make([]int64, len(j.f.t.Vars[v].Values))
	for i, x := range j.f.t.Vars[v].Values {
		first := j.f.same[j.f.base[v]+i]
		if !k.fails(first) {
			before := j.f.state[v]
			j.f.state[v] = x
			table[i] = j.p.Eval(e, j.f.state)
			j.f.state[v] = before
		}
		if k.holds(first) && table[i] != 0 {
			return task.True
		}
	}
	return j.p.Function(v, table)
}

// differ reports whether two expressions are variables that are never equal.
func (j *joiner) differ(a, b task.Expr) bool {
	x, y := j.p.Node(a), j.p.Node(b)
	if x.Op != task.OpVar || y.Op != task.OpVar {
		return false
	}
	v, w := int(x.N), int(y.N)
	return !slices.ContainsFunc(j.f.t.Vars[v].Values, func(code int64) bool {
		other := j.f.fact(w, code)
		return other >= 0 && !j.f.exclude(j.f.fact(v, code), other)
	})
}

// finds reports whether one of two expressions is a search that certainly ends at the other one: the first element that
// may have the value has it.
func (j *joiner) finds(a, b task.Expr, k *knowledge) bool {
	n, i := j.p.Node(a), j.p.Node(b)
	if n.Op == task.OpConst {
		n, i = i, n
	}
	x, constant := int64(0), false
	if n.Op == task.OpFind && i.Op == task.OpConst && i.N >= 0 {
		x, constant = j.p.Value(n.Args[0])
	}
	if !constant {
		return false
	}
	for at, e := range n.Args[1 : i.N+2] {
		v := j.p.Node(e)
		if v.Op != task.OpVar {
			return false
		}
		fact := j.f.fact(int(v.N), x)
		last := at == int(i.N)
		if last && (fact < 0 || !k.holds(j.f.same[fact])) || !last && fact >= 0 && !k.fails(j.f.same[fact]) {
			return false
		}
	}
	return true
}

// ways lists the ways to join a move with others.
func (j *joiner) ways(x *plain) []open {
	out := []open{{x, -1, 0, false}}
	for _, fact := range x.yes {
		o := open{x, j.f.owner[fact], j.f.code(fact), false}
		out = append(out, o)
		if slices.ContainsFunc(x.yes, func(other int) bool { return other != fact && j.f.code(other) == o.value }) {
			o.equal = true
			out = append(out, o)
		}
	}
	return out
}

// key holds what moves must have in common to be joined in a way: all but the value and the sets.
func (j *joiner) key(o open) string {
	var key []byte
	number := func(n int64) { key = binary.AppendVarint(key, n) }
	m := &j.f.t.Moves[o.plain.move]
	number(int64(o.by))
	number(int64(m.Cost))
	number(int64(m.Order))
	for _, fact := range o.plain.yes {
		if v := j.f.owner[fact]; v != o.by && j.follows(o, fact) {
			number(int64(-2 - v))
		} else if v != o.by {
			number(int64(fact))
		}
	}
	number(-1)
	for i, value := range o.plain.values {
		number(int64(m.Effects[i].Var))
		if n, constant := j.p.Value(value); constant && o.by >= 0 && n == o.value {
			value = -2
		}
		number(int64(value))
	}
	number(-3)
	rest := slices.Clone(o.plain.rest)
	slices.Sort(rest)
	for _, e := range rest {
		number(int64(e))
	}
	for v := range j.f.t.Vars {
		if set := o.plain.sets[v]; set != nil && o.by < 0 { // only moves with equal sets are joined
			number(int64(v))
			key = fmt.Append(key, set)
		}
	}
	return string(key)
}

// greedy joins moves of one key, as far as their sets agree.
func (j *joiner) greedy(all []open, taken []bool, done map[int][]open) {
	for i, o := range all {
		if taken[o.plain.move] {
			continue
		}
		group := []open{o}
		for _, other := range all[i+1:] {
			if taken[other.plain.move] || other.plain.move == o.plain.move {
				continue
			}
			if o.by < 0 || !slices.ContainsFunc(group, func(g open) bool { return !j.agree(g, other) }) {
				group = append(group, other)
			}
		}
		if len(group) < 2 && o.by >= 0 {
			continue
		}
		for _, g := range group {
			taken[g.plain.move] = true
		}
		done[o.plain.move] = group
	}
}

// agree reports whether two moves allow the same values of each variable, but for values that do not occur.
func (j *joiner) agree(a, b open) bool {
	if a.value == b.value {
		return false
	}
	for v := range j.f.t.Vars {
		x, y := a.plain.sets[v], b.plain.sets[v]
		if v == a.by || x == nil && y == nil {
			continue
		}
		for i := range j.f.t.Vars[v].Values {
			in := func(s []bool) bool { return s == nil || s[i] }
			if in(x) != in(y) && !at(a.plain.free[v], i) && !at(b.plain.free[v], i) {
				return false
			}
		}
	}
	return true
}

func at(set []bool, i int) bool { return set != nil && set[i] }

// joined writes moves as one.
func (j *joiner) joined(group []open) task.Move {
	o := group[0]
	out := j.f.t.Moves[o.plain.move]
	var all []task.Expr
	known := update{}
	for _, fact := range o.plain.yes {
		if v := j.f.owner[fact]; v != o.by && j.follows(o, fact) {
			all = append(all, j.p.Eq(j.p.Var(v), j.p.Var(o.by)))
		} else if v != o.by {
			known.yes = append(known.yes, fact)
			all = append(all, j.p.Eq(j.p.Var(v), j.p.Const(j.f.code(fact))))
		}
	}
	k := j.f.knowledge(&known)
	if o.by >= 0 {
		set := make([]bool, len(j.f.t.Vars[o.by].Values))
		for _, g := range group {
			set[j.f.t.Vars[o.by].Place(g.value)] = true
		}
		all = append(all, j.among(o.by, set, k))
	}
	for v := range j.f.t.Vars {
		set := []bool(nil)
		for _, g := range group {
			if g.plain.sets[v] != nil {
				set = slices.Repeat([]bool{true}, len(j.f.t.Vars[v].Values))
			}
		}
		for i := range set {
			for n, g := range group { // the first move in which the value may occur decides
				if s := g.plain.sets[v]; n == 0 || !at(g.plain.free[v], i) {
					set[i] = s == nil || s[i]
					if !at(g.plain.free[v], i) {
						break
					}
				}
			}
		}
		if set != nil {
			all = append(all, j.among(v, set, k))
		}
	}
	out.Guard = j.p.And(append(all, o.plain.rest...)...)
	out.Effects = nil
	for i, value := range o.plain.values {
		if n, constant := j.p.Value(value); constant && o.by >= 0 && n == o.value {
			value = j.p.Var(o.by)
		}
		e := task.Effect{Var: j.f.t.Moves[o.plain.move].Effects[i].Var, Cond: task.True, Value: value}
		if value != j.p.Var(e.Var) {
			out.Effects = append(out.Effects, e)
		}
	}
	return out
}

// among returns the condition that a variable has a value of a set. Values that do not occur count as it suits.
func (j *joiner) among(v int, set []bool, k *knowledge) task.Expr {
	table := make([]int64, len(set))
	all := true
	for i := range set {
		no := k.fails(j.f.same[j.f.base[v]+i])
		if all = all && (set[i] || no); set[i] && !no {
			table[i] = 1
		}
	}
	if all {
		return task.True
	}
	return j.p.Function(v, table)
}
