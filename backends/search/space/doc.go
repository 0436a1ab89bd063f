// Package space prepares a task for search.
//
// A Space holds the task, the layout of its states, its expressions as a program, its moves, and an index from states
// to applicable moves. An Expander generates the successors of a state; an Evaluator computes expressions in a state.
// Each goroutine needs its own Expander and Evaluator; a Space may be shared.
//
// There are two further views of the same moves: Inverse, the moves backwards, and Coarse, a space whose states are the
// numbers of the states of parts of the puzzle.
//
// Costs and orders are int64, as in the task. An expression that reads the cost of a simpler puzzle needs the table of
// this puzzle in Space.Tables before it is compiled.
package space

// How it works. Expressions over few bits of a state become tables (instructions.go, sum.go). All others become
// instructions of a small register machine that runs once for each state (eval.go, reach.go, bitflood.go). support.go
// and reading.go compute the variables that an expression reads, also if some values are known. The guard of a move
// becomes rows: for each value of a few variables, the bit set of the moves that the value allows (rows.go). Conditions
// that rows cannot express are evaluated. The effects of a move become constant bits, and tables over the variables
// that a written value depends on (moves.go). tablesum.go splits expressions that are sums of costs of abstractions.
