package why

import (
	"context"
	"slices"

	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// assumed asks about the clauses of a puzzle without moves. Its prober has a switch for each clause.
type assumed struct {
	clauses []clause
	z       *puzzle.Puzzle // with the variables
	machine *semantics.Machine
	prober  *constraint.Prober
	vars    []int // the variables of the task
	err     error
	spare   map[int]bool // clauses without which a solution was found in which all others hold
}

// stillClauses splits a model without moves into clauses: all conditions, values that the model gives, and `distinct`,
// but for the definitions of answers.
func stillClauses(m *model.Model, machine *semantics.Machine) []clause {
	return slices.DeleteFunc(allClauses(m, machine), func(c clause) bool { return c.kind == definition })
}

// allClauses is stillClauses with the definitions of answers.
func allClauses(m *model.Model, machine *semantics.Machine) []clause {
	s := newSplitter(m)
	s.formulas("goal", m.Goals)
	s.formulas("always", m.Always)
	s.formulas("init", m.Inits)
	s.declared(machine.Givens())
	return s.out
}

// declared adds `distinct` and values that the model gives, but for those that the initial values of others read.
func (s *splitter) declared(givens []semantics.Given) {
	read := readAtStart(s.m)
	for _, a := range s.m.StateArrays() {
		if a.Distinct && !read[a] {
			s.out = append(s.out, distinctClause(a))
		}
	}
	for _, g := range givens {
		if a, _ := s.m.ArrayAt(g.Place); !read[a] && wholly(a) {
			s.out = append(s.out, givenClause(s.m, g))
		}
	}
}

// readAtStart tells which state variables the initial values of others read.
func readAtStart(m *model.Model) map[*model.Array]bool {
	read := map[*model.Array]bool{}
	for _, a := range m.StateArrays() {
		for b := range model.ArraysRead(a.Value) {
			read[b] = true
		}
	}
	return read
}

// wholly tells whether each element of a state variable is given or free: no value depends on what is chosen.
func wholly(a *model.Array) bool {
	for read := range model.ArraysRead(a.Value) {
		if read == nil || read.Role == model.State {
			return false
		}
	}
	return true
}

// distinctClause says that no two elements of a state variable are equal.
func distinctClause(a *model.Array) clause {
	boolean := model.Base{Sp: a.Span, Ty: model.BooleanType}
	fold := &model.Fold{Base: boolean, Kind: model.DistinctOf}
	read := &model.Read{Base: model.Base{Sp: a.Span, Ty: a.Type}, Array: a}
	for i, index := range a.Index {
		ty := index.Set.Type().Elem()
		fold.Vars = append(fold.Vars, model.Bind{Target: &model.Target{Name: "i", Slot: i}, Set: index.Set})
		read.Index = append(read.Index, &model.Local{Base: model.Base{Sp: a.Span, Ty: ty}, Name: "i", Slot: i})
	}
	fold.Body = read
	return clause{
		kind: "distinct", span: a.Span, expr: fold, slots: len(a.Index), text: "`" + a.Name + "` is distinct", array: a,
	}
}

// givenClause says that an element has the value that the model gives.
func givenClause(m *model.Model, g semantics.Given) clause {
	a, _ := m.ArrayAt(g.Place)
	base := func(t *model.Type) model.Base { return model.Base{Sp: g.Span, Ty: t} }
	value := &model.Lit{Base: base(a.Type), Value: g.Value}
	return clause{
		kind: "given", span: g.Span, array: a, place: g.Place,
		expr: &model.Binary{Base: base(model.BooleanType), Op: model.Eq, L: m.Element(g.Place), R: value},
		text: given + " " + a.Name, values: []named{{Name: m.StateName(g.Place), Value: m.Format(a.Type, g.Value)}},
	}
}

// newAssumed makes the prober.
func newAssumed(ctx context.Context, z *puzzle.Puzzle, clauses []clause, o puzzle.Options) (*assumed, error) {
	changed, places, err := switched(ctx, z, clauses, nil)
	if err != nil {
		return nil, err
	}
	p, err := changed.Prober(places, o)
	if err != nil {
		return nil, err
	}
	return &assumed{
		clauses: clauses, z: changed, machine: changed.Machine(), prober: p, vars: upTo(len(changed.Task().Vars)),
		spare: map[int]bool{},
	}, nil
}

// switched returns the puzzle of assumedModel, and the places of the variables that turn the clauses on.
func switched(
	ctx context.Context, z *puzzle.Puzzle, clauses []clause, free []*model.Array,
) (*puzzle.Puzzle, []int, error) {
	changed := z.Changed(assumedModel(z.Model(), clauses, free))
	if err := changed.Compile(ctx); err != nil {
		return nil, nil, err
	}
	places := make([]int, len(clauses))
	for i := range places {
		places[i] = z.Model().StateSize + i
	}
	return changed, places, nil
}

// assumedModel is a model in which each clause holds only if its element of a further state variable is true. Elements
// of clauses that are given values are chosen by the solver, and so are the arrays of free.
func assumedModel(m *model.Model, clauses []clause, free []*model.Array) *model.Model {
	p := m.WithoutPromises()
	p.Goals, p.Always, p.Inits, p.Arrays = nil, nil, nil, slices.Clone(p.Arrays)
	if !slices.ContainsFunc(clauses, func(c clause) bool { return c.kind == definition }) {
		p.Goals = lists.Filter(m.Goals, func(f model.Formula) bool { return f.Defines })
	}
	chosen := func(a *model.Array, span diag.Span) {
		a.Value = &model.AnyValue{Base: model.Base{Sp: span, Ty: a.Type}}
	}
	for _, c := range clauses {
		if c.array == nil {
			continue
		}
		a := *p.Arrays[c.array.ID]
		if c.kind == "distinct" {
			a.Distinct = false
		} else {
			chosen(&a, c.span)
		}
		p.Arrays[a.ID] = &a
	}
	for _, b := range free {
		a := *p.Arrays[b.ID]
		chosen(&a, a.Span)
		p.Arrays[a.ID] = &a
	}
	keep, data := keepArray(m, len(clauses))
	keep.ID = len(p.Arrays)
	p.Arrays = append(p.Arrays, keep)
	boolean := model.Base{Ty: model.BooleanType}
	for i := range clauses {
		f := clauses[i].formula()
		number := &model.Lit{Base: model.Base{Ty: model.NumberType}, Value: model.Int(int64(i))}
		read := &model.Read{Base: boolean, Array: keep, Index: []model.Expr{number}}
		f.Expr = &model.Binary{Base: boolean, Op: model.Implies, L: read, R: f.Expr}
		p.Goals = append(p.Goals, f)
	}
	replaceArrays(p, m.Arrays)
	out := *m
	out.Program, out.Data, out.StateSize = p, append(slices.Clip(m.Data), data), m.StateSize+len(clauses)
	return &out
}

// keepArray is a Boolean state variable that the solver chooses, with n elements.
func keepArray(m *model.Model, n int) (*model.Array, *model.ArrayData) {
	set := func(t *model.Type) model.Base { return model.Base{Ty: model.SetOf(t)} }
	number := func(i int) model.Expr {
		return &model.Lit{Base: model.Base{Ty: model.NumberType}, Value: model.Int(int64(i))}
	}
	numbers := &model.Range{Base: set(model.NumberType), Lo: number(0), Hi: number(n - 1)}
	keep := &model.Array{
		Name: "keep", Role: model.State, Index: []model.IndexVar{{Slot: -1, Set: numbers}},
		Domain: &model.FullSet{Base: set(model.BooleanType)}, Type: model.BooleanType,
		Value: &model.AnyValue{Base: model.Base{Ty: model.BooleanType}}, Span: diag.Span{},
	}
	indices := make([]model.Value, n)
	for i := range indices {
		indices[i] = model.Int(int64(i))
	}
	data := &model.ArrayData{
		Index: []*model.Set{model.NewSet(model.NumberType, indices)}, Size: n, Offset: m.StateSize,
		Domain: model.NewSet(model.BooleanType, []model.Value{model.Bool(false), model.Bool(true)}),
	}
	return keep, data
}

// ask implements asker. The reference semantics says which clauses hold in the solution.
func (a *assumed) ask(ctx context.Context, set []int) (verdict, []int) {
	n := len(a.clauses)
	if left := without(n, set); len(left) == 1 && a.spare[left[0]] {
		return together, set
	}
	values, core, err := a.prober.Ask(ctx, constraint.Probe{On: set, Vars: a.vars})
	switch {
	case err != nil:
		a.err = err
		return unknown, nil
	case values == nil:
		return clash, slices.DeleteFunc(slices.Clone(set), func(c int) bool {
			return !slices.Contains(core, a.prober.Switch(c))
		})
	}
	codes := make([]int64, len(values))
	for v, number := range values {
		codes[v] = a.z.Task().Vars[v].Values[number]
	}
	holding := a.holding(a.z.StateOf(codes))
	if slices.ContainsFunc(set, func(c int) bool { return !slices.Contains(holding, c) }) {
		a.err = errDisagree
		return unknown, nil
	}
	if left := without(n, holding); len(left) == 1 {
		a.spare[left[0]] = true
	}
	return together, holding
}

// holding lists the clauses that hold in a state.
func (a *assumed) holding(state []int64) []int {
	return lists.Filter(upTo(len(a.clauses)), func(i int) bool { return a.machine.Holds(a.clauses[i].formula(), state) })
}
