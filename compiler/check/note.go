package check

import (
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/diag"
)

// What the checker tells an editor. All of these do nothing unless the loader has an index.

// note notes that a name is the one that is declared at another place.
func (c *checker) note(at, declared diag.Span, write bool) {
	if x := c.loader.Index; x != nil {
		x.Use(at, declared, write)
	}
}

// noteLocal notes the declaration of a local name.
func (s *scope) noteLocal(name string, slot int, typ *model.Type, span diag.Span) {
	if x := s.loader.Index; x != nil {
		if s.bound == nil {
			s.bound = map[int]diag.Span{}
		}
		s.bound[slot] = span
		x.Declare(&index.Symbol{
			Kind: index.Local, Name: name, Span: span, Whole: span, Type: known(typ), TypeText: describe(typ),
		})
	}
}

// noteMember notes the names that may stand after a point.
func (c *checker) noteMember(at diag.Span, of model.Expr) {
	if x := c.loader.Index; x != nil {
		x.Members = append(x.Members, index.Member{Span: at, Names: fieldsOf(of)})
	}
}

// known returns a type; nil if it is not known.
func known(t *model.Type) *model.Type {
	if hasWrong(t) {
		return nil
	}
	return t
}
