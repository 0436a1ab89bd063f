package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// from draws solutions of a generator: a model without moves. What it declares under the name of a parameter of the
// puzzle is the value of the parameter: a state variable, a constant, a parameter, or a def with a parameter for each
// index. A def may begin with `_`, as names do that the model itself does not use.
type from struct {
	z     *puzzle.Puzzle // the generator, grounded
	free  []int          // its variables
	gives []given
}

// given is a value that the generator gives.
type given struct {
	to    *model.Array // the parameter
	array *model.Array // of the generator
	def   *model.Def   // of the generator, if array is nil
	// args lists the arguments of the def for each element; cells are the rows and columns if these are all cells of a
	// grid.
	args [][]model.Value
	cols int
}

func newFrom(ctx context.Context, o Options) (source, error) {
	z := o.From
	if z.HasMoves() {
		return nil, errors.New("a generator has no moves: its solutions are data; this model has moves")
	}
	if diags := z.GroundOnce(ctx); diags.HasErrors() {
		return nil, diags
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	f := &from{z: z}
	for v, free := range z.Task().Free {
		if free {
			f.free = append(f.free, v)
		}
	}
	var names []string
	for _, a := range o.Base.Model().ParamArrays() {
		names = append(names, a.Name)
		g := given{to: a}
		for _, b := range z.Model().Arrays {
			if b.Name == a.Name {
				g.array = b
				f.indices(&g, z.Model().Data[b.ID].Index)
			}
		}
		for _, d := range z.Model().Defs {
			if strings.TrimPrefix(d.Name, "_") == a.Name {
				g.array, g.def = nil, d
				if err := f.arguments(&g); err != nil {
					return nil, err
				}
			}
		}
		if g.array != nil || g.def != nil {
			f.gives = append(f.gives, g)
		}
	}
	if len(f.gives) == 0 {
		return nil, fmt.Errorf("the generator %s gives no parameter of %s: a state variable or a def must be called %s",
			z.Program.Name(), o.Base.Program.Name(), strings.Join(names, ", or "))
	}
	return f, nil
}

// arguments lists the arguments of a def.
func (f *from) arguments(g *given) error {
	sets := make([]*model.Set, len(g.def.Params))
	ev := f.z.Machine().Evaluator()
	for i, p := range g.def.Params {
		set, ok := ev.Set(p.Set, make(semantics.Frame, g.def.Slots))
		if !ok {
			return fmt.Errorf("the values of %s of the def `%s` cannot be listed", p.Name, g.def.Name)
		}
		sets[i] = set
	}
	f.indices(g, sets)
	return nil
}

// indices lists the elements of the product of some sets.
func (f *from) indices(g *given, sets []*model.Set) {
	g.args = [][]model.Value{nil}
	for _, set := range sets {
		var longer [][]model.Value
		for _, args := range g.args {
			for _, v := range set.Elems {
				longer = append(longer, append(slices.Clone(args), v))
			}
		}
		g.args = longer
	}
	switch {
	case len(sets) == 1 && sets[0].Type.Kind == model.CellKind:
		g.cols = int(f.z.Model().Dims[sets[0].Type.Grid.ID].Cols)
	case len(sets) == 2:
		g.cols = sets[1].Len()
	}
}

func (f *from) candidate(ctx context.Context, r *rand.Rand, o Options) (made, error) {
	s, err := f.z.Sampler(o.Solve)
	if err != nil {
		return made{}, err
	}
	order := slices.Clone(f.free)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	codes, _, err := s.Draw(ctx, puzzle.Draw{Order: order, Rand: r, Conflicts: drawLimit})
	if err != nil {
		return made{}, err
	}
	if codes == nil {
		return made{}, errors.New("the generator has no solution; ask `pzc why` for the reason")
	}
	state, ev := f.z.StateOf(codes), f.z.Machine().Evaluator()
	data := map[string]any{}
	for i := range f.gives {
		if data[f.gives[i].to.Name], err = f.value(&f.gives[i], ev, state); err != nil {
			return made{}, fmt.Errorf("%s: `%s`: %w", f.z.Program.Name(), f.gives[i].to.Name, err)
		}
	}
	return made{data: data}, nil
}

// value returns what the generator gives for a parameter, as data give it.
func (f *from) value(g *given, ev *semantics.Evaluator, state []int64) (any, error) {
	m := f.z.Model()
	values := make([]model.Value, len(g.args))
	var t *model.Type
	for k, args := range g.args {
		ok := true
		if g.def != nil {
			frame := make(semantics.Frame, g.def.Slots)
			for i, v := range args {
				frame[g.def.Params[i].Slot] = semantics.Slot{Value: v, OK: true}
			}
			t = g.def.Body.Type()
			values[k], ok = ev.Eval(g.def.Body, frame, state)
		} else {
			t = g.array.Type
			if d := m.Data[g.array.ID]; g.array.Role == model.State {
				values[k] = model.Int(state[d.Offset+k])
			} else {
				values[k], ok = d.Values[k], d.Defined[k]
			}
		}
		if !ok {
			return nil, fmt.Errorf("element %d is undefined", k+1)
		}
	}
	if g.to.Type.Kind == model.MapKind && t.Kind != model.MapKind {
		return g.drawn(t, values)
	}
	out := lists.Map(values, func(v model.Value) any { return listed(m, t, g.to.Type, v) })
	if len(g.to.Index) > 0 {
		return out, nil
	}
	if len(out) != 1 {
		return nil, fmt.Errorf("the parameter has one value, and the generator gives %d", len(out))
	}
	return out[0], nil
}

// listed returns a value as data give it. If a list is wanted, a set of pairs is the list of their last parts, in the
// order of the first.
func listed(m *model.Model, t, wanted *model.Type, v model.Value) any {
	if wanted.Kind != model.ListKind || t.Kind != model.SetKind || t.Elem() == nil || t.Elem().Kind != model.TupleKind {
		return valueData(m, t, v)
	}
	last := len(t.Elem().Elems) - 1
	out := []any{}
	for _, x := range v.C.Set.Elems {
		out = append(out, valueData(m, t.Elem().Elems[last], x.C.Tuple[last]))
	}
	return out
}

// drawn makes a map of values of the cells of a grid: characters, or the digits of numbers.
func (g *given) drawn(t *model.Type, values []model.Value) (any, error) {
	if g.cols == 0 || len(values)%g.cols != 0 {
		return nil, errors.New("a map is wanted: give a value for each cell of a grid")
	}
	of := &model.Map{Rows: len(values) / g.cols, Cols: g.cols}
	for _, v := range values {
		switch {
		case t.Kind == model.Character:
			of.Cells = append(of.Cells, rune(v.N))
		case t.Kind == model.Number && v.N >= 0 && v.N <= 9:
			of.Cells = append(of.Cells, '0'+rune(v.N))
		default:
			return nil, fmt.Errorf("a map is wanted, of characters or digits; %s is none: write a def, such as "+
				"`def _%s(c: Cell) = if … then '#' else '.'`", t, g.to.Name)
		}
	}
	return mapRows(of), nil
}
