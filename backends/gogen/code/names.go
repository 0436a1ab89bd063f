package code

import (
	"fmt"
	"strings"
	"unicode"
)

// Names gives out names that are not taken: names of a package, or of a function, whose names hide none of its package.
type Names struct {
	taken map[string]bool
	outer *Names
}

// NewNames are the names of a package, of which some are taken.
func NewNames(taken ...string) *Names {
	n := &Names{taken: map[string]bool{}}
	n.Keep(taken...)
	return n
}

// Inner are the names of a function.
func (n *Names) Inner() *Names { return &Names{taken: map[string]bool{}, outer: n} }

// Keep marks names as taken. They may be taken already.
func (n *Names) Keep(names ...string) {
	for _, name := range names {
		n.taken[name] = true
	}
}

// Free tells whether a name is not taken, neither here nor outside.
func (n *Names) Free(name string) bool {
	return !n.taken[name] && (n.outer == nil || n.outer.Free(name))
}

// Take gives out the name itself if it is free, else the name with a number behind it.
func (n *Names) Take(name string) string { return n.TakeIf(name, n.Free) }

// TakeIf is Take with another condition.
func (n *Names) TakeIf(name string, good func(string) bool) string {
	out := name
	for i := 2; !good(out); i++ {
		out = fmt.Sprintf("%s%d", name, i)
	}
	n.taken[out] = true
	return out
}

// TakeHere is Take for a local variable that holds the value of a declaration outside. A name that is taken outside
// gets `Here` behind it.
func (n *Names) TakeHere(name string) string {
	if n.taken[name] || n.Free(name) {
		return n.Take(name)
	}
	return n.Take(name + "Here")
}

// Own makes a name of another language one of Go: linear_conflict is linearConflict. What is neither letter nor digit
// is left out.
func Own(name string) string { return camel(name, false) }

// Upper is Own with a capital first letter: for exported names, and for the end of a longer name.
func Upper(name string) string { return camel(name, true) }

// Small is Own with a small first letter, for names that are derived from the name of a type.
func Small(name string) string {
	name = Own(name)
	return strings.ToLower(name[:1]) + name[1:]
}

func camel(name string, up bool) string {
	var b strings.Builder
	for _, r := range name {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			up = b.Len() > 0 || up
			continue
		}
		if b.Len() == 0 && unicode.IsDigit(r) {
			b.WriteByte('n')
		}
		if up {
			r = unicode.ToUpper(r)
		}
		b.WriteRune(r)
		up = false
	}
	if b.Len() == 0 {
		return "x"
	}
	return b.String()
}
