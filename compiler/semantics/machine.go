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

// frame returns a frame with the arguments of the move.
func (mv Move) frame() Frame {
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
func (machine *Machine) Evaluator() *Evaluator { return machine.ev }

// Within makes the machine's work end with a context, until undo is called. After the end of the context, Ended returns
// true and results must not be used.
func (machine *Machine) Within(ctx context.Context) (undo func()) { return machine.ev.Within(ctx) }

// stepsAfterwards is the number of steps that are made after a context has ended. They take about a second.
const stepsAfterwards = 1 << 24

// Beyond is like Within, but allows a number of steps after the end of the context. With these steps the results of
// ended work are checked and shown. Counting steps instead of time makes the answer independent of the load of the
// machine.
func (machine *Machine) Beyond(ctx context.Context) (undo func()) {
	return machine.ev.beyond(ctx, stepsAfterwards)
}

// Problem returns the first set or table that was too large to be listed, or nil. After a problem, results must not be
// used.
func (machine *Machine) Problem() *diag.Diagnostic { return machine.ev.problem }

// Ended reports whether the work was ended before it was done.
func (machine *Machine) Ended() bool { return machine.ev.steps < 0 }

// Model returns the model that the machine executes.
func (machine *Machine) Model() *model.Model { return machine.m }

// Name returns a move as the language writes it, which is its name in the task: `slide((0, 1), (1, 1))`.
func (machine *Machine) Name(mv Move) string { return machine.m.FormatMove(mv.Decl, mv.Args) }

// Format returns a move as plans write it, in the notation of the model: as Name does unless there is one.
func (machine *Machine) Format(mv Move) string { return machine.m.ShowMove(mv.Decl, mv.Args) }

// CheckMove reports why the arguments of a move are outside their types or excluded by `where`; nil if they are valid.
func (machine *Machine) CheckMove(mv Move) *Refusal {
	f, name := make(Frame, mv.Decl.Slots), machine.m.MoveName(mv.Decl)
	if len(mv.Args) != len(mv.Decl.Params) {
		return &Refusal{
			Rule: RuleType, Span: mv.Decl.Span, Text: "`" + name + "` has another number of parameters",
		}
	}
	for i, v := range mv.Args {
		p := &mv.Decl.Params[i]
		if !machine.ev.Contains(p.Set, v, f) {
			t := p.Set.Type().Elem()
			return &Refusal{
				Rule: RuleType, Span: p.Set.Span(),
				Text: machine.formatAny(t, v) + " is no value of the parameter `" + p.Name + "` of `" + name + "`",
			}
		}
		f[p.Slot] = Slot{v, true}
	}
	if w := mv.Decl.Where; w != nil && !machine.ev.holds(w, f) {
		text := "`" + machine.Format(mv) + "` is excluded by the " + machine.m.Where() + " of `" + name + "`"
		return &Refusal{Rule: RuleWhere, Span: w.Span(), Text: text}
	}
	return nil
}

// formatAny returns a value as text. The value may be outside its kind, as in damaged data.
func (machine *Machine) formatAny(t *model.Type, v model.Value) string {
	if t == nil {
		return "a value"
	}
	limit := int64(-1)
	switch t.Kind {
	case model.Direction, model.Enumerated, model.Boolean:
		limit = int64(fullSize(t))
	case model.CellKind:
		d := machine.m.Dims[t.Grid.ID]
		limit = d.Rows * d.Cols
	default:
	}
	if limit >= 0 && (v.N < 0 || v.N >= limit) {
		return "number " + machine.m.Format(model.NumberType, v)
	}
	return machine.m.Format(t, v)
}

// Goal reports whether a state is a goal.
func (machine *Machine) Goal(state []int64) bool { return machine.allHold(machine.m.Goals, state) }

// Holds reports whether a condition is true in a state.
func (machine *Machine) Holds(f model.Formula, state []int64) bool {
	return machine.allHold([]model.Formula{f}, state)
}

func (machine *Machine) allHold(fs []model.Formula, state []int64) bool {
	ev := machine.ev
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
func (machine *Machine) Objective(state []int64) (value int64, ok bool) {
	o := machine.m.Objective
	if o == nil {
		return 0, false
	}
	machine.ev.state = state
	v, ok := machine.ev.Alone(o.Value, o.Slots)
	return v.N, ok
}

// formulas returns the first condition that does not hold in a state, or nil.
func (machine *Machine) formulas(fs []model.Formula, state []int64, rule rule, sentence string) *Refusal {
	ev := machine.ev
	ev.state = state
	for i := range fs {
		base := ev.sp
		f := ev.push(fs[i].Slots)
		var r *Refusal
		if !ev.holds(fs[i].Expr, f) {
			r = machine.refuse(rule, &fs[i].Cond, f, sentence)
		}
		ev.sp = base
		if r != nil {
			return r
		}
	}
	return nil
}

// Always returns the first `always` or `lost` that a state violates, or nil.
func (machine *Machine) Always(state []int64) *Refusal {
	for i := range machine.m.Always {
		rule := ruleOf(&machine.m.Always[i])
		if r := machine.formulas(machine.m.Always[i:i+1], state, rule, rule.breaks("the state")); r != nil {
			return r
		}
	}
	return nil
}

// Lost returns the first `lost` that holds in a state, or nil.
func (machine *Machine) Lost(state []int64) *Refusal {
	for i := range machine.m.Always {
		if !machine.m.Always[i].Lost {
			continue
		}
		if r := machine.formulas(machine.m.Always[i:i+1], state, ruleLost, ruleLost.breaks("the state")); r != nil {
			return r
		}
	}
	return nil
}

// Invariant returns the first `invariant` that a state violates, or nil.
func (machine *Machine) Invariant(state []int64) *Refusal {
	return machine.formulas(machine.m.Invariants, state, ruleInvariant, ruleInvariant.breaks("the state"))
}

// Dead reports whether the model promises that no goal is reachable from a state.
func (machine *Machine) Dead(state []int64) bool {
	ev := machine.ev
	ev.state = state
	for i := range machine.m.Deads {
		if v, ok := ev.Alone(machine.m.Deads[i].Expr, machine.m.Deads[i].Slots); ok && v.N != 0 {
			return true
		}
	}
	return false
}

// checkDistinct returns the first distinct array that holds a value twice, or nil.
func (machine *Machine) checkDistinct(state []int64) *Refusal {
	for _, a := range machine.m.Arrays {
		if a.Role != model.State || !a.Distinct {
			continue
		}
		if i, j := machine.repeated(a, state); i >= 0 {
			return machine.repeatedValues(a, i, j, state)
		}
	}
	return nil
}

// repeatedValues refuses a state with equal values at two places of a distinct array.
func (machine *Machine) repeatedValues(a *model.Array, i, j int, state []int64) *Refusal {
	value := machine.m.Format(a.Type, model.Value{N: state[i]})
	text := fmt.Sprintf("%s and %s would both be %s, but `%s` is distinct",
		machine.m.StateName(i), machine.m.StateName(j), value, a.Name)
	return &Refusal{
		Rule: ruleDistinct, Span: a.Span, Text: text,
		Values: []Witness{{machine.m.StateName(i), value}, {machine.m.StateName(j), value}},
	}
}

// repeated returns two places of an array that hold the same value, or -1.
func (machine *Machine) repeated(a *model.Array, state []int64) (i, j int) {
	d := machine.m.Data[a.ID]
	if !machine.ev.Spend(d.Size / elementsPerStep) {
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
func (machine *Machine) bindArgs(mv Move) Frame {
	n := mv.Decl.Slots
	if len(machine.frame) < n {
		machine.frame = make(Frame, n)
	}
	for i, v := range mv.Args {
		machine.frame[mv.Decl.Params[i].Slot] = Slot{v, true}
	}
	return machine.frame
}

// Label returns the `as` text of a move in a state, "" without one.
func (machine *Machine) Label(state []int64, mv Move) string {
	if mv.Decl.Label == nil {
		return ""
	}
	machine.ev.state = state
	v, ok := machine.ev.eval(mv.Decl.Label, machine.bindArgs(mv))
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
func (machine *Machine) OrderKey(state []int64, mv Move) (int64, bool) {
	if mv.Decl.Order == nil {
		return 0, false
	}
	machine.ev.state = state
	v, ok := machine.ev.eval(mv.Decl.Order, machine.bindArgs(mv))
	return v.N, ok
}
