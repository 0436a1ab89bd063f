package normal

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A fact is the number of a value of a variable: the values of all variables are numbered through. What a move makes
// true is a fact of the state before it, or one of these.
const (
	never   = -1
	always  = -2
	unclear = -3
)

// facts is what is known about a task: guessed at first, proved in the end.
type facts struct {
	t        *task.Task
	base     []int // the number of a variable's first fact
	owner    []int // the variable of a fact
	moves    []update
	same     []int    // by fact: the first of the facts that are the same one
	groups   []*group // of which at most one holds
	families []*family
	dead     []bool  // by fact: it never holds
	in       [][]int // by fact: the groups that have it
	reads    *task.Reads
	state    []int64 // scratch
	known    knowledge
}

// group is a set of facts, each the first of its kind, of which at most one holds in each state.
type group struct {
	facts  []int
	firsts []int // the first facts of their kinds, ascending
	exact  bool  // one holds
	key    groupKey
}

// groupKey says what the facts of a group have in common: a value, and an array.
type groupKey struct {
	array int // own: the values of a variable; mixed: an array with other variables; flags: Booleans
	value int64
}

const (
	own   = -1
	mixed = -2
	flags = -3
)

// update is what a move demands and does, as far as it can be told fact by fact.
type update struct {
	yes, no []int // the facts that the guard demands, and excludes
	writes  []write
}

// write says where the facts of a variable come from.
type write struct {
	v  int
	to []int // by place: a fact before the move, never, always or unclear
}

// factsOf proves facts about a task.
func factsOf(t *task.Task) *facts {
	f := &facts{t: t, reads: task.NewReads(t.Pool), state: slices.Clone(t.Init)}
	for v := range t.Vars {
		f.base = append(f.base, len(f.owner))
		for range t.Vars[v].Values {
			f.owner = append(f.owner, v)
		}
	}
	for m := range t.Moves {
		f.moves = append(f.moves, f.update(&t.Moves[m]))
	}
	f.reach()
	f.guess()
	for f.refute() {
	}
	return f
}

// Facts proves facts about a task with moves: by fact, the first of those that are the same one, and sets of Booleans,
// of several variables, of which exactly one holds. It returns nothing for large tasks.
func Facts(t *task.Task) (same []int, one [][]int) {
	if len(t.Moves) == 0 || t.HasFree() || t.InitCond != task.True || !small(t) {
		return nil, nil
	}
	s := split(t, false).to
	if !small(s) {
		return nil, nil
	}
	f := factsOf(s)
	for _, g := range f.groups {
		other := func(fact int) bool {
			return f.code(fact) != 1 || !slices.Equal(t.Vars[f.owner[fact]].Values, []int64{0, 1})
		}
		if g.exact && g.key.array != own && !slices.ContainsFunc(g.facts, other) {
			one = append(one, lists.Map(g.facts, func(fact int) int { return f.owner[fact] }))
		}
	}
	return f.same, one
}

// reach finds the facts that never hold, even if facts that hold once hold for ever.
func (f *facts) reach() {
	f.dead = slices.Repeat([]bool{true}, len(f.owner))
	for v, x := range f.t.Init {
		f.dead[f.fact(v, x)] = false
	}
	lives := func(fact int) bool { return !f.dead[fact] }
	done := make([]bool, len(f.moves))
	for changed := true; changed; {
		changed = false
		for m := range f.moves {
			u := &f.moves[m]
			if !done[m] && slices.ContainsFunc(u.yes, func(fact int) bool { return f.dead[fact] }) {
				continue
			}
			for i := 0; i < len(u.no) && !done[m]; { // a variable after the other
				v := f.owner[u.no[i]]
				if !slices.ContainsFunc(f.allowed(u, v), lives) {
					break
				}
				for i < len(u.no) && f.owner[u.no[i]] == v {
					i++
				}
				done[m] = i == len(u.no)
			}
			if done[m] = done[m] || len(u.no) == 0; !done[m] {
				continue
			}
			for _, w := range u.writes {
				for i, from := range w.to {
					if fact := f.base[w.v] + i; f.dead[fact] && (from == always || from == unclear || from >= 0 && !f.dead[from]) {
						f.dead[fact], changed = false, true
					}
				}
			}
		}
	}
}

