// Package difftest holds the differential tests: random small models, on which all parts of pzc must give one answer.
//
// author_test.go writes models as text, mostly valid ones, of all the language that has a finite meaning of its own (no promises such
// as dead, symmetry, prune or admissible); promise_test.go writes models whose symmetries and prunings hold. space_test.go explores
// their states by the reference semantics alone. The other files compare: the printer with the parser, grounding with the semantics,
// both backends with the explored states, and every_test.go solves one model in every way that there is. The smallest model on which a test fails is saved in testdata/found.
//
// A deeper run: go test ./internal/difftest -run LongModels/SatAgrees -rapid.checks=10000 -timeout 0
package difftest
