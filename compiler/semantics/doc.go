// Package semantics is the reference semantics: the meaning of a model, executed directly on the checked typed tree.
// Every plan is judged by this package. It shares no code with grounding, so that a mistake of grounding is found.
//
// Build computes the parameters, types, grids, constants and the layout of a state. An Evaluator computes expressions
// and sets. A Machine makes moves, tests goals and replays plans. If it refuses something, it names one reason;
// ExplainMove and others list all reasons. Package view shows states; package verify checks what a model promises, and
// computes heuristics.
//
// A value is a model.Value with a flag. The flag is false if the value is undefined, or if a Boolean is undecided.
// Nothing here panics on a checked model. An Evaluator or Machine keeps scratch space and must be used by one goroutine
// at a time.
package semantics

// How it works, for the maintainer.
//
// The evaluator is one type switch over nodes. Local names are slots of a frame, so nothing is looked up by name.
// Booleans follow strong Kleene logic. Sets that depend on no local name and no state are listed once and kept.
//
// Types and constants are computed when they are first read: while a model is built, the evaluator asks the builder for
// them, and the builder keeps the result. If the computation of an array fails, the array is marked. Everything that
// reads it is tainted: its own errors are consequences and are not reported.
//
// Choosing initial values (`any`) evaluates conditions on partial states. If an evaluation reads an element that is not
// chosen yet, the value is undefined and the flag `unknown` is set. Operators that are not monotone in what is known
// (count, where, the, find, if, defined …) give up when the flag is set. So a decided condition keeps its value for all
// choices of the remaining elements. If it is false, the search backtracks.
