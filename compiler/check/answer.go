package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// answer checks `answer name, … = value`. A def becomes an array with an element for each value of its parameters.
func (c *checker) answer(d *dsl.AnswerDecl) {
	for _, name := range d.Names {
		sym := c.called[name.Name]
		if sym == nil {
			sym = c.names[name.Name]
		}
		a := c.answerOf(name, sym)
		if a == nil {
			continue
		}
		i := slices.IndexFunc(c.program.Answers, func(x model.Answer) bool { return x.Array.Name == a.Name })
		if i >= 0 {
			c.diags.Errorf(name.Span(), codeAnswer, "`%s` is an answer already", a.Name).
				See(c.program.Answers[i].Span, "named here")
			continue
		}
		x := model.Answer{Span: name.Span(), Array: a, Def: sym.def}
		if sym.def != nil {
			x.Value, a.Value = a.Value, &model.AnyValue{Base: model.Base{Sp: a.Span, Ty: a.Type}}
		}
		if d.Value != nil && !hasWrong(a.Type) {
			x.Start = c.newScope(nil).value(d.Value, a.Type, ": a value of `"+a.Name+"`")
			if model.ReadsState(x.Start) {
				c.diags.Errorf(d.Value.Span(), codeAnswer, "the value of an open place is the same in all states, this one "+
					"reads the state").Help = "write a constant, such as `answer " + a.Name + " = false`"
			}
		}
		c.program.Answers = append(c.program.Answers, x)
	}
}

// answerOf returns the array of an answer, nil after an error.
func (c *checker) answerOf(name dsl.Ident, sym *symbol) *model.Array {
	if sym != nil && sym.template() != nil {
		c.diags.Errorf(name.Span(), codeAnswer, "`%s` has conditions as parameters, an answer has values",
			sym.name).Help = "name a def that calls it"
		return nil
	}
	if sym == nil {
		d := c.diags.Errorf(name.Span(), codeUnknown, "unknown name `%s`", name.Name)
		c.didYouMean(d, name.Name, func() (all []string) {
			for _, s := range c.symbols {
				if s.def != nil || s.array != nil && s.array.Role == model.State {
					all = append(all, s.name)
				}
			}
			return all
		})
		return nil
	}
	sym.used = true
	c.note(name.Span(), sym.span, false)
	switch {
	case sym.array != nil && sym.array.Role == model.State:
		return sym.array
	case sym.def == nil:
		c.diags.Errorf(name.Span(), codeAnswer, "`%s` is %s: an answer is a state variable or a def", name.Name,
			withArticle(sym.what())).See(sym.span, "declared here")
		return nil
	case sym.def.Body == nil || isWrong(sym.def.Body) || hasWrong(sym.result):
		return nil
	case !model.ReadsState(sym.def.Body):
		c.diags.Errorf(name.Span(), codeAnswer, "`%s` does not depend on what the solver chooses", name.Name).
			See(sym.span, "declared here").Help = "name a def that reads the state"
		return nil
	}
	return c.answerArray(name, sym)
}

// answerArray makes the array that has the values of a def.
func (c *checker) answerArray(name dsl.Ident, sym *symbol) *model.Array {
	def, t := sym.def, sym.result
	s := c.newScope(nil)
	a := &model.Array{Name: def.Name, Doc: def.Doc, Span: def.Span, Role: model.State, Type: t}
	call := &model.Call{Base: model.Base{Sp: name.Span(), Ty: t}, Def: def}
	for _, p := range def.Params {
		if len(model.FreeLocals(p.Set)) > 0 {
			c.diags.Errorf(name.Span(), codeAnswer, "the values of `%s` in `%s` depend on its other parameters", p.Name,
				def.Name).See(def.Span, "declared here").Help = "declare it over all values; what has no value is undefined"
			return nil
		}
		set := s.hoist(p.Set)
		if s.listed(set); isWrong(set) {
			return nil
		}
		slot := s.newSlot()
		a.Index = append(a.Index, model.IndexVar{Slot: slot, Set: set})
		call.Args = append(call.Args, &model.Local{
			Base: model.Base{Sp: name.Span(), Ty: elemOf(set)}, Name: p.Name, Slot: slot,
		})
	}
	switch {
	case def.Result != nil && t.Scalar() && t.Kind != model.Character:
		a.Domain = s.hoist(def.Result)
	case t.Kind == model.Boolean || t.Kind == model.Direction || t.Kind == model.Enumerated:
		a.Domain = &model.FullSet{Base: model.Base{Sp: name.Span(), Ty: model.SetOf(t)}}
	case t.Scalar() && t.Kind != model.Character:
		c.diags.Errorf(name.Span(), codeAnswer, "`%s` has no declared result, so its values are not known", def.Name).
			See(def.Span, "declared here").Help = "write the type of the result, such as `def " + def.Name + "(…): 0..9 = …`"
		return nil
	default:
		c.diags.Errorf(name.Span(), codeAnswer, "an answer cannot hold %s", plural(t)).See(def.Span, "declared here").
			Help = "a number, a Boolean, a cell, a direction or a value of an enum can be filled in"
		return nil
	}
	zero := &model.Lit{Base: model.Base{Sp: name.Span(), Ty: model.NumberType}}
	boolean := model.Base{Sp: name.Span(), Ty: model.BooleanType}
	a.Slots, a.Value = s.slots, &model.If{
		Base: call.Base, Cond: &model.Func{Base: boolean, Fn: model.Defined, Args: []model.Expr{call}},
		Then: call, Else: &model.Nth{Base: call.Base, Set: a.Domain, I: zero},
	}
	return a
}

// answers checks that a puzzle with answers has no moves.
func (c *checker) answers() {
	c.unplaced()
	if p := c.program; len(p.Answers) > 0 && len(p.Moves) > 0 {
		c.diags.Errorf(p.Answers[0].Span, codeAnswer, "`answer` is for puzzles without moves, and this one has moves: the "+
			"answer is a plan").See(p.Moves[0].Span, "the first move")
	}
}

// unplaced warns of answers that no view names, itself or in a def.
func (c *checker) unplaced() {
	arrays, defs := map[*model.Array]bool{}, map[*model.Def]bool{}
	var read func(e model.Expr)
	read = func(e model.Expr) {
		for e := range model.All(e) {
			switch e := e.(type) {
			case *model.Read:
				arrays[e.Array] = true
			case *model.Call:
				if !defs[e.Def] && e.Def.Body != nil {
					defs[e.Def] = true
					read(e.Def.Body)
				}
			default:
			}
		}
	}
	for _, v := range c.program.Views {
		for _, e := range v.Exprs() {
			read(e)
		}
	}
	for _, a := range c.program.Answers {
		if len(c.program.Views) > 0 && !arrays[a.Array] && !defs[a.Def] {
			c.diags.Warnf(a.Span, codeAnswerPlace, "no clause of the view names `%s`, so it cannot be filled in on the board",
				a.Array.Name).Help = "name it where it stands, such as `edge d in Dir: " + a.Array.Name + "(c, d)`"
		}
	}
}
