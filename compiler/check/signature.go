package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
)

// A symbol is checked in two steps: its type (signature) and its value (body). Other declarations may need either step.

// need records that the current declaration refers to a symbol, and types the symbol.
func (s *scope) need(to *symbol, span diag.Span) {
	to.used = true
	s.note(span, to.span, false)
	if s.unit != nil {
		s.unit.needs = append(s.unit.needs, need{to: to, span: span})
	}
	s.signature(to)
}

// signature types a symbol, unless that was done or is being done.
func (c *checker) signature(sym *symbol) {
	if sym.phase != fresh {
		return
	}
	sym.phase = typing
	sym.scope = c.newScope(sym)
	switch d := sym.decl.(type) {
	case *dsl.ParamDecl:
		c.arrayType(sym, d.Index, d.Type)
	case *dsl.ConstDecl:
		c.arrayType(sym, d.Index, d.Type)
	case *dsl.StateDecl:
		c.arrayType(sym, d.Index, d.Type)
		c.stateType(sym, d)
	case *dsl.TypeDecl:
		sym.typ.Set = sym.scope.set(d.Type)
		sym.typ.Slots = sym.scope.slots
	case *dsl.DefDecl:
		c.defType(sym, d)
	case *dsl.HeuristicDecl:
		sym.scope.heuristic = true
	default:
	}
	if sym.phase == typing {
		sym.phase = typed
	}
}

// arrayType checks the indices and the type of an array. The names of the indices are visible in its type and value.
func (c *checker) arrayType(sym *symbol, index []*dsl.IndexVar, typ dsl.Expr) {
	s, a := sym.scope, sym.array
	var vars []model.IndexVar
	for _, i := range index {
		set := s.set(i.Type)
		s.listed(set)
		vars = append(vars, model.IndexVar{Slot: -1, Set: s.hoist(set)})
	}
	s.slots = 0 // sets that need slots are hoisted, so the type of an entry and the value use this frame
	for i, v := range index {
		if v.Var != nil {
			vars[i].Slot = s.bind(v.Var.Name, elemOf(vars[i].Set), v.Var.Span())
		}
	}
	a.Index = vars
	orNone, isOptional := typ.(*dsl.OrNone)
	if isOptional = isOptional && a.Role != model.State; isOptional {
		typ = orNone.X
	}
	set := s.set(typ)
	if len(model.FreeLocals(set)) > 0 {
		s.listed(set)
		a.Entry, set = set, s.union(index, vars, set)
	}
	a.Domain = s.hoist(set)
	a.Type = elemOf(a.Domain)
	if isOptional {
		s.optional(a, orNone)
	}
	if a.Role != model.State {
		c.listParts(a)
	}
}

// union returns the set of the values of all elements, where the type of an element depends on its indices.
func (s *scope) union(index []*dsl.IndexVar, vars []model.IndexVar, entry model.Expr) model.Expr {
	slot := s.newSlot()
	elem := &model.Local{Base: model.Base{Sp: entry.Span(), Ty: elemOf(entry)}, Name: "_", Slot: slot}
	out := &model.SetComp{Base: model.Base{Sp: entry.Span(), Ty: entry.Type()}, Elem: elem}
	for i, v := range vars {
		if v.Slot >= 0 {
			target := &model.Target{Name: index[i].Var.Name, Slot: v.Slot}
			out.Vars = append(out.Vars, model.Bind{Target: target, Set: v.Set})
		}
	}
	out.Vars = append(out.Vars, model.Bind{Target: &model.Target{Name: "_", Slot: slot}, Set: entry})
	return out
}

func (c *checker) stateType(sym *symbol, d *dsl.StateDecl) {
	a := sym.array
	a.Distinct = d.Distinct
	if d.Distinct && len(d.Index) == 0 {
		c.diags.Errorf(d.Name.Span(), codeDistinct, "`%s` has one value only, `distinct` is for arrays",
			a.Name).Help = "leave out `distinct`"
	}
	if t := a.Type; !hasWrong(t) && (!t.Scalar() || t.Kind == model.Character) {
		e := c.diags.Errorf(d.Type.Span(), codeStateType, "the state cannot hold %s", plural(t))
		switch t.Kind {
		case model.Character:
			e.Help = "declare an `enum` for what can stand at a place"
		case model.TupleKind:
			e.Help = "declare a variable for each component"
			if t.IsOffset() {
				e.Help += ", or hold a cell"
			}
		case model.TextKind:
			e.Help = "hold a value of an `enum`; a `def` of it gives the text to show"
		case model.ListKind:
			e.Help = "lists are data: declare a `param` or a `const`; the state holds an array"
		case model.SetKind:
			e.Help = "hold a set as an array of Booleans: `state chosen[x in T]: bool = …`"
		default:
		}
		a.Type = wrong
	}
}

