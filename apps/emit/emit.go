// Package emit writes puzzles for other programs, and reads their answers. It writes Go programs (Go), formulas for SAT
// solvers (CNF, Decode) and PDDL for planners (PDDL).
//
// A puzzle must be grounded first. The same puzzle and options give the same bytes. An option that cannot be met is a
// *pzc.OptionsError. A construct that cannot be written in Go is a diag.List.
package emit
