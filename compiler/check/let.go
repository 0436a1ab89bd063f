package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// maxLet is the greatest number of nodes of a value that a `let` in an expression names. Each use of the name counts as
// the whole value, so that the bound also holds for lets that use one another.
const maxLet = 10_000

// letIn checks `let x = e: body`. It replaces each x by e, so later stages have no such let.
func (s *scope) letIn(e *dsl.LetIn, want *model.Type) model.Expr {
	defer s.release(s.mark())
	value := s.hint(e.Value, nil)
	nodes := 0
	for range model.All(value) {
		if nodes++; nodes > maxLet {
			s.diags.Errorf(e.Value.Span(), codeLocal, "the value of this `let` is more than %d operations long", maxLet).
				Help = "each use of the name of another `let` counts as its value; name the value by a `def`"
			value = wrongAt(e.Value.Span())
			break
		}
	}
	s.standFor(s.target(e.Target, value.Type()), value)
	return s.raw(e.Body, want)
}

// standFor sets the expressions that the names of a target stand for. The names are already visible.
func (s *scope) standFor(t *model.Target, value model.Expr) {
	for i, part := range t.Elems {
		s.standFor(part, component(value, i))
	}
	if i := slices.IndexFunc(s.locals, func(l local) bool { return l.slot == t.Slot }); i >= 0 && t.Elems == nil {
		s.locals[i].value = value
	}
}

// component returns part i of a tuple. Each part of a tuple that is written out may be undefined by itself.
func component(x model.Expr, i int) model.Expr {
	if x.Type().Kind != model.TupleKind || i >= len(x.Type().Elems) {
		return wrongAt(x.Span())
	}
	base := model.Base{Sp: x.Span(), Ty: x.Type().Elems[i]}
	switch x := x.(type) {
	case *model.TupleOfExprs:
		return x.Elems[i]
	case *model.If:
		return &model.If{Base: base, Cond: x.Cond, Then: component(x.Then, i), Else: component(x.Else, i)}
	default:
		return &model.Component{Base: base, X: x, I: i}
	}
}
