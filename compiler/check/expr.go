package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// value checks an expression that must have a type (nil: any type but text). The suffix ends the message: "this is a
// number, a cell is wanted" + suffix.
func (s *scope) value(e dsl.Expr, want *model.Type, suffix string) model.Expr {
	x := s.hint(e, want)
	if want == nil {
		return x
	}
	return s.expect(x, want, suffix)
}

// hint checks an expression. want, if not nil, resolves ambiguous expressions, but the expression may have another
// type.
func (s *scope) hint(e dsl.Expr, want *model.Type) model.Expr {
	x := s.raw(e, want)
	if x.Type().Kind == model.TextKind && (want == nil || want.Kind != model.TextKind && !hasWrong(want)) {
		d := s.diags.Errorf(e.Span(), codeText,
			"a text can stand only in labels, reasons, views and values of the type `text`")
		if want != nil && !hasWrong(want) {
			d.Msg += "; " + describe(want) + " is wanted"
			s.advise(d, x, want)
		}
		return wrongAt(e.Span())
	}
	return x
}

func (s *scope) cond(e dsl.Expr) model.Expr   { return s.value(e, model.BooleanType, "") }
func (s *scope) number(e dsl.Expr) model.Expr { return s.value(e, model.NumberType, "") }
func (s *scope) text(e dsl.Expr) model.Expr   { return s.value(e, model.TextType, "") }

// condOr checks a condition that may be nil.
func (s *scope) condOr(e dsl.Expr) model.Expr {
	if e == nil {
		return nil
	}
	return s.cond(e)
}

func (s *scope) raw(e dsl.Expr, want *model.Type) model.Expr {
	at := func(t *model.Type) model.Base { return model.Base{Sp: e.Span(), Ty: t} }
	switch e := e.(type) {
	case *dsl.Num:
		return &model.Lit{Base: at(model.NumberType), Value: model.Int(e.Value)}
	case *dsl.Bool:
		return &model.Lit{Base: at(model.BooleanType), Value: model.Bool(e.Value)}
	case *dsl.Char:
		return &model.Lit{Base: at(model.CharacterType), Value: model.Int(int64(e.Value))}
	case *dsl.Str:
		return s.textLit(e)
	case *dsl.MapLit:
		return s.mapLit(e, want)
	case *dsl.Name:
		return s.name(e)
	case *dsl.Wild:
		return s.open(e)
	case *dsl.Any:
		return s.refuse(e.Span(), codeAny, "",
			"`any` can only be a whole initial value of the state, or a branch of an `if` there")
	case *dsl.Unary:
		return s.unary(e)
	case *dsl.Binary:
		return s.binary(e)
	case *dsl.If:
		return s.ifExpr(e, want)
	case *dsl.Binder:
		return s.binder(e)
	case *dsl.LetIn:
		return s.letIn(e, want)
	case *dsl.Index:
		return s.index(e)
	case *dsl.Field:
		return s.field(e)
	case *dsl.Call:
		return s.call(e)
	case *dsl.Tuple:
		return s.tuple(e, want)
	case *dsl.Paren:
		return s.raw(e.X, want)
	case *dsl.SetLit:
		return s.setLit(e, want)
	case *dsl.SetComp:
		return s.setComp(e, want)
	case *dsl.List:
		if want != nil && want.Kind == model.SetKind {
			s.forget(e.Elems)
			return s.refuse(e.Span(), codeList, "a set is written in braces: `{…}`", "a list is the whole value of an array")
		}
		if want != nil && want.Kind == model.ListKind && !hasWrong(want) {
			return s.listValue(e, want, false)
		}
		return s.strayList(e)
	case *dsl.SetOf:
		elem := s.set(e.Elem)
		return &model.AnySet{Base: at(model.SetOf(model.SetOf(elemOf(elem)))), Elem: elem}
	case *dsl.ListOf:
		return s.listOf(e)
	case *dsl.CondOf:
		return s.refuse(e.Span(), codeCondition, "name a `type`, or write the condition where it is used",
			"`cond` is the type of a parameter of a def only")
	case *dsl.MapType:
		return s.mapType(e)
	case *dsl.OrNone:
		s.strayNone(e)
		return wrongAt(e.Span())
	}
	return wrongAt(e.Span())
}

