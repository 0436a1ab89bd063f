package semantics

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Move is a ground move: the declaration of a move with arguments.
type Move struct {
	Decl *model.Move
	Args []model.Value
}

// Frame returns a frame with the arguments of the move.
func (mv Move) Frame() Frame {
	f := make(Frame, mv.Decl.Slots)
	for i, v := range mv.Args {
		f[mv.Decl.Params[i].Slot] = Slot{v, true}
	}
	return f
}

// Machine executes a model: it makes moves and explains why a move is not applicable. It is not safe for concurrent
// use.
type Machine struct {
	m         *model.Model
	ev        *Evaluator
	start     *start
	instances []Move
	listed    bool
	tooMany   error
	frame     Frame // of the present move

	// The writes of the present phase. If round[place] == now, written[place] is the index of the place's write in
	// writes.
	writes  []write
	written []int32
	round   []int32
	now     int32
	mid     []int64
	tried   []int64 // the next state of CanTry
	why     failure
}

// NewMachine returns a machine for a model that Build made.
func NewMachine(m *model.Model) *Machine { return newMachine(m, NewEvaluator(m)) }

// NewTwoValuedMachine returns a machine that reads conditions as NewTwoValued says.
func NewTwoValuedMachine(m *model.Model) *Machine { return newMachine(m, NewTwoValued(m)) }

func newMachine(m *model.Model, ev *Evaluator) *Machine {
	return &Machine{m: m, ev: ev, written: make([]int32, m.StateSize), round: make([]int32, m.StateSize)}
}

// Evaluator returns the evaluator of the machine's expressions.
func (x *Machine) Evaluator() *Evaluator { return x.ev }

// Within makes the machine's work end with a context, until undo is called. After the end of the context, Ended returns
// true and results must not be used.
func (x *Machine) Within(ctx context.Context) (undo func()) { return x.ev.Within(ctx) }

// stepsAfterwards is the number of steps that are made after a context has ended. They take about a second.
const stepsAfterwards = 1 << 24

// Beyond is like Within, but allows a number of steps after the end of the context. With these steps the results of
// ended work are checked and shown. Counting steps instead of time makes the answer independent of the load of the
// machine.
func (x *Machine) Beyond(ctx context.Context) (undo func()) { return x.ev.beyond(ctx, stepsAfterwards) }

// Problem returns the first set or table that was too large to be listed, or nil. After a problem, results must not be
// used.
func (x *Machine) Problem() *diag.Diagnostic { return x.ev.problem }

// Ended reports whether the work was ended before it was done.
func (x *Machine) Ended() bool { return x.ev.steps < 0 }

// Model returns the model that the machine executes.
func (x *Machine) Model() *model.Model { return x.m }

// Name returns a move as the language writes it, which is its name in the task: `slide((0, 1), (1, 1))`.
func (x *Machine) Name(mv Move) string { return x.m.FormatMove(mv.Decl, mv.Args) }

// Format returns a move as plans write it, in the notation of the model: as Name does unless there is one.
func (x *Machine) Format(mv Move) string { return x.m.ShowMove(mv.Decl, mv.Args) }

// CheckMove reports why the arguments of a move are outside their types or excluded by `where`; nil if they are valid.
func (x *Machine) CheckMove(mv Move) *Refusal {
	f := make(Frame, mv.Decl.Slots)
	if len(mv.Args) != len(mv.Decl.Params) {
		return &Refusal{
			Rule: RuleType, Span: mv.Decl.Span, Text: "`" + x.m.MoveName(mv.Decl) + "` has another number of parameters",
		}
	}
	for i, v := range mv.Args {
		p := &mv.Decl.Params[i]
		if !x.ev.Contains(p.Set, v, f) {
			t := p.Set.Type().Elem()
			return &Refusal{
				Rule: RuleType, Span: p.Set.Span(),
				Text: x.formatAny(t, v) + " is no value of the parameter `" + p.Name + "` of `" + x.m.MoveName(mv.Decl) + "`",
			}
		}
		f[p.Slot] = Slot{v, true}
	}
	if w := mv.Decl.Where; w != nil && !x.ev.Holds(w, f) {
		text := "`" + x.Format(mv) + "` is excluded by the " + x.m.Where() + " of `" + x.m.MoveName(mv.Decl) + "`"
		return &Refusal{Rule: RuleWhere, Span: w.Span(), Text: text}
	}
	return nil
}

// formatAny returns a value as text. The value may be outside its kind, as in damaged data.
func (x *Machine) formatAny(t *model.Type, v model.Value) string {
	if t == nil {
		return "a value"
	}
	limit := int64(-1)
	switch t.Kind {
	case model.Direction, model.Enumerated, model.Boolean:
		limit = int64(fullSize(t))
	case model.CellKind:
		d := x.m.Dims[t.Grid.ID]
		limit = d.Rows * d.Cols
	default:
	}
	if limit >= 0 && (v.N < 0 || v.N >= limit) {
		return "number " + x.m.Format(model.NumberType, v)
	}
	return x.m.Format(t, v)
}

// Goal reports whether a state is a goal.
func (x *Machine) Goal(state []int64) bool { return x.allHold(x.m.Goals, state) }

// Holds reports whether a condition is true in a state.
func (x *Machine) Holds(f model.Formula, state []int64) bool {
	return x.allHold([]model.Formula{f}, state)
}

func (x *Machine) allHold(fs []model.Formula, state []int64) bool {
	ev := x.ev
	ev.state = state
	for i := range fs {
		if v, ok := ev.Alone(fs[i].Expr, fs[i].Slots); !ok || v.N == 0 {
			return false
		}
	}
	return true
}

