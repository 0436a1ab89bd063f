package compiler

const (
	codeAdditive    = "patterns-overlap"
	codeDeadMove    = "impossible-move"
	codeLeaveArray  = "may-leave-array"
	codeLeaveType   = "may-leave-type"
	codeNotUnique   = "may-not-be-unique"
	codeNumberRange = "number-range"
	codeStaticSet   = "set-reads-state"
	codeTooLarge    = "task-too-large"
	codeTooMany     = "too-many-moves"
	codeWriteMaybe  = "may-write-twice"
	codeWriteTwice  = "writes-twice"
	codeCostRange   = "cost-range"
	codeDenied      = "denied-undefined"
	codeHopeless    = "never-holds"
	codeStopped     = "interrupted"
	codeStartRange  = "start-outside-type"
)

// GroundCodes lists the codes of grounding in alphabetical order.
func GroundCodes() []Code {
	return []Code{
		{codeCostRange, "the cost of a move is at most 2^31"},
		{codeDenied, "what the goal, `always` and `init` deny is defined (warning)"},
		{codeDeadMove, "a move can be made in some reachable state (warning)"},
		{codeStopped, "grounding was interrupted"},
		{codeLeaveArray, "an index stays inside its array (warning)"},
		{codeLeaveType, "a number that is written or passed stays inside its type (warning)"},
		{codeNotUnique, "`the` finds exactly one value (warning)"},
		{codeWriteMaybe, "two writes of one phase go to different variables (warning)"},
		{codeHopeless, "some state satisfies the goal, `always` and `init` (warning)"},
		{codeNumberRange, "numbers lie between -2^62 and 2^62"},
		{codeAdditive, "patterns that are added count no move twice"},
		{codeStaticSet, "the set of a binder does not depend on the state"},
		{codeStartRange, "an initial value is inside its type"},
		{codeTooLarge, "the expressions of the ground task fit into memory"},
		{codeTooMany, "the moves of the ground task fit into memory"},
		{codeWriteTwice, "one phase of a move does not write two values to one variable"},
	}
}
