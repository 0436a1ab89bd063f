package why

import (
	"context"
	"errors"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// relaxed asks about the clauses of a puzzle with moves. For each question it solves a model that has only these
// clauses.
type relaxed struct {
	z       *puzzle.Puzzle
	clauses []clause
	o       Options
	late    int // number of models that were not solved in time
	err     error
	plan    puzzle.Solution // of the last model that has a plan
	first   *failing        // the answer for all goals, if one may fail; nil before the question
}

// ask implements asker.
func (r *relaxed) ask(ctx context.Context, set []int) (verdict, []int) {
	return r.solve(ctx, relaxedModel(r.z, r.clauses, set)), set
}

// failing is the answer to the question how many goals must fail.
type failing struct {
	verdict verdict
	goals   []int // that fail at the end of the plan
	plan    puzzle.Solution
}

// fail asks for a plan at whose end at most `most` of some goals fail and all other clauses hold. It replaces one
// question for each goal.
func (r *relaxed) fail(ctx context.Context, most int, goals []int) (f failing) {
	all := slices.Equal(goals, r.goals())
	if most == 1 && all && r.first != nil {
		return *r.first
	}
	m := relaxedModel(r.z, r.clauses, slices.DeleteFunc(without(len(r.clauses), nil), func(c int) bool {
		return slices.Contains(goals, c)
	}))
	holds, slots := make([]model.Expr, len(goals)), 0
	for i, g := range goals {
		holds[i], slots = r.clauses[g].expr, max(slots, r.clauses[g].slots)
	}
	m.Goals = append(m.Goals, model.Formula{Cond: model.Cond{Expr: atLeast(len(goals)-most, holds)}, Slots: slots})
	if f.verdict = r.solve(ctx, m); f.verdict == together {
		f.plan = r.plan
		f.goals = lists.Filter(goals, func(g int) bool {
			return !r.z.Machine().Holds(r.clauses[g].formula(), r.plan.Final())
		})
	}
	if most == 1 && all {
		r.first = &f
	}
	return f
}

// atLeast is the condition that at least n of some conditions hold.
func atLeast(n int, conditions []model.Expr) model.Expr {
	base := model.Base{Sp: conditions[0].Span(), Ty: model.NumberType}
	return &model.Binary{
		Base: model.Base{Sp: base.Sp, Ty: model.BooleanType}, Op: model.Le,
		L: &model.Lit{Base: base, Value: model.Int(int64(n))}, R: counted(base, conditions),
	}
}

// counted returns the number of conditions that hold.
func counted(base model.Base, conditions []model.Expr) model.Expr {
	terms := make([]model.Expr, len(conditions))
	for i, c := range conditions {
		one, none := &model.Lit{Base: base, Value: model.Int(1)}, &model.Lit{Base: base, Value: model.Int(0)}
		terms[i] = &model.If{Base: base, Cond: c, Then: one, Else: none}
	}
	return balanced(terms, func(l, r model.Expr) model.Expr {
		return &model.Binary{Base: base, Op: model.Add, L: l, R: r}
	})
}

// goals lists the goals among the clauses.
func (r *relaxed) goals() []int {
	return lists.Filter(upTo(len(r.clauses)), func(c int) bool { return r.clauses[c].kind == "goal" })
}

// solve reports whether a changed model has a plan, and keeps the plan.
func (r *relaxed) solve(ctx context.Context, m *model.Model) verdict {
	if r.err != nil || ctx.Err() != nil {
		r.late++
		return unknown
	}
	ctx, o, cancel := r.o.within(ctx, min(r.o.each(), r.o.left(ctx)/3))
	defer cancel()
	answer, err := solveChanged(ctx, r.z, m, o)
	switch {
	case err != nil:
		r.err = err
	case answer == nil:
	case len(answer.Solutions) > 0:
		r.plan = answer.Solutions[0]
		return together
	case answer.Status == backends.Unsolvable:
		return clash
	}
	r.late++
	return unknown
}

// solveChanged solves a changed model. The answer is nil if the model cannot be compiled.
func solveChanged(ctx context.Context, z *puzzle.Puzzle, m *model.Model, o Options) (*puzzle.Answer, error) {
	y := z.Changed(m)
	if y.Ground(ctx).HasErrors() {
		return nil, nil
	}
	if y.HasMoves() {
		if answer := breadthFirst(ctx, y, o); answer != nil {
			return answer, nil
		}
	}
	answer, err := y.Solve(ctx, o.Solve)
	if limit := (*backends.LimitError)(nil); errors.As(err, &limit) {
		return nil, nil
	}
	return answer, err
}

// breadthFirst returns the answer of a plain breadth-first search, nil if a quarter of the time is not enough. Most
// changed puzzles have no plan. If all states are visited, a heuristic saves nothing.
func breadthFirst(ctx context.Context, y *puzzle.Puzzle, o Options) *puzzle.Answer {
	ctx, o, cancel := o.within(ctx, o.left(ctx)/4)
	defer cancel()
	o.Solve.Algorithm = "bfs"
	answer, err := y.Solve(ctx, o.Solve)
	if err != nil || answer.Status == backends.Unknown || answer.Status == backends.Solved && !answer.Optimal {
		return nil
	}
	return answer
}

// The greatest numbers of clauses of a puzzle with moves: instances of goals, and initial values.
const (
	maxGoals  = 40
	maxGivens = 60
)

// movingClauses splits a model with moves into clauses: goals, `always` and `init` with their instances, the conjuncts
// of `when`, and initial values.
func movingClauses(z *puzzle.Puzzle) []clause {
	m := z.Model()
	s := newSplitter(m)
	for _, d := range m.Moves {
		for i := range d.When {
			s.now = clause{
				kind: "when", whole: d.When[i].Expr.Span(), slots: d.Slots, reason: d.When[i].Reason, move: d,
				title: m.ClauseOf(d, "when"),
			}
			s.conjuncts(d.When[i].Expr)
		}
		for e := range model.AllEffects(slices.Concat(d.Body, d.Then)) {
			if r, is := e.(*model.Require); is {
				s.out = append(s.out, clause{
					kind: "require", span: r.Cond.Expr.Span(), move: d, require: r, title: m.ClauseOf(d, "require"),
				})
			}
		}
	}
	s.coarse("always", m.Always)
	s.coarse("init", m.Inits)
	s.coarse("goal", m.Goals)
	givens := z.Machine().Givens()
	if len(givens) > maxGivens {
		givens = nil
	}
	s.declared(givens)
	return s.out
}

// conjuncts adds the operands of `and`.
func (s *splitter) conjuncts(e model.Expr) {
	if b, is := e.(*model.Binary); is && b.Op == model.And {
		s.conjuncts(b.L)
		s.conjuncts(b.R)
		return
	}
	c := s.now
	c.span, c.expr, c.words = e.Span(), e, s.words(c.reason, make(semantics.Frame, c.slots))
	s.out = append(s.out, c)
}

// coarse splits conditions into instances if there are few, otherwise into conjuncts.
func (s *splitter) coarse(kind string, fs []model.Formula) {
	before := len(s.out)
	if s.formulas(kind, fs); len(s.out)-before <= maxGoals {
		return
	}
	s.out = s.out[:before]
	for i := range fs {
		s.now = clauseOf(kind, &fs[i])
		s.conjuncts(fs[i].Expr)
	}
}

// relaxedModel returns the model with only a set of its clauses.
func relaxedModel(z *puzzle.Puzzle, clauses []clause, set []int) *model.Model {
	m := z.Model()
	p := m.WithoutPromises()
	p.Goals, p.Always, p.Inits, p.Arrays = nil, nil, nil, slices.Clone(m.Arrays)
	p.Moves = make([]*model.Move, len(m.Moves))
	left := lists.Set(lists.Map(without(len(clauses), set), func(i int) *model.Require { return clauses[i].require }))
	for i, d := range m.Moves {
		move := *d
		move.When, move.Body, move.Then = nil, leaveOut(d.Body, left), leaveOut(d.Then, left)
		p.Moves[i] = &move
	}
	chosen := map[int]bool{}
	for i := range clauses {
		keep := slices.Contains(set, i)
		switch c := &clauses[i]; {
		case c.kind == "given":
			chosen[c.place] = !keep
		case c.kind == "distinct":
			if !keep {
				a := *p.Arrays[c.array.ID]
				a.Distinct = false
				p.Arrays[a.ID] = &a
			}
		case keep:
			c.keep(p)
		}
	}
	chooseStart(z, p, chosen)
	replaceArrays(p, m.Arrays)
	out := *m
	out.Program = p
	return &out
}

// leaveOut copies effects without some of their requires.
func leaveOut(list []model.Effect, left map[*model.Require]bool) (out []model.Effect) {
	for _, e := range list {
		switch e := e.(type) {
		case *model.Require:
			if !left[e] {
				out = append(out, e)
			}
		case *model.IfEffect:
			branches := *e
			branches.Then, branches.Else = leaveOut(e.Then, left), leaveOut(e.Else, left)
			out = append(out, &branches)
		case *model.ForEffect:
			loop := *e
			loop.Body = leaveOut(e.Body, left)
			out = append(out, &loop)
		case *model.Assign, *model.Let:
			out = append(out, e)
		}
	}
	return out
}

// keep adds a clause to a program.
func (c *clause) keep(p *model.Program) {
	switch c.kind {
	case "goal":
		p.Goals = append(p.Goals, c.formula())
	case "always", "lost":
		p.Always = append(p.Always, c.formula())
	case "init":
		p.Inits = append(p.Inits, c.formula())
	case "when":
		i := slices.IndexFunc(p.Moves, func(d *model.Move) bool { return d.Name == c.move.Name })
		p.Moves[i].When = append(p.Moves[i].When, c.formula().Cond)
	}
}

// chooseStart lets the solver choose the initial values of some places.
func chooseStart(z *puzzle.Puzzle, p *model.Program, chosen map[int]bool) {
	m := z.Model()
	values := map[int]model.Value{}
	for _, g := range z.Machine().Givens() {
		values[g.Place] = g.Value
	}
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		for place := d.Offset; place < d.Offset+d.Size; place++ {
			if chosen[place] {
				p.Arrays[a.ID] = startChosen(p.Arrays[a.ID], d, values, chosen)
				break
			}
		}
	}
}

