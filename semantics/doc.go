// Package semantics is the meaning of a model, executed directly on the checked typed tree: the judge of every plan. It shares
// nothing with grounding, so that a mistake there cannot hide.
//
// Build gives a program its parameters and computes types, grids, constants and the layout of a state; an Evaluator computes
// expressions and sets; a Machine makes moves, tests goals, shows states, replays plans and estimates costs; Solve and Count are
// the exhaustive reference that other solvers are compared with.
//
// A value is a model.Value with a flag: false means undefined or, of a Boolean, undecided. Nothing here panics on a checked
// model. Evaluator and Machine keep scratch space: each goroutine needs its own.
package semantics

// How it is done, for the maintainer.
//
// The evaluator is one type switch over nodes; local names are slots of a frame, so nothing is looked up by name. Booleans
// follow strong Kleene logic. Sets that depend on no local name and no state are listed once and kept.
//
// Types and constants are computed where they are first read: while a model is built the evaluator asks the builder for
// what is not there yet, which computes it and keeps it. An array that failed is marked, and what reads it is tainted: its
// own errors are follow-ups and not reported.
//
// Choosing initial values (`any`) runs the evaluator on partial states. Reading an element that is not chosen yet gives an
// undefined value and raises a flag; all that is not monotone in what is known (count, where, the, find, if, defined …) gives up
// when the flag is raised. So a decided condition stays as it is however the rest is chosen, and false prunes.
