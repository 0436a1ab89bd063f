package verify

import "github.com/pzc-lang/pzc/internal/diag"

const codePromise = "broken-promise"

// Codes lists the codes of this package with their rules. They are stable.
func Codes() []diag.Code {
	return []diag.Code{{Name: codePromise, Meaning: "the promises of the model hold in sampled states (warning)"}}
}
