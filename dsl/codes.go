package dsl

// The codes of the diagnostics of this package. They are stable.
const (
	CodeNotText            = "not-text"            // the file is no UTF-8 text
	CodeTooLarge           = "too-large"           // the file is larger than any sensible model
	CodeTooDeep            = "too-deep"            // brackets are nested too deeply, or a chain of operators is too long
	CodeTooManyErrors      = "too-many-errors"     // the reader stopped after too many errors
	CodeLexSymbol          = "lex-symbol"          // a character with which no word or sign of the language begins
	CodeLexNumber          = "lex-number"          // a number that is too large, has a decimal point or runs into a name
	CodeLexChar            = "lex-char"            // a character literal that does not hold one character
	CodeLexString          = "lex-string"          // an unclosed string, an unknown escape, a wrong interpolation
	CodeLexMap             = "lex-map"             // an unclosed map, a tab in a map, quotes that do not stand alone
	CodeSyntax             = "syntax"              // something else than what was expected
	CodeUnclosed           = "unclosed"            // a bracket without its partner
	CodeReserved           = "reserved-word"       // a word of the language in place of a name
	CodeWrongOperator      = "wrong-operator"      // an operator of another language: =, &&, ||, !
	CodeChainedComparison  = "chained-comparison"  // a < b < c
	CodeUnknownDeclaration = "unknown-declaration" // a word that begins no declaration, in place of a declaration
)

// Codes lists all codes of this package.
func Codes() []string {
	return []string{
		CodeNotText, CodeTooLarge, CodeTooDeep, CodeTooManyErrors,
		CodeLexSymbol, CodeLexNumber, CodeLexChar, CodeLexString, CodeLexMap,
		CodeSyntax, CodeUnclosed, CodeReserved, CodeWrongOperator, CodeChainedComparison, CodeUnknownDeclaration,
	}
}