func (s *scope) textLit(e *dsl.Str) *model.Text {
	out := &model.Text{Base: model.Base{Sp: e.Span(), Ty: model.TextType}}
	for _, p := range e.Parts {
		part := model.TextPart{Text: p.Text}
		if p.Expr != nil {
			part.Expr = s.raw(p.Expr, nil)
		}
		out.Parts = append(out.Parts, part)
	}
	return out
}

// reason checks the text after `else`. The variables of the foralls with which the condition begins are visible in it.
func (s *scope) reason(e *dsl.Str, cond model.Expr) *model.Text {
	if e == nil {
		return nil
	}
	defer s.release(s.mark())
	for {
		fold, ok := cond.(*model.Fold)
		if !ok || fold.Kind != model.ForAll {
			return s.textLit(e)
		}
		for _, v := range fold.Vars {
			s.show(v.Target, elemOf(v.Set))
		}
		cond = fold.Body
	}
}

// show makes the names of a target visible again.
func (s *scope) show(t *model.Target, typ *model.Type) {
	if t.Elems == nil {
		if t.Slot >= 0 {
			s.locals = append(s.locals, local{name: t.Name, slot: t.Slot, typ: typ, span: s.bound[t.Slot]})
		}
		return
	}
	for i, e := range t.Elems {
		if typ.Kind == model.TupleKind && i < len(typ.Elems) {
			s.show(e, typ.Elems[i])
		} else {
			s.show(e, wrong)
		}
	}
}

func (s *scope) condition(e dsl.Expr, reason *dsl.Str) model.Cond {
	cond := s.cond(e)
	return model.Cond{Expr: cond, Reason: s.reason(reason, cond)}
}

func (s *scope) ifExpr(e *dsl.If, want *model.Type) model.Expr {
	cond := s.cond(e.Cond)
	a, b := s.raw(e.Then, want), s.raw(e.Else, want)
	t, ok := join(a.Type(), b.Type())
	if !ok {
		return s.refuse(e.Else.Span(), codeKind, "both branches of an `if` have one kind",
			"this is %s, and the branch before it %s", describe(b.Type()), describe(a.Type()))
	}
	out := &model.If{Base: model.Base{Sp: e.Span(), Ty: t}, Cond: cond}
	out.Then, _ = convert(a, t)
	out.Else, _ = convert(b, t)
	return out
}

func (s *scope) tuple(e *dsl.Tuple, want *model.Type) model.Expr {
	wantSet := want != nil && want.Kind == model.SetKind
	elems := make([]model.Expr, len(e.Elems))
	types := make([]*model.Type, len(e.Elems))
	for i, x := range e.Elems {
		var w *model.Type
		switch {
		case wantSet:
			w = anySet
		case want != nil && want.Kind == model.TupleKind && len(want.Elems) == len(elems):
			w = want.Elems[i]
		}
		elems[i] = s.hint(x, w)
		if wantSet {
			elems[i] = s.asSet(elems[i])
			types[i] = elemOf(elems[i])
		} else {
			types[i] = elems[i].Type()
		}
	}
	tuple := s.tupleType(types, e.Span())
	if wantSet {
		return &model.Product{Base: model.Base{Sp: e.Span(), Ty: model.SetOf(tuple)}, Elems: elems}
	}
	return &model.TupleOfExprs{Base: model.Base{Sp: e.Span(), Ty: tuple}, Elems: elems}
}