// fact returns the number of "variable v is x"; never if v cannot be x.
func (f *facts) fact(v int, x int64) int {
	if i := f.t.Vars[v].Place(x); i >= 0 {
		return f.base[v] + i
	}
	return never
}

// code returns the value of which a fact says that its variable has it.
func (f *facts) code(fact int) int64 {
	v := f.owner[fact]
	return f.t.Vars[v].Values[fact-f.base[v]]
}

// at evaluates an expression that reads variable v alone.
func (f *facts) at(e task.Expr, v int, x int64) int64 {
	old := f.state[v]
	f.state[v] = x
	r := f.t.Pool.Eval(e, f.state)
	f.state[v] = old
	return r
}

// update reads a move fact by fact.
func (f *facts) update(m *task.Move) update {
	var u update
	for _, c := range literals(f.t.Pool, m.Guard) {
		if vars := f.reads.Of(c); len(vars) == 1 {
			v := vars[0]
			for i, x := range f.t.Vars[v].Values {
				if f.at(c, v, x) == 0 {
					u.no = append(u.no, f.base[v]+i)
				}
			}
		}
	}
	slices.Sort(u.no)
	u.no = slices.Compact(u.no)
	for v := range f.t.Vars {
		if open := f.allowed(&u, v); len(open) == 1 && len(f.t.Vars[v].Values) > 1 {
			u.yes = append(u.yes, open[0])
		}
	}
	for i := range m.Effects {
		u.writes = append(u.writes, f.write(&u, &m.Effects[i]))
	}
	return u
}

// allowed lists the facts of a variable that a guard allows.
func (f *facts) allowed(u *update, v int) (out []int) {
	k, _ := slices.BinarySearch(u.no, f.base[v])
	for fact := f.base[v]; fact < f.base[v]+len(f.t.Vars[v].Values); fact++ {
		if k < len(u.no) && u.no[k] == fact {
			k++
			continue
		}
		out = append(out, fact)
	}
	return out
}

// write reads an effect fact by fact. An effect that reads two variables or more is unclear.
func (f *facts) write(u *update, e *task.Effect) write {
	values := f.t.Vars[e.Var].Values
	w := write{v: e.Var, to: make([]int, len(values))}
	known := func(v int) (int64, bool) {
		for _, fact := range u.yes {
			if f.owner[fact] == v {
				return f.code(fact), true
			}
		}
		return 0, false
	}
	memo := map[task.Expr]task.Expr{}
	subst := func(v int) task.Expr {
		if x, ok := known(v); ok {
			return f.t.Pool.Const(x)
		}
		return f.t.Pool.Var(v)
	}
	value := f.t.Pool.Ite(e.Cond, e.Value, f.t.Pool.Var(e.Var))
	value = f.t.Pool.Rebuild(value, subst, memo)
	for i := range w.to {
		w.to[i] = never
	}
	vars := f.reads.Of(value)
	switch len(vars) {
	case 0:
		x, _ := f.t.Pool.Value(value)
		if i := f.t.Vars[e.Var].Place(x); i >= 0 {
			w.to[i] = always
		}
	case 1:
		for _, fact := range f.allowed(u, vars[0]) {
			i := f.t.Vars[e.Var].Place(f.at(value, vars[0], f.code(fact)))
			switch {
			case i < 0: // the move is not applicable then
			case w.to[i] == never:
				w.to[i] = fact
			default:
				w.to[i] = unclear
			}
		}
	default:
		for i := range w.to {
			w.to[i] = unclear
		}
	}
	return w
}

// literals lists the conjuncts of a condition, also those below "none of these".
func literals(p *task.Pool, e task.Expr) (out []task.Expr) {
	for _, c := range p.Conjuncts(e) {
		n := p.Node(c)
		if n.Op == task.OpNot && p.Node(n.Args[0]).Op == task.OpOr {
			for _, a := range p.Node(n.Args[0]).Args {
				out = append(out, p.Not(a))
			}
			continue
		}
		out = append(out, c)
	}
	return out
}

// samples is the number of states by which is guessed.
const samples = 400

