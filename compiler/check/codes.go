package check

import "github.com/pzc-lang/pzc/internal/diag"

const (
	codeAny         = "any-place"
	codeArguments   = "wrong-arguments"
	codeAlphabet    = "map-alphabet"
	codeAssign      = "not-assignable"
	codeAssignCount = "assignment-count"
	codeCallNeeded  = "call-needed"
	codeClause      = "repeated-clause"
	codeCompare     = "not-comparable"
	codeCycle       = "cycle"
	codeDistinct    = "distinct-place"
	codeDoubleWrite = "double-write"
	codeDuplicate   = "duplicate-name"
	codeEndless     = "endless-set"
	codeExpect      = "expect-place"
	codeGrid        = "grid-argument"
	codeHeuristic   = "heuristic-place"
	// CodeHiddenName is also for package pzc, which knows the heuristics of search.
	CodeHiddenName     = "hidden-name"
	codeIndex          = "wrong-index"
	codeKind           = "wrong-kind"
	codeList           = "list-place"
	codeLocal          = "local-clash"
	codeLost           = "lost-place"
	codeMap            = "map-place"
	codeNoGoal         = "no-goal"
	codeNoMoves        = "no-moves"
	codeNoPuzzle       = "no-puzzle"
	codeNoState        = "no-state"
	codeNoValue        = "no-initial-value"
	codeNotCallable    = "not-callable"
	codeNotSet         = "not-a-set"
	codeNotStatic      = "reads-state"
	codeObjective      = "objective"
	codePattern        = "pattern-argument"
	codePuzzle         = "puzzle-line"
	codeRelation       = "relation-argument"
	codeRelaxation     = "relaxation-value"
	codeRelaxationFile = "relaxation-file"
	codeStateType      = "state-type"
	codeTarget         = "tuple-target"
	codeText           = "text-place"
	codeUnknown        = "unknown-name"
	codeUnknownField   = "unknown-field"
	codeColour         = "unknown-colour"
	codeRagged         = "blanks-at-end"
	codeUnused         = "unused"
	codeUnusedSymbol   = "unused-symbol"
	codeUse            = "use-file"
	codeUseCycle       = "use-cycle"
	codeWild           = "wild-place"
)

// Codes lists the checker's codes in alphabetical order.
// Each package that reports findings has such a table of its own codes.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: codeAny, Meaning: "`any` is a whole initial value of the state, or a branch of an `if` there"},
		{Name: codeAssignCount, Meaning: "an assignment has as many values as targets"},
		{Name: codeRagged, Meaning: "no blanks at the end of a row make a map wider (warning)"},
		{Name: codeCallNeeded, Meaning: "a def with parameters is called with its arguments"},
		{Name: codeCycle, Meaning: "declarations do not depend on each other in a cycle"},
		{Name: codeDistinct, Meaning: "`distinct` is for arrays of the state"},
		{Name: codeDoubleWrite, Meaning: "one phase of a move writes a variable once"},
		{Name: codeDuplicate, Meaning: "names are unique in their name space"},
		{Name: codeEndless, Meaning: "a binder goes over a set whose values can be listed: not `char`, `map`, `set T`"},
		{Name: codeExpect, Meaning: "`expect` follows its instance, or stands before the first one; its number is a literal"},
		{Name: codeGrid, Meaning: "`grid` takes names of maps, or two numbers that use no local names"},
		{Name: codeHeuristic, Meaning: "heuristics, patterns, projections and relaxations are used in heuristics only"},
		{Name: CodeHiddenName, Meaning: "a declaration hides no predeclared name, and a local name no declaration (warning)"},
		{Name: codeList, Meaning: "lists are values of arrays"},
		{Name: codeLocal, Meaning: "local names do not hide each other"},
		{Name: codeLost, Meaning: "a puzzle that can be lost has moves"},
		{Name: codeAlphabet, Meaning: "a map holds only the characters of its alphabet"},
		{Name: codeMap, Meaning: "a map is written where a map is wanted, and read by its name"},
		{Name: codeNoGoal, Meaning: "a puzzle has a goal"},
		{Name: codeNoValue, Meaning: "a state variable has an initial value or `any`"},
		{Name: codeNoMoves, Meaning: "a puzzle has moves, or something to choose by `any`"},
		{Name: codeNoPuzzle, Meaning: "a model begins with `puzzle Name`"},
		{Name: codeNoState, Meaning: "a puzzle has a state"},
		{Name: codeNotSet, Meaning: "a type or set is wanted"},
		{Name: codeAssign, Meaning: "moves write state variables only"},
		{Name: codeNotCallable, Meaning: "only defs and functions are called"},
		{Name: codeCompare, Meaning: "compared values have an order or an equality"},
		{Name: codeObjective, Meaning: "a puzzle has one objective at most, and none if it has moves"},
		{Name: codePattern, Meaning: "patterns name arrays of the state"},
		{Name: codePuzzle, Meaning: "the puzzle line comes first, and once"},
		{Name: codeNotStatic, Meaning: "expressions that must be constant do not read the state"},
		{Name: codeRelation, Meaning: "`steps` and `reaches` walk on a def, a call with `_`, or a constant set"},
		{Name: codeRelaxationFile, Meaning: "a relaxation names a puzzle that can be read"},
		{Name: codeRelaxation, Meaning: "a relaxation gives each variable and open parameter of the other puzzle once"},
		{Name: codeClause, Meaning: "a clause of a move is written once, except `when`"},
		{Name: codeStateType, Meaning: "the state holds numbers, Booleans, directions, enum values and cells"},
		{Name: codeText, Meaning: "texts stand in labels, reasons and views"},
		{Name: codeTarget, Meaning: "a tuple of names takes a tuple of as many values"},
		{Name: codeUnknownField, Meaning: "cells have `.row` and `.col`, grids and maps `.rows` and `.cols`"},
		{Name: codeUnknown, Meaning: "a name is declared"},
		{Name: codeColour, Meaning: "the `fill` of a view names a colour (warning)"},
		{Name: codeUnused, Meaning: "a declaration is used (warning)"},
		{Name: codeUnusedSymbol, Meaning: "the model mentions each symbol of a map's alphabet (warning)"},
		{Name: codeUseCycle, Meaning: "files do not use each other in a cycle"},
		{Name: codeUse, Meaning: "a file that is used can be read"},
		{Name: codeWild, Meaning: "`_` stands in patterns and in the open places of `steps` and `reaches`"},
		{Name: codeArguments, Meaning: "a function or move gets the arguments that it declares"},
		{Name: codeIndex, Meaning: "an array is read with its indices"},
		{Name: codeKind, Meaning: "a value has the kind that its place wants"},
	}
}
