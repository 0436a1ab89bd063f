package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// moveHeads declares moves and symmetries with their parameters. It returns functions that check the rest of them.
func (c *checker) moveHeads(files []*dsl.File) (later []func()) {
	symmetries := map[string]*model.Move{}
	for _, f := range files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *dsl.MoveDecl:
				m := &model.Move{Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span()}
				c.program.Moves = append(c.program.Moves, m)
				s := c.moveHead(m, "move", d.Params, c.moves)
				later = append(later, func() { s.move(m, "move", d.Clauses, d.Body, d.Then) })
			case *dsl.SymmetryDecl:
				m := &model.Move{Name: d.Name.Name, Doc: string(d.Doc), Span: d.Name.Span()}
				c.program.Symmetries = append(c.program.Symmetries, m)
				s := c.moveHead(m, "symmetry", d.Params, symmetries)
				later = append(later, func() { s.move(m, "symmetry", d.Clauses, d.Body, nil) })
			default:
			}
		}
	}
	return later
}

func (c *checker) moveHead(m *model.Move, what string, params []*dsl.Binding, space map[string]*model.Move) *scope {
	if old, ok := space[m.Name]; ok {
		c.diags.Errorf(m.Span, codeDuplicate, "the %s `%s` is declared twice", what, m.Name).
			See(old.Span, "first declared here")
	} else {
		space[m.Name] = m
	}
	s := c.newScope(nil)
	m.Params = s.params(params, true)
	for i, p := range m.Params {
		if set, ok := model.Unnamed(p.Set).(*model.AnySet); ok && what == "move" {
			s.listed(set.Elem)
			m.Params[i].Set = &model.Subsets{Base: model.Base{Sp: p.Set.Span(), Ty: p.Set.Type()}, Elem: set.Elem}
		} else if ok {
			s.singleParam(p.Set)
		}
	}
	return s
}

// move checks the clauses and effects of a move or symmetry.
func (s *scope) move(m *model.Move, what string, clauses []*dsl.Clause, body, then *dsl.Block) {
	first := map[dsl.ClauseKind]*dsl.Clause{}
	for _, cl := range clauses {
		if old, ok := first[cl.Kind]; ok && cl.Kind != dsl.When {
			d := s.diags.Errorf(headOf(cl.Span()), codeClause, "`%s` is written twice in the %s `%s`", cl.Kind, what,
				m.Name)
			d.See(headOf(old.Span()), "first written here")
			if cl.Kind == dsl.Where {
				d.Help = "join the conditions by `and`"
			}
		} else {
			first[cl.Kind] = cl
		}
		s.clause(m, cl)
	}
	bySize(m, m.Where)
	mark := s.mark()
	if body != nil {
		m.Body = s.effects(body.Effects)
	}
	if then != nil {
		m.Then = s.effects(then.Effects)
	}
	s.release(mark)
	m.Slots = s.slots
}

func (s *scope) clause(m *model.Move, cl *dsl.Clause) {
	mark := s.mark()
	defer s.release(mark)
	switch cl.Kind {
	case dsl.Where:
		m.Where = s.cond(cl.Expr)
	case dsl.When:
		m.When = append(m.When, s.condition(cl.Expr, cl.Else))
	case dsl.Cost:
		m.Cost = s.value(cl.Expr, model.NumberType, " as cost")
	case dsl.Order:
		m.Order = s.value(cl.Expr, model.NumberType, " to order by")
	case dsl.As:
		m.Label = s.value(cl.Expr, model.TextType, " as label")
	}
}

// effects checks the effects of a block. The names that its lets define stay visible until the caller ends the block.
func (s *scope) effects(effects []dsl.Effect) []model.Effect {
	var out []model.Effect
	writes := map[string]diag.Span{} // of this block, by place
	for _, e := range effects {
		x := s.effect(e)
		out = append(out, x)
		if a, ok := x.(*model.Assign); ok {
			s.collide(writes, a)
		}
	}
	return out
}

// inner checks the effects of a block inside another one.
func (s *scope) inner(b *dsl.Block) []model.Effect {
	if b == nil {
		return nil
	}
	defer s.release(s.mark())
	return s.effects(b.Effects)
}

