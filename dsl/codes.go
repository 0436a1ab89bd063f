package dsl

import (
	"fmt"
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

// syntaxError is a diagnostic as an error of participle.
type syntaxError struct {
	diag   *diag.Diagnostic
	resume int // the offset at which reading goes on; 0: at the start of the diagnostic
}

func (e *syntaxError) Error() string { return e.diag.Error() }

// problem returns an error.
func problem(span diag.Span, code, help, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{Severity: diag.Error, Code: code, Span: span, Msg: fmt.Sprintf(format, args...), Help: help}
}

// refused returns problem as an error of participle.
func refused(span diag.Span, code, help, format string, args ...any) *syntaxError {
	return &syntaxError{diag: problem(span, code, help, format, args...)}
}
