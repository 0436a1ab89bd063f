// Package lazy makes at its first use what few runs of pzc need. A process that solves a small puzzle takes as long to
// start as to solve.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that returns the regular expression, which is compiled at the first call.
func Regexp(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
