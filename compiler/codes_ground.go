package compiler

const (
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
	codeStopped     = "interrupted"
	codeStartRange  = "start-outside-type"
)

// GroundCodes lists the codes of grounding in alphabetical order of what they say.
func GroundCodes() []Code {
	return []Code{
		{codeCostRange, "the cost of a move is at most 2^31"},
		{codeStopped, "grounding was interrupted"},
		{codeTooLarge, "the expressions of the ground task fit into memory"},
		{codeTooMany, "the moves of the ground task fit into memory"},
		{codeStartRange, "an initial value is inside its type"},
		{codeStaticSet, "the set of a binder does not depend on the state"},
		{codeWriteTwice, "one phase of a move does not write two values to one variable"},
		{codeNumberRange, "numbers lie between -2^62 and 2^62"},
		{codeDeadMove, "a move can be made in some reachable state (warning)"},
		{codeLeaveType, "a number that is written or passed stays inside its type (warning)"},
		{codeLeaveArray, "an index stays inside its array (warning)"},
		{codeNotUnique, "`the` finds exactly one value (warning)"},
		{codeWriteMaybe, "two writes of one phase go to different variables (warning)"},
	}
}
