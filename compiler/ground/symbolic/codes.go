package symbolic

const (
	codeNumberRange = "number-range"
	codeStaticSet   = "set-reads-state"
	codeLeftOut     = "left-out"
)