func (s *scope) binder(e *dsl.Binder) model.Expr {
	defer s.release(s.mark())
	kind := model.FoldOf(e.Kind)
	out := &model.Fold{Base: model.Base{Sp: e.Span(), Ty: model.BooleanType}, Kind: kind, Vars: s.vars(e.Vars)}
	out.Where = s.condOr(e.Where)
	if list, ok := e.Body.(*dsl.List); ok && len(e.Vars) == 0 {
		s.overList(out, list, e.Kind)
	} else if s.runsOn(e) {
		return wrongAt(e.Span())
	} else {
		out.Body = s.folded(kind, e.Body, e.Kind)
	}
	switch kind {
	case model.Count, model.Sum, model.ProductOf:
		out.Ty = model.NumberType
	case model.The:
		out.Ty = s.theType(out)
	case model.MinOf, model.MaxOf:
		out.Ty = out.Body.Type()
	case model.ForAll, model.Exists, model.DistinctOf:
	}
	return out
}

// folded checks the body of a binder.
func (s *scope) folded(kind model.FoldKind, body dsl.Expr, word string) model.Expr {
	switch kind {
	case model.Sum, model.ProductOf:
		return s.number(body)
	case model.MinOf, model.MaxOf:
		return s.ordered(s.hint(body, nil), word)
	case model.DistinctOf:
		return s.comparable(s.hint(body, nil), word)
	default:
		return s.cond(body)
	}
}

// overList makes a fold over the values of a list: `count [a, b]` is short for
// `count i in 0..1: if i == 0 then a else b`.
func (s *scope) overList(out *model.Fold, list *dsl.List, word string) {
	place := func(n int) model.Expr {
		return &model.Lit{Base: model.Base{Sp: list.Span(), Ty: model.NumberType}, Value: model.Int(int64(n))}
	}
	i := &model.Target{Name: "i", Slot: s.newSlot()}
	at := &model.Local{Base: model.Base{Sp: list.Span(), Ty: model.NumberType}, Name: i.Name, Slot: i.Slot}
	numbers := model.Base{Sp: list.Span(), Ty: model.SetOf(model.NumberType)}
	last := len(list.Elems) - 1
	out.Vars = []model.Bind{{Target: i, Set: &model.Range{Base: numbers, Lo: place(0), Hi: place(last)}}}
	elems := lists.Map(list.Elems, func(x dsl.Expr) model.Expr { return s.folded(out.Kind, x, word) })
	t := elems[0].Type()
	for k, x := range elems[1:] {
		joined, ok := join(t, x.Type())
		if !ok && !isWrong(x) && !hasWrong(t) {
			s.refuse(list.Elems[k+1].Span(), codeKind, "the values of a list have one kind", "this is %s among %s",
				describe(x.Type()), plural(t))
		}
		t = joined
	}
	for k := last; k >= 0; k-- {
		x, _ := convert(elems[k], t)
		if out.Body == nil {
			out.Body = x
			continue
		}
		base := model.Base{Sp: list.Elems[k].Span(), Ty: t}
		here := &model.Binary{Base: model.Base{Sp: base.Sp, Ty: model.BooleanType}, Op: model.Eq, L: at, R: place(k)}
		out.Body = &model.If{Base: base, Cond: here, Then: x, Else: out.Body}
	}
}

// runsOn reports a comparison as the body of a binder that needs a number.
func (s *scope) runsOn(e *dsl.Binder) bool {
	body, ok := e.Body.(*dsl.Binary)
	if !ok || !slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, body.Op) ||
		!slices.Contains([]string{"sum", "product", "min", "max"}, e.Kind) && !s.countRunsOn(e.Kind, body) {
		return false
	}
	more := ""
	if e.Kind == "sum" {
		more = ", or `count …: …` for how many there are"
	}
	head := diag.Span{Start: e.Pos, End: body.L.Span().End}
	s.diags.Errorf(body.Span(), codeKind, "`%s` stands in the body of `%s`, which goes as far as it can", body.Op,
		e.Kind).Write(head, "("+s.checker.text(head)+")", " before `"+body.Op+"`"+more)
	return true
}

