package dsl

// The codes of the diagnostics that this package reports. They are stable.
const (
	CodeNotText            = "not-text"            // the file is no UTF-8 text
	CodeTooLarge           = "too-large"           // the file is larger than a model can sensibly be
	CodeTooDeep            = "too-deep"            // nesting, or a chain of operators, beyond all reason
	CodeTooManyErrors      = "too-many-errors"     // the reader gave up after so many
	CodeLexSymbol          = "lex-symbol"          // a character that no word or sign of the language begins with
	CodeLexNumber          = "lex-number"          // a number that is too large, has a decimal point or runs into a name
	CodeLexChar            = "lex-char"            // a character literal that does not hold one character
	CodeLexString          = "lex-string"          // an unclosed string, an unknown escape, an interpolation gone wrong
	CodeLexMap             = "lex-map"             // an unclosed map, a tab in a map, quotes that do not stand alone
	CodeSyntax             = "syntax"              // something was expected and something else was found
	CodeUnclosed           = "unclosed"            // a bracket without its partner
	CodeReserved           = "reserved-word"       // a word of the language where a name was wanted
	CodeWrongOperator      = "wrong-operator"      // an operator of another language: =, &&, ||, !
	CodeChainedComparison  = "chained-comparison"  // a < b < c
	CodeUnknownDeclaration = "unknown-declaration" // a word that begins no declaration, where one was wanted
)

// Codes lists all codes of this package.
func Codes() []string {
	return []string{
		CodeNotText, CodeTooLarge, CodeTooDeep, CodeTooManyErrors, CodeLexSymbol, CodeLexNumber, CodeLexChar, CodeLexString, CodeLexMap,
		CodeSyntax, CodeUnclosed, CodeReserved, CodeWrongOperator, CodeChainedComparison, CodeUnknownDeclaration,
	}
}
