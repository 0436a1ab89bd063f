package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/lists"
)

func (s *scope) call(e *dsl.Call) model.Expr {
	if s.conds[e.Fun.Name] != nil {
		return s.holds(s.apply(e))
	}
	if sym, ok := s.function(e.Fun.Name); ok {
		return s.callDef(e, sym)
	}
	if f := predeclaredFunction(e.Fun.Name); f != nil {
		return s.predeclaredCall(f, e)
	}
	s.forget(e.Args)
	s.unknownFunction(e)
	return wrongAt(e.Span())
}

func (s *scope) unknownFunction(e *dsl.Call) {
	name := e.Fun.Name
	_, isLocal := s.lookup(name)
	sym := s.names[name]
	switch {
	case isLocal:
		s.diags.Errorf(e.Fun.Span(), codeNotCallable, "`%s` is a value and cannot be called", name).Write(e.Span(), name, "")
	case sym != nil:
		sym.used = true
		d := s.diags.Errorf(e.Fun.Span(), codeNotCallable, "`%s` is a %s and cannot be called", name, sym.what())
		switch {
		case sym.def != nil:
			d.Msg = "`" + name + "` is a def without parameters"
			d.Write(e.Span(), name, "").Fix.Guess = len(e.Args) > 0
		case sym.array != nil && len(sym.array.Index) > 0:
			d.Help = "the elements of an array are read as `" + name + "[…]`"
		}
	case s.moves[name] != nil:
		s.diags.Errorf(e.Fun.Span(), codeNotCallable, "`%s` is a move and cannot be called",
			name).Help = "what two moves share is written as a `def`"
	default:
		d := s.diags.Errorf(e.Fun.Span(), codeUnknown, "unknown function `%s`", name)
		if s.foreignFunction(d, e); d.Help == "" {
			s.didYouMean(d, name, func() []string { return s.candidates(true, nil) })
		}
	}
}

// callDef checks a call of a def that has parameters.
func (s *scope) callDef(e *dsl.Call, sym *symbol) model.Expr {
	s.need(sym, e.Fun.Span())
	def := sym.def
	params := len(placeSets(sym))
	if sym.phase == typing || params == 0 { // in a cycle
		s.forget(e.Args)
		return wrongAt(e.Span())
	}
	if len(e.Args) != params {
		s.forget(e.Args)
		s.diags.Errorf(e.Span(), codeArguments, "`%s` has %s, %d given", def.Name,
			count(params, "parameter", "parameters"), len(e.Args)).
			See(def.Span, "declared here").Help = "write `" + callHelp(sym) + "`"
		return wrongAt(e.Span())
	}
	if d := sym.template(); d != nil {
		return s.callTemplate(e, sym, d)
	}
	out := &model.Call{Base: model.Base{Sp: e.Span(), Ty: typeOr(sym.result)}, Def: def}
	for i, arg := range e.Args {
		p := def.Params[i]
		out.Args = append(out.Args, s.value(arg, elemOf(p.Set), " as `"+p.Name+"` of `"+def.Name+"`"))
	}
	return out
}

func (s *scope) minMax(e *dsl.Call) model.Expr {
	fn := model.Min
	if e.Fun.Name == "max" {
		fn = model.Max
	}
	if len(e.Args) < 2 {
		s.forget(e.Args)
		return s.refuse(e.Span(), codeArguments, "over a set write `"+e.Fun.Name+" x in S: e`",
			"`%s` has two or more arguments, %d given", e.Fun.Name, len(e.Args))
	}
	args := make([]model.Expr, len(e.Args))
	var t *model.Type
	for i, a := range e.Args {
		args[i] = s.hint(a, t)
		if t == nil {
			t = args[i].Type()
			continue
		}
		joined, ok := join(t, args[i].Type())
		if !ok {
			return s.mistyped(a.Span(), args[i], t, "this is %s among %s", describe(args[i].Type()), plural(t))
		}
		t = joined
	}
	for i := range args {
		args[i], _ = convert(args[i], t)
		if isWrong(s.ordered(args[i], e.Fun.Name)) {
			return wrongAt(e.Span())
		}
	}
	return &model.Func{Base: model.Base{Sp: e.Span(), Ty: t}, Fn: fn, Args: args}
}

// placed checks the argument of `index`, which must be a value with an index.
func (s *scope) placed(e dsl.Expr) model.Expr {
	x := s.hint(e, nil)
	if isWrong(x) || x.Type().Scalar() {
		return x
	}
	return s.refuse(e.Span(), codeKind, "", "this is %s, which has no place for `index`", describe(x.Type()))
}

// twoCells checks the arguments of the functions on two cells of one grid. One of them may be a pair of numbers.
func (s *scope) twoCells(e *dsl.Call) []model.Expr {
	a, b := s.hint(e.Args[0], nil), s.hint(e.Args[1], nil)
	suffix := " for `" + e.Fun.Name + "`"
	switch {
	case isWrong(a) || isWrong(b):
	case a.Type().Kind == model.CellKind:
		b = s.expect(b, a.Type(), suffix)
	case b.Type().Kind == model.CellKind:
		a = s.expect(a, b.Type(), suffix)
	default:
		s.diags.Errorf(e.Args[0].Span(), codeKind, "this is %s, a cell is wanted%s", describe(a.Type()), suffix)
	}
	return []model.Expr{a, b}
}

// arrayArg checks an argument that must be the name of an array; nil with an error. what says what is expected.
func (s *scope) arrayArg(e dsl.Expr, what string) *model.Array {
	if n, ok := e.(*dsl.Name); ok {
		_, isLocal := s.lookup(n.Name)
		if sym := s.names[n.Name]; sym != nil && sym.array != nil && !isLocal {
			s.need(sym, n.Span())
			return sym.array
		}
		if sym := s.names[n.Name]; sym == nil && !isLocal && predeclared(n) == nil {
			s.unknownName(n)
			return nil
		}
	} else if list, ok := e.(*dsl.List); ok && what == "an array" {
		return s.listArray(list)
	} else {
		s.forget([]dsl.Expr{e})
	}
	s.diags.Errorf(e.Span(), codeArguments, "the name of %s is wanted", what)
	return nil
}

func (s *scope) find(e *dsl.Call) model.Expr {
	a := s.arrayArg(e.Args[0], "an array")
	if a == nil || a.Type == nil {
		s.forget(e.Args[1:])
		return wrongAt(e.Span())
	}
	x := s.value(e.Args[1], a.Type, " to be found in `"+a.Name+"`")
	if len(a.Index) == 0 {
		return s.refuse(e.Args[0].Span(), codeArguments, "", "`%s` has no index, `find` searches an array", a.Name)
	}
	types := lists.Map(a.Index, func(i model.IndexVar) *model.Type { return elemOf(i.Set) })
	t := types[0]
	if len(types) > 1 {
		t = s.tupleType(types, e.Span())
	}
	return &model.Find{Base: model.Base{Sp: e.Span(), Ty: t}, Array: a, X: x}
}
