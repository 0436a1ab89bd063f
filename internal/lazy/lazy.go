// Package lazy makes at its first use what few runs of pzc need. A process that solves a small puzzle takes as long to
// start as to solve.
//
// A variable of these types needs no code that runs when the process starts. Such code would also bring the pages of
// its package into memory.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled when Get is first called.
type Regexp struct {
	expr string
	once sync.Once
	made *regexp.Regexp
}

// Compile returns a regular expression, which is compiled later.
func Compile(expr string) *Regexp { return &Regexp{expr: expr} }

// Get returns the compiled regular expression.
func (r *Regexp) Get() *regexp.Regexp {
	r.once.Do(func() { r.made = regexp.MustCompile(r.expr) })
	return r.made
}

// Value is a value that Make returns when Get is first called.
type Value[T any] struct {
	Make func() T
	once sync.Once
	made T
}

// Get returns the value.
func (v *Value[T]) Get() T {
	v.once.Do(func() { v.made = v.Make() })
	return v.made
}
