package check

import (
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/lists"
)

// prune checks a `prune` declaration: a sequence of moves that an optimal plan never needs.
func (c *checker) prune(d *dsl.PruneDecl) {
	s := c.newScope(nil)
	p := &model.Prune{Span: d.Span()}
	for _, pat := range d.Patterns {
		p.Steps = append(p.Steps, s.pruneStep(pat))
	}
	p.Where = s.condOr(d.Where)
	p.Slots = s.slots
	c.program.Prunes = append(c.program.Prunes, p)
}

func (s *scope) pruneStep(pat *dsl.Pattern) model.PruneStep {
	m := s.moves[pat.Move.Name]
	if m == nil {
		s.unknownMove(pat.Move)
	} else if s.note(pat.Move.Span(), m.Span, false); len(pat.Args) != len(m.Params) {
		d := s.diags.Errorf(pat.Span(), codeArguments, "the move `%s` has %s, %d given", m.Name,
			count(len(m.Params), "parameter", "parameters"), len(pat.Args))
		d.Help = "write `_` for parameters that may be anything"
		d.See(m.Span, "declared here")
		m = nil
	}
	step := model.PruneStep{Move: m}
	for i, arg := range pat.Args {
		t := wrong
		if m != nil {
			t = elemOf(m.Params[i].Set)
		}
		step.Args = append(step.Args, s.pruneArg(arg, t))
	}
	return step
}

// pruneArg checks an argument of a pattern: `_`, a constant, or a variable, which is a name that is declared nowhere.
func (s *scope) pruneArg(e dsl.Expr, t *model.Type) model.PruneArg {
	switch x := e.(type) {
	case *dsl.Wild:
		return model.PruneArg{Slot: -1}
	case *dsl.Name:
		if s.names[x.Name] == nil && predeclared(x) == nil {
			l, ok := s.lookup(x.Name)
			if !ok {
				return model.PruneArg{Slot: s.bind(x.Name, t, x.Span())}
			}
			if !same(l.typ, t) {
				s.diags.Errorf(x.Span(), codeKind, "`%s` is %s, %s is wanted", x.Name, describe(l.typ),
					describe(t)).Help = "choose another name"
			}
			s.note(x.Span(), l.span, false)
			return model.PruneArg{Slot: l.slot}
		}
	default:
	}
	return model.PruneArg{Slot: -1, Value: s.value(e, t, "")}
}

func (s *scope) unknownMove(name dsl.Ident) {
	d := s.diags.Errorf(name.Span(), codeUnknown, "unknown move `%s`", name.Name)
	s.didYouMean(d, name.Name, func() []string {
		return lists.Map(s.program.Moves, func(m *model.Move) string { return m.Name })
	})
}
