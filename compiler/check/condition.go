package check

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// A parameter `p: cond T` of a def stands for a condition: a def, a call with open places `_`, or an array of Booleans.
// A def with such parameters is a template. A template is checked once by itself, with conditions of which only the
// types are known. A call of it becomes a call of a def that is made for the given conditions. This def is a copy of
// the template in which `p(x)` is read as the condition with x in its open place. What a condition leaves fixed becomes
// a parameter of the copy.

// unknownConds declares the conditions of a template, each as a def of which only the types are known.
func (s *scope) unknownConds(d *dsl.DefDecl) {
	for _, b := range d.Params {
		cond, ok := b.Type.(*dsl.CondOf)
		if !ok {
			continue
		}
		places := []dsl.Expr{cond.Of}
		if t, several := cond.Of.(*dsl.Tuple); several {
			places = t.Elems
		}
		def := &model.Def{Name: b.Name.Name, Span: b.Name.Span()}
		for _, t := range places {
			def.Params = append(def.Params, model.Variable{Name: "_", Set: s.set(t)})
		}
		if s.unknown == nil {
			s.unknown = map[string]*symbol{}
		}
		s.bind(def.Name, wrong, def.Span)
		s.unknown[def.Name] = &symbol{
			name: def.Name, span: def.Span, def: def, value: -1, result: model.BooleanType, phase: checked,
		}
	}
}

// function returns the def that a name calls, which may be a condition of the template that is checked.
func (s *scope) function(name string) (*symbol, bool) {
	if sym := s.unknown[name]; sym != nil {
		return sym, true
	}
	sym, ok := s.called[name]
	return sym, ok
}

// apply finds the def or the array that is named or called. It returns nil for other expressions, and where the number
// of arguments is wrong.
func (s *scope) apply(e dsl.Expr) *applied {
	a := &applied{Node: dsl.Node{Pos: e.Span().Start, EndPos: e.Span().End}}
	indexed := false
	switch x := e.(type) {
	case *dsl.Name:
		a.head, a.bare = dsl.Ident(*x), true
	case *dsl.Call:
		a.head, a.args = x.Fun, x.Args
	case *dsl.Index:
		if n, ok := x.X.(*dsl.Name); ok {
			a.head, a.args, indexed = dsl.Ident(*n), x.Args, true
		}
	default:
	}
	cond := s.conds[a.head.Name]
	def, isDef := s.function(a.head.Name)
	array := s.names[a.head.Name]
	switch {
	case cond != nil && !indexed:
		a.sym, a.sets, a.typ = cond.sym, cond.sets, cond.typ
		a.args = cond.filled(a.args)
	case isDef && !indexed:
		s.need(def, a.head.Span())
		a.sym, a.sets, a.typ = def, placeSets(def), typeOr(def.result)
	case array != nil && array.array != nil && (indexed || a.bare && !s.isLocal(a.head.Name)):
		s.need(array, a.head.Span())
		a.sym, a.typ = array, typeOr(array.array.Type)
		for _, i := range array.array.Index {
			a.sets = append(a.sets, i.Set)
		}
	}
	for a.bare && len(a.args) < len(a.sets) {
		a.args = append(a.args, &dsl.Wild{Node: a.Node})
	}
	if len(a.sets) == 0 || len(a.sets) != len(a.args) {
		return nil
	}
	return a
}

// filled returns the arguments of a condition with values in its open places. Where values are missing, new places are
// open.
func (a *applied) filled(values []dsl.Expr) []dsl.Expr {
	args := slices.Clone(a.args)
	for i, x := range args {
		if !isOpen(x) {
			continue
		}
		args[i] = &dsl.Wild{Node: x.(*dsl.Wild).Node}
		if len(values) > 0 {
			args[i], values = values[0], values[1:]
		}
	}
	return args
}

func isOpen(e dsl.Expr) bool { _, open := e.(*dsl.Wild); return open }

// holds checks the value of what is applied.
func (s *scope) holds(a *applied) model.Expr {
	if a.sym.def != nil {
		return s.callDef(&dsl.Call{Node: a.Node, Fun: a.head, Args: a.args}, a.sym)
	}
	name := dsl.Name(a.head)
	return s.element(&dsl.Index{Node: a.Node, X: &name, Args: a.args}, a.sym.array)
}

// condArgument checks an argument for the parameter p of a template; nil with an error.
func (s *scope) condArgument(arg dsl.Expr, p *symbol, template string) *applied {
	a := s.apply(unparen(arg))
	places := p.def.Params
	wanted := "`" + p.name + "` of `" + template + "` is a condition on " + count(len(places), "value", "values")
	wrong := func(help, format string, args ...any) *applied {
		s.diags.Errorf(arg.Span(), codeCondition, wanted+format, args...).Help = help
		return nil
	}
	if name, bare := unparen(arg).(*dsl.Name); a == nil && bare && s.names[name.Name] == nil && !s.isLocal(name.Name) &&
		predeclared(name) == nil && s.called[name.Name] == nil {
		s.unknownName(name)
		return nil
	}
	if a == nil {
		return wrong("name a def with "+count(len(places), "parameter", "parameters")+
			", or an array of Booleans, or write a call with `_` in the open places", ", this names none")
	}
	if slices.Contains(a.sets, nil) {
		return wrong("name a def that calls it with a condition", ", `%s` has conditions as parameters itself", a.sym.name)
	}
	k := 0
	for i, x := range a.args {
		if !isOpen(x) {
			continue
		}
		if k < len(places) && !same(elemOf(a.sets[i]), elemOf(places[k].Set)) {
			return wrong("", ": %s, `%s` takes %s", plural(elemOf(places[k].Set)), a.sym.name, plural(elemOf(a.sets[i])))
		}
		k++
	}
	switch {
	case k != len(places):
		return wrong("each open place has `_`, and each other place a value", ", this leaves %s open",
			count(k, "place", "places"))
	case a.typ.Kind != model.Boolean && !hasWrong(a.typ):
		return wrong("", ", `%s` is not true or false but %s", a.sym.name, describe(a.typ))
	}
	return a
}

