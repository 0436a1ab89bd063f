// Package verify checks what a model promises of its puzzle: invariants, dead states, symmetries, relaxations, prunings
// and admissible heuristics. All visits each reachable state; Sample visits states of random walks. Estimates computes
// heuristics, also heuristics that are costs in simpler puzzles.
//
// The package uses only the machine of package semantics. Its verdicts do not depend on grounding or on a backend.
package verify
