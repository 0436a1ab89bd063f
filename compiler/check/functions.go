package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/lists"
)

// function is a predeclared function. A new one needs a row in the table below, and for a function on values a
// model.Fn.
type function struct {
	name    string
	args    int    // number of arguments; -1: check counts them
	written string // how it is called, for help
	check   func(s *scope, e *dsl.Call) model.Expr
}

// functions lists the predeclared functions. Misspelt names are compared with them in this order.
func functions() []function {
	return []function{
		{"abs", 1, "abs(n)", ofOne(model.Abs, model.NumberType)},
		{"min", -1, "", (*scope).minMax},
		{"max", -1, "", (*scope).minMax},
		{"size", 1, "size(T)", (*scope).sizeOf},
		{"index", 1, "index(v)", (*scope).indexOf},
		{"nth", 2, "nth(T, i)", (*scope).nth},
		{"find", 2, "find(array, v)", (*scope).find},
		{"adjacent", 2, "adjacent(a, b)", ofTwoCells(model.Adjacent, model.BooleanType)},
		{"manhattan", 2, "manhattan(a, b)", ofTwoCells(model.Manhattan, model.NumberType)},
		{"chebyshev", 2, "chebyshev(a, b)", ofTwoCells(model.Chebyshev, model.NumberType)},
		{"digit", 1, "digit(ch)", ofOne(model.Digit, model.CharacterType)},
		{"defined", 1, "defined(e)", (*scope).isDefined},
		{"steps", 3, "steps(rel, a, b)", (*scope).walk},
		{"reaches", 3, "reaches(free, a, b)", (*scope).walk},
		{"connected", 1, "connected(link)", (*scope).links},
		{"region", 2, "region(link, a)", (*scope).region},
		{"acyclic", 1, "acyclic(link)", (*scope).links},
		{"union", -1, "", (*scope).ofSets},
		{"minus", 2, "minus(A, B)", (*scope).ofSets},
		{"intersect", 2, "intersect(A, B)", (*scope).ofSets},
		{"subset", 2, "subset(A, B)", (*scope).ofSets},
		{"grid", -1, "", (*scope).grid},
		{"pattern", -1, "", onlyInHeuristics((*scope).pattern)},
		{"additive", -1, "", onlyInHeuristics((*scope).additive)},
		{"project", -1, "", onlyInHeuristics((*scope).project)},
	}
}

// Predeclared is a name that a model need not declare.
type Predeclared struct {
	Name    string
	Written string // how a function is called, such as `nth(T, i)`; "" for other names
}

// PredeclaredNames lists the types, values and functions that a model need not declare.
func PredeclaredNames() (all []Predeclared) {
	for _, name := range predeclaredNames() {
		all = append(all, Predeclared{Name: name})
	}
	for _, f := range functions() {
		written := f.written
		if written == "" {
			written = f.name + "(…)"
		}
		all = append(all, Predeclared{f.name, written})
	}
	return all
}

// predeclaredFunction returns the predeclared function with a name; nil if there is none.
func predeclaredFunction(name string) *function {
	all := functions()
	if i := slices.IndexFunc(all, func(f function) bool { return f.name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

func predeclaredFunctions() []string {
	return lists.Map(functions(), func(f function) string { return f.name })
}

// predeclaredCall checks a call of a predeclared function.
func (s *scope) predeclaredCall(f *function, e *dsl.Call) model.Expr {
	if f.args >= 0 && len(e.Args) != f.args {
		s.forget(e.Args)
		return s.refuse(e.Span(), codeArguments, "write `"+f.written+"`", "`%s` has %s, %d given", f.name,
			count(f.args, "argument", "arguments"), len(e.Args))
	}
	return f.check(s, e)
}

func funcNode(e *dsl.Call, fn model.Fn, t *model.Type, args ...model.Expr) model.Expr {
	return &model.Func{Base: model.Base{Sp: e.Span(), Ty: t}, Fn: fn, Args: args}
}

// ofOne checks a function from a value of a type to a number.
func ofOne(fn model.Fn, arg *model.Type) func(s *scope, e *dsl.Call) model.Expr {
	return func(s *scope, e *dsl.Call) model.Expr {
		return funcNode(e, fn, model.NumberType, s.value(e.Args[0], arg, " for `"+e.Fun.Name+"`"))
	}
}

// ofTwoCells checks a function on two cells of one grid.
func ofTwoCells(fn model.Fn, result *model.Type) func(s *scope, e *dsl.Call) model.Expr {
	return func(s *scope, e *dsl.Call) model.Expr { return funcNode(e, fn, result, s.twoCells(e)...) }
}

func (s *scope) isDefined(e *dsl.Call) model.Expr {
	return funcNode(e, model.Defined, model.BooleanType, s.hint(e.Args[0], nil))
}

func (s *scope) indexOf(e *dsl.Call) model.Expr {
	return funcNode(e, model.IndexOf, model.NumberType, s.placed(e.Args[0]))
}

func (s *scope) sizeOf(e *dsl.Call) model.Expr {
	x := s.hint(e.Args[0], anySet)
	if !isWrong(x) && x.Type().Kind == model.ListKind {
		return s.partOf(x, e.Span())
	}
	set := s.knownSet(e.Args[0], x)
	s.listed(set)
	return &model.Size{Base: model.Base{Sp: e.Span(), Ty: model.NumberType}, Set: set}
}

func (s *scope) nth(e *dsl.Call) model.Expr {
	set := s.set(e.Args[0])
	s.listed(set)
	place := s.value(e.Args[1], model.NumberType, " for `"+e.Fun.Name+"`")
	return &model.Nth{Base: model.Base{Sp: e.Span(), Ty: elemOf(set)}, Set: set, I: place}
}

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
