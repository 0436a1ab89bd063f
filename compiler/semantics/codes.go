package semantics

// The codes of the diagnostics of this package. They are stable. docs/findings.md has their rules.
const (
	codeAssume       = "assume"
	codeBadData      = "bad-data"
	codeBadGrid      = "bad-grid"
	codeCycle        = "cycle"
	codeEmptyType    = "empty-type"
	CodeMissing      = "missing-param"
	CodeNumberRange  = "number-range"
	codeOutsideType  = "outside-type"
	CodePlan         = "plan"
	codeShape        = "shape"
	CodeStopped      = "interrupted"
	CodeTooLarge     = "too-large"
	codeTooMuchWork  = "too-much-work"
	codeUndefined    = "undefined"
	codeUnknownParam = "unknown-param"
)
