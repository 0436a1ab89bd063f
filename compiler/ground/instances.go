package ground

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/reach"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// enumeration lists the instances of a move: the arguments that `where` and the static parts of `when` admit. If
// reached is not nil, conditions on the state restrict them, too. A binding of some parameters waits at a condition
// that no reached value satisfies, and resume goes on with it (a join as in Rete: Forgy 1982).
type enumeration struct {
	g       *grounder
	mv      *model.Move
	stages  []stage
	reached *reach.Relaxed
	waiters *[]waiter
	most    int // instances; 0: as many as there are, and an error if there are too many

	instances
	total  *int // the number of instances in this list and others
	tried  int
	f      symbolic.Frame
	args   []model.Value
	placed map[int]bool // slots of parameters that have values
}

// cases are the choices for the parameters of a stage with a condition, for some values of the parameters before it.
type cases struct {
	hold     [][]model.Value // those for which the condition may hold
	waiting  int             // those for which it may hold later
	bindings [][]model.Value // of the parameters before it, while some cases wait
}

// waiter is a case of a condition that no reached value satisfies yet.
type waiter struct {
	e      *enumeration
	stage  int
	cases  *cases
	values []model.Value
	woken  bool
}

// newEnumeration returns an empty list. total counts the instances in several lists.
func (g *grounder) newEnumeration(mv *model.Move, total *int) *enumeration {
	n := len(mv.Params)
	return &enumeration{
		g: g, mv: mv, total: total, f: make(symbolic.Frame, mv.Slots), args: make([]model.Value, n), placed: map[int]bool{},
		instances: instances{width: n},
	}
}

// start adds the instances that are known from the start, in the order of the language.
func (e *enumeration) start() {
	e.g.comparing("the parameters of `"+e.mv.Name+"`", func() {
		if e.stages = e.g.bindingPlan(e.mv, e.reached != nil); e.passes(e.stages[0].tests) {
			e.bind(1)
		}
	})
	for k := 1; k < e.n; k++ {
		if compareArgs(e.at(k-1), e.at(k)) > 0 {
			all := slices.Collect(slices.Chunk(e.list, e.width))
			slices.SortStableFunc(all, compareArgs)
			e.list = slices.Concat(all...)
			return
		}
	}
}

// compareArgs compares arguments of one move.
func compareArgs(a, b []model.Value) int {
	for i := range a {
		if a[i] != b[i] {
			if c := model.Compare(a[i], b[i]); c != 0 {
				return c
			}
		}
	}
	return 0
}

// resume goes on with the bindings that wait for a case. Further calls do nothing.
func (w *waiter) resume() {
	e := w.e
	if w.woken || e.g.Halted() {
		return
	}
	w.woken = true
	w.cases.hold = append(w.cases.hold, w.values)
	w.cases.waiting--
	e.g.comparing("the parameters of `"+e.mv.Name+"`", func() {
		for _, b := range w.cases.bindings {
			for _, st := range e.stages[:w.stage] {
				e.set(st.params, b)
			}
			if !e.bindCase(w.stage, w.values) {
				break
			}
		}
		clear(e.placed)
	})
	if w.cases.waiting == 0 {
		w.cases.bindings = nil
	}
}

// passes reports whether static conditions are true.
func (e *enumeration) passes(tests []model.Expr) bool {
	g := e.g
	bound := func(slot int) bool { return e.placed[slot] }
	for _, c := range tests {
		v := g.Eval(c, e.f)
		if g.Denies(c) && g.Decided(v) != task.True && !slices.Contains(g.needs(e.mv, e.f, bound), task.False) {
			g.Settle(c, v, e.f)
		}
		if v.X != task.True {
			return false
		}
	}
	return true
}

// set gives parameters the values that they have in a list of arguments.
func (e *enumeration) set(params []int, args []model.Value) {
	for _, i := range params {
		p := &e.mv.Params[i]
		e.args[i] = args[i]
		e.f.Set(p.Slot, e.g.Lift(p.Set.Type().Elem(), args[i]))
		e.placed[p.Slot] = true
	}
}

// bind runs the stages from k on. It returns false if the work ends.
func (e *enumeration) bind(k int) bool {
	if k == len(e.stages) {
		*e.total++
		return e.add(e.g.Work, e.args) && e.roomFor(0)
	}
	st := &e.stages[k]
	if st.cond != nil {
		return e.bindCases(k)
	}
	return e.roomFor(st.rest) && e.each(st.params, st.join, func() bool { return !e.passes(st.tests) || e.bind(k+1) })
}

