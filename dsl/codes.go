package dsl

import (
	"slices"

	"github.com/pzc-lang/pzc/internal/diag"
)

// The codes of the diagnostics of this package. They are stable. docs/findings.md has their rules.
const (
	CodeNotText            = diag.NotText
	CodeTooLarge           = "too-large"
	codeTooDeep            = "too-deep"
	CodeTooManyErrors      = "too-many-errors"
	codeLexSymbol          = "lex-symbol"
	codeLexNumber          = "lex-number"
	codeLexChar            = "lex-char"
	codeLexString          = "lex-string"
	codeLexMap             = "lex-map"
	codeSyntax             = "syntax"
	codeUnclosed           = "unclosed"
	codeReserved           = "reserved-word"
	codeWrongOperator      = "wrong-operator"
	codeChainedComparison  = "chained-comparison"
	codeUnknownDeclaration = "unknown-declaration"
)

// IsSyntax reports whether a finding with this code is about the syntax.
func IsSyntax(code string) bool {
	return slices.Contains([]string{
		CodeNotText, CodeTooLarge, codeTooDeep, CodeTooManyErrors, codeLexSymbol, codeLexNumber, codeLexChar, codeLexString,
		codeLexMap, codeSyntax, codeUnclosed, codeReserved, codeWrongOperator, codeChainedComparison, codeUnknownDeclaration,
	}, code)
}
