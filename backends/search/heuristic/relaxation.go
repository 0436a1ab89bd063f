package heuristic

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/search/packed"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// relaxation is a delete relaxation of a task over its finite-domain view: an atom that was true once stays true. Its
// atoms are "variable v has place p", and derived atoms. Every condition that holds in a state holds in the relaxed
// state, so distances in the relaxation never exceed real distances.
//
// A move becomes one action for each case that its effects distinguish. An action has an operator for its unconditional
// effects, and one for each conditional effect. Conditions on one variable become sets of values, conditions on few
// variables decision diagrams. All others follow the structure of the expression (conditions.go). Operators without an
// action make derived atoms true, at no cost. A condition that is too large to follow counts as true.
type relaxation struct {
	layout *packed.Layout
	first  []int32 // by variable: the atom of its place 0
	atoms  int
	goal   int32
	action []int32 // by operator; -1: none, the operator costs nothing
	cost   []int64 // by operator
	pre    links   // by operator: the atoms that it needs, at least one
	add    links   // by operator: the atoms that it makes true
	users  links   // by atom: the operators that need it
	makers links   // by atom: the operators that make it true
	parts  links   // by action: its operators
	move   []int32 // by action: the move of which it is a case
}

// links holds lists, stored one after another.
type links struct{ start, to []int32 }

func (l *links) of(i int32) []int32 { return l.to[l.start[i]:l.start[i+1]] }

// newLinks makes n lists of pairs. each calls its argument with the number of a list and the element to append.
func newLinks(n int, each func(link func(from, to int32))) links {
	l := links{start: make([]int32, n+1)}
	each(func(from, _ int32) { l.start[from+1]++ })
	for i := range n {
		l.start[i+1] += l.start[i]
	}
	l.to = make([]int32, l.start[n])
	next := slices.Clone(l.start)
	each(func(from, to int32) {
		l.to[next[from]] = to
		next[from]++
	})
	return l
}

// relaxedOp makes the atoms add true once all atoms pre are true.
type relaxedOp struct {
	pre, add []int32
	action   int32
}

// truthAtom is the atom that is always true.
const truthAtom int32 = 0

const (
	maxRelaxedOps  = 1 << 18 // operators; also a bound on atoms
	maxRelaxedSize = 1 << 22 // conditions and effects of all operators
	viewSteps      = 1 << 23 // expressions visited
	viewTable      = 1 << 12 // combinations of values up to which an expression is tabulated
	viewRange      = 256     // range of values of expressions that are not tabulated
	fewCases       = 64      // cases into which a move may always be split
	allCases       = 1 << 16 // cases of all moves, if some have more than fewCases
	mostCases      = 1 << 12
)

// lit is an atom, or a truth value.
type lit = int32

const (
	certain    lit = -1
	impossible lit = -2
)

// view builds a relaxation.
type view struct {
	ctx     context.Context
	sp      *space.Space
	out     *relaxation
	ops     []relaxedOp
	values  int32        // atoms below are values of variables
	cases   []actionCase // by action, if keep is set
	keep    bool
	costs   []int64       // by action
	maybe   string        // the first construct that counts as true; "": none
	reading space.Reading // under the values that the current case fixes
	env     []space.Fixing
	tables  map[task.Expr][]int64
	wide    map[wideKey]lit
	derived map[string]lit // by content
	doing   string         // "move slide(…)": for errors
	few     int            // combinations of values up to which an expression is tabulated
	size    int            // number of conditions and effects of all operators
	steps   int
	err     error
}

// newRelaxation builds the relaxation of a task. The error names the cause if the relaxation is too large or useless.
func newRelaxation(ctx context.Context, sp *space.Space) (*relaxation, error) {
	return newView(ctx, sp).relax()
}

func newView(ctx context.Context, sp *space.Space) *view {
	b := &view{ctx: ctx, sp: sp, derived: map[string]lit{}, few: viewTable, out: &relaxation{layout: sp.Layout, atoms: 1}}
	for v := range sp.Layout.Vars {
		b.out.first = append(b.out.first, int32(b.out.atoms))
		b.out.atoms += len(sp.Layout.Vars[v].Values)
	}
	b.values = int32(b.out.atoms)
	b.enter(nil)
	return b
}

