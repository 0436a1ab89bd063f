package semantics

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
	CodeTooLarge     = "too-large"      // an array, set or table beyond what can be held
	CodeTooMuchWork  = "too-much-work"  // a constant that takes too many steps to compute
	CodeUndefined    = "undefined"      // a parameter, initial value or type that is undefined
	CodeUnknownParam = "unknown-param"  // a value for a parameter that the model does not have
)

// A Code is a diagnostic's code with what it says.
type Code struct{ Name, Meaning string }

// Codes lists the codes of this package with their meaning.
func Codes() []Code {
	return []Code{
		{CodeAssume, "the data break an assumption of the model"},
		{CodeBadData, "data that cannot be read as the parameter's value"},
		{CodeBadGrid, "a grid of undefined or negative size"},
		{CodeCycle, "a value that depends on itself"},
		{CodeEmptyType, "a state variable without any possible value"},
		{CodeMissing, "a parameter without a value"},
		{CodeNumberRange, "a number of a constant beyond -2^62 to 2^62"},
		{CodeOutsideType, "a value outside its declared type"},
		{CodePlan, "a line of a plan that is no move of the puzzle"},
		{CodePromise, "a promise of the model that a sample contradicts"},
		{CodeShape, "a list whose length does not fit its array"},
		{CodeStopped, "computing the data of the model was interrupted"},
		{CodeTooLarge, "an array, set or table that is too large to hold"},
		{CodeTooMuchWork, "a constant that takes too many steps to compute"},
		{CodeUndefined, "a parameter, initial value or type that is undefined"},
		{CodeUnknownParam, "a value for a parameter that the model does not have"},
	}
}