// each calls use for all values of the sets of some parameters. It returns false if the work ends.
func (e *enumeration) each(params []int, join *symbolic.Join, use func() bool) bool {
	if len(params) == 0 {
		return use()
	}
	p := &e.mv.Params[params[0]]
	set, t, ok := e.g.Listing(p.Set, e.f)
	if !ok {
		return true
	}
	for _, v := range join.Values(set, e.f) {
		if e.tried++; e.g.Halted() || !e.roomFor(0) {
			return false
		}
		e.args[params[0]] = v
		e.f.Set(p.Slot, e.g.Lift(t, v))
		e.placed[p.Slot] = true
		if !e.each(params[1:], nil, use) {
			return false
		}
	}
	e.placed[p.Slot] = false
	return true
}

// bindCases runs stage k, which has a condition, and the stages after it.
func (e *enumeration) bindCases(k int) bool {
	st := &e.stages[k]
	var key []byte
	for _, i := range st.given {
		key = binary.AppendVarint(key, e.args[i].N)
	}
	cs := st.cases[string(key)]
	if cs == nil {
		cs = &cases{}
		if !e.each(st.params, nil, func() bool { e.addCase(k, cs); return true }) {
			return false
		}
		if !st.fresh { // otherwise no other binding has the same key
			st.cases[string(key)] = cs
		}
	}
	if cs.waiting > 0 {
		if !e.g.Fits(int64(len(e.args)) * valueBytes) {
			return false
		}
		cs.bindings = append(cs.bindings, slices.Clone(e.args))
	}
	return !slices.ContainsFunc(cs.hold, func(values []model.Value) bool { return !e.bindCase(k, values) })
}

// addCase computes the condition of stage k, and adds a case if the condition may hold, now or later. A condition that
// may be undefined counts as true, because findings about it do not depend on reached values.
func (e *enumeration) addCase(k int, cs *cases) {
	was := e.g.Compare(false)
	v := e.g.Eval(e.stages[k].cond, e.f)
	e.g.Compare(was)
	switch {
	case e.g.Decided(v) == task.True && v.X == task.False:
	case e.g.Decided(v) != task.True, e.reached.Await(v.X, len(*e.waiters)):
		cs.hold = append(cs.hold, slices.Clone(e.args))
	default:
		cs.waiting++
		*e.waiters = append(*e.waiters, waiter{e: e, stage: k, cases: cs, values: slices.Clone(e.args)})
	}
}

// bindCase runs the stages after stage k for one of its cases.
func (e *enumeration) bindCase(k int, values []model.Value) bool {
	st := &e.stages[k]
	e.set(st.params, values)
	ok := !e.passes(st.tests) || e.bind(k+1)
	for _, i := range st.params {
		e.placed[e.mv.Params[i].Slot] = false
	}
	return ok
}

// instances is a list of arguments.
type instances struct {
	width int // the number of parameters
	n     int // of instances
	list  []model.Value
}

// add adds arguments. It returns false if there is no memory; then the work ends.
func (l *instances) add(w *work.Work, args []model.Value) bool {
	for _, v := range args {
		var ok bool
		if l.list, ok = work.Grown(w, l.list); !ok {
			return false
		}
		l.list = append(l.list, v)
	}
	l.n++
	return true
}

// at returns the arguments of an instance.
func (l *instances) at(i int) []model.Value { return l.list[i*l.width : (i+1)*l.width : (i+1)*l.width] }

// roomFor reports an error if a move has too many instances, with some more, or too many tuples to try.
func (e *enumeration) roomFor(more int) bool {
	g, mv := e.g, e.mv
	if e.most > 0 {
		return e.n < e.most && e.tried < 100*e.most
	}
	if *e.total+more <= g.o.MaxMoves && e.tried <= 200*g.o.MaxMoves {
		return true
	}
	msg := fmt.Sprintf("`%s` has %s", g.m.MoveName(mv), g.product(mv))
	if before := *e.total - e.n; before > 0 {
		msg += " (after " + text.Plural(int64(before), "other move") + ")"
	}
	g.ErrorOnce(mv.Span, codeTooMany, msg+": more than "+diag.Thousands(g.o.MaxMoves)+" ground moves do not fit",
		"exclude with `where` the instances that can never be applied, or remove parameters that the others determine")
	g.Stopped = true
	return false
}

// product returns the number of argument tuples that the types of a move's parameters allow, as text.
func (g *grounder) product(mv *model.Move) string {
	f := make(symbolic.Frame, mv.Slots)
	total := 1.0
	var factors []string
	for _, p := range mv.Params {
		n := 1
		if set, t, ok := g.Listing(p.Set, f); ok {
			n = set.Len()
			if n > 0 {
				f.Set(p.Slot, g.Lift(t, set.Elems[0]))
			}
		}
		total *= float64(n)
		factors = append(factors, strconv.Itoa(n))
	}
	if len(factors) == 1 {
		return factors[0] + " combinations of arguments"
	}
	if total < 1e15 {
		return strings.Join(factors, " × ") + " = " + diag.Thousands(int(total)) + " combinations of arguments"
	}
	return strings.Join(factors, " × ") + " combinations of arguments"
}