func (s *scope) effect(e dsl.Effect) model.Effect {
	base := model.EffectBase{Sp: e.Span()}
	switch e := e.(type) {
	case *dsl.Assign:
		return s.assign(e)
	case *dsl.Let:
		value := s.hint(e.Value, nil)
		return &model.Let{EffectBase: base, Value: value, Target: s.target(e.Target, value.Type())}
	case *dsl.IfEffect:
		return &model.IfEffect{EffectBase: base, Cond: s.cond(e.Cond), Then: s.inner(e.Then), Else: s.inner(e.Else)}
	case *dsl.ForEffect:
		defer s.release(s.mark())
		out := &model.ForEffect{EffectBase: base, Vars: s.vars(e.Vars)}
		out.Where = s.condOr(e.Where)
		out.Body = s.inner(e.Body)
		return out
	case *dsl.Require:
		return &model.Require{EffectBase: base, Cond: s.condition(e.Cond, e.Else)}
	}
	return &model.Require{EffectBase: base}
}

func (s *scope) assign(e *dsl.Assign) model.Effect {
	out := &model.Assign{EffectBase: model.EffectBase{Sp: e.Span()}}
	types := make([]*model.Type, len(e.Values))
	for i, t := range e.Targets {
		place := s.place(t)
		out.Targets = append(out.Targets, place)
		if i < len(types) && place.Array != nil {
			types[i] = place.Array.Type
		}
	}
	for i, v := range e.Values {
		want := wrong
		suffix := ""
		if types[i] != nil {
			want = types[i]
			suffix = ": a value of `" + out.Targets[i].Array.Name + "`"
		}
		out.Values = append(out.Values, s.value(v, want, suffix))
	}
	if len(e.Targets) != len(e.Values) {
		s.diags.Errorf(e.Span(), codeAssignCount, "%s for %s", count(len(e.Values), "value", "values"),
			count(len(e.Targets), "target", "targets")).Help = "write one value for each target: `a, b := b, a`"
	}
	return out
}

// place checks what an assignment writes. With an error, the Array of the result is nil.
func (s *scope) place(p *dsl.Place) model.Place {
	out := model.Place{Sp: p.Span()}
	name := p.Name.Name
	sym := s.names[name]
	if l, ok := s.lookup(name); ok {
		s.forget(p.Index)
		d := s.diags.Errorf(p.Name.Span(), codeAssign, "`%s` is a local name; moves write state variables", name)
		if sym != nil && sym.array != nil && sym.array.Role == model.State {
			d.Help = "it hides the state variable of this name: rename it"
		}
		if l.span.Start.IsValid() {
			d.See(l.span, "named here")
		}
		return out
	}
	if sym == nil {
		s.forget(p.Index)
		s.didYouMean(s.diags.Errorf(p.Name.Span(), codeUnknown, "unknown name `%s`", name), name, s.stateNames)
		return out
	}
	if sym.array == nil || sym.array.Role != model.State {
		s.forget(p.Index)
		s.diags.Errorf(p.Name.Span(), codeAssign, "`%s` is a %s; moves write state variables", name, sym.what()).
			See(sym.span, "declared here")
		return out
	}
	sym.write = true
	s.note(p.Name.Span(), sym.span, true)
	if len(sym.array.Index) == 0 && len(p.Index) == 0 {
		out.Array = sym.array
		return out
	}
	index, ok := s.indices(sym.array, p.Index, p.Span())
	if ok {
		out.Array, out.Index = sym.array, index
	}
	return out
}

func (c *checker) stateNames() []string {
	return lists.Map(c.program.StateArrays(), func(a *model.Array) string { return a.Name })
}

// collide records the writes of an assignment, and reports a place that the block has already written.
func (s *scope) collide(writes map[string]diag.Span, a *model.Assign) {
	for _, t := range a.Targets {
		if t.Array == nil {
			continue
		}
		k := placeKey(t)
		first, ok := writes[k]
		if !ok {
			writes[k] = t.Sp
			continue
		}
		d := s.diags.Errorf(t.Sp, codeDoubleWrite,
			"`%s` is written twice at once: all effects of a phase happen together", s.checker.text(t.Sp))
		d.See(first, "also written here")
		d.Help = "write it once, or write it again in a `then { … }`"
	}
}