// walk returns states of a walk whose moves are chosen at random, always the same.
func (f *facts) walk() (states [][]int64) {
	state, seed := f.t.Init, uint64(1)
	for range samples {
		states = append(states, state)
		seed = random(seed)
		for k := range f.t.Moves {
			m := (int(seed>>33) + k) % len(f.t.Moves)
			demands := func(fact int) bool { return state[f.owner[fact]] != f.code(fact) }
			if slices.ContainsFunc(f.moves[m].yes, demands) {
				continue
			}
			if next, _, ok := f.t.Apply(state, m); ok {
				state = next
				break
			}
		}
	}
	return states
}

// random returns the number after another one (Knuth's generator MMIX).
func random(seed uint64) uint64 { return seed*6364136223846793005 + 1442695040888963407 }

// guess makes candidates: facts are the same, and exclude one another, if they are so in all samples.
func (f *facts) guess() {
	states := f.walk()
	marks := make([]uint64, len(f.owner)) // by fact: a sum over the states in which it holds
	for n, state := range states {
		for v, x := range state {
			marks[f.fact(v, x)] += random(random(uint64(n)))
		}
	}
	first := map[uint64]int{}
	for fact, m := range marks {
		f.same = append(f.same, fact)
		if g, ok := first[m]; ok && m != 0 && f.owner[g] != f.owner[fact] {
			f.same[fact] = g
		} else if m != 0 && !ok {
			first[m] = fact
		}
	}
	f.candidates(states)
	f.families = append(f.families, f.listFamilies(states)...)
}

// candidates makes the groups: the values of each variable; for each array and value, the elements that have the
// value, and the same with single variables.
func (f *facts) candidates(states [][]int64) {
	var single []int
	for v := range f.t.Vars {
		g := &group{exact: true, key: groupKey{own, int64(v)}}
		for i := range f.t.Vars[v].Values {
			g.facts = append(g.facts, f.base[v]+i)
		}
		f.groups = append(f.groups, g)
	}
	for _, a := range f.t.Arrays {
		if vars := elements(f.t, &a); len(vars) == 1 {
			single = append(single, vars[0])
		}
	}
	for k, a := range f.t.Arrays {
		vars := elements(f.t, &a)
		if len(vars) < 2 {
			continue
		}
		in := map[int64]int{}     // the number of states in which an element has a value
		twice := map[int64]bool{} // the values that two elements have in some state
		clash := map[int]bool{}   // the facts of single variables that hold together with one of an element
		here := map[int64]int{}   // the last state in which an element has a value, plus 1
		for n, state := range states {
			for _, v := range vars {
				if x := state[v]; here[x] == n+1 {
					twice[x] = true
				} else {
					here[x], in[x] = n+1, in[x]+1
				}
			}
			for _, v := range single {
				if x := state[v]; here[x] == n+1 {
					clash[f.fact(v, x)] = true
				}
			}
		}
		for _, x := range valuesOf(f.t, vars) {
			g := &group{key: groupKey{k, x}, exact: in[x] == len(states)}
			for _, v := range vars {
				if fact := f.fact(v, x); fact >= 0 {
					g.facts = append(g.facts, fact)
				}
			}
			if twice[x] {
				continue
			}
			f.groups = append(f.groups, g)
			if len(f.t.Vars[vars[0]].Values) > 2 {
				f.families = append(f.families, f.valued("where_"+a.Name, []*group{g}))
			}
			wide := &group{key: groupKey{mixed, x}, facts: slices.Clone(g.facts)}
			for _, v := range single {
				if fact := f.fact(v, x); fact >= 0 && !clash[fact] && len(f.t.Vars[v].Values) > 2 {
					wide.facts = append(wide.facts, fact)
				}
			}
			if len(wide.facts) > len(g.facts) {
				f.groups = append(f.groups, wide)
			}
		}
	}
}

// elements lists the variables of an array.
func elements(t *task.Task, a *task.Array) (out []int) {
	for _, e := range a.Elems {
		if n := t.Pool.Node(e); n.Op == task.OpVar {
			out = append(out, int(n.N))
		}
	}
	return out
}

// valuesOf lists the values that some variables have, ascending.
func valuesOf(t *task.Task, vars []int) (out []int64) {
	for _, v := range vars {
		out = append(out, t.Vars[v].Values...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