func (view *view) relax() (*relaxation, error) {
	t := view.sp.Task
	if view.out.atoms > maxRelaxedOps {
		return nil, fmt.Errorf("the variables have more than %d values together", maxRelaxedOps)
	}
	view.doing = "the goal"
	pre, ok := view.conditions(t.Pool.Conjuncts(t.Goal))
	if ok && len(pre) == 0 && view.maybe != "" {
		return nil, fmt.Errorf("the goal says nothing that it could look at: %s", view.maybe)
	}
	view.out.goal = view.atom()
	if ok {
		view.op(pre, []int32{view.out.goal}, -1)
	}
	for m := range t.Moves {
		if view.err != nil {
			break
		}
		view.doing = "move " + t.Moves[m].Name
		view.addMove(m)
	}
	if view.err != nil {
		return nil, view.err
	}
	return view.finish(), nil
}

// enter begins a case: some variables have fixed values.
func (view *view) enter(env []space.Fixing) {
	for _, f := range env {
		view.sp.Layout.Put(view.sp.Program.Scratch.State, int(f.Var), f.Place)
	}
	view.env = env
	view.reading = space.NewReading(view.sp, env)
	view.tables = map[task.Expr][]int64{}
	view.wide = map[wideKey]lit{}
}

func (view *view) fail(format string, args ...any) {
	if view.err == nil {
		view.err = fmt.Errorf(format, args...)
	}
}

// reads lists the variables on which e depends under the fixed values. It returns false if they are too many.
func (view *view) reads(e task.Expr) ([]int32, bool) {
	vars, ok, steps := view.reading.Afresh(e)
	view.steps += steps / 16
	return vars, ok
}

// step counts work. It returns false when there was too much.
func (view *view) step() bool {
	view.steps++
	switch {
	case view.err != nil:
		return false
	case view.steps > viewSteps:
		view.fail("%s: too many conditions to take apart", view.doing)
	case view.steps&0xfff == 0 && view.ctx.Err() != nil:
		view.fail("stopped while the moves were taken apart")
	}
	return view.err == nil
}

// unknown returns the literal of a condition that cannot be followed. The condition counts as true.
func (view *view) unknown(what string) lit {
	if view.maybe == "" {
		view.maybe = view.doing + ": " + what
	}
	return certain
}

func (view *view) atom() int32 {
	if view.out.atoms++; view.out.atoms > 2*maxRelaxedOps {
		view.fail("%s: more than %d conditions", view.doing, maxRelaxedOps)
	}
	return int32(view.out.atoms - 1)
}

func (view *view) at(v int32, place int) int32 { return view.out.first[v] + int32(place) }

// op adds an operator.
func (view *view) op(pre, add []int32, action int32) {
	if len(pre) == 0 {
		pre = []int32{truthAtom}
	}
	view.size += len(pre) + len(add)
	if len(view.ops) >= maxRelaxedOps || view.size > maxRelaxedSize {
		view.fail("%s: the moves have more than %d cases and conditions", view.doing, len(view.ops))
		return
	}
	view.ops = append(view.ops, relaxedOp{pre: pre, add: add, action: action})
}

// conditions returns atoms that must be true if all the expressions are true. It returns false if the expressions are
// never true together.
func (view *view) conditions(es []task.Expr) ([]int32, bool) {
	lits := make([]lit, 0, len(es))
	for _, e := range es {
		lits = append(lits, view.holds(e, true))
	}
	return joined(lits)
}

// joined sorts a conjunction and drops literals that are always true. It returns false if the conjunction is never
// true.
func joined(lits []lit) ([]lit, bool) {
	slices.Sort(lits)
	lits = slices.Compact(lits)
	if len(lits) > 0 && lits[0] == impossible {
		return nil, false
	}
	if len(lits) > 0 && lits[0] == certain {
		lits = lits[1:]
	}
	return lits, true
}