// startChosen returns a state variable with given values, except at the places where the solver chooses. Its initial
// value is a chain: if the index is the first one then its value, else if it is the second one …
func startChosen(a *model.Array, d *model.ArrayData, values map[int]model.Value, chosen map[int]bool) *model.Array {
	out := *a
	out.Index = slices.Clone(a.Index)
	for i := range out.Index {
		out.Index[i].Slot, out.Slots = out.Slots, out.Slots+1
	}
	base := func(t *model.Type) model.Base { return model.Base{Sp: a.Span, Ty: t} }
	out.Value = &model.AnyValue{Base: base(a.Type)}
	for k := range d.Size {
		v, given := values[d.Offset+k]
		if !given || chosen[d.Offset+k] {
			continue
		}
		var here model.Expr = &model.Lit{Base: base(model.BooleanType), Value: model.Bool(true)}
		for i, index := range d.IndexAt(k) {
			t := d.Index[i].Type
			same := &model.Binary{
				Base: base(model.BooleanType), Op: model.Eq,
				L: &model.Local{Base: base(t), Name: "i", Slot: out.Index[i].Slot}, R: &model.Lit{Base: base(t), Value: index},
			}
			here = &model.Binary{Base: base(model.BooleanType), Op: model.And, L: here, R: same}
		}
		out.Value = &model.If{
			Base: base(a.Type), Cond: here, Then: &model.Lit{Base: base(a.Type), Value: v}, Else: out.Value,
		}
	}
	return &out
}

// balanced joins expressions to a tree of small depth.
func balanced(es []model.Expr, join func(l, r model.Expr) model.Expr) model.Expr {
	if len(es) == 1 {
		return es[0]
	}
	half := len(es) / 2
	return join(balanced(es[:half], join), balanced(es[half:], join))
}
