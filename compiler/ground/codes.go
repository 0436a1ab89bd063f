package ground

import "github.com/pzc-lang/pzc/diag"

const (
	codePatternValues = "pattern-argument" // the checker reports it too
	codeAdditive      = "patterns-overlap"
	codeDeadMove      = "impossible-move"
	codeLeaveArray    = "may-leave-array"
	codeLeaveType     = "may-leave-type"
	codeNotUnique     = "may-not-be-unique"
	codeNumberRange   = "number-range"
	codeStaticSet     = "set-reads-state"
	codeTooLarge      = "task-too-large"
	codeTooMany       = "too-many-moves"
	codeWriteMaybe    = "may-write-twice"
	codeWriteTwice    = "writes-twice"
	codeCostRange     = "cost-range"
	codeDenied        = "denied-undefined"
	codeHopeless      = "never-holds"
	codeStopped       = "interrupted"
	codeStartRange    = "start-outside-type"
)

// Codes lists the codes of grounding in alphabetical order.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: codeCostRange, Meaning: "the cost of a move is at most 2^31"},
		{Name: codeDenied, Meaning: "what the goal, `always` and `init` deny is defined (warning)"},
		{Name: codeDeadMove, Meaning: "a move can be made in some reachable state (warning)"},
		{Name: codeStopped, Meaning: "grounding was interrupted"},
		{Name: codeLeaveArray, Meaning: "an index stays inside its array (warning)"},
		{Name: codeLeaveType, Meaning: "a number that is written or passed stays inside its type (warning)"},
		{Name: codeNotUnique, Meaning: "`the` finds exactly one value (warning)"},
		{Name: codeWriteMaybe, Meaning: "two writes of one phase go to different variables (warning)"},
		{Name: codeHopeless, Meaning: "some state satisfies the goal, `always` and `init` (warning)"},
		{Name: codeNumberRange, Meaning: "numbers lie between -2^62 and 2^62"},
		{Name: codeAdditive, Meaning: "patterns that are added count no move twice"},
		{Name: codeStaticSet, Meaning: "the set of a binder does not depend on the state"},
		{Name: codeStartRange, Meaning: "an initial value is inside its type"},
		{Name: codeTooLarge, Meaning: "the expressions of the ground task fit into memory"},
		{Name: codeTooMany, Meaning: "the moves of the ground task fit into memory"},
		{Name: codeWriteTwice, Meaning: "one phase of a move does not write two values to one variable"},
	}
}
