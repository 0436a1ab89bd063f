package verify

import (
	"errors"
	"fmt"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// maxAbstractStates is the greatest number of states of a simpler puzzle.
const maxAbstractStates = 1_000_000

// errTooManyStates means that a simpler puzzle has more states than the limit.
var errTooManyStates = errors.New("more states than the limit")

// Estimates computes heuristics, which may be costs in simpler puzzles. It keeps its tables.
type Estimates struct {
	x           *semantics.Machine
	ev          *semantics.Evaluator // of x
	relaxations map[*model.Relaxation]*relaxed
	tables      map[tableKey]*abstractTable
	limit       int           // the greatest number of states of one puzzle
	broken      map[any]error // failures; a failed table is not tried again
	state       []int64       // of the present call
	err         error         // why the present call failed
}

// tableKey identifies a pattern or projection. Within additive, a pattern counts fewer moves (strict).
type tableKey struct {
	e      model.Expr
	strict bool
}

type abstractTable struct {
	a     *abstraction
	costs *costTable
}

// NewEstimates computes heuristics by a machine. The machine's context ends the work.
func NewEstimates(x *semantics.Machine) *Estimates { return newEstimates(x, maxAbstractStates) }

func newEstimates(x *semantics.Machine, limit int) *Estimates {
	return &Estimates{
		x: x, ev: x.Evaluator(), limit: limit, relaxations: map[*model.Relaxation]*relaxed{},
		tables: map[tableKey]*abstractTable{}, broken: map[any]error{},
	}
}

// Of returns the estimate of the cost from a state to a goal. It returns 0 if the expression is undefined or negative,
// and at least unreachable if a simpler puzzle shows that there is no plan. The error names the part that could not be
// computed within the limit.
func (t *Estimates) Of(h *model.Heuristic, state []int64) (int64, error) {
	t.ev.SetEstimate(t.estimate)
	t.ev.SetState(state)
	t.state, t.err = state, nil
	v := t.value(h)
	return v, t.err
}

// value returns the value of a heuristic in the evaluator's state.
func (t *Estimates) value(h *model.Heuristic) int64 {
	v, ok := t.ev.Alone(h.Value, h.Slots)
	if !ok || v.N < 0 {
		return 0
	}
	return v.N
}

// estimate evaluates the nodes that stand for heuristics. A relaxation is undefined in a state without an image in the
// other puzzle.
func (t *Estimates) estimate(e model.Expr) (model.Value, bool) {
	var cost int64
	var err error
	ok := true
	switch e := e.(type) {
	case *model.HeuristicRef:
		return model.Int(t.value(e.Heuristic)), true
	case *model.RelaxationRef:
		cost, ok, err = t.relaxation(e.Relaxation)
	case *model.PatternCost:
		cost, err = t.pattern(e, false)
	case *model.ProjectCost:
		cost, err = t.lookup(tableKey{e: e}, "project", func() (*abstraction, error) {
			return newAbstraction(t.x, e.Arrays, nil, nil, false), nil
		})
	case *model.AdditiveCost:
		for _, p := range e.Parts {
			var part int64
			if part, err = t.pattern(p, true); err != nil {
				break
			}
			cost += part
		}
	default:
	}
	if err != nil {
		t.err = err
		return model.Value{}, false
	}
	return model.Int(cost), ok
}

// relaxation returns the cost from the image of the evaluator's state. It returns false if there is no image.
func (t *Estimates) relaxation(r *model.Relaxation) (int64, bool, error) {
	if err := t.broken[r]; err != nil {
		return 0, false, err
	}
	o, err := t.relaxed(r)
	if err != nil {
		return 0, false, err
	}
	state, err := t.ev.Image(r, o.x.Model())
	if err != nil {
		return 0, false, nil //nolint:nilerr // a state without image has no estimate; Sample reports it
	}
	defer o.x.Within(t.ev.Context())()
	cost, err := o.table.cost(state)
	if err != nil && !errors.Is(err, errEnded) {
		t.broken[r] = err
	}
	return cost, true, err
}

func (t *Estimates) relaxed(r *model.Relaxation) (*relaxed, error) {
	if o := t.relaxations[r]; o != nil {
		return o, nil
	}
	o, err := newRelaxed(t.ev.Context(), t.x.Model(), r, t.limit)
	if t.ev.Ended() {
		return nil, errEnded
	}
	if err != nil {
		t.broken[r] = err
		return nil, err
	}
	o.table.ended = t.ev.Ended
	t.relaxations[r] = o
	return o, nil
}

func (t *Estimates) pattern(e *model.PatternCost, strict bool) (int64, error) {
	return t.lookup(tableKey{e, strict}, "pattern("+e.Array.Name+", …)", func() (*abstraction, error) {
		f := make(semantics.Frame, model.SlotsFor(e.Values, e.Tracked))
		own, ok := t.ev.Set(e.Values, f)
		if !ok {
			return nil, fmt.Errorf("the values of pattern(%s, …) are undefined", e.Array.Name)
		}
		var tracked *model.Set
		if e.Tracked != nil {
			if tracked, ok = t.ev.Set(e.Tracked, f); !ok {
				return nil, fmt.Errorf("the tracked values of pattern(%s, …) are undefined", e.Array.Name)
			}
		}
		return newAbstraction(t.x, []*model.Array{e.Array}, own, tracked, strict), nil
	})
}

// lookup returns the cost from the image of the evaluator's state in the table of an abstraction. create makes the
// abstraction at the first call.
func (t *Estimates) lookup(key tableKey, name string, create func() (*abstraction, error)) (int64, error) {
	if err := t.broken[key]; err != nil {
		return 0, err
	}
	at := t.tables[key]
	if at == nil {
		a, err := create()
		if err == nil {
			err = t.x.CheckInstances()
		}
		if t.ev.Ended() {
			return 0, errEnded
		}
		if err != nil {
			t.broken[key] = err
			return 0, err
		}
		at = &abstractTable{a, newCostTable(a, name, t.limit)}
		at.costs.ended = t.ev.Ended
		t.tables[key] = at
	}
	defer at.a.ev.Within(t.ev.Context())()
	cost, err := at.costs.cost(at.a.image(t.state))
	if err != nil && !errors.Is(err, errEnded) {
		t.broken[key] = err
	}
	return cost, err
}
