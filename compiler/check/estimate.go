package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// onlyInHeuristics adds the check that the function is called in a heuristic.
func onlyInHeuristics(check func(s *scope, e *dsl.Call) model.Expr) func(s *scope, e *dsl.Call) model.Expr {
	return func(s *scope, e *dsl.Call) model.Expr {
		if !s.heuristic {
			return s.refuse(e.Fun.Span(), codeHeuristic, "", "`%s` can be used in heuristics only", e.Fun.Name)
		}
		return check(s, e)
	}
}

// stateArg checks an argument that must be the name of a state variable; nil with an error.
func (s *scope) stateArg(e dsl.Expr) *model.Array {
	a := s.arrayArg(e, "a state variable")
	if a != nil && a.Role != model.State {
		s.diags.Errorf(e.Span(), codePattern, "`%s` is a %s, a state variable is wanted", a.Name, s.byArray[a].what())
		return nil
	}
	return a
}

func (s *scope) pattern(e *dsl.Call) model.Expr {
	if len(e.Args) != 2 && len(e.Args) != 3 {
		return s.refuse(e.Span(), codeArguments, "write `pattern(array, {values}, {tracked})`; the third may be left out",
			"`pattern` has 2 or 3 arguments, %d given", len(e.Args))
	}
	a := s.stateArg(e.Args[0])
	if a == nil {
		s.forget(e.Args[1:])
		return wrongAt(e.Span())
	}
	out := &model.PatternCost{Base: model.Base{Sp: e.Span(), Ty: model.NumberType}, Array: a}
	want := model.SetOf(a.Type)
	out.Values = s.value(e.Args[1], want, ": values of `"+a.Name+"`")
	s.listed(out.Values)
	if len(e.Args) == 3 {
		out.Tracked = s.value(e.Args[2], want, ": values of `"+a.Name+"`")
		s.listed(out.Tracked)
	}
	return out
}

func (s *scope) additive(e *dsl.Call) model.Expr {
	out := &model.AdditiveCost{Base: model.Base{Sp: e.Span(), Ty: model.NumberType}}
	for _, arg := range e.Args {
		x := s.hint(arg, model.NumberType)
		if ref, ok := x.(*model.HeuristicRef); ok {
			sym := s.names[ref.Heuristic.Name]
			s.body(sym)
			if p, ok := ref.Heuristic.Value.(*model.PatternCost); ok {
				x = p
			}
		}
		switch p := x.(type) {
		case *model.PatternCost:
			out.Parts = append(out.Parts, p)
		default:
			if !isWrong(x) {
				s.diags.Errorf(arg.Span(), codePattern, "`additive` adds patterns").Help = "write `pattern(array, {values})`"
			}
		}
	}
	if len(e.Args) == 0 {
		s.diags.Errorf(e.Span(), codeArguments, "`additive` has one or more patterns, 0 given")
	}
	return out
}

func (s *scope) project(e *dsl.Call) model.Expr {
	out := &model.ProjectCost{Base: model.Base{Sp: e.Span(), Ty: model.NumberType}}
	for _, arg := range e.Args {
		if a := s.stateArg(arg); a != nil {
			out.Arrays = append(out.Arrays, a)
		}
	}
	if len(e.Args) == 0 {
		s.diags.Errorf(e.Span(), codeArguments, "`project` has one or more state variables, 0 given")
	}
	return out
}
