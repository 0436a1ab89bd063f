package semantics

// The codes of the diagnostics of this package. They are stable. docs/findings.md has their rules.
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
	// CodeOnlyColoured is for package pzc, which draws states.
	CodeOnlyColoured = "only-coloured"
	codeOutsideType  = "outside-type"
	CodePlan         = "plan"
	codeShape        = "shape"
	CodeStopped      = "interrupted"
	CodeTooLarge     = "too-large"
	codeTooMuchWork  = "too-much-work"
	codeUndefined    = "undefined"
	codeUnknownParam = "unknown-param"
)
