// Package reach finds the values that the variables of a task can have, and the moves that some state enables.
//
// It ignores deletes: a value that a variable had once stays available. So everything that it excludes is unreachable,
// but not everything that it keeps is reachable.
package reach

// How it works, for the maintainer. Find begins with the initial values and makes each move again whenever a variable
// that the move reads has a new value (reach.go). A condition or an effect that reads several variables is a table of
// assignments, which grows with the reached values. If the tables take too many combinations, states are visited first
// (walk.go), and then moves are left out that cannot reach a new value (spent.go).

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Result holds the values that each variable can have, and the moves that are possible. Values are places in the
// variable's domain.
type Result struct {
	*Relaxed
	t       *task.Task
	moves   []splitMove
	readers [][]int32 // moves to try again when a variable has a new value
	tables  map[tableOf]*table
	local   []places // the values that the current move allows; nil: all reached values
	room    []places // for local
	touched []int
	inexact bool        // there were too many combinations to try
	tried   int         // combinations
	walked  bool        // see walk
	at      *assignment // nil without a walk
	budget  int         // rows that may still be made or visited
	vars    []int       // scratch
}

// splitMove holds the parts of a move.
type splitMove struct {
	own      []ownPlaces // the values that the conditions on single variables allow
	joint    *jointParts // nil without conditions on several variables
	most     []places    // by effect: the values that it may write, see spent
	possible bool
	queued   bool
}

type jointParts struct {
	conds []task.Expr   // conditions on several variables
	with  [][]task.Expr // by effect: those on the variables that it reads
}

type ownPlaces struct {
	v       int
	allowed places
}

// Limits of the exact part: beyond these limits a condition counts as true, and an expression may have any value that
// its structure allows.
const (
	maxRows = 20_000
	// maxPlaces bounds the number of values in the rows of a condition.
	maxPlaces = 80_000
	budget    = 100_000_000
)

// Find computes what is reachable in a task. domains holds the values of each variable, ascending. from is the number
// of combinations that are tried before states are visited; 0: 1,000.
func Find(w *work.Work, t *task.Task, domains [][]int64, from int) *Result {
	n := len(domains)
	r := &Result{
		Relaxed: Start(w, t, domains), t: t, budget: budget, moves: make([]splitMove, len(t.Moves)),
		readers: make([][]int32, n), tables: map[tableOf]*table{},
		local: make([]places, n), room: make([]places, n),
	}
	for v := range r.room {
		r.room[v] = newPlaces(len(domains[v]))
	}
	for _, c := range r.p.Conjuncts(t.InitCond) {
		if vs := r.p.Reads(c); len(vs) == 1 && t.Free[vs[0]] {
			r.reached[vs[0]] = r.reached[vs[0]].and(r.allowed(c, vs[0]))
		}
	}
	for i := range t.Moves {
		r.takeApart(i)
	}
	r.run(cmp.Or(from, walkFrom))
	return r
}

// Values lists the values that a variable can have.
func (r *Result) Values(v int) []int64 { return r.codes(v, r.reached[v]) }

// Possible reports whether a move may be applicable in some reachable state.
func (r *Result) Possible(move int) bool { return r.moves[move].possible }

// MayKeepMore reports whether there were too many combinations to try all. Then values or moves that count as reachable
// may be unreachable.
func (r *Result) MayKeepMore() bool { return r.inexact }

// MayHold reports whether a condition may hold for reached values.
func (r *Result) MayHold(c task.Expr) bool {
	var vars []int
	cases := 1
	r.p.EachRead(c, func(v int) bool {
		vars = append(vars, v)
		cases *= r.reached[v].count()
		return cases <= maxRows
	})
	if cases > maxRows {
		return true
	}
	slices.Sort(vars)
	holds := false
	task.NewScan(r.p.Pool, []task.Expr{c}, 1, vars, r.Values).Run(func() bool {
		holds = true
		return false
	})
	return holds
}

// run advances moves until nothing is new. It works in rounds, because a variable may have millions of readers and
// thousands of values that are reached one after another.
func (r *Result) run(from int) {
	changed := make([]int, len(r.readers)) // by variable: the number of the advance after which it had a new value
	ran := make([]int, len(r.moves))       // by move: the number of its last advance
	n := 0
	for queue := r.everyMove(nil); len(queue) > 0 && !r.w.Halted(); {
		var next []int32
		var news []int // the variables with new values in this round, which begins after advance number begun
		begun := n
		for _, i := range queue {
			r.moves[i].queued = false
			if r.tried > from && !r.walked {
				r.walk()
				next = r.everyMove(next)
			}
			n++
			ran[i] = n
			if r.spent(int(i)) {
				continue
			}
			for _, v := range r.advance(int(i)) {
				if changed[v] <= begun {
					news = append(news, v)
				}
				changed[v] = n
			}
		}
		for _, v := range news {
			for _, k := range r.readers[v] {
				if ran[k] <= changed[v] && !r.moves[k].queued {
					r.moves[k].queued = true
					next = append(next, k)
				}
			}
		}
		queue = next
	}
}

// everyMove adds all moves that are not in the queue.
func (r *Result) everyMove(queue []int32) []int32 {
	for i := range r.moves {
		if !r.moves[i].queued {
			r.moves[i].queued = true
			queue = append(queue, int32(i))
		}
	}
	return queue
}

