// Package difftest holds the differential tests: on random small models, all parts of pzc must give the same answer.
//
// author_test.go writes random models as text. Most of them are valid. They use the whole language except promises
// (dead, symmetry, prune, admissible). promise_test.go writes models whose symmetries and prunings hold. space_test.go
// explores the states of a model by the reference semantics alone. The other files compare: the printer with the
// parser, grounding with the semantics, and the backends with the explored states. every_test.go solves one model in
// every way that pzc offers. otherforms_test.go writes one puzzle in several forms. The smallest model on which a test
// fails is saved in testdata/found.
//
// A deeper run: go test ./tests/difftest -run TestLongModels/SatAgrees -rapid.checks=10000 -timeout 0
package difftest
