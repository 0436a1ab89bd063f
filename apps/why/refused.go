package why

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Move explains why a move is not applicable after the moves of a plan, and after which further moves it is. The puzzle
// must have been grounded. An error may be the findings about the move or the plan.
func Move(ctx context.Context, z *puzzle.Puzzle, move string, after puzzle.Text, o Options) (*Answer, error) {
	machine := z.Machine()
	mv, diags := parse.Move(machine, "the move", move)
	if mv.Decl == nil || len(mv.Args) < len(mv.Decl.Params) {
		return nil, diags
	}
	a := &Answer{Kind: refused}
	name := machine.Format(mv)
	check, diags := z.ValidateOne(ctx, after)
	switch {
	case ctx.Err() != nil:
		return limited(ctx, a, ctx.Err())
	case diags.HasErrors():
		return nil, diags
	case check.Step > 0:
		words := fmt.Sprintf("Move %d of the plan before it cannot be made: ", check.Step)
		f := a.add(Verdict, words+check.Failures[0].Msg+".")
		f.Span = check.Failures[0].Span
		return a, nil
	case check.Solution.Start == nil:
		a.add(Verdict, text.Sentence(check.Failures[0].Msg))
		return a, nil
	}
	state := check.Solution.Final()
	failures := semantics.ExplainMove(machine, state, mv)
	if len(failures) == 0 {
		next, cost, _ := machine.Apply(state, mv)
		f := a.add(Verdict, fmt.Sprintf("`%s` can be made, at cost %d.", name, cost))
		f.Parts = changes(z, state, next, "then")
		return a, nil
	}
	a.add(Verdict, fmt.Sprintf("`%s` cannot be made%s:", name, afterMoves(len(check.Solution.Steps))))
	a.Facts = append(a.Facts, refusals(failures, name, z.Program.Sources())...)
	if machine.CheckMove(mv) != nil {
		return a, nil // the move is not applicable in any state
	}
	return a, a.possible(ctx, z, mv, state, o)
}

func afterMoves(n int) string {
	if n == 0 {
		return " at the start"
	}
	return " after " + text.Count(n, "move")
}

// refusals makes facts of failures. name is the move that is refused, "" for a state.
func refusals(failures []*semantics.Refusal, name string, sources map[string]string) (all []Fact) {
	for _, r := range failures {
		span := r.Span
		if r.Part.Start.IsValid() {
			span = r.Part
		}
		words := r.Text
		if rest, found := strings.CutPrefix(words, "`"+name+"` cannot be made: "); found && name != "" {
			words = rest
		}
		if r.Reason != "" {
			words = string(r.Rule) + " " + source(span, sources) + ": " + r.Reason
			if len(r.Values) > 0 {
				words += " (" + semantics.Equations(r.Values) + ")"
			}
		}
		f := Fact{Role: refusing, Text: words, Span: span}
		if len(r.Values) > 0 {
			f.Instances = [][]named{append(slices.Clip(r.For), r.Values...)}
		}
		all = append(all, f)
	}
	return all
}

// changes lists the elements in which two states differ. word stands between the values.
func changes(z *puzzle.Puzzle, from, to []int64, word string) (all []Fact) {
	old, now, asked := z.Assignment(from), z.Assignment(to), z.Asked(context.Background())
	for i := range old {
		if from[i] != to[i] && asked(i) {
			words := fmt.Sprintf("%s: %s, %s %s", old[i].Name, old[i].Text, word, now[i].Text)
			all = append(all, Fact{Role: differs, Text: "  " + words, Instances: [][]named{{
				{Name: old[i].Name, Value: old[i].Text}, {Name: now[i].Name, Value: now[i].Text},
			}}})
		}
	}
	return all
}

