package compiler

// A Code is the stable name of a rule that a diagnostic of the checker speaks of.
type Code struct{ Name, Meaning string }

const (
	codeAny            = "any-place"
	codeArguments      = "wrong-arguments"
	codeAlphabet       = "map-alphabet"
	codeAssign         = "not-assignable"
	codeAssignCount    = "assignment-count"
	codeCallNeeded     = "call-needed"
	codeClause         = "repeated-clause"
	codeCompare        = "not-comparable"
	codeCycle          = "cycle"
	codeDistinct       = "distinct-place"
	codeDoubleWrite    = "double-write"
	codeDuplicate      = "duplicate-name"
	codeEndless        = "endless-set"
	codeExpect         = "expect-place"
	codeGrid           = "grid-argument"
	codeHeuristic      = "heuristic-place"
	codeHiddenBuiltin  = "hidden-name"
	codeIndex          = "wrong-index"
	codeKind           = "wrong-kind"
	codeList           = "list-place"
	codeLocal          = "local-clash"
	codeMap            = "map-place"
	codeNoGoal         = "no-goal"
	codeNoMoves        = "no-moves"
	codeNoPuzzle       = "no-puzzle"
	codeNoState        = "no-state"
	codeNoValue        = "no-initial-value"
	codeNotCallable    = "not-callable"
	codeNotSet         = "not-a-set"
	codeNotStatic      = "reads-state"
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
	codeUnused         = "unused"
	codeUnusedSymbol   = "unused-symbol"
	codeUse            = "use-file"
	codeUseCycle       = "use-cycle"
	codeWild           = "wild-place"
)

// Codes lists the checker's codes in alphabetical order.
func Codes() []Code {
	return []Code{
		{codeAny, "`any` is a whole initial value of the state, or a branch of an `if` there"},
		{codeAssignCount, "an assignment has as many values as targets"},
		{codeCallNeeded, "a def with parameters is called with its arguments"},
		{codeCycle, "declarations do not depend on each other in a circle"},
		{codeDistinct, "`distinct` is said of an array of the state"},
		{codeDoubleWrite, "one phase of a move writes a variable once"},
		{codeDuplicate, "names are unique in their space"},
		{codeEndless, "a set that is gone through has a list of values: not `char`, `map`, `set T`"},
		{codeExpect, "`expect` follows its instance, or stands before the first one; its number is a literal"},
		{codeGrid, "`grid` takes a map's name, or two numbers that use no local names"},
		{codeHeuristic, "heuristics, patterns, projections and relaxations are used in heuristics only"},
		{codeHiddenBuiltin, "a declaration hides a predeclared name (warning)"},
		{codeList, "lists are values of arrays"},
		{codeLocal, "local names do not hide each other"},
		{codeAlphabet, "a map holds only the characters of its alphabet"},
		{codeMap, "a map is written where a map is wanted, and read by its name"},
		{codeNoGoal, "a puzzle has a goal"},
		{codeNoValue, "a state variable has an initial value or `any`"},
		{codeNoMoves, "a puzzle has moves, or something to choose by `any`"},
		{codeNoPuzzle, "a model begins with `puzzle Name`"},
		{codeNoState, "a puzzle has a state"},
		{codeNotSet, "a type or set is wanted"},
		{codeAssign, "moves write state variables only"},
		{codeNotCallable, "only defs and functions are called"},
		{codeCompare, "compared values have an order or an equality"},
		{codePattern, "patterns name arrays of the state"},
		{codePuzzle, "the puzzle line comes first, and once"},
		{codeNotStatic, "what must be constant does not read the state"},
		{codeRelation, "`steps` and `reaches` walk on a def, a call with `_`, or a constant set"},
		{codeRelaxationFile, "a relaxation names a puzzle that can be read"},
		{codeRelaxation, "a relaxation gives each variable and open parameter of the other puzzle once"},
		{codeClause, "a clause of a move is written once, except `when`"},
		{codeStateType, "the state holds numbers, Booleans, directions, enum values and cells"},
		{codeText, "texts stand in labels, reasons and views"},
		{codeTarget, "a tuple of names takes a tuple of as many values"},
		{codeUnknownField, "cells have `.row` and `.col`, grids and maps `.rows` and `.cols`"},
		{codeUnknown, "a name is declared"},
		{codeUnused, "a declaration is used (warning)"},
		{codeUnusedSymbol, "the model mentions each symbol of a map's alphabet (warning)"},
		{codeUseCycle, "files do not use each other in a circle"},
		{codeUse, "a file that is used can be read"},
		{codeWild, "`_` stands in patterns and in the open places of `steps` and `reaches`"},
		{codeArguments, "a function or move gets the arguments that it declares"},
		{codeIndex, "an array is read with its indices"},
		{codeKind, "a value has the kind that its place wants"},
	}
}
