package reach

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// spent reports whether a move cannot give any variable a new value.
func (r *Result) spent(i int) bool {
	m := &r.moves[i]
	if r.at == nil || !m.possible {
		return false
	}
	effects := r.t.Moves[i].Effects
	if m.most == nil {
		m.most = make([]places, len(effects))
	}
	for k := range effects {
		e := &effects[k]
		if m.most[k] == nil {
			w := writes{
				at: r.at, domain: r.domains[e.Var], most: slices.Clone(r.reached[e.Var]), conds: r.p.Conjuncts(r.t.Moves[i].Guard),
			}
			w.add(e.Value, []fact{{e.Cond, 1}})
			m.most[k] = w.most
		}
		if !m.most[k].within(r.reached[e.Var]) {
			return false
		}
	}
	return true
}

// writes collects an upper bound on the values that an effect writes: the values reached at the first call, and the
// other values that no condition of the move excludes.
type writes struct {
	at     *assignment
	domain []int64
	most   places
	conds  []task.Expr
}

// fact is an expression with its value.
type fact struct {
	e task.Expr
	x int64
}

// add adds the values of an expression under some facts.
func (w *writes) add(e task.Expr, given []fact) {
	if n := w.at.pool.Node(e); n.Op == task.OpIte {
		given = slices.Clip(given)
		w.add(n.Args[1], append(given, fact{n.Args[0], 1}))
		w.add(n.Args[2], append(given, fact{n.Args[0], 0}))
		return
	}
	for k, x := range w.domain {
		if !w.most.has(int32(k)) && !w.excluded(append(given, fact{e, x})) {
			w.most.add(k)
		}
	}
}

// excluded reports whether some facts contradict each other or a condition of the move.
func (w *writes) excluded(given []fact) bool {
	w.at.state(nil)
	for _, f := range given {
		if x, ok := w.at.maybe(f.e); ok && x != f.x {
			return true
		}
		w.at.suppose(f.e, f.x)
	}
	return slices.ContainsFunc(w.conds, func(c task.Expr) bool {
		x, ok := w.at.maybe(c)
		return ok && x == 0
	})
}
