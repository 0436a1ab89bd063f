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

// bySize limits set parameters of a move to the sizes that `where` allows, so that only sets of these sizes are listed.
// It reads conditions such as `size(g) <= n` and `size(g) in 1..n`, joined by `and`. A bound uses no parameters of the
// move.
func bySize(m *model.Move, where model.Expr) {
	switch e := where.(type) {
	case *model.Binary:
		if e.Op == model.And {
			bySize(m, e.L)
			bySize(m, e.R)
			return
		}
		if set := sizedBy(m, e.L); set != nil && fixed(e.R) {
			bound(set, e.Op, e.R)
		} else if set := sizedBy(m, e.R); set != nil && fixed(e.L) {
			turned := map[model.Op]model.Op{model.Lt: model.Gt, model.Le: model.Ge, model.Gt: model.Lt, model.Ge: model.Le}
			if op, ok := turned[e.Op]; ok {
				bound(set, op, e.L)
			} else {
				bound(set, e.Op, e.L)
			}
		}
	case *model.In:
		r, ok := e.Set.(*model.Range)
		if set := sizedBy(m, e.X); set != nil && ok && fixed(r.Lo) && fixed(r.Hi) {
			bound(set, model.Ge, r.Lo)
			bound(set, model.Le, r.Hi)
		}
	default:
	}
}

// sizedBy returns the set of the parameter whose size the expression is; nil for other expressions.
func sizedBy(m *model.Move, e model.Expr) *model.Subsets {
	size, ok := e.(*model.Size)
	if !ok {
		return nil
	}
	local, ok := size.Set.(*model.Local)
	if !ok {
		return nil
	}
	for _, p := range m.Params {
		if set, ok := p.Set.(*model.Subsets); ok && p.Slot == local.Slot {
			return set
		}
	}
	return nil
}

// fixed reports whether an expression uses no local names and no state: it is then the same for all arguments of a
// move.
func fixed(e model.Expr) bool {
	return len(model.FreeLocals(e)) == 0 && model.SlotsFor(e) == 0 && !model.ReadsState(e)
}

// bound adds a bound on the size of the listed sets: `size op n`.
func bound(set *model.Subsets, op model.Op, n model.Expr) {
	one := &model.Lit{Base: model.Base{Sp: n.Span(), Ty: model.NumberType}, Value: model.Int(1)}
	shifted := func(op model.Op) model.Expr {
		return &model.Binary{Base: model.Base{Sp: n.Span(), Ty: model.NumberType}, Op: op, L: n, R: one}
	}
	switch op {
	case model.Eq:
		set.Least, set.Most = append(set.Least, n), append(set.Most, n)
	case model.Le:
		set.Most = append(set.Most, n)
	case model.Lt:
		set.Most = append(set.Most, shifted(model.Sub))
	case model.Ge:
		set.Least = append(set.Least, n)
	case model.Gt:
		set.Least = append(set.Least, shifted(model.Add))
	default:
	}
}
