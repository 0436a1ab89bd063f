package generate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/constraint"
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
	gives []*given
}

// given is a value that the generator gives.
type given struct {
	to   *model.Array // the parameter
	t    *model.Type  // of what is given
	size int          // the number of elements
	cols int          // of the rows, if the elements are all cells of a grid or of a table
	// at returns an element in a state of the generator. ok is false if the element is undefined.
	at func(ev *semantics.Evaluator, k int, state []int64) (v model.Value, ok bool)
}

func newFrom(ctx context.Context, o Options) (*from, error) {
	z := o.From
	if z.HasMoves() {
		return nil, errors.New("a generator has no moves: its solutions are data; this model has moves")
	}
	if err := z.Compile(ctx); err != nil {
		return nil, err
	}
	f := &from{z: z}
	for v, free := range z.Task().Free {
		if free {
			f.free = append(f.free, v)
		}
	}
	var names []string
	m := z.Model()
	for _, a := range o.Base.Model().ParamArrays() {
		names = append(names, a.Name)
		if d := lists.First(m.Defs, func(d *model.Def) bool { return strings.TrimPrefix(d.Name, "_") == a.Name }); d != nil {
			g, err := f.def(a, d)
			if err != nil {
				return nil, err
			}
			f.gives = append(f.gives, g)
		} else if b := lists.First(m.Arrays, func(b *model.Array) bool { return b.Name == a.Name }); b != nil {
			f.gives = append(f.gives, f.array(a, b))
		}
	}
	if len(f.gives) == 0 {
		return nil, fmt.Errorf("the generator %s gives no parameter of %s: a state variable or a def must be called %s",
			z.Program.Name(), o.Base.Program.Name(), strings.Join(names, ", or "))
	}
	return f, nil
}

// array gives the values of a declaration.
func (f *from) array(to, of *model.Array) *given {
	d := f.z.Model().Data[of.ID]
	g := &given{to: to, t: of.Type, size: d.Size, cols: f.columns(d.Index)}
	g.at = func(_ *semantics.Evaluator, k int, state []int64) (model.Value, bool) {
		if of.Role == model.State {
			return model.Int(state[d.Offset+k]), true
		}
		return d.Values[k], d.Defined[k]
	}
	return g
}

// def gives the values of a def for all its arguments.
func (f *from) def(to *model.Array, d *model.Def) (*given, error) {
	sets := make([]*model.Set, len(d.Params))
	ev := f.z.Machine().Evaluator()
	args := [][]model.Value{nil}
	for i, p := range d.Params {
		set, ok := ev.Set(p.Set, make(semantics.Frame, d.Slots))
		if !ok {
			return nil, fmt.Errorf("the values of %s of the def `%s` cannot be listed", p.Name, d.Name)
		}
		sets[i] = set
		var longer [][]model.Value
		for _, before := range args {
			for _, v := range set.Elems {
				longer = append(longer, append(slices.Clone(before), v))
			}
		}
		args = longer
	}
	g := &given{to: to, t: d.Body.Type(), size: len(args), cols: f.columns(sets)}
	g.at = func(ev *semantics.Evaluator, k int, state []int64) (model.Value, bool) {
		frame := make(semantics.Frame, d.Slots)
		for i, v := range args[k] {
			frame[d.Params[i].Slot] = semantics.Slot{Value: v, OK: true}
		}
		return ev.Eval(d.Body, frame, state)
	}
	return g, nil
}

// columns returns the number of columns of a board whose cells some sets index; 0: they index none.
func (f *from) columns(sets []*model.Set) int {
	switch {
	case len(sets) == 1 && sets[0].Type.Kind == model.CellKind:
		return int(f.z.Model().Dims[sets[0].Type.Grid.ID].Cols)
	case len(sets) == 2:
		return sets[1].Len()
	}
	return 0
}

func (f *from) candidate(ctx context.Context, r *rand.Rand, o Options) (made, error) {
	s, err := f.z.Sampler(o.Solve)
	if err != nil {
		return made{}, err
	}
	order := slices.Clone(f.free)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	codes, _, err := s.Draw(ctx, constraint.Draw{Order: order, Rand: r, Conflicts: drawLimit})
	if err != nil {
		return made{}, err
	}
	if codes == nil {
		return made{}, errors.New("the generator has no solution; ask `pzc why` for the reason")
	}
	state, ev := f.z.StateOf(codes), f.z.Machine().Evaluator()
	data := map[string]any{}
	for _, g := range f.gives {
		if data[g.to.Name], err = g.value(f.z.Model(), ev, state); err != nil {
			return made{}, fmt.Errorf("%s: `%s`: %w", f.z.Program.Name(), g.to.Name, err)
		}
	}
	return made{data: data}, nil
}

// value returns what the generator gives for a parameter, as data give it.
func (g *given) value(m *model.Model, ev *semantics.Evaluator, state []int64) (any, error) {
	values := make([]model.Value, g.size)
	for k := range values {
		var ok bool
		if values[k], ok = g.at(ev, k, state); !ok && !g.to.Optional {
			return nil, fmt.Errorf("element %d is undefined", k+1)
		} else if !ok {
			values[k] = model.None
		}
	}
	if g.to.Type.Kind == model.MapKind && g.t.Kind != model.MapKind {
		return g.drawn(m, values)
	}
	out := lists.Map(values, func(v model.Value) any { return listed(m, g.t, g.to.Type, v) })
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

// drawn makes a map of values of the cells of a grid: characters, or the digits of numbers; or words.
func (g *given) drawn(m *model.Model, values []model.Value) (any, error) {
	if g.cols == 0 || len(values)%g.cols != 0 {
		return nil, errors.New("a map is wanted: give a value for each cell of a grid")
	}
	if len(g.to.Type.Elems) > 0 {
		return inRows(listData(m, values, func(int) *model.Type { return g.t }), g.cols), nil
	}
	of := &model.Map{Rows: len(values) / g.cols, Cols: g.cols}
	for _, v := range values {
		switch {
		case g.t.Kind == model.Character:
			of.Cells = append(of.Cells, rune(v.N))
		case g.t.Kind == model.Number && v.N >= 0 && v.N <= 9:
			of.Cells = append(of.Cells, '0'+rune(v.N))
		default:
			return nil, fmt.Errorf("a map is wanted, of characters or digits; %s is none: write a def, such as "+
				"`def _%s(c: Cell) = if … then '#' else '.'`", g.t, g.to.Name)
		}
	}
	return mapData(m, g.to.Type, of), nil
}