// Objective returns the value of the model's objective in a state; ok is false if it is undefined, or if there is no
// objective.
func (x *Machine) Objective(state []int64) (value int64, ok bool) {
	o := x.m.Objective
	if o == nil {
		return 0, false
	}
	x.ev.state = state
	v, ok := x.ev.Alone(o.Value, o.Slots)
	return v.N, ok
}

// formulas returns the first condition that does not hold in a state, or nil.
func (x *Machine) formulas(fs []model.Formula, state []int64, rule Rule, sentence string) *Refusal {
	ev := x.ev
	ev.state = state
	for i := range fs {
		base := ev.sp
		f := ev.push(fs[i].Slots)
		var r *Refusal
		if !ev.Holds(fs[i].Expr, f) {
			r = x.refuse(rule, &fs[i].Cond, f, sentence)
		}
		ev.sp = base
		if r != nil {
			return r
		}
	}
	return nil
}

// Always returns the first `always` or `lost` that a state violates, or nil.
func (x *Machine) Always(state []int64) *Refusal {
	for i := range x.m.Always {
		rule := RuleOf(&x.m.Always[i])
		if r := x.formulas(x.m.Always[i:i+1], state, rule, rule.Breaks("the state")); r != nil {
			return r
		}
	}
	return nil
}

// Lost returns the first `lost` that holds in a state, or nil.
func (x *Machine) Lost(state []int64) *Refusal {
	for i := range x.m.Always {
		if !x.m.Always[i].Lost {
			continue
		}
		if r := x.formulas(x.m.Always[i:i+1], state, RuleLost, RuleLost.Breaks("the state")); r != nil {
			return r
		}
	}
	return nil
}

// Invariant returns the first `invariant` that a state violates, or nil.
func (x *Machine) Invariant(state []int64) *Refusal {
	return x.formulas(x.m.Invariants, state, RuleInvariant, RuleInvariant.Breaks("the state"))
}

// Dead reports whether the model promises that no goal is reachable from a state.
func (x *Machine) Dead(state []int64) bool {
	ev := x.ev
	ev.state = state
	for i := range x.m.Deads {
		if v, ok := ev.Alone(x.m.Deads[i].Expr, x.m.Deads[i].Slots); ok && v.N != 0 {
			return true
		}
	}
	return false
}

// checkDistinct returns the first distinct array that holds a value twice, or nil.
func (x *Machine) checkDistinct(state []int64) *Refusal {
	for _, a := range x.m.Arrays {
		if a.Role != model.State || !a.Distinct {
			continue
		}
		if i, j := x.repeated(a, state); i >= 0 {
			return x.Repeated(a, i, j, state)
		}
	}
	return nil
}

// Repeated refuses a state with equal values at two places of a distinct array.
func (x *Machine) Repeated(a *model.Array, i, j int, state []int64) *Refusal {
	value := x.m.Format(a.Type, model.Value{N: state[i]})
	text := fmt.Sprintf("%s and %s would both be %s, but `%s` is distinct",
		x.m.StateName(i), x.m.StateName(j), value, a.Name)
	return &Refusal{
		Rule: RuleDistinct, Span: a.Span, Text: text,
		Values: []Witness{{x.m.StateName(i), value}, {x.m.StateName(j), value}},
	}
}

// repeated returns two places of an array that hold the same value, or -1.
func (x *Machine) repeated(a *model.Array, state []int64) (i, j int) {
	d := x.m.Data[a.ID]
	if !x.ev.Spend(d.Size / elementsPerStep) {
		return -1, -1
	}
	if d.Size > d.Domain.Len() || d.Size > 64 {
		at := make(map[int64]int, d.Size)
		for k := d.Offset; k < d.Offset+d.Size; k++ {
			if first, ok := at[state[k]]; ok {
				return first, k
			}
			at[state[k]] = k
		}
		return -1, -1
	}
	for k := d.Offset; k < d.Offset+d.Size; k++ {
		for l := d.Offset; l < k; l++ {
			if state[k] == state[l] {
				return l, k
			}
		}
	}
	return -1, -1
}

// bindArgs returns a frame with the arguments of a move, which is valid until the next move.
func (x *Machine) bindArgs(mv Move) Frame {
	n := mv.Decl.Slots
	if len(x.frame) < n {
		x.frame = make(Frame, n)
	}
	for i, v := range mv.Args {
		x.frame[mv.Decl.Params[i].Slot] = Slot{v, true}
	}
	return x.frame
}

// Label returns the `as` text of a move in a state, "" without one.
func (x *Machine) Label(state []int64, mv Move) string {
	if mv.Decl.Label == nil {
		return ""
	}
	x.ev.state = state
	v, ok := x.ev.eval(mv.Decl.Label, x.bindArgs(mv))
	return TextOf(v, ok)
}

// TextOf returns the text of a value, "" if it is undefined.
func TextOf(v model.Value, ok bool) string {
	if !ok || v.C == nil {
		return ""
	}
	return v.C.Text
}

// OrderKey returns the `order` key of a move in a state. It returns false if there is no key or the key is undefined.
func (x *Machine) OrderKey(state []int64, mv Move) (int64, bool) {
	if mv.Decl.Order == nil {
		return 0, false
	}
	x.ev.state = state
	v, ok := x.ev.eval(mv.Decl.Order, x.bindArgs(mv))
	return v.N, ok
}
