package symbolic

import "github.com/pzc-lang/pzc/internal/diag"

const (
	codeNumberRange = "number-range"
	codeStaticSet   = "set-reads-state"
	codeLeftOut     = "left-out"
)

// Codes lists the codes of expressions.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: codeNumberRange, Meaning: "numbers lie between -2^62 and 2^62"},
		{Name: codeLeftOut, Meaning: "the values of a set `{e for x in S}` are defined, or cells off the board (warning)"},
		{Name: codeStaticSet, Meaning: "the set of a binder does not depend on the state"},
	}
}
