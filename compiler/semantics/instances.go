package semantics

import (
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Instances lists all ground moves that `where` admits, in the order of the language: moves as declared; of each move
// the parameters in the order of their types, the last parameter varying fastest. The list may be incomplete: see
// CheckInstances.
func (machine *Machine) Instances() []Move {
	if !machine.listed {
		machine.listed = true
		for _, d := range machine.m.Moves {
			machine.instances = machine.instancesOf(d, machine.instances)
		}
		if machine.Ended() { // a later call begins again
			part := machine.instances
			machine.instances, machine.listed, machine.tooMany = nil, false, nil
			return part
		}
	}
	return machine.instances
}

// Limits for the list of instances: their number, and the steps of evaluation for one move.
const (
	maxInstances     = 5_000_000
	maxInstanceSteps = 500_000_000
)

// errTooManyMoves means that a puzzle has more ground moves than can be listed.
var errTooManyMoves = errors.New("too many ground moves to list")

// CheckInstances returns an error that wraps errTooManyMoves if Instances does not list all ground moves.
func (machine *Machine) CheckInstances() error {
	machine.Instances()
	return machine.tooMany
}

// enumeration lists the instances of one move.
type enumeration struct {
	d     *model.Move
	frame Frame
	args  []model.Value
	tests [][]model.Expr // for each number of bound parameters: the conjuncts of where that become testable then
	out   []Move
}

func (machine *Machine) instancesOf(d *model.Move, out []Move) []Move {
	e := &enumeration{d: d, frame: make(Frame, d.Slots), args: make([]model.Value, len(d.Params)), out: out}
	e.tests = make([][]model.Expr, len(d.Params)+1)
	if d.Where != nil {
		e.split(d.Where)
	}
	left, late := machine.ev.steps, machine.ev.late
	machine.ev.steps = min(left, maxInstanceSteps)
	if machine.passes(e, 0) {
		machine.enumerate(e, 0)
	}
	if machine.ev.steps < 0 || len(e.out) > maxInstances {
		machine.tooMany = fmt.Errorf("%w: `%s`", errTooManyMoves, d.Name)
	}
	if machine.ev.problem != nil {
		machine.tooMany = fmt.Errorf("%w: `%s`: %s", errTooManyMoves, d.Name, machine.ev.problem.Msg)
	}
	if !machine.ev.stopped() && machine.ev.late == late {
		machine.ev.steps = left
	}
	return e.out
}

// split assigns each conjunct to the parameter after which it can be tested.
func (e *enumeration) split(w model.Expr) {
	if b, ok := w.(*model.Binary); ok && b.Op == model.And {
		e.split(b.L)
		e.split(b.R)
		return
	}
	free := lists.Set(lists.Map(model.FreeLocals(w), func(l *model.Local) int { return l.Slot }))
	last := 0
	for i, p := range e.d.Params {
		if free[p.Slot] {
			last = i + 1
		}
	}
	e.tests[last] = append(e.tests[last], w)
}

func (machine *Machine) passes(e *enumeration, bound int) bool {
	return machine.refused(e, bound) == nil
}

func (machine *Machine) enumerate(e *enumeration, i int) {
	if i == len(e.d.Params) {
		e.out = append(e.out, Move{e.d, append([]model.Value(nil), e.args...)})
		return
	}
	p := &e.d.Params[i]
	it, ok := machine.ev.elems(p.Set, e.frame)
	if !ok {
		return
	}
	for k := 0; k < it.n && machine.ev.Spend(1) && len(e.out) <= maxInstances; k++ {
		v := it.at(k)
		e.frame[p.Slot], e.args[i] = Slot{v, true}, v
		if machine.passes(e, i+1) {
			machine.enumerate(e, i+1)
		}
	}
}

// Nowhere looks for an example of arguments that the `where` of a move refuses. It returns the bound arguments and the
// condition that is false for them. It prefers arguments that are refused late. found is false if there is no example:
// a condition that uses no parameter refuses all, or a parameter has no values.
func (machine *Machine) Nowhere(d *model.Move) (args []Witness, condition diag.Span, found bool) {
	e := &enumeration{d: d, frame: make(Frame, d.Slots), tests: make([][]model.Expr, len(d.Params)+1)}
	if d.Where != nil {
		e.split(d.Where)
	}
	if !machine.passes(e, 0) {
		return nil, diag.Span{}, false
	}
	latest := 0
	var visit func(i int)
	visit = func(i int) {
		p := &d.Params[i]
		it, _ := machine.ev.elems(p.Set, e.frame)
		for k := 0; k < it.n && latest < len(d.Params) && machine.ev.Spend(1); k++ {
			e.frame[p.Slot] = Slot{it.at(k), true}
			refused := machine.refused(e, i+1)
			if refused == nil {
				if i+1 < len(d.Params) {
					visit(i + 1)
				}
				continue
			}
			if i+1 > latest {
				latest, condition, args = i+1, refused.Span(), nil
				for _, q := range d.Params[:i+1] {
					value := machine.m.Format(q.Set.Type().Elem(), e.frame[q.Slot].Value)
					args = append(args, Witness{machine.m.Variable(q.Name), value})
				}
			}
		}
	}
	if len(d.Params) > 0 {
		visit(0)
	}
	return args, condition, latest > 0
}

// refused returns the first condition that the bound parameters break, nil if there is none.
func (machine *Machine) refused(e *enumeration, bound int) model.Expr {
	for _, w := range e.tests[bound] {
		if !machine.ev.holds(w, e.frame) {
			return w
		}
	}
	return nil
}
