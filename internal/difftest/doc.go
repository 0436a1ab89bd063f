// Package difftest holds the differential tests: random small models, on which all parts of pzc must give one answer.
//
// author_test.go writes models as text, mostly valid ones, of all the language that has a finite meaning of its own (no promises such
// as dead, symmetry, prune or admissible); promise_test.go writes models whose symmetries and prunings hold. space_test.go explores
// their states by the reference semantics alone. The other files compare: the printer with the parser, grounding with the semantics,
// and both backends with the explored states.
//
// A deeper run: go test ./internal/difftest -rapid.checks=5000 -timeout=0
package difftest
