package ground

import (
	"cmp"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/internal/diag"
)

const (
	codeAdditive      = "patterns-overlap"
	codePatternValues = "pattern-argument" // the checker reports it too
	codeDeadMove      = "impossible-move"
	codeTooMany       = "too-many-moves"
	codeWriteTwice    = "writes-twice"
	codeCostRange     = "cost-range"
	codeStartRange    = "start-outside-type"
)

// Codes lists the codes of grounding and of the packages in this folder, in alphabetical order. Each package that
// reports findings has such a table.
func Codes() []diag.Code {
	all := append(slices.Concat(work.Codes(), symbolic.Codes(), lint.Codes()), []diag.Code{
		{Name: codeCostRange, Meaning: "the cost of a move is at most 2^53, and so is the distance of an objective from 0"},
		{Name: codeDeadMove, Meaning: "a move can be made in some reachable state (warning)"},
		{Name: codeAdditive, Meaning: "patterns that are added count no move twice"},
		{Name: codeStartRange, Meaning: "an initial value is inside its type"},
		{Name: codeTooMany, Meaning: "the moves of the ground task fit into memory"},
		{Name: codeWriteTwice, Meaning: "one phase of a move does not write two values to one variable"},
	}...)
	slices.SortStableFunc(all, func(a, b diag.Code) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