func (c *checker) defType(sym *symbol, d *dsl.DefDecl) {
	s := sym.scope
	sym.def.Params = s.params(valueParams(d), false)
	s.unknownConds(d)
	if d.Result != nil {
		sym.def.Result = s.set(d.Result)
		sym.result = elemOf(sym.def.Result)
		return
	}
	c.defBody(sym, d)
	sym.phase = checked
}

func (c *checker) defBody(sym *symbol, d *dsl.DefDecl) {
	s, def := sym.scope, sym.def
	before := len(c.diags)
	def.Body = s.raw(d.Value, sym.result)
	if d.Result != nil {
		def.Body = s.expect(def.Body, sym.result, ", the declared result of `"+def.Name+"`")
	} else {
		sym.result = def.Body.Type()
	}
	def.Slots = s.slots
	sym.broken = c.diags[before:].HasErrors()
}

// body checks the value of a symbol.
func (c *checker) body(sym *symbol) {
	c.signature(sym)
	if sym.phase != typed {
		return
	}
	sym.phase = checking
	s := sym.scope
	switch d := sym.decl.(type) {
	case *dsl.ParamDecl:
		if c.inForce(sym.name, nil) {
			c.arrayValue(s.dataScope(nil), sym.array, d.Value)
		}
	case *dsl.ConstDecl:
		c.arrayValue(s, sym.array, d.Value)
	case *dsl.StateDecl:
		c.initial(sym, d)
	case *dsl.DefDecl:
		c.defBody(sym, d)
	case *dsl.HeuristicDecl:
		sym.heur.Value = s.number(d.Value)
		sym.heur.Slots = s.slots
	default:
	}
	sym.phase = checked
}

func (c *checker) arrayValue(s *scope, a *model.Array, value dsl.Expr) {
	if value != nil {
		a.Value = s.arrayOf(value, a, levels(a))
	}
	a.Slots = s.slots
}

// levels is how deep a list that is the value of an array may be nested: one level for each index, two for an index
// over cells (rows).
func levels(a *model.Array) int {
	n := len(a.Index)
	for _, x := range a.Index {
		if t := x.Set.Type().Elem(); t != nil && t.Kind == model.CellKind {
			n++
		}
	}
	return n
}

// unparen returns an expression without the parentheses around it.
func unparen(e dsl.Expr) dsl.Expr {
	for p, ok := e.(*dsl.Paren); ok; p, ok = e.(*dsl.Paren) {
		e = p.X
	}
	return e
}

// arrayOf checks the value of an array: an expression for all elements, or a list.
func (s *scope) arrayOf(e dsl.Expr, a *model.Array, depth int) model.Expr {
	e = unparen(e)
	list, ok := e.(*dsl.List)
	if !ok {
		if m, isMap := e.(*dsl.MapLit); isMap && a.Type != nil && a.Type.Kind == model.MapKind {
			s.alphabet(m, a.Domain)
		}
		return s.orNone(e, typeOr(a.Type), a.Optional, ": a value of `"+a.Name+"`")
	}
	if isLists(a) && (depth == 0 || depth < levels(a) && isValueList(list)) {
		return s.listValue(list, a.Type, a.Optional)
	}
	out := &model.List{Base: model.Base{Sp: e.Span(), Ty: typeOr(a.Type)}}
	if depth == 0 && a.Type != nil && hasWrong(a.Type) {
		return wrongAt(e.Span())
	}
	if depth == 0 {
		d := s.diags.Errorf(headOf(e.Span()), codeList, "`%s` is an array of %d indices, this list is nested deeper",
			a.Name, len(a.Index))
		if len(a.Index) == 0 {
			d.Msg = "`" + a.Name + "` is one value, a list is the value of an array"
		}
		s.forget(list.Elems)
		return wrongAt(e.Span())
	}
	for _, x := range list.Elems {
		out.Elems = append(out.Elems, s.arrayOf(x, a, depth-1))
	}
	return out
}

func (c *checker) initial(sym *symbol, d *dsl.StateDecl) {
	if d.Value == nil {
		c.diags.Errorf(d.Name.Span(), codeNoValue, "the state variable `%s` has no initial value",
			sym.name).Help = "write `= value`, or `= any` if the solver is to choose it"
		return
	}
	s, a := sym.scope, sym.array
	if _, ok := d.Value.(*dsl.List); ok {
		a.Value = s.arrayOf(d.Value, a, levels(a))
	} else {
		a.Value = s.initialValue(d.Value, a)
	}
	a.Slots = s.slots
}

// initialValue checks an initial value. It may be `any`, or have `any` in the branches of an `if`.
func (s *scope) initialValue(e dsl.Expr, a *model.Array) model.Expr {
	t := typeOr(a.Type)
	return s.either(e, t, ": a value of `"+a.Name+"`", func(e dsl.Expr) model.Expr {
		if _, ok := e.(*dsl.Any); ok {
			return &model.AnyValue{Base: model.Base{Sp: e.Span(), Ty: t}}
		}
		return nil
	})
}