// addMove splits a move into cases.
func (view *view) addMove(m int) {
	tm := &view.sp.Task.Moves[m]
	guard := view.sp.Task.Pool.Conjuncts(tm.Guard)
	fixed := view.sp.Moves[m].Fixed
	view.enter(fixed)
	split := view.splits(tm, guard)
	env := slices.Clone(fixed)
	var walk func(k int)
	walk = func(k int) {
		if !view.step() {
			return
		}
		if k == len(split) {
			view.enter(env)
			view.addCase(m, guard)
			return
		}
		for _, p := range split[k].places {
			env = append(env, space.Fixing{Var: split[k].v, Place: p})
			walk(k + 1)
			env = env[:len(env)-1]
		}
	}
	walk(0)
}

// choice is a variable and the places that the guard's conditions on this variable alone allow.
type choice struct {
	v      int32
	places []int
	reads  int
}

// splits chooses the variables whose values define the cases of a move. These are all variables that its effects and
// its cost read, if they have few combinations of values, and otherwise the variables that several effects read.
func (view *view) splits(tm *task.Move, guard []task.Expr) []choice {
	reads := map[int32]int{}
	for _, e := range tm.Effects {
		cond, _ := view.reads(e.Cond)
		value, _ := view.reads(e.Value)
		for _, v := range space.Merge(cond, value) {
			reads[v]++
		}
	}
	cost, _ := view.reads(tm.Cost)
	for _, v := range cost {
		reads[v] += 2
	}
	var all []choice
	for v, n := range reads {
		all = append(all, choice{v: v, reads: n, places: view.allowed(v, guard)})
	}
	slices.SortStableFunc(all, func(x, y choice) int {
		if x.reads != y.reads {
			return y.reads - x.reads
		}
		return int(x.v - y.v)
	})
	limit := min(max(fewCases, allCases/len(view.sp.Task.Moves)), mostCases)
	total := 1
	for _, c := range all {
		total = min(total*max(1, len(c.places)), limit+1)
	}
	if total <= limit {
		return all
	}
	total = 1
	return slices.DeleteFunc(all, func(c choice) bool {
		if c.reads < 2 || total*len(c.places) > limit {
			return true
		}
		total *= max(1, len(c.places))
		return false
	})
}

// allowed lists the places of v that the conditions on v alone leave.
func (view *view) allowed(v int32, guard []task.Expr) []int {
	places := make([]int, len(view.sp.Layout.Vars[v].Values))
	for i := range places {
		places[i] = i
	}
	for _, e := range guard {
		if vars, ok := view.reads(e); ok && len(vars) == 1 && vars[0] == v {
			values := view.table(e, vars)
			places = slices.DeleteFunc(places, func(p int) bool { return values[p] == 0 })
		}
	}
	return places
}

// addCase adds the action of a move under the fixed values.
func (view *view) addCase(m int, guard []task.Expr) {
	tm := &view.sp.Task.Moves[m]
	pre, ok := view.conditions(guard)
	if !ok || view.err != nil {
		return
	}
	for _, f := range view.env {
		pre = append(pre, view.at(f.Var, f.Place))
	}
	pre, _ = joined(pre)
	action := int32(len(view.costs))
	view.costs, view.out.move = append(view.costs, view.leastCost(tm.Cost)), append(view.out.move, int32(m))
	var sure []int32 // unconditional effects
	var later []task.Effect
	for _, e := range tm.Effects {
		switch cond := view.holds(e.Cond, true); {
		case cond == impossible:
		case cond == certain && view.isFixed(e.Value):
			if p := view.sp.Layout.Place(e.Var, view.sp.Program.Scratch.Eval(e.Value)); p >= 0 {
				sure = append(sure, view.at(int32(e.Var), p))
			}
		default:
			later = append(later, e)
		}
	}
	if view.keep {
		view.cases = append(view.cases, actionCase{pre: view.onlyValues(pre), sets: slices.Clone(sure)})
	}
	sure = slices.DeleteFunc(sure, func(a int32) bool { return slices.Contains(pre, a) })
	if len(sure) > 0 {
		view.op(pre, sure, action)
	}
	if len(later) == 0 {
		return
	}
	if g := view.conj(slices.Clone(pre)); len(pre) > 2 {
		pre = []int32{g}
	}
	for _, e := range later {
		view.addEffect(e, pre, action)
	}
}

