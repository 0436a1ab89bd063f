package ground

const (
	codeAdditive      = "patterns-overlap"
	codePatternValues = "pattern-argument" // the checker reports it too
	codeDeadMove      = "impossible-move"
	codeTooMany       = "too-many-moves"
	codeWriteTwice    = "writes-twice"
	codeCostRange     = "cost-range"
	codeStartRange    = "start-outside-type"
)
