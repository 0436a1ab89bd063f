// Package space makes a task ready for search.
//
// A Space holds the task, the layout of its states, its expressions as a Program, its moves, and an index of the moves
// that a state allows. An Expander makes the successors of a state; an Evaluator computes expressions in a state. Both
// are for one goroutine; a Space may be shared.
//
// There are two further views of the same moves: Inverse, the moves backwards, and Coarse, a space whose states are the
// numbers of the states of parts of the puzzle.
//
// Costs and orders are int64, as in the task. An expression that reads the cost of a simpler puzzle needs the table of
// this puzzle in Space.Tables before it is compiled.
package space

// How it works. Expressions over few bits of a state become tables (program.go, sum.go); the rest are instructions of a
// small register machine that runs once a state (eval.go, reach.go, bitflood.go). Which variables an expression reads,
// also where some values are known, says support.go and reading.go. The guard of a move becomes rows of bits that say
// for each value of a few variables which moves it allows (rows.go); what the rows cannot decide is evaluated. The
// effects of a move become bits that are always the same, and tables over the few variables that a written value
// depends on (moves.go). tablesum.go takes expressions apart that are sums of costs of simpler puzzles.
