package verify

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
)

// maxCases limits the number of cases into which one abstract move is split.
const maxCases = 20_000

// abstraction is the simpler puzzle of a pattern or projection, computed with partial states. A kept element holds
// either a distinguished value, or any value of the class of all other values. All other elements may hold any value.
// An abstract move exists if no known value excludes the move: an undecided condition counts as true. If a value must
// be known, or lies in a class, all its cases are tried.
//
// An abstract state has one number for each kept element: the index of its value in the domain, or other.
type abstraction struct {
	x       *semantics.Machine
	ev      *semantics.Evaluator // a second evaluator, for partial states
	kept    []int                // the places of the state that are kept
	at      []int                // for each place: its index in kept, or -1
	domain  []*model.Set
	classes [][]model.Value // for each array: the values that are not distinguished
	array   []int           // for each place: Array.ID
	apart   []bool          // for each place: it is kept and some of its values are distinguished
	own     map[int64]bool  // the values whose moves count; nil if all moves count
	tracked map[int64]bool
	strict  bool // part of a sum: only moves of own values count

	state []int64
	known []bool
	next  []int64
	now   []bool // which elements of next are known
	cause []int  // for each place: the place on which the value written by the first phase depends, or -1
	frame semantics.Frame
	cases int
}

// other is the number of an element whose value is in its class.
const other = -1

// newAbstraction returns the abstraction that keeps the arrays. A pattern distinguishes only own and tracked values;
// for a projection own is nil.
func newAbstraction(x *semantics.Machine, arrays []*model.Array, own, tracked *model.Set, strict bool) *abstraction {
	n := x.Model().StateSize
	a := &abstraction{
		x: x, ev: semantics.NewEvaluator(x.Model()), at: make([]int, n), domain: make([]*model.Set, n),
		array: make([]int, n), apart: make([]bool, n), classes: make([][]model.Value, len(x.Model().Arrays)), strict: strict,
		state: make([]int64, n), known: make([]bool, n), next: make([]int64, n), now: make([]bool, n),
		cause: make([]int, n),
	}
	a.ev.SetClassed(a.apart)
	if own != nil {
		a.own, a.tracked = members(own), members(tracked)
	}
	keep := lists.Set(arrays)
	for _, r := range x.Model().StateArrays() {
		d := x.Model().Data[r.ID]
		a.classes[r.ID] = a.classOf(d.Domain, keep[r])
		for p := d.Offset; p < d.Offset+d.Size; p++ {
			a.at[p], a.domain[p], a.array[p] = -1, d.DomainAt(p-d.Offset), r.ID
			if keep[r] {
				a.at[p] = len(a.kept)
				a.kept = append(a.kept, p)
				a.apart[p] = len(a.classes[r.ID]) < d.Domain.Len()
			}
		}
	}
	return a
}

func members(s *model.Set) map[int64]bool {
	out := map[int64]bool{}
	if s != nil {
		for _, v := range s.Elems {
			out[v.N] = true
		}
	}
	return out
}

// classOf returns the values of an element that are not distinguished: all if the element is not kept, none if a
// projection keeps it.
func (a *abstraction) classOf(d *model.Set, kept bool) []model.Value {
	if !kept {
		return d.Elems
	}
	return lists.Filter(d.Elems, func(v model.Value) bool { return a.own != nil && !a.own[v.N] && !a.tracked[v.N] })
}

// code returns the number of a value at a place.
func (a *abstraction) code(place int, v int64) int64 {
	if a.own != nil && !a.own[v] && !a.tracked[v] {
		return other
	}
	return int64(a.domain[place].Index(model.Value{N: v}))
}

// image returns the abstract state of a state.
func (a *abstraction) image(state []int64) []int64 {
	return lists.Map(a.kept, func(p int) int64 { return a.code(p, state[p]) })
}

// enter sets the partial state that belongs to an abstract state.
func (a *abstraction) enter(s []int64) {
	for p := range a.state {
		a.state[p], a.known[p] = 0, false
		class := a.classes[a.array[p]]
		if i := a.at[p]; i >= 0 && s[i] != other {
			a.state[p], a.known[p] = a.domain[p].Elems[s[i]].N, true
		} else if len(class) == 1 {
			a.state[p], a.known[p] = class[0].N, true
		}
	}
}

// verdict is the result of one evaluation with the values known now.
type verdict int

const (
	refused verdict = -2
	passed  verdict = -1
	// A verdict from 0 on is a place of the state whose value must be known first.
)

// ask evaluates a condition in the partial state. An undecided condition counts as true. A result ≥ 0 is a place whose
// value must be known first.
func (a *abstraction) ask(e model.Expr, f semantics.Frame) verdict {
	ev := a.ev
	ev.Forget()
	v, ok := ev.Value(e, f)
	missed := ev.Missed()
	switch {
	case ok && v.N != 0:
		return passed
	case ok || !missed.Any:
		return refused
	case missed.Classed >= 0:
		return verdict(missed.Classed)
	default:
		return passed
	}
}

