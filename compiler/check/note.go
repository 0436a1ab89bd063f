package check

import (
	"github.com/pzc-lang/pzc/compiler/index"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
)

// These functions record facts for editors. They do nothing unless the loader has an index.

// note records that a name refers to a declaration at another position.
func (c *checker) note(at, declared diag.Span, write bool) {
	if x := c.loader.Index; x != nil {
		x.Use(at, declared, write)
	}
}

// noteLocal records the declaration of a local name.
func (s *scope) noteLocal(name string, slot int, typ *model.Type, span diag.Span) {
	if x := s.loader.Index; x != nil {
		if s.bound == nil {
			s.bound = map[int]diag.Span{}
		}
		s.bound[slot] = span
		x.Declare(&index.Symbol{
			Kind: index.Local, Name: name, Span: span, Whole: span, TypeText: describe(typ),
		})
	}
}

// noteMember records the names that may follow a point.
func (c *checker) noteMember(at diag.Span, of model.Expr) {
	if x := c.loader.Index; x != nil {
		x.Members = append(x.Members, index.Member{Span: at, Names: fieldsOf(of)})
	}
}
