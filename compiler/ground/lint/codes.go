package lint

import "github.com/pzc-lang/pzc/internal/diag"

const (
	codeDenied     = "denied-undefined"
	codeHopeless   = "never-holds"
	codeLeaveArray = "may-leave-array"
	codeLeaveType  = "may-leave-type"
	codeNotUnique  = "may-not-be-unique"
	codeWriteMaybe = "may-write-twice"
)

// Codes lists the codes of warnings.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: codeDenied, Meaning: "a condition that is denied, counted or stored is defined (warning)"},
		{Name: codeHopeless, Meaning: "some state satisfies the goal, `always` and `init` (warning)"},
		{Name: codeLeaveArray, Meaning: "an index stays inside its array (warning)"},
		{Name: codeLeaveType, Meaning: "a number that is written or passed stays inside its type (warning)"},
		{Name: codeNotUnique, Meaning: "`the` finds exactly one value (warning)"},
		{Name: codeWriteMaybe, Meaning: "two writes of one phase go to different variables (warning)"},
	}
}
