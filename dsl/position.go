package dsl

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/lazy"
)

// Which element was expected where participle found an unexpected token, for the maintainer.
//
// An error of participle holds the unexpected token. It tells the expected element only in a message for people. So the
// tokens of the declaration are matched with the grammar again, up to the first required element that does not match.
// That element was expected. The grammar needs no lookahead, so the matcher never goes back: an alternative or optional
// part whose first token matches is the one that was meant.

// productions returns the grammar of declarations, by the names of its productions.
var productions = lazy.Value[map[string]*ebnfExpression]{Make: func() map[string]*ebnfExpression {
	text := fileGrammar().String()
	grammar, err := participle.MustBuild[ebnfGrammar]().ParseString("", text)
	if err != nil {
		panic(err) // the grammar does not depend on the input
	}
	all := map[string]*ebnfExpression{}
	for _, p := range grammar.Productions {
		all[p.Name] = p.Expression
	}
	return all
}}

// The notation in which participle writes grammars. Package ebnf of participle reads the same notation, but builds its
// parser whenever a program that imports the package starts, which takes a millisecond.
type (
	ebnfGrammar struct {
		Productions []*ebnfProduction `parser:"@@*"`
	}
	ebnfProduction struct {
		Name       string          `parser:"@Ident '='"`
		Expression *ebnfExpression `parser:"@@ '.'"`
	}
	ebnfExpression struct {
		Alternatives []*ebnfSequence `parser:"@@ ('|' @@)*"`
	}
	ebnfSequence struct {
		Terms []*ebnfTerm `parser:"@@+"`
	}
	ebnfTerm struct {
		Name       string     `parser:"( @Ident"`
		Literal    string     `parser:"| @String"`
		Token      string     `parser:"| '<' @Ident '>'"`
		Group      *ebnfGroup `parser:"| @@ )"`
		Repetition string     `parser:"@('*' | '+' | '?')?"`
	}
	ebnfGroup struct {
		Lookahead string          `parser:"'(' ('?' @('!' | '='))?"`
		Expr      *ebnfExpression `parser:"@@ ')'"`
	}
)

// symbolAt returns the element of the grammar that was expected where the tokens stop matching a production: the name
// of a production, a word, a sign, or `Ident`. It returns "" if the tokens match.
func symbolAt(lex lexer.PeekingLexer, production string) string {
	f := follower{lex: &lex}
	if f.named(production) {
		return ""
	}
	return f.expected
}

// follower matches tokens with the grammar. Its methods report whether an element matches. expected is the first
// required element that did not match.
type follower struct {
	lex      *lexer.PeekingLexer
	expected string
}

func (f *follower) named(production string) bool {
	p := exprParser{lex: f.lex}
	switch production {
	case "Expr":
		return f.custom(startsExpr(f.lex.Peek()), func() { p.expr(levelImplies) })
	case "TypeExpr":
		p.types = true
		return f.custom(startsExpr(f.lex.Peek()), func() { p.expr(levelRange) })
	case "BindVar":
		return f.custom(startsTarget(f.lex), func() { p.bindVar() })
	case "Target":
		return f.custom(startsTarget(f.lex), func() { p.target() })
	case "Str":
		return f.custom(f.lex.Peek().Type == tokString, func() { p.str() })
	}
	return f.expression(productions.Get()[production])
}

// custom matches an element that has its own parser, if the element begins here. That parser reports its own errors.
func (f *follower) custom(begins bool, parse func()) bool {
	if !begins {
		return false
	}
	_, err := caught(func() any { parse(); return nil })
	return err == nil
}

func (f *follower) expression(e *ebnfExpression) bool {
	at := f.lex.RawCursor()
	for _, a := range e.Alternatives {
		if f.sequence(a) {
			f.expected = "" // it came from other alternatives
			return true
		}
		if f.lex.RawCursor() > at { // the alternative has begun, so it was meant
			return false
		}
	}
	return false
}

func (f *follower) sequence(s *ebnfSequence) bool {
	for i, t := range s.Terms {
		if f.repeated(t) {
			continue
		}
		if i > 0 && f.expected == "" {
			f.expected = symbol(t)
		}
		return false
	}
	return true
}

// repeated matches a term as often as the grammar allows.
func (f *follower) repeated(t *ebnfTerm) bool {
	if t.Repetition == "" {
		return f.term(t)
	}
	for {
		at := f.lex.RawCursor()
		if !f.term(t) {
			if f.lex.RawCursor() > at {
				return false
			}
			f.expected = "" // the part is optional
			return true
		}
		if t.Repetition == "?" || f.lex.RawCursor() == at {
			return true
		}
	}
}

func (f *follower) term(t *ebnfTerm) bool {
	switch {
	case t.Name != "":
		return f.named(t.Name)
	case t.Token != "":
		return f.token(f.lex.Peek().Type == tokIdent)
	case t.Literal != "":
		return f.token(f.lex.Peek().Value == unquoted(t.Literal))
	case t.Group.Lookahead == "":
		return f.expression(t.Group.Expr)
	}
	before := f.lex.MakeCheckpoint()
	matches := f.expression(t.Group.Expr)
	f.lex.LoadCheckpoint(before)
	f.expected = ""
	return matches
}

func (f *follower) token(matches bool) bool {
	if matches {
		f.lex.Next()
	}
	return matches
}

// symbol returns the first element of a term.
func symbol(t *ebnfTerm) string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Token != "":
		return "Ident"
	case t.Literal != "":
		return unquoted(t.Literal)
	}
	return symbol(t.Group.Expr.Alternatives[0].Terms[0])
}

func unquoted(literal string) string {
	text, err := strconv.Unquote(literal)
	if err != nil {
		return strings.Trim(literal, `"`)
	}
	return text
}
