package dsl

import "github.com/pzc-lang/pzc/diag"

// The codes of the diagnostics of this package. They are stable. Codes lists the rule of each code.
const (
	CodeNotText            = "not-text"
	CodeTooLarge           = "too-large"
	CodeTooDeep            = "too-deep"
	CodeTooManyErrors      = "too-many-errors"
	CodeLexSymbol          = "lex-symbol"
	CodeLexNumber          = "lex-number"
	CodeLexChar            = "lex-char"
	CodeLexString          = "lex-string"
	CodeLexMap             = "lex-map"
	CodeSyntax             = "syntax"
	CodeUnclosed           = "unclosed"
	CodeReserved           = "reserved-word"
	CodeWrongOperator      = "wrong-operator"
	CodeChainedComparison  = "chained-comparison"
	CodeUnknownDeclaration = "unknown-declaration"
)

// Codes lists the codes of this package with their rules.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: CodeNotText, Meaning: "a file is UTF-8 text without hidden characters"},
		{Name: CodeTooLarge, Meaning: "a file has at most 16 MB and a million words and signs"},
		{Name: CodeTooDeep, Meaning: "brackets are not nested too deeply, chains of operators are not too long"},
		{Name: CodeTooManyErrors, Meaning: "only the first errors of a file are shown"},
		{Name: CodeLexSymbol, Meaning: "a text consists of the words and signs of the language"},
		{Name: CodeLexNumber, Meaning: "a number is whole, fits 64 bits and is not followed by a letter"},
		{Name: CodeLexChar, Meaning: "a character literal holds one character"},
		{Name: CodeLexString, Meaning: "a text is closed on its line; its escapes and expressions are valid"},
		{Name: CodeLexMap, Meaning: "a map is closed, its quotes stand alone, and it has no tabs"},
		{Name: CodeSyntax, Meaning: "a declaration follows the grammar"},
		{Name: CodeUnclosed, Meaning: "each bracket has its partner"},
		{Name: CodeReserved, Meaning: "a word of the language is not a name"},
		{Name: CodeWrongOperator, Meaning: "operators of other languages, such as `&&` and `!`, are not used"},
		{Name: CodeChainedComparison, Meaning: "comparisons and ranges do not chain"},
		{Name: CodeUnknownDeclaration, Meaning: "a declaration begins with its word"},
	}
}