// callTemplate checks a call of a template.
func (s *scope) callTemplate(e *dsl.Call, sym *symbol, d *dsl.DefDecl) model.Expr {
	if sym.phase == typed { // with a declared result
		sym.phase = checking
		s.defBody(sym, d)
		sym.phase = checked
	}
	if sym.phase != checked || sym.broken { // in a cycle, or wrong
		return wrongAt(e.Span())
	}
	out := &model.Call{Base: model.Base{Sp: e.Span(), Ty: typeOr(sym.result)}, Def: sym.def}
	m := making{name: sym.name, conds: map[string]*applied{}}
	known, ok := true, true
	for i, b := range d.Params {
		if !isCond(b) {
			p := sym.def.Params[len(out.Args)]
			out.Args = append(out.Args, s.value(e.Args[i], elemOf(p.Set), " as `"+p.Name+"` of `"+sym.name+"`"))
			continue
		}
		a := s.condArgument(e.Args[i], sym.scope.unknown[b.Name.Name], sym.name)
		if a == nil {
			ok = false
			continue
		}
		known = known && s.unknown[a.sym.name] != a.sym
		ok = s.fix(&m, b.Name.Name, a) && ok
	}
	switch {
	case !ok:
		return wrongAt(e.Span())
	case !known: // in a template, which is checked and not run
		return out
	}
	made := sym.made[m.key]
	if made == nil {
		made = s.make(sym, d, &m)
	}
	if made.phase != checked { // in a cycle
		return wrongAt(e.Span())
	}
	out.Def, out.Ty, out.Args = made.def, typeOr(made.result), append(out.Args, m.passed...)
	return out
}

// making is what a def is made of, besides the template.
type making struct {
	name, key string              // key tells the conditions apart
	conds     map[string]*applied // by the parameters that stand for them
	fixed     []model.Variable    // parameters for what the conditions leave fixed, and the values that a call passes
	passed    []model.Expr
}

// fix enters the condition for a parameter. It reports false after an error.
func (s *scope) fix(m *making, param string, a *applied) bool {
	m.name += "_" + a.sym.name
	m.key += fmt.Sprintf(" %p", a.sym)
	cond := *a
	cond.args = slices.Clone(a.args)
	for k, x := range a.args {
		if isOpen(x) {
			m.key += "_"
			continue
		}
		m.key += "."
		v := model.Variable{Name: param + "." + strconv.Itoa(k), Set: a.sets[k]}
		if len(model.FreeLocals(v.Set)) > 0 {
			s.diags.Errorf(x.Span(), codeCondition, "the values that can stand here depend on other arguments of `%s`",
				a.sym.name).Help = "declare this parameter with one named type"
			return false
		}
		m.passed = append(m.passed, s.value(x, elemOf(v.Set), " for `"+a.sym.name+"`"))
		m.fixed = append(m.fixed, v)
		cond.args[k] = &dsl.Name{Name: v.Name}
	}
	m.conds[param] = &cond
	return true
}

// make makes the def of a template for some conditions.
func (s *scope) make(sym *symbol, d *dsl.DefDecl, m *making) *symbol {
	taken := func(def *model.Def) bool { return def.Name == m.name }
	for s.called[m.name] != nil || s.names[m.name] != nil || slices.ContainsFunc(s.program.Defs, taken) {
		m.name += "_"
	}
	def := &model.Def{Name: m.name, Doc: string(d.Doc), Span: sym.span}
	s.program.Defs = append(s.program.Defs, def)
	made := &symbol{name: m.name, span: sym.span, def: def, value: -1, phase: typing}
	if sym.made == nil {
		sym.made = map[string]*symbol{}
	}
	sym.made[m.key] = made
	// Warnings about the template, and its names for editors, are those of the template itself.
	before, editors := s.diags, s.loader.Index
	s.diags, s.loader.Index = nil, nil
	inner := s.newScope(made)
	made.scope, inner.conds = inner, m.conds
	def.Params = inner.params(valueParams(d), false)
	for _, v := range m.fixed {
		v.Slot = inner.bind(v.Name, elemOf(v.Set), sym.span)
		def.Params = append(def.Params, v)
	}
	if d.Result != nil {
		def.Result = inner.set(d.Result)
		made.result = elemOf(def.Result)
	}
	s.defBody(made, d)
	made.phase = checked
	errors := lists.Filter(s.diags, func(f *diag.Diagnostic) bool { return f.Severity == diag.Error })
	s.diags, s.loader.Index = append(before, errors...), editors
	return made
}