// countRunsOn reports whether the body of a count compares a condition with a number: the count was to be compared.
func (s *scope) countRunsOn(kind string, body *dsl.Binary) bool {
	if kind != "count" {
		return false
	}
	l, r := s.quietly(body.L).Type(), s.quietly(body.R).Type()
	return l.Kind == model.Boolean && r.Kind == model.Number
}

// theType returns the type of `the`: the type of its variable, or a tuple if there are several.
func (c *checker) theType(e *model.Fold) *model.Type {
	if len(e.Vars) == 1 {
		return elemOf(e.Vars[0].Set)
	}
	return c.tupleType(lists.Map(e.Vars, func(v model.Bind) *model.Type { return elemOf(v.Set) }), e.Sp)
}

// name checks a name that stands without arguments.
func (s *scope) name(e *dsl.Name) model.Expr {
	if sym := s.unknown[e.Name]; sym != nil {
		return s.refuse(e.Span(), codeCallNeeded, "write `"+callHelp(sym)+"`", "`%s` is a condition", e.Name)
	}
	if l, ok := s.lookup(e.Name); ok {
		s.note(e.Span(), l.span, false)
		if l.value != nil {
			return model.At(l.value, e.Span())
		}
		return &model.Local{Base: model.Base{Sp: e.Span(), Ty: l.typ}, Name: l.name, Slot: l.slot}
	}
	for _, l := range s.hidden {
		if l.name == e.Name {
			return s.refuse(e.Span(), codeGrid, "use parameters and constants only", "%s cannot depend on `%s`", s.fixed, e.Name)
		}
	}
	if sym := cmp.Or(s.values[e.Name], s.names[e.Name]); sym != nil {
		s.need(sym, e.Span())
		return s.symbolValue(e, sym)
	}
	if x := predeclared(e); x != nil {
		return x
	}
	s.unknownName(e)
	return wrongAt(e.Span())
}

func (s *scope) symbolValue(e *dsl.Name, sym *symbol) model.Expr {
	base := func(t *model.Type) model.Base { return model.Base{Sp: e.Span(), Ty: t} }
	switch {
	case sym.array != nil:
		if n := len(sym.array.Index); n > 0 {
			return s.refuse(e.Span(), codeIndex, "write `"+indexHelp(sym.array)+"`",
				"`%s` is an array, one of its elements is wanted", e.Name)
		}
		return &model.Read{Base: base(typeOr(sym.array.Type)), Array: sym.array}
	case sym.typ != nil:
		if sym.typ.Set == nil {
			return wrongAt(e.Span())
		}
		return &model.NamedSet{Base: base(sym.typ.Set.Type()), Decl: sym.typ}
	case sym.enum != nil && sym.value < 0:
		return &model.FullSet{Base: base(model.SetOf(enumType(sym.enum)))}
	case sym.enum != nil:
		return &model.Lit{Base: base(enumType(sym.enum)), Value: model.Int(int64(sym.value))}
	case sym.def != nil:
		return &model.Call{Base: base(typeOr(sym.result)), Def: sym.def}
	case !s.heuristic:
		return s.refuse(e.Span(), codeHeuristic, "", "`%s` is a %s, which only a heuristic can use", e.Name, sym.what())
	case sym.heur != nil:
		return &model.HeuristicRef{Base: base(model.NumberType), Heuristic: sym.heur}
	default:
		return &model.RelaxationRef{Base: base(model.NumberType), Relaxation: sym.relax}
	}
}

func typeOr(t *model.Type) *model.Type {
	if t == nil {
		return wrong
	}
	return t
}

