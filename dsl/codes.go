package dsl

import "github.com/pzc-lang/pzc/internal/diag"

// The codes of the diagnostics of this package. They are stable. Codes lists the rule of each code.
const (
	CodeNotText            = diag.NotText
	codeTooLarge           = "too-large"
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

// Codes lists the codes of this package with their rules.
// Each package that reports findings has such a table of its own codes.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: CodeNotText, Meaning: "a file is UTF-8 text without hidden characters"},
		{Name: codeTooLarge, Meaning: "a file has at most 16 MB and a million words and signs"},
		{Name: codeTooDeep, Meaning: "brackets are not nested too deeply, chains of operators are not too long"},
		{Name: CodeTooManyErrors, Meaning: "only the first errors of a file are shown"},
		{Name: codeLexSymbol, Meaning: "a text consists of the words and signs of the language"},
		{Name: codeLexNumber, Meaning: "a number is whole, fits 64 bits and is not followed by a letter"},
		{Name: codeLexChar, Meaning: "a character literal holds one character"},
		{Name: codeLexString, Meaning: "a text is closed on its line; its escapes and expressions are valid"},
		{Name: codeLexMap, Meaning: "a map is closed, its quotes stand alone, and it has no tabs"},
		{Name: codeSyntax, Meaning: "a declaration follows the grammar"},
		{Name: codeUnclosed, Meaning: "each bracket is closed"},
		{Name: codeReserved, Meaning: "a word of the language is not a name"},
		{Name: codeWrongOperator, Meaning: "operators of other languages, such as `&&` and `!`, are not used"},
		{Name: codeChainedComparison, Meaning: "comparisons and ranges do not chain"},
		{Name: codeUnknownDeclaration, Meaning: "a declaration begins with its word"},
	}
}
