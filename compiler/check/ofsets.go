package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// ofSets checks a function of sets. All but `union` are short for others: `minus(A, B)` for `{x for x in A where x not
// in B}`, `intersect(A, B)` for `{x for x in A where x in B}`, `subset(A, B)` for `forall x in A: x in B`.
func (s *scope) ofSets(e *dsl.Call) model.Expr {
	sets, ok := s.sets(e)
	if !ok {
		return wrongAt(e.Span())
	}
	name, base := e.Fun.Name, model.Base{Sp: e.Span(), Ty: sets[0].Type()}
	s.listed(sets[0])
	if name == "union" {
		for _, x := range sets[1:] {
			s.listed(x)
		}
		return &model.Union{Base: base, Sets: sets}
	}
	target := &model.Target{Name: "x", Slot: s.newSlot()}
	x := &model.Local{Base: model.Base{Sp: e.Args[0].Span(), Ty: elemOf(sets[0])}, Name: target.Name, Slot: target.Slot}
	vars := []model.Bind{{Target: target, Set: sets[0]}}
	truth := model.Base{Sp: e.Span(), Ty: model.BooleanType}
	var in model.Expr = &model.In{Base: truth, X: x, Set: sets[1]}
	if name == "subset" {
		return &model.Fold{Base: truth, Kind: model.ForAll, Vars: vars, Body: in}
	}
	if name == "minus" {
		in = &model.Not{Base: truth, X: in}
	}
	return &model.SetComp{Base: base, Elem: x, Vars: vars, Where: in}
}

// sets checks the arguments of a function of sets and converts them to one type.
func (s *scope) sets(e *dsl.Call) (sets []model.Expr, ok bool) {
	if len(e.Args) < 2 {
		s.forget(e.Args)
		s.diags.Errorf(e.Span(), codeArguments, "`%s` has two or more arguments, %d given", e.Fun.Name, len(e.Args)).Help =
			"write `" + e.Fun.Name + "(A, B)`"
		return nil, false
	}
	t := anySet
	for i, arg := range e.Args {
		x := s.asSet(s.hint(arg, t))
		if isWrong(x) {
			s.forget(e.Args[i+1:])
			return nil, false
		}
		joined, same := join(t, x.Type())
		if _, fits := convert(x, joined); !same || !fits {
			s.forget(e.Args[i+1:])
			s.diags.Errorf(arg.Span(), codeKind, "this is %s, and the set before it %s", describe(x.Type()), describe(t)).
				Help = "the elements of all sets of `" + e.Fun.Name + "` have one kind"
			return nil, false
		}
		t, sets = joined, append(sets, x)
	}
	if t.Elem() == nil {
		s.diags.Errorf(e.Span(), codeNotSet, "the kind of this set's elements is not known").Help = "name a type"
		return nil, false
	}
	out, ok := convertAll(sets, func(int) *model.Type { return t })
	if !ok {
		s.diags.Errorf(e.Span(), codeKind, "some sets of `%s` have %s, some do not", e.Fun.Name, plural(t.Elem()))
	}
	return out, ok
}
