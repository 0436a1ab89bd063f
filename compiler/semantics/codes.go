package semantics

import "github.com/pzc-lang/pzc/internal/diag"

// The codes of the diagnostics of this package. They are stable. Codes lists the rule of each code.
const (
	codeAssume    = "assume"
	codeBadData   = "bad-data"
	codeBadGrid   = "bad-grid"
	codeCycle     = "cycle"
	codeEmptyType = "empty-type"
	// CodeInterchangeable is for package pzc, which asks a backend.
	CodeInterchangeable = "interchangeable"
	CodeMissing         = "missing-param"
	CodeNumberRange     = "number-range"
	codeOutsideType     = "outside-type"
	CodePlan            = "plan"
	codeShape           = "shape"
	CodeStopped         = "interrupted"
	CodeTooLarge        = "too-large"
	codeTooMuchWork     = "too-much-work"
	codeUndefined       = "undefined"
	codeUnknownParam    = "unknown-param"
)

// Codes lists the codes of this package with their rules.
// Each package that reports findings has such a table of its own codes.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: codeAssume, Meaning: "the data satisfy the assumptions of the model"},
		{Name: codeBadData, Meaning: "data can be read as the value of the parameter"},
		{Name: codeBadGrid, Meaning: "the size of a grid is defined and not negative, and its maps have one size"},
		{Name: codeCycle, Meaning: "a value does not depend on itself"},
		{Name: codeEmptyType, Meaning: "the type of a state variable has a value"},
		{Name: CodeInterchangeable, Meaning: "values of an enum that nothing tells apart have a `symmetry` (warning)"},
		{Name: CodeMissing, Meaning: "each parameter has a value"},
		{Name: CodeNumberRange, Meaning: "the numbers of constants lie between -2^62 and 2^62"},
		{Name: codeOutsideType, Meaning: "a value is inside its declared type"},
		{Name: CodePlan, Meaning: "each line of a plan is a move of the puzzle"},
		{Name: codeShape, Meaning: "a list has as many values as its array has elements"},
		{Name: CodeStopped, Meaning: "computing the data of the model was interrupted"},
		{Name: CodeTooLarge, Meaning: "an array, set or table is small enough to hold"},
		{Name: codeTooMuchWork, Meaning: "a constant is computed in a limited number of steps"},
		{Name: codeUndefined, Meaning: "parameters, initial values and types are defined"},
		{Name: codeUnknownParam, Meaning: "a value is given only to parameters that the model has"},
	}
}