func (r *Result) takeApart(i int) {
	m := &r.moves[i]
	effects := r.t.Moves[i].Effects
	reads := r.vars[:0]
	var joint []task.Expr
	conjuncts := r.p.Conjuncts(r.t.Moves[i].Guard)
	m.own = make([]ownPlaces, 0, len(conjuncts))
	for _, c := range conjuncts {
		vs := r.p.Reads(c)
		reads = append(reads, vs...)
		if len(vs) != 1 {
			joint = append(joint, c)
			continue
		}
		allowed := r.allowed(c, vs[0])
		if k := slices.IndexFunc(m.own, func(o ownPlaces) bool { return o.v == vs[0] }); k >= 0 {
			m.own[k].allowed = m.own[k].allowed.and(allowed)
		} else {
			m.own = append(m.own, ownPlaces{vs[0], allowed})
		}
	}
	if len(joint) > 0 {
		m.joint = &jointParts{conds: r.grouped(joint), with: make([][]task.Expr, len(effects))}
	}
	for k, e := range effects {
		reads = append(append(reads, r.p.Reads(e.Cond)...), r.p.Reads(e.Value)...)
		if m.joint == nil {
			continue
		}
		vars := work.Union(r.p.Reads(e.Cond), r.p.Reads(e.Value))
		for _, c := range m.joint.conds {
			if work.Subset(r.p.Reads(c), vars) {
				m.joint.with[k] = append(m.joint.with[k], c)
			}
		}
	}
	slices.Sort(reads)
	r.vars = reads
	for _, v := range slices.Compact(reads) {
		r.readers[v] = append(r.readers[v], int32(i))
	}
}

// grouped joins the conditions that read the same variables.
func (r *Result) grouped(conds []task.Expr) []task.Expr {
	var out []task.Expr
	for _, c := range conds {
		vars := r.p.Reads(c)
		if k := slices.IndexFunc(out, func(o task.Expr) bool { return slices.Equal(r.p.Reads(o), vars) }); k >= 0 {
			out[k] = r.p.And(out[k], c)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// now returns the reached values of a variable that the current move allows.
func (r *Result) now(v int) places {
	if r.local[v] != nil {
		return r.local[v]
	}
	return r.reached[v]
}

// restrict narrows the values of a variable for the current move. It returns false if no value is left.
func (r *Result) restrict(v int, to places) bool {
	if r.local[v] == nil {
		r.touched = append(r.touched, v)
	}
	r.local[v] = to
	return to.count() > 0
}

// advance makes a move from the reached values, and returns the variables that get new values.
func (r *Result) advance(i int) []int {
	m := &r.moves[i]
	defer func() {
		for _, v := range r.touched {
			r.local[v] = nil
		}
		r.touched = r.touched[:0]
	}()
	for _, o := range m.own {
		for k := range r.room[o.v] {
			r.room[o.v][k] = o.allowed[k] & r.reached[o.v][k]
		}
		if !r.restrict(o.v, r.room[o.v]) {
			return nil
		}
	}
	if m.joint != nil && slices.ContainsFunc(m.joint.conds, func(c task.Expr) bool { return !r.narrow(c) }) {
		return nil
	}
	m.possible = true
	var grown []int
	effects := r.t.Moves[i].Effects
	for k := range effects {
		var with []task.Expr
		if m.joint != nil {
			with = m.joint.with[k]
		}
		if r.effect(&effects[k], with) {
			grown = append(grown, effects[k].Var)
		}
	}
	return grown
}

// narrow keeps for each variable the values that occur in an assignment that satisfies c. It returns false if there is
// no such assignment.
func (r *Result) narrow(c task.Expr) bool {
	vars := r.p.Reads(c)
	if len(vars) == 0 {
		return c != task.False
	}
	t := r.table(tableOf{c, task.None, 0}, []task.Expr{c}, vars)
	if t == nil || r.budget <= 0 {
		return true
	}
	kept := lists.Map(vars, func(v int) places { return newPlaces(len(r.domains[v])) })
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

// effect adds the values that an effect can write. It reports whether a value is new.
func (r *Result) effect(e *task.Effect, with []task.Expr) bool {
	to := r.reached[e.Var]
	before := to.count()
	if before == len(r.domains[e.Var]) {
		return false
	}
	x, constant := r.p.Value(e.Value)
	if k := r.placeIn(e.Var, x); constant && (k < 0 || to.has(k)) {
		return false
	}
	put := func(k int32) {
		if k >= 0 { // otherwise the value is outside the type, and the guard refuses it
			to.add(int(k))
		}
	}
	key := tableOf{r.p.And(append(slices.Clone(with), e.Cond)...), e.Value, e.Var}
	if key.cond == task.False {
		return false
	}
	vars := work.Union(r.p.Reads(key.cond), r.p.Reads(e.Value))
	if constant && e.Cond == task.True {
		put(r.placeIn(e.Var, x))
	} else if t := r.table(key, []task.Expr{key.cond}, vars); t != nil && r.budget > 0 {
		r.eachRow(t, len(vars)+1, func(row []int32) { put(row[len(vars)]) })
	} else {
		r.mayBe(e.Value, e.Var, r.now, put)
	}
	return to.count() > before
}
