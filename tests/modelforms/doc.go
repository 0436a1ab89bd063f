// Package modelforms holds puzzles in two to five forms each, as different people write them. It tests that the form
// decides neither the answer nor much of the time.
//
// testdata/NAME/FORM.pz is a model. All forms of a puzzle have the same data and expect the same. forms_test.go
// compares the answers by counted work. sizes_test.go compares the normal forms. table_test.go writes the table of
// docs/forms.md.
package modelforms