func predeclared(e *dsl.Name) model.Expr {
	base := func(t *model.Type) model.Base { return model.Base{Sp: e.Span(), Ty: t} }
	switch e.Name {
	case "bool":
		return &model.FullSet{Base: base(model.SetOf(model.BooleanType))}
	case "Dir":
		return &model.FullSet{Base: base(model.SetOf(model.DirectionType))}
	case "text":
		return &model.AnyChar{Base: base(model.SetOf(model.TextType))}
	case "char":
		return &model.AnyChar{Base: base(model.SetOf(model.CharacterType))}
	}
	for i, name := range model.DirNames {
		if e.Name == name {
			return &model.Lit{Base: base(model.DirectionType), Value: model.Int(int64(i))}
		}
	}
	return nil
}

func (s *scope) unknownName(e *dsl.Name) {
	if sym, ok := s.called[e.Name]; ok {
		sym.used = true
		s.diags.Errorf(e.Span(), codeCallNeeded, "`%s` is a def with parameters", e.Name).Help =
			"write `" + callHelp(sym) + "`"
		return
	}
	d := s.diags.Errorf(e.Span(), codeUnknown, "unknown name `%s`", e.Name)
	switch {
	case predeclaredFunction(e.Name) != nil:
		d.Code, d.Msg, d.Help = codeCallNeeded, "`"+e.Name+"` is a function", "write `"+e.Name+"(…)`"
	case s.moves[e.Name] != nil:
		d.Help = "it is the name of a move; moves are not values"
	case slices.Contains([]string{"True", "False", "TRUE", "FALSE"}, e.Name):
		d.Write(d.Span, strings.ToLower(e.Name), "")
	case strings.EqualFold(e.Name, "boolean"):
		d.Write(d.Span, "bool", "")
	case foreignName(e.Name) != "":
		d.Help = foreignName(e.Name)
	case s.unknownValue(d, e.Name):
	default:
		s.didYouMean(d, e.Name, func() []string {
			return append(slices.Sorted(maps.Keys(s.values)), s.candidates(false, s.locals)...)
		})
	}
}

// maxTuple bounds the number of single values in a tuple and the tuples in it. Without the bound, types that double
// with each name would grow exponentially.
const maxTuple = 64

// tupleType returns the type of a tuple; wrong with an error if the tuple is too large.
func (c *checker) tupleType(elems []*model.Type, at diag.Span) *model.Type {
	t := &model.Type{Kind: model.TupleKind, Elems: elems}
	if n := leaves(t); n > maxTuple {
		c.diags.Errorf(at, codeTarget, "this is a tuple of %d values in all, a tuple may have %d", n,
			maxTuple).Help = "an array holds many values of one kind"
		return wrong
	}
	return t
}

// leaves returns the number of single values in a value of a type. A set counts as one.
func leaves(t *model.Type) int {
	if t.Kind != model.TupleKind {
		return 1
	}
	n := 0
	for _, e := range t.Elems {
		n += leaves(e)
	}
	return n
}

// expect converts an expression to a type, or reports that this is impossible. The suffix says what needs the type: "
// as the index of `board`".
func (c *checker) expect(e model.Expr, want *model.Type, suffix string) model.Expr {
	if hasWrong(want) || isWrong(e) {
		return e
	}
	out, ok := convert(e, want)
	if !ok {
		return c.mistyped(e.Span(), e, want, "this is %s, %s is wanted%s", describe(e.Type()), describe(want),
			suffix)
	}
	return out
}

// candidates lists the names that may be meant by an unknown name, in a fixed order.
func (c *checker) candidates(called bool, locals []local) []string {
	var out []string
	for i := len(locals) - 1; i >= 0 && !called; i-- {
		out = append(out, locals[i].name)
	}
	for _, s := range c.symbols {
		if c.isCalled(s) == called && (s.enum == nil || s.value < 0 || s.enum.Param == nil) {
			out = append(out, s.name)
		}
	}
	if called {
		return append(out, predeclaredFunctions()...)
	}
	return append(out, predeclaredNames()...)
}