// possible adds a shortest way to a state in which a move is applicable.
func (a *Answer) possible(ctx context.Context, z *puzzle.Puzzle, mv semantics.Move, state []int64, o Options) error {
	tried, o, cancel := o.within(ctx, o.all())
	defer cancel()
	answer, err := solveChanged(tried, z, applicableModel(z, mv, state), o)
	if err != nil {
		return err
	}
	switch {
	case answer == nil || answer.Status == backends.Unknown && len(answer.Solutions) == 0:
		a.Limit = "whether the move can be made later was not decided within " + o.all().String()
		if ctx.Err() != nil {
			a.Limit = context.Cause(ctx).Error()
		}
	case answer.Status == backends.Unsolvable:
		words := "No moves lead from here to a state in which it can be made."
		if answer.Proof == backends.ProofExhausted {
			words += " All states that can be reached were looked at."
		}
		a.add(Nearest, words)
	default:
		s := answer.Solutions[0]
		s.Steps = s.Steps[:len(s.Steps)-1]
		words := "It can be made after " + text.Count(len(s.Steps), "move") + ":"
		if answer.Optimal {
			words = "The nearest state in which it can be made is " + text.Count(len(s.Steps), "move") + " away:"
		}
		a.add(Nearest, words).Plan = s.Steps
	}
	return nil
}

// applicableModel returns a model whose goal is to make a move, from a state, in the fewest moves: all cost the same.
// The last move of a plan is a copy of the move that records that it was made.
func applicableModel(z *puzzle.Puzzle, mv semantics.Move, state []int64) *model.Model {
	m := z.Model()
	p := m.WithoutPromises()
	p.Inits, p.Arrays, p.Moves = nil, slices.Clone(m.Arrays), slices.Clone(m.Moves)
	p.Goals, p.Always = nil, slices.Clone(m.Always)
	values := map[int]model.Value{}
	for place, n := range state {
		values[place] = model.Int(n)
	}
	for _, a := range m.StateArrays() {
		p.Arrays[a.ID] = startChosen(a, m.Data[a.ID], values, nil)
	}
	base := model.Base{Sp: mv.Decl.Span, Ty: model.BooleanType}
	truth := func(b bool) model.Expr { return &model.Lit{Base: base, Value: model.Bool(b)} }
	made, data := keepArray(m, 1)
	made.Name, made.ID, made.Index, made.Value, data.Index = "made", len(p.Arrays), nil, truth(false), nil
	p.Goals = []model.Formula{{Cond: model.Cond{Expr: &model.Read{Base: base, Array: made}}}}
	last := *mv.Decl
	last.Params = slices.Clone(last.Params)
	for slices.ContainsFunc(m.Moves, func(d *model.Move) bool { return d.Name == last.Name }) {
		last.Name += "_"
	}
	for i := range last.Params {
		last.Params[i].Set = only(last.Params[i].Set, mv.Args[i])
	}
	last.Body = append(slices.Clip(slices.Clone(last.Body)), &model.Assign{
		EffectBase: model.EffectBase{Sp: diag.Span{}},
		Targets:    []model.Place{{Array: made}}, Values: []model.Expr{truth(true)},
	})
	p.Moves = append(p.Moves, &last)
	for i := range p.Moves {
		p.Moves[i] = unitCost(p.Moves[i])
	}
	replaceArrays(p, m.Arrays)
	p.Arrays = append(p.Arrays, made)
	out := *m
	out.Program, out.Data, out.StateSize = p, append(slices.Clip(m.Data), data), m.StateSize+1
	return &out
}

// unitCost returns a move of cost 1 that is applicable where the move is: where its cost is defined and not negative.
func unitCost(d *model.Move) *model.Move {
	if d.Cost == nil {
		return d
	}
	unit := *d
	zero := &model.Lit{Base: model.Base{Sp: d.Cost.Span(), Ty: model.NumberType}}
	unit.When = append(slices.Clip(slices.Clone(d.When)), model.Cond{Expr: &model.Binary{
		Base: model.Base{Sp: d.Cost.Span(), Ty: model.BooleanType}, Op: model.Le, L: zero, R: d.Cost,
	}})
	unit.Cost = nil
	return &unit
}
