package puzzle

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Changed returns a puzzle with a changed model. The model has the declarations of the original; further state
// variables may follow them. The puzzle must be grounded; grounding reports no warnings.
func (puzzle *Puzzle) Changed(m *model.Model) *Puzzle {
	return &Puzzle{Program: puzzle.Program, model: m, machine: semantics.NewMachine(m), changed: true}
}

// With returns the puzzle with other values of one parameter, element by element; all other parameters keep their
// values. The puzzle must be grounded. There is no puzzle if the list has errors.
func (puzzle *Puzzle) With(ctx context.Context, param *model.Array, values []model.Value) (*Puzzle, diag.List) {
	given := map[string]semantics.Binding{}
	for _, a := range puzzle.model.ParamArrays() {
		now := puzzle.model.Data[a.ID].Values
		if a == param {
			now = values
		}
		base := model.Base{Sp: a.Span, Ty: a.Type}
		list := &model.List{Base: base}
		for _, v := range now {
			list.Elems = append(list.Elems, &model.Lit{Base: base, Value: v})
		}
		value := &model.InstanceValue{Param: a, Value: list}
		if len(a.Index) == 0 {
			value.Value = list.Elems[0]
		}
		given[a.Name] = semantics.Binding{Value: value}
	}
	m, diags := semantics.BuildContext(ctx, puzzle.Program.checked, puzzle.model.Instance, given)
	if diags.HasErrors() || ctx.Err() != nil {
		return nil, diags
	}
	return puzzle.Changed(m), diags
}

// Given returns the puzzle with other values of some parameters, as data give them. Parameters that Instantiate was
// given otherwise keep their values. Several goroutines may call it. There is no puzzle if the list has errors.
func (puzzle *Puzzle) Given(ctx context.Context, values map[string]json.RawMessage) (*Puzzle, diag.List) {
	given := map[string]semantics.Binding{}
	maps.Copy(given, puzzle.bound)
	for name, raw := range values {
		given[name] = semantics.Binding{JSON: raw}
	}
	m, diags := semantics.BuildContext(ctx, puzzle.Program.checked, puzzle.model.Instance, given)
	if diags.HasErrors() || ctx.Err() != nil {
		return nil, diags
	}
	y := puzzle.Changed(m)
	y.bound = given
	return y, diags
}

// GivenNames lists the parameters that Instantiate and Given gave values.
func (puzzle *Puzzle) GivenNames() []string { return slices.Sorted(maps.Keys(puzzle.bound)) }

// Machine returns a new machine of the reference semantics for the puzzle.
func (puzzle *Puzzle) Machine() *semantics.Machine { return semantics.NewMachine(puzzle.model) }

// varsAt returns the variables of the task at some places of a state.
func (puzzle *Puzzle) varsAt(places []int) []int {
	return lists.Map(places, func(place int) int {
		return slices.IndexFunc(puzzle.task.Vars, func(v task.Var) bool { return v.State == place })
	})
}

// Prober makes a Prober whose switches are the Boolean state variables at some places of a state. Of the options it
// reads Memory. The puzzle must have been grounded and have no moves.
func (puzzle *Puzzle) Prober(switches []int, o Options) (*constraint.Prober, error) {
	return constraint.NewProber(puzzle.task, puzzle.varsAt(switches), o.Options)
}

// Sampler makes a Sampler. Of the options it reads Memory. The puzzle must have been grounded and have no moves.
func (puzzle *Puzzle) Sampler(o Options) (*constraint.Sampler, error) {
	return constraint.NewSampler(puzzle.task, o.Options)
}