// need evaluates an expression whose value must be known. A verdict ≥ 0 is a place whose value must be known first.
func (a *abstraction) need(e model.Expr, f semantics.Frame) (model.Value, bool, verdict) {
	ev := a.ev
	ev.Forget()
	v, ok := ev.Value(e, f)
	if missed := ev.Missed(); !ok && missed.Any && missed.First >= 0 {
		return v, false, verdict(missed.First)
	}
	return v, ok, passed
}

// split calls each for each value that a place may have.
func (a *abstraction) split(place int, each func() error) error {
	if a.cases++; a.cases > maxCases {
		return fmt.Errorf("%w: an abstract move falls into more than %d cases", errTooManyStates, maxCases)
	}
	a.known[place] = true
	for _, v := range a.classes[a.array[place]] {
		a.state[place] = v.N
		if err := each(); err != nil {
			return err
		}
	}
	a.known[place] = false
	return nil
}

// goal reports whether an abstract state may be a goal.
func (a *abstraction) goal(s []int64) (bool, error) {
	a.enter(s)
	a.cases = 0
	return a.maybeGoal()
}

func (a *abstraction) maybeGoal() (bool, error) {
	a.ev.SetPartial(a.state, a.known)
	for i := range a.x.Model().Goals {
		g := &a.x.Model().Goals[i]
		switch v := a.ask(g.Expr, make(semantics.Frame, g.Slots)); v {
		case refused:
			return false, nil
		case passed:
		default:
			found := false
			err := a.split(int(v), func() error {
				if found {
					return nil
				}
				ok, err := a.maybeGoal()
				found = found || ok
				return err
			})
			return found, err
		}
	}
	return true, nil
}

// successors calls yield for each abstract state to which a move may lead.
func (a *abstraction) successors(s []int64, yield func(next []int64, cost int64) error) error {
	a.enter(s)
	for _, mv := range a.x.Instances() {
		if n := mv.Decl.Slots; len(a.frame) < n {
			a.frame = make(semantics.Frame, n)
		}
		a.cases = 0
		if err := a.byCases(mv, s, yield); err != nil {
			return err
		}
	}
	return nil
}

// byCases makes a move with the values known now, or splits the move into cases.
func (a *abstraction) byCases(mv semantics.Move, s []int64, yield func([]int64, int64) error) error {
	cost, v := a.run(mv)
	switch v {
	case refused:
		return nil
	case passed:
		next := append([]int64(nil), s...)
		for i, p := range a.kept {
			if a.next[p] != a.state[p] || a.now[p] != a.known[p] {
				next[i] = other
				if a.now[p] {
					next[i] = a.code(p, a.next[p])
				}
			}
		}
		if !a.counts(s, next) {
			cost = 0
		}
		return yield(next, cost)
	default:
		return a.split(int(v), func() error { return a.byCases(mv, s, yield) })
	}
}

// counts reports whether a move between two abstract states counts.
func (a *abstraction) counts(s, next []int64) bool {
	if a.own == nil {
		return true
	}
	own, tracked := false, false
	for i, p := range a.kept {
		if s[i] == next[i] {
			continue
		}
		for _, code := range [2]int64{s[i], next[i]} {
			if code != other {
				v := a.domain[p].Elems[code].N
				own, tracked = own || a.own[v], tracked || a.tracked[v]
			}
		}
	}
	return own || !a.strict && !tracked
}

// run makes a move from the partial state to next. It returns the cost.
func (a *abstraction) run(mv semantics.Move) (int64, verdict) {
	d, f, ev := mv.Decl, a.frame, a.ev
	for i, v := range mv.Args {
		f[d.Params[i].Slot] = semantics.Slot{Value: v, OK: true}
	}
	ev.SetPartial(a.state, a.known)
	for i := range d.When {
		if v := a.ask(d.When[i].Expr, f); v != passed {
			return 0, v
		}
	}
	copy(a.next, a.state)
	copy(a.now, a.known)
	for p := range a.cause {
		a.cause[p] = -1
	}
	if v := a.phase(d.Body, f); v != passed {
		return 0, v
	}
	if len(d.Then) > 0 {
		ev.SetPartial(append([]int64(nil), a.next...), append([]bool(nil), a.now...))
		if v := a.phase(d.Then, f); v >= 0 && a.cause[v] >= 0 {
			return 0, verdict(a.cause[v])
		} else if v != passed {
			return 0, v
		}
	}
	ev.SetPartial(a.state, a.known)
	cost := int64(1)
	if d.Cost != nil {
		v, ok, verdict := a.need(d.Cost, f)
		if verdict != passed {
			return 0, verdict
		}
		if !ok || v.N < 0 {
			return 0, refused
		}
		cost = min(v.N, model.MaxCost)
	}
	return cost, a.admits()
}

