package semantics

import "github.com/pzc-lang/pzc/diag"

// The codes of the diagnostics of this package. They are stable. Codes lists the rule of each code.
const (
	CodeAssume       = "assume"
	CodeBadData      = "bad-data"
	CodeBadGrid      = "bad-grid"
	CodeCycle        = "cycle"
	CodeEmptyType    = "empty-type"
	CodeMissing      = "missing-param"
	CodeNumberRange  = "number-range"
	CodeOutsideType  = "outside-type"
	CodePlan         = "plan"
	CodePromise      = "broken-promise"
	CodeShape        = "shape"
	CodeStopped      = "interrupted"
	CodeTooLarge     = "too-large"
	CodeTooMuchWork  = "too-much-work"
	CodeUndefined    = "undefined"
	CodeUnknownParam = "unknown-param"
)

// Codes lists the codes of this package with their rules.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: CodeAssume, Meaning: "the data satisfy the assumptions of the model"},
		{Name: CodeBadData, Meaning: "data can be read as the value of the parameter"},
		{Name: CodeBadGrid, Meaning: "the size of a grid is defined and not negative"},
		{Name: CodeCycle, Meaning: "a value does not depend on itself"},
		{Name: CodeEmptyType, Meaning: "the type of a state variable has a value"},
		{Name: CodeMissing, Meaning: "each parameter has a value"},
		{Name: CodeNumberRange, Meaning: "the numbers of constants lie between -2^62 and 2^62"},
		{Name: CodeOutsideType, Meaning: "a value is inside its declared type"},
		{Name: CodePlan, Meaning: "each line of a plan is a move of the puzzle"},
		{Name: CodePromise, Meaning: "the promises of the model hold in sampled states (warning)"},
		{Name: CodeShape, Meaning: "a list has as many values as its array has elements"},
		{Name: CodeStopped, Meaning: "computing the data of the model was interrupted"},
		{Name: CodeTooLarge, Meaning: "an array, set or table is small enough to hold"},
		{Name: CodeTooMuchWork, Meaning: "a constant is computed in a limited number of steps"},
		{Name: CodeUndefined, Meaning: "parameters, initial values and types are defined"},
		{Name: CodeUnknownParam, Meaning: "a value is given only to parameters that the model has"},
	}
}
