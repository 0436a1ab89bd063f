package check

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// Data that may be missing, for the maintainer: `T or none` behind a parameter or constant, and `none` among its
// values. Only in these two places `none` is a word of the language, because enums have values of this name.

const none = "none"

func isNone(e dsl.Expr) bool {
	n, ok := unparen(e).(*dsl.Name)
	return ok && n.Name == none
}

// optional marks an array whose type is `T or none`, and reports a type of which this makes no sense.
func (s *scope) optional(a *model.Array, e *dsl.OrNone) {
	t := a.Type
	if t.Kind == model.ListKind || t.Kind == model.MapKind && len(t.Elems) > 0 {
		t = t.Elems[0]
	}
	refuse := func(help, format string, args ...any) {
		s.diags.Errorf(e.Span(), codeNone, format, args...).Help = help
	}
	switch {
	case hasWrong(t):
	case t.Kind == model.SetKind, t.Kind == model.TextKind:
		refuse("leave out `or none`", "%s says that there is nothing if it is empty", describe(t))
	case t.Kind == model.MapKind:
		refuse("leave out `or none`, or write a map of words: `map of 1..99 or none`",
			"a map has a character in each cell; one of them says that there is nothing")
	case t.Enum != nil && slices.Contains(t.Enum.Values, none):
		refuse("leave out `or none`", "%s has a value `none`, and data could not tell it from a missing value", t.Enum.Name)
	default:
		a.Optional = true
	}
}

// strayNone reports `T or none` that is not the type of a parameter or constant.
func (s *scope) strayNone(e dsl.Expr) {
	s.refuse(e.Span(), codeNone, "elsewhere take a value that stands for none, as in `enum Piece { none, white, black }`",
		"`or none` stands only behind the whole type of a parameter or constant")
}

// orNone checks a value of a type, in whose place `none` may stand if optional.
func (s *scope) orNone(e dsl.Expr, t *model.Type, optional bool, suffix string) model.Expr {
	if !optional {
		return s.value(e, t, suffix)
	}
	return s.either(e, t, suffix, func(e dsl.Expr) model.Expr {
		if m, ok := e.(*dsl.MapLit); ok && len(t.Elems) > 0 {
			return s.wordMap(m, t, true)
		}
		if isNone(e) && t.Kind != model.ListKind && t.Kind != model.MapKind {
			return &model.Lit{Base: model.Base{Sp: e.Span(), Ty: t}, Value: model.None}
		}
		return nil
	})
}

// either checks a value in whose place, or in whose branches of an `if`, a word may stand. The function word returns
// what the word stands for, and nil for all other expressions.
func (s *scope) either(e dsl.Expr, t *model.Type, suffix string, word func(dsl.Expr) model.Expr) model.Expr {
	if x := word(unparen(e)); x != nil {
		return x
	}
	if x, ok := unparen(e).(*dsl.If); ok {
		return &model.If{
			Base: model.Base{Sp: e.Span(), Ty: t},
			Cond: s.cond(x.Cond), Then: s.either(x.Then, t, suffix, word), Else: s.either(x.Else, t, suffix, word),
		}
	}
	return s.value(e, t, suffix)
}

// withNone reports a comparison of data with `none`; nil: e is none.
func (s *scope) withNone(e *dsl.Binary, op model.Op) model.Expr {
	data := e.L
	if isNone(e.L) {
		data = e.R
	} else if !isNone(e.R) {
		return nil
	}
	x := s.quietly(data)
	if !mayLack(x) || op != model.Eq && op != model.Ne {
		return nil
	}
	text := "defined(" + s.checker.text(data.Span()) + ")"
	if op == model.Eq {
		text = "not " + text
	}
	s.diags.Errorf(e.Span(), codeNone, "`none` is no value: what is missing is undefined").Write(e.Span(), text, "")
	return wrongAt(e.Span())
}

// quietly checks an expression that is checked once more, and reports nothing.
func (s *scope) quietly(e dsl.Expr) model.Expr {
	found := s.diags
	defer func() { s.diags = found }()
	return s.hint(e, nil)
}

// mayLack reports whether an expression reads data that may be missing.
func mayLack(x model.Expr) bool {
	if at, ok := x.(*model.MapAt); ok {
		x = at.Map
	}
	read, ok := x.(*model.Read)
	return ok && (read.Array.Optional || read.Array.Of != nil && read.Array.Of.Optional)
}