// admits tests `always` and the distinct arrays in next. Undecided conditions count as true.
func (a *abstraction) admits() verdict {
	a.ev.SetPartial(a.next, a.now)
	for i := range a.x.Model().Always {
		c := &a.x.Model().Always[i]
		if a.ask(c.Expr, make(semantics.Frame, c.Slots)) == refused {
			return refused
		}
	}
	for _, r := range a.x.Model().StateArrays() {
		if !r.Distinct {
			continue
		}
		d := a.x.Model().Data[r.ID]
		for p := d.Offset; p < d.Offset+d.Size; p++ {
			for q := d.Offset; a.now[p] && q < p; q++ {
				if a.now[q] && a.next[p] == a.next[q] {
					return refused
				}
			}
		}
	}
	return passed
}

// guess is a write. Its value may be unknown because the value at place missed is unknown.
type guess struct {
	place  int
	value  int64
	ok     bool
	missed int // -1 if ok
}

// phase runs a block and makes its writes. If an unknown value is written to a place that is not kept, the place
// becomes unknown.
func (a *abstraction) phase(effects []model.Effect, f semantics.Frame) verdict {
	var writes []guess
	if v := a.effects(effects, f, &writes); v != passed {
		return v
	}
	type value struct {
		n  int64
		ok bool
	}
	seen := map[int]value{}
	for _, w := range writes {
		old := seen[w.place]
		if old.ok && w.ok && old.n != w.value {
			return refused
		}
		if w.ok && !a.domain[w.place].Contains(model.Value{N: w.value}) {
			return refused
		}
		if !old.ok {
			seen[w.place] = value{w.value, w.ok}
			a.next[w.place], a.now[w.place], a.cause[w.place] = w.value, w.ok, w.missed
		}
	}
	return passed
}

func (a *abstraction) effects(effects []model.Effect, f semantics.Frame, out *[]guess) verdict {
	for _, e := range effects {
		if v := a.effect(e, f, out); v != passed {
			return v
		}
	}
	return passed
}

func (a *abstraction) effect(e model.Effect, f semantics.Frame, out *[]guess) verdict {
	switch e := e.(type) {
	case *model.Assign:
		return a.assign(e, f, out)
	case *model.Let:
		return a.let(e.Target, e.Value, f)
	case *model.Require:
		return a.ask(e.Cond.Expr, f)
	case *model.IfEffect:
		c, ok, verdict := a.need(e.Cond, f)
		switch {
		case verdict != passed:
			return verdict
		case ok && c.N != 0:
			return a.effects(e.Then, f, out)
		default:
			return a.effects(e.Else, f, out)
		}
	case *model.ForEffect:
		return a.repeat(e, f, 0, out)
	default:
		return refused
	}
}

// let binds a value to a name, or the parts of a tuple to names as far as they are defined (see Machine.let). If a
// value is unknown, the evaluator reports the missing place where the name is used.
func (a *abstraction) let(t *model.Target, e model.Expr, f semantics.Frame) verdict {
	v, ok, verdict := a.need(e, f)
	switch {
	case verdict != passed && t.Elems != nil:
		return verdict
	case verdict != passed:
		v = semantics.Unknown(int(verdict))
	case !ok && t.Elems != nil:
		return a.letParts(t, e, f)
	}
	f.Bind(t, v, ok)
	return passed
}

// letParts binds the parts of a tuple of which at least one is undefined.
func (a *abstraction) letParts(t *model.Target, e model.Expr, f semantics.Frame) verdict {
	switch e := e.(type) {
	case *model.TupleOfExprs:
		for i, p := range e.Elems {
			if v := a.let(t.Elems[i], p, f); v != passed {
				return v
			}
		}
		return passed
	case *model.If:
		if branch, ok := a.ev.Branch(e, f); ok {
			return a.letParts(t, branch, f)
		}
	default:
	}
	f.Bind(t, model.Value{}, false)
	return passed
}

func (a *abstraction) assign(e *model.Assign, f semantics.Frame, out *[]guess) verdict {
	ev := a.ev
	for i := range e.Targets {
		t := &e.Targets[i]
		d := a.x.Model().Data[t.Array.ID]
		ev.Forget()
		k, ok := ev.Place(d, t.Index, f)
		if !ok {
			if missed := ev.Missed(); missed.Any && missed.First >= 0 {
				return verdict(missed.First)
			}
			return refused
		}
		w := guess{place: d.Offset + k}
		v, ok, verdict := a.need(e.Values[i], f)
		if verdict != passed && a.at[w.place] >= 0 {
			return verdict
		}
		if !ok && verdict == passed {
			return refused
		}
		w.value, w.ok, w.missed = v.N, ok, int(verdict)
		*out = append(*out, w)
	}
	return passed
}

func (a *abstraction) repeat(e *model.ForEffect, f semantics.Frame, i int, out *[]guess) verdict {
	if i == len(e.Vars) {
		if e.Where != nil {
			w, ok, verdict := a.need(e.Where, f)
			if verdict != passed {
				return verdict
			}
			if !ok || w.N == 0 {
				return passed
			}
		}
		return a.effects(e.Body, f, out)
	}
	elements, ok := a.ev.Elements(e.Vars[i].Set, f)
	if !ok {
		return refused
	}
	for element := range elements {
		f.Bind(e.Vars[i].Target, element, true)
		if v := a.repeat(e, f, i+1, out); v != passed {
			return v
		}
	}
	return passed
}
