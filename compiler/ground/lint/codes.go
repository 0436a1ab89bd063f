package lint

const (
	codeDenied     = "denied-undefined"
	codeHopeless   = "never-holds"
	codeLeaveArray = "may-leave-array"
	codeLeaveType  = "may-leave-type"
	codeNotUnique  = "may-not-be-unique"
	codeWriteMaybe = "may-write-twice"
)
