package semantics

import "github.com/pzc-lang/pzc/diag"

// The codes of the diagnostics of this package. They are stable.
const (
	CodeAssume       = "assume"         // the data break an assumption of the model
	CodeBadData      = "bad-data"       // JSON or a file that cannot be read as the parameter's value
	CodeBadGrid      = "bad-grid"       // a grid of undefined or negative size
	CodeCycle        = "cycle"          // a value that depends on itself
	CodeEmptyType    = "empty-type"     // a state variable without any possible value
	CodeMissing      = "missing-param"  // a parameter without a value
	CodeNumberRange  = "number-range"   // a number of a constant beyond -2^62 to 2^62
	CodeOutsideType  = "outside-type"   // a value outside its declared type
	CodePlan         = "plan"           // a line of a plan that is no move of the puzzle
	CodePromise      = "broken-promise" // a promise of the model that a sample contradicts
	CodeShape        = "shape"          // a list whose length does not fit its array
	CodeStopped      = "interrupted"    // the work was ended
	CodeTooLarge     = "too-large"      // an array, set or table that is too large to hold
	CodeTooMuchWork  = "too-much-work"  // a constant that takes too many steps to compute
	CodeUndefined    = "undefined"      // a parameter, initial value or type that is undefined
	CodeUnknownParam = "unknown-param"  // a value for a parameter that the model does not have
)

// Codes lists the codes of this package with their meaning.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: CodeAssume, Meaning: "the data break an assumption of the model"},
		{Name: CodeBadData, Meaning: "data that cannot be read as the parameter's value"},
		{Name: CodeBadGrid, Meaning: "a grid of undefined or negative size"},
		{Name: CodeCycle, Meaning: "a value that depends on itself"},
		{Name: CodeEmptyType, Meaning: "a state variable without any possible value"},
		{Name: CodeMissing, Meaning: "a parameter without a value"},
		{Name: CodeNumberRange, Meaning: "a number of a constant beyond -2^62 to 2^62"},
		{Name: CodeOutsideType, Meaning: "a value outside its declared type"},
		{Name: CodePlan, Meaning: "a line of a plan that is no move of the puzzle"},
		{Name: CodePromise, Meaning: "a promise of the model that a sample contradicts"},
		{Name: CodeShape, Meaning: "a list whose length does not fit its array"},
		{Name: CodeStopped, Meaning: "computing the data of the model was interrupted"},
		{Name: CodeTooLarge, Meaning: "an array, set or table that is too large to hold"},
		{Name: CodeTooMuchWork, Meaning: "a constant that takes too many steps to compute"},
		{Name: CodeUndefined, Meaning: "a parameter, initial value or type that is undefined"},
		{Name: CodeUnknownParam, Meaning: "a value for a parameter that the model does not have"},
	}
}
