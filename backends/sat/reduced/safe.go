package reduced

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Safe abstraction leaves out a variable that moves of cost 0 can set to any value (Haslum, "Reducing accidental
// complexity in planning problems", 2007). Example: in Bloxorz, which half of a split block is active. A move that
// reads the variable becomes one move for each of its values. When a plan is found, moves of cost 0 are inserted where
// the variable needs another value. The plan costs the same with and without the variable, so that horizons count only
// the other moves.
//
// A variable is left out if the goal and the conditions of all states do not read it, and if moves of cost 0 that
// change nothing else can set it wherever it is read. These moves must be applicable in every state in which a move
// that reads the variable is.

// LeftOut relates a task to the same task without one of its variables.
type LeftOut struct {
	from *task.Task
	v    int
	free []freeMove
	made []needing // by move of the task without the variable
}

// needing is a move of the task with the variable, and the value that the variable must have, if the move reads it.
type needing struct {
	move  int
	value int64
	reads bool
}

// freeMove is a move of cost 0 that changes only the variable.
type freeMove struct {
	move  int
	given []task.Expr // the parts of its guard that read other variables
	to    []int       // by place of the variable: the place after the move, −1 where the move is not applicable
}

// LeaveOut is the task without variable v, with at most most moves. Both results are nil if the variable is needed.
func LeaveOut(t *task.Task, v, most int) (*LeftOut, *task.Task) {
	l := &LeftOut{from: t, v: v}
	if l.findFree(); len(l.free) == 0 || len(t.Vars) == 1 || t.HasFree() || l.reads(t.Goal) || l.reads(t.Always) ||
		l.reads(t.InitCond) ||
		t.Pool.Eval(t.Always, t.Init) == 0 {
		return nil, nil
	}
	w := newWithout(t, v)
	for m := range t.Moves {
		if l.isFree(m) {
			continue
		}
		values, ok := l.values(m, w)
		if !ok || len(l.made)+len(values) > most {
			return nil, nil
		}
		for _, n := range values {
			if mv := w.move(&t.Moves[m], n.value); len(mv.Effects) > 0 && mv.Guard != task.False {
				w.to.Moves, l.made = append(w.to.Moves, mv), append(l.made, n)
			}
		}
	}
	if len(w.to.Moves) == 0 {
		return nil, nil
	}
	return l, w.to
}

// Name returns the name of the variable.
func (l *LeftOut) Name() string { return l.from.Vars[l.v].Name }

func (l *LeftOut) reads(e task.Expr) bool {
	_, found := slices.BinarySearch(l.from.Pool.Vars(e), l.v)
	return found
}

// readsOthers reports whether an expression reads other variables.
func (l *LeftOut) readsOthers(e task.Expr) bool {
	return slices.ContainsFunc(l.from.Pool.Vars(e), func(u int) bool { return u != l.v })
}

func (l *LeftOut) isFree(m int) bool {
	return slices.ContainsFunc(l.free, func(f freeMove) bool { return f.move == m })
}

// findFree finds the moves of cost 0 that change only the variable, and compute its new value from nothing else.
func (l *LeftOut) findFree() {
	t := l.from
	for m := range t.Moves {
		mv := &t.Moves[m]
		if cost, known := t.Pool.Value(mv.Cost); !known || cost != 0 || len(mv.Effects) != 1 ||
			mv.Effects[0].Var != l.v ||
			l.readsOthers(mv.Effects[0].Cond) || l.readsOthers(mv.Effects[0].Value) {
			continue
		}
		f := freeMove{move: m}
		var own []task.Expr
		for _, c := range t.Pool.Conjuncts(mv.Guard) {
			if l.reads(c) {
				own = append(own, c)
			} else {
				f.given = append(f.given, c)
			}
		}
		if slices.ContainsFunc(own, l.readsOthers) {
			continue
		}
		for _, code := range t.Vars[l.v].Values {
			f.to = append(f.to, l.after(own, &mv.Effects[0], code))
		}
		l.free = append(l.free, f)
	}
}

// after returns the place of the variable after an effect that reads only the variable, −1 if the conditions do not
// hold.
func (l *LeftOut) after(conds []task.Expr, e *task.Effect, code int64) int {
	p, state := l.from.Pool, slices.Clone(l.from.Init)
	state[l.v] = code
	if slices.ContainsFunc(conds, func(c task.Expr) bool { return p.Eval(c, state) == 0 }) {
		return -1
	}
	if p.Eval(e.Cond, state) != 0 {
		code = p.Eval(e.Value, state)
	}
	return l.from.Vars[l.v].Place(code)
}

// values lists the values of the variable for which a move must be copied. ok is false if the move may write a value
// outside the domain. It is also false if there is a state in which the move is applicable, but moves of cost 0 do not
// lead from each value to each of the listed values.
func (l *LeftOut) values(m int, w *without) (out []needing, ok bool) {
	mv := &l.from.Moves[m]
	reads := l.reads(mv.Guard) || l.reads(mv.Cost)
	for i := range mv.Effects {
		e := &mv.Effects[i]
		switch {
		case e.Var != l.v:
			reads = reads || l.reads(e.Cond) || l.reads(e.Value)
		case !l.staysInside(e):
			return nil, false
		}
	}
	if !reads {
		return []needing{{move: m, value: l.from.Init[l.v]}}, true
	}
	leads := l.closure(l.from.Pool.Conjuncts(mv.Guard))
	for y, code := range l.from.Vars[l.v].Values {
		n := needing{m, code, true}
		if w.importer(code).Expr(mv.Guard) == task.False {
			continue
		}
		for x := range leads {
			if !leads[x][y] {
				return nil, false
			}
		}
		out = append(out, n)
	}
	return out, true
}

// staysInside reports whether an effect is seen to write only values of the variable.
func (l *LeftOut) staysInside(e *task.Effect) bool {
	x := &l.from.Vars[l.v]
	if !l.readsOthers(e.Value) {
		return !slices.ContainsFunc(x.Values, func(code int64) bool {
			return l.after(nil,
				&task.Effect{Cond: task.True, Value: e.Value}, code) < 0
		})
	}
	n, lo, hi := l.from.Pool.Node(e.Value), x.Values[0], x.Values[len(x.Values)-1]
	return hi-lo == int64(len(x.Values)-1) && lo <= n.Lo && n.Hi <= hi
}

// closure tells for each two places of the variable whether moves of cost 0 that are applicable where a guard holds
// lead from one to the other.
func (l *LeftOut) closure(guard []task.Expr) [][]bool {
	n := len(l.from.Vars[l.v].Values)
	leads := make([][]bool, n)
	for x := range leads {
		leads[x] = make([]bool, n)
		leads[x][x] = true
	}
	for _, f := range l.free {
		for x, y := range f.to {
			if y >= 0 && !leads[x][y] {
				leads[x][y] = l.implies(guard, f.given)
			}
		}
	}
	for mid := range n {
		for x := range n {
			for y := range n {
				leads[x][y] = leads[x][y] || leads[x][mid] && leads[mid][y]
			}
		}
	}
	return leads
}

// implies reports whether a guard is seen to imply conditions: it contains the condition itself, or its conditions on
// the same single variable imply it.
func (l *LeftOut) implies(guard, given []task.Expr) bool {
	p, state := l.from.Pool, slices.Clone(l.from.Init)
	for _, g := range given {
		if slices.Contains(guard, g) {
			continue
		}
		vars := p.Vars(g)
		if len(vars) != 1 {
			return false
		}
		u := vars[0]
		for _, state[u] = range l.from.Vars[u].Values {
			excluded := slices.ContainsFunc(guard,
				func(c task.Expr) bool { return slices.Equal(p.Vars(c), vars) && p.Eval(c, state) == 0 })
			if !excluded && p.Eval(g, state) == 0 {
				return false
			}
		}
		state[u] = l.from.Init[u]
	}
	return true
}

// Back makes a result one for the task with the variable.
func (l *LeftOut) Back(result *backends.Result) (err error) {
	for i, plan := range result.Plans {
		if result.Plans[i], err = l.restore(plan); err != nil {
			return err
		}
	}
	if result.Proof == backends.ProofUnsat {
		result.Reason += fmt.Sprintf(" (moves of cost 0 that only change `%s` not counted)", l.Name())
	}
	return nil
}

// restore inserts the moves of cost 0 that give the variable the values that the plan needs.
func (l *LeftOut) restore(plan backends.Plan) (backends.Plan, error) {
	out := backends.Plan{Start: slices.Insert(slices.Clone(plan.Start), l.v, l.from.Init[l.v])}
	state := out.Start
	for _, m := range plan.Moves {
		n := l.made[m]
		var some []int
		if n.reads {
			some = l.path(state, n.value)
		}
		for _, m := range append(some, n.move) {
			next, _, ok := l.from.Apply(state, m)
			if !ok {
				return out, fmt.Errorf("sat: internal error: move %d, %s, cannot be made", len(out.Moves)+1,
					l.from.Moves[m].Name)
			}
			state, out.Moves = next, append(out.Moves, m)
		}
	}
	_, err := Replay(l.from, &out)
	return out, err
}

// path returns the shortest sequence of moves of cost 0 that gives the variable a value.
func (l *LeftOut) path(state []int64, value int64) []int {
	type path struct {
		state []int64
		moves []int
	}
	seen := map[int64]bool{state[l.v]: true}
	for todo := []path{{state, nil}}; len(todo) > 0; todo = todo[1:] {
		here := todo[0]
		if here.state[l.v] == value {
			return here.moves
		}
		for _, f := range l.free {
			next, _, ok := l.from.Apply(here.state, f.move)
			if ok && !seen[next[l.v]] {
				seen[next[l.v]] = true
				todo = append(todo, path{next, append(slices.Clip(here.moves), f.move)})
			}
		}
	}
	return nil
}

// without makes the task that lacks a variable.
type without struct {
	from, to *task.Task
	v        int
	given    map[int64]*Importer // by value of the variable
}

// newWithout copies everything but the moves.
func newWithout(t *task.Task, v int) *without {
	out := *t
	out.Vars, out.Init, out.Free = dropped(t.Vars, v), dropped(t.Init, v), dropped(t.Free, v)
	out.Pool = task.NewPool(func(u int) []int64 { return out.Vars[u].Values })
	out.Pool.Graphs = t.Pool.Graphs
	w := &without{from: t, to: &out, v: v, given: map[int64]*Importer{}}
	out.Arrays = slices.DeleteFunc(slices.Clone(t.Arrays), func(a task.Array) bool {
		return slices.ContainsFunc(a.Elems, func(e task.Expr) bool { return slices.Contains(t.Pool.Vars(e), v) })
	})
	copyRest(&out, w.importer(t.Init[v]))
	out.Moves, out.Facts = nil, task.Facts{}
	return w
}

// copyRest copies the expressions outside moves, in place. It drops heuristics, abstractions, symmetries and prunings.
func copyRest(t *task.Task, im *Importer) {
	t.InitCond, t.Goal, t.Always, t.Dead = im.Expr(t.InitCond), im.Expr(t.Goal), im.Expr(t.Always), task.False
	t.Heuristics, t.Abstractions, t.Symmetries, t.Prunings = nil, nil, nil, nil
	t.Arrays = slices.Clone(t.Arrays)
	for i := range t.Arrays {
		a := &t.Arrays[i]
		a.Elems = slices.Clone(a.Elems)
		for k, e := range a.Elems {
			a.Elems[k] = im.Expr(e)
		}
	}
}

func dropped[T any](all []T, i int) []T { return slices.Delete(slices.Clone(all), i, i+1) }

// importer copies expressions for a value of the variable.
func (w *without) importer(value int64) *Importer {
	im, known := w.given[value]
	if !known {
		im = newImporter(w.from.Pool, w.to.Pool, func(u int) task.Expr {
			switch {
			case u == w.v:
				return w.to.Pool.Const(value)
			case u > w.v:
				u--
			}
			return w.to.Pool.Var(u)
		})
		w.given[value] = im
	}
	return im
}

// move copies a move for a value of the variable.
func (w *without) move(m *task.Move, value int64) task.Move {
	im, out := w.importer(value), *m
	out.Guard, out.Cost, out.Order, out.Effects = im.Expr(m.Guard), im.Expr(m.Cost), task.None, nil
	for _, e := range m.Effects {
		if e.Var == w.v {
			continue
		}
		if e.Var > w.v {
			e.Var--
		}
		out.Effects = append(out.Effects, task.Effect{Var: e.Var, Cond: im.Expr(e.Cond), Value: im.Expr(e.Value)})
	}
	return out
}
