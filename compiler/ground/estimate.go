package ground

import (
	"context"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Heuristics that are simpler puzzles are grounded after the task is finished, because the facts that are proved about
// its arrays decide the form of patterns. Each simpler puzzle becomes an abstraction of the task, and its cost becomes
// a node that reads the abstraction.

// makeHeuristics translates the heuristics that are expressions.
func (g *grounder) makeHeuristics(t *task.Task) {
	for _, h := range g.m.Heuristics {
		t.Heuristics = append(t.Heuristics, g.heuristic(h))
	}
}

func (g *grounder) heuristic(h *model.Heuristic) task.Heuristic {
	g.missing = ""
	sure := model.Admissible(h.Value, false)
	out := task.Heuristic{Name: h.Name, Admissible: h.Admissible || sure, Proved: sure, Value: g.estimate(h)}
	if g.missing != "" {
		out.Missing, out.Value = g.missing, task.None
	}
	g.StopIfEnded()
	return out
}

// overTask returns a grounder whose state is the state of a finished task.
func overTask(ctx context.Context, t *task.Task, m *model.Model) *grounder {
	g := newGrounder(ctx, m, Options{NoWarnings: true})
	g.Pool, g.task = work.Over(t.Pool), t
	g.domains = make([][]int64, len(t.Vars))
	g.varAt = make([]int, len(t.Vars))
	g.state = make([]task.Expr, m.StateSize)
	for place := range g.state {
		g.state[place] = g.Pool.Const(t.Fixed[place])
	}
	for v := range t.Vars {
		g.domains[v], g.varAt[v] = t.Vars[v].Values, t.Vars[v].State
		g.state[t.Vars[v].State] = g.Pool.Var(v)
	}
	g.SetState(g.stateAt)
	return g
}

// simplerPuzzles grounds the heuristics that were postponed until the task is finished.
func (g *grounder) simplerPuzzles(t *task.Task) {
	var late *grounder
	for i, h := range g.m.Heuristics {
		if t.Heuristics[i].Missing == "" {
			continue
		}
		if late == nil {
			late = overTask(g.Ctx, t, g.m)
		}
		t.Heuristics[i] = late.heuristic(h)
	}
	if late != nil {
		g.Diags = append(g.Diags, late.Diags...)
		g.Stopped = g.Stopped || late.Stopped
	}
}

// estimateNode returns the value of another heuristic, or the exact cost of a simpler puzzle. Before the task is
// finished, a heuristic with such a cost is postponed.
func (g *grounder) estimateNode(e model.Expr) symbolic.Value {
	if ref, ok := e.(*model.HeuristicRef); ok {
		return symbolic.Value{X: g.estimate(ref.Heuristic), D: task.True}
	}
	if g.task == nil {
		g.missing = "a simpler puzzle"
		return symbolic.Undecided
	}
	switch e := e.(type) {
	case *model.PatternCost:
		return symbolic.Value{X: g.patternCost(e, false), D: task.True}
	case *model.ProjectCost:
		return symbolic.Value{X: g.projectCost(e), D: task.True}
	case *model.AdditiveCost:
		return symbolic.Value{X: g.additiveCost(e), D: task.True}
	case *model.RelaxationRef:
		return g.relaxationCost(e.Relaxation)
	default:
		return symbolic.Undecided
	}
}

// estimate returns the value of a heuristic as a number, and 0 if the value is undefined or negative.
func (g *grounder) estimate(h *model.Heuristic) task.Expr {
	if x, ok := g.estimates[h]; ok {
		return x
	}
	var v symbolic.Value
	g.comparing("the heuristic `"+h.Name+"`", func() { v = g.Eval(h.Value, make(symbolic.Frame, h.Slots)) })
	zero := g.Pool.Const(0)
	x := g.Pool.Max(zero, g.Pool.Ite(v.D, v.X, zero))
	if g.missing == "" {
		g.estimates[h] = x
	}
	return x
}

// part returns the own values of a pattern, whose moves count, and the tracked values, which it only distinguishes.
func (g *grounder) part(e *model.PatternCost) (p task.Part, tracked []int64, ok bool) {
	p.Array = slices.IndexFunc(g.task.Arrays, func(a task.Array) bool { return a.Name == e.Array.Name })
	if p.Own, ok = g.codes(e.Values); ok && e.Tracked != nil {
		tracked, ok = g.codes(e.Tracked)
	}
	if !ok {
		g.ErrorOnce(e.Span(), codePatternValues, "the values of this pattern are undefined", "")
	}
	return p, tracked, ok && p.Array >= 0
}

// codes returns the codes of the elements of a static set.
func (g *grounder) codes(e model.Expr) ([]int64, bool) {
	set, _, ok := g.Listing(e, symbolic.FrameFor(e))
	if !ok {
		return nil, false
	}
	out := lists.Map(set.Elems, func(v model.Value) int64 { return v.N })
	return out, true
}

func (g *grounder) patternCost(e *model.PatternCost, strict bool) task.Expr {
	p, tracked, ok := g.part(e)
	if !ok {
		return g.Pool.Const(0)
	}
	a, image, err := task.Pattern(g.Ctx, g.task, p.Array, p.Own, tracked, strict)
	a.FoldIfLarge()
	return g.costOf(a, image, err)
}

func (g *grounder) projectCost(e *model.ProjectCost) task.Expr {
	var vars []int
	names := make([]string, len(e.Arrays))
	for i, a := range e.Arrays {
		names[i] = a.Name
		d := g.m.Data[a.ID]
		for v := range g.task.Vars {
			if s := g.task.Vars[v].State; s >= d.Offset && s < d.Offset+d.Size {
				vars = append(vars, v)
			}
		}
	}
	slices.Sort(vars)
	a, image, err := task.Project(g.Ctx, g.task, slices.Compact(vars))
	a.Name = "project(" + strings.Join(names, ", ") + ")"
	return g.costOf(a, image, err)
}

// additiveCost returns the sum of patterns such that no move counts in two patterns.
func (g *grounder) additiveCost(e *model.AdditiveCost) task.Expr {
	parts := make([]task.Part, len(e.Parts))
	for i, p := range e.Parts {
		var ok bool
		if parts[i], _, ok = g.part(p); !ok {
			return g.Pool.Const(0)
		}
	}
	if err := task.Additive(g.task, parts); err != nil {
		g.ErrorOnce(e.Span(), codeAdditive, "these patterns cannot be added: "+err.Error(),
			"take patterns whose values never move together, or the greatest of them: `max(…)`")
	}
	costs := lists.Map(e.Parts, func(p *model.PatternCost) task.Expr { return g.patternCost(p, true) })
	return g.Pool.Add(costs...)
}

// costOf adds an abstraction to the task. If the abstraction could not be made, the heuristic cannot be used, and
// missing says why.
func (g *grounder) costOf(a task.Abstraction, image []task.Expr, err error) task.Expr {
	switch {
	case err != nil:
		g.StopIfEnded()
		g.missing = err.Error()
		return g.Pool.Const(0)
	case len(a.Task.Vars) > 0:
		g.task.Abstractions = append(g.task.Abstractions, a)
		kept := slices.Clone(image)
		for i, v := range a.Fold {
			kept = slices.Delete(kept, v-i, v-i+1)
		}
		return g.Pool.Cost(len(g.task.Abstractions)-1, kept...)
	case a.Task.Goal == task.False:
		return g.Pool.Const(task.Unreachable)
	default:
		return g.Pool.Const(0)
	}
}

// relaxationCost returns the exact cost of the other puzzle from the image of a state. It is undefined if the state has
// no image.
func (g *grounder) relaxationCost(r *model.Relaxation) symbolic.Value {
	if s, ok := g.relaxations[r]; ok {
		return s
	}
	s := symbolic.Undecided
	other, diags := semantics.BuildRelaxation(context.Background(), g.m, r)
	if !diags.HasErrors() {
		var more diag.List
		s, more = g.relaxed(r, other)
		diags = append(diags, more...)
	}
	for _, d := range diags {
		if d.Severity == diag.Error {
			g.Diags = append(g.Diags, d)
		}
	}
	g.relaxations[r] = s
	return s
}

func (g *grounder) relaxed(r *model.Relaxation, other *model.Model) (symbolic.Value, diag.List) {
	image, d := g.imageOf(r, other)
	start := &imageStart{codes: make([]int64, len(image)), free: make([]bool, len(image))}
	for place, x := range image {
		start.free[place] = g.dependsOnChoice(x) || g.dependsOnChoice(d)
		start.codes[place] = g.Pool.Eval(x, g.task.Init)
	}
	if !g.dependsOnChoice(d) && g.Pool.Eval(d, g.task.Init) == 0 {
		return symbolic.Undecided, nil
	}
	o := newGrounder(g.Ctx, other, Options{MaxMoves: g.o.MaxMoves, MaxNodes: g.o.MaxNodes, NoWarnings: true})
	o.image = start
	t, diags := o.ground()
	if t == nil {
		return symbolic.Undecided, diags
	}
	codes := make([]task.Expr, len(t.Vars))
	varies := map[int]bool{}
	for v := range t.Vars {
		codes[v] = image[t.Vars[v].State]
		varies[t.Vars[v].State] = true
	}
	for place, x := range image {
		if !varies[place] {
			d = g.Pool.And(d, g.Pool.Eq(x, g.Pool.Const(t.Fixed[place])))
		}
	}
	return symbolic.Value{X: g.costOf(task.Abstraction{Name: "relaxation " + r.Name, Task: t}, codes, nil), D: d}, diags
}

func (g *grounder) dependsOnChoice(e task.Expr) bool {
	return slices.ContainsFunc(g.Pool.Vars(e), func(v int) bool { return g.task.Free[v] })
}

// imageOf returns the image of a state in the other puzzle, and the condition under which the image is defined.
func (g *grounder) imageOf(r *model.Relaxation, other *model.Model) (codes []task.Expr, defined task.Expr) {
	codes = make([]task.Expr, other.StateSize)
	given := make([]bool, other.StateSize)
	defined = task.True
	for i := range r.States {
		v := &r.States[i]
		data := other.Data[v.Target.ID]
		exprs := []model.Expr{v.Value}
		if list, ok := v.Value.(*model.List); ok && len(data.Index) > 0 {
			exprs = list.Leaves()
		}
		for k := range data.Size {
			if len(exprs) > 1 && k >= len(exprs) {
				break
			}
			e := exprs[min(k, len(exprs)-1)]
			f := make(symbolic.Frame, v.Slots)
			for j, slot := range v.Index {
				if slot >= 0 {
					f.Set(slot, g.Lift(data.Index[j].Type, data.IndexAt(k)[j]))
				}
			}
			x, d := g.translated(g.Eval(e, f), e.Type(), v.Target.Type, other)
			place := data.Offset + k
			codes[place], given[place] = x, true
			defined = g.Pool.And(defined, d, g.Member(data.DomainAt(k), x))
		}
	}
	for place, ok := range given {
		if !ok {
			codes[place], defined = g.Pool.Const(0), task.False
		}
	}
	return codes, defined
}

// translated converts a value to a type of the other puzzle: cells by row and column, enum values by name.
func (g *grounder) translated(v symbolic.Value, from, to *model.Type, other *model.Model) (x, defined task.Expr) {
	p := g.Pool
	x, defined = g.Code(from, v)
	switch to.Kind {
	case model.CellKind:
		row, col := g.Coords(from.Grid, v)
		dims := other.Dims[to.Grid.ID]
		inside := p.And(p.Lt(row.X, p.Const(dims.Rows)), p.Lt(col.X, p.Const(dims.Cols)))
		return p.Add(p.Mul(row.X, p.Const(dims.Cols)), col.X), p.And(defined, inside)
	case model.Enumerated:
		codes, known := make([]task.Expr, len(from.Enum.Values)), make([]task.Expr, len(from.Enum.Values))
		for i, name := range from.Enum.Values {
			k := slices.Index(to.Enum.Values, name)
			codes[i], known[i] = p.Const(int64(max(k, 0))), p.Bool(k >= 0)
		}
		return p.Select(x, codes...), p.And(defined, p.Select(x, known...))
	default:
		return x, defined
	}
}
