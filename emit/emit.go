// Package emit writes puzzles for other programs, and reads their answers back: as Go programs (Go), as formulas for
// SAT solvers (CNF, Decode) and in PDDL for planners (PDDL).
//
// The puzzles must have been grounded. The same puzzle and options give the same bytes. What an option asks for and
// cannot be had is a *pzc.OptionsError; a construct that cannot be written in Go is a diag.List.
package emit