// addEffect adds an operator for each value that an effect may write.
func (view *view) addEffect(e task.Effect, pre []int32, action int32) {
	cond := view.holds(e.Cond, true)
	for p, code := range view.sp.Layout.Vars[e.Var].Values {
		to := view.at(int32(e.Var), p)
		all, ok := joined(append([]lit{cond, view.takes(e.Value, code)}, pre...))
		if !ok || slices.Contains(all, to) || !view.step() {
			continue
		}
		view.op(all, []int32{to}, action)
		if view.keep {
			c := &view.cases[action]
			c.may = append(c.may, mayEffect{need: view.onlyValues(all), add: to})
		}
	}
}

// isFixed reports whether an expression has one value under the fixed values.
func (view *view) isFixed(e task.Expr) bool {
	vars, ok := view.reads(e)
	return ok && len(vars) == 0
}

// leastCost returns the least cost of the move under the fixed values.
func (view *view) leastCost(e task.Expr) int64 {
	least := view.sp.Task.Pool.Node(e).Lo
	if vars, ok := view.reads(e); ok && view.fits(vars) {
		least = slices.Min(view.table(e, vars))
	}
	return min(max(least, view.sp.MinCost), task.Unreachable-1)
}

// finish drops the atoms and operators that the goal does not need, and links the others.
func (view *view) finish() *relaxation {
	view.drop()
	r, n := view.out, len(view.ops)
	r.action, r.cost = make([]int32, n), make([]int64, n)
	for i, o := range view.ops {
		r.action[i] = o.action
		if o.action >= 0 {
			r.cost[i] = view.costs[o.action]
		}
	}
	pres := func(link func(op, atom int32)) {
		for i, o := range view.ops {
			for _, a := range o.pre {
				link(int32(i), a)
			}
		}
	}
	adds := func(link func(op, atom int32)) {
		for i, o := range view.ops {
			for _, a := range o.add {
				link(int32(i), a)
			}
		}
	}
	turned := func(each func(func(from, to int32))) func(func(from, to int32)) {
		return func(link func(from, to int32)) { each(func(from, to int32) { link(to, from) }) }
	}
	r.pre, r.add = newLinks(n, pres), newLinks(n, adds)
	r.users, r.makers = newLinks(r.atoms, turned(pres)), newLinks(r.atoms, turned(adds))
	r.parts = newLinks(len(view.costs), func(link func(action, op int32)) {
		for i, o := range view.ops {
			if o.action >= 0 {
				link(o.action, int32(i))
			}
		}
	})
	return r
}

// drop removes the atoms and operators that the goal does not need.
func (view *view) drop() {
	makers := make([][]int32, view.out.atoms)
	for i := range view.ops {
		for _, a := range view.ops[i].add {
			makers[a] = append(makers[a], int32(i))
		}
	}
	needed := make([]bool, view.out.atoms)
	needed[view.out.goal] = true
	for stack := []int32{view.out.goal}; len(stack) > 0; {
		a := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, i := range makers[a] {
			for _, p := range view.ops[i].pre {
				if !needed[p] {
					needed[p] = true
					stack = append(stack, p)
				}
			}
		}
	}
	left := view.ops[:0]
	for _, o := range view.ops {
		if o.add = slices.DeleteFunc(o.add, func(a int32) bool { return !needed[a] }); len(o.add) > 0 {
			left = append(left, o)
		}
	}
	view.ops = left
}

// bytes returns the approximate memory of the relaxation and one explorer.
func (r *relaxation) bytes() int64 {
	return int64(40*r.atoms + 50*len(r.action) + 8*len(r.pre.to) + 8*len(r.add.to))
}

// contentKey returns a key for a derived atom with the given content.
func contentKey(kind byte, xs []int32) string {
	k := []byte{kind}
	for _, x := range xs {
		k = binary.AppendVarint(k, int64(x))
	}
	return string(k)
}
