package dsl

import (
	"slices"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Where participle finds an unexpected token, the element of the grammar that was expected is known.
func TestExpectedSymbols(t *testing.T) {
	for text, want := range map[string]string{
		"param = 3":                        "Ident",
		"param x 0..3":                     ":",
		"param x: = 3":                     "TypeExpr",
		"param x[i in 0..3, ]: 0..1":       "TypeExpr",
		"param x[0..3: 0..1":               "]",
		"param x[i 0..3]: 0..1":            "]",
		"const x: 0..3":                    "=",
		"const x: 0..3 =":                  "Expr",
		"enum E a, b }":                    "{",
		"enum E { a b }":                   "}",
		"def f(x 0..3) = x":                ":",
		"def f(x: 0..3 = x":                ")",
		"move m { x + 1 }":                 ":=",
		"move m { if x == 1 x := 2 }":      "Block",
		"move m { if x == 1 { } else x }":  "IfEffect",
		"move m { let = 3 }":               "Target",
		"move m { for { } }":               "BindVar",
		"move m(x: 0..3) when":             "Expr",
		"move m then { }":                  "Block",
		"relaxation r \"other.pz\" { }":    "of",
		"relaxation r of other { }":        "Str",
		"relaxation r of \"o.pz\" { x 1 }": "=",
		"prune":                            "Pattern",
		"view c in C \"x\"":                ":",
		"expect 3":                         "cost",
	} {
		r := newReader("p.pz", text)
		begin := *r.lex
		_, err := declParser(r.lex.Peek().Value).ParseFromLexer(r.lex, participle.AllowTrailing(true))
		var unexpected *participle.UnexpectedTokenError
		require.ErrorAs(t, err, &unexpected, text)
		assert.Equal(t, want, symbolAt(begin, "Decl"), text)
	}
}

// Each word that begins a declaration has a parser, and each kind of declaration a word.
func TestDeclParsers(t *testing.T) {
	words := DeclWords()
	for _, word := range words {
		assert.NotPanics(t, func() { declParser(word) }, word)
	}
	for _, d := range allKinds() {
		assert.True(t, slices.ContainsFunc(words, func(word string) bool { return beginsWith(d, word) }), "%T", d)
	}
}
