// Package technique names the techniques of the SAT backend and says in a line what each does.
//
// A technique is a constant beside its code: "fuse: two variables become one if few pairs of their values are reachable". Package
// sat lists them all. Each can be switched off by its name, so that its effect can be measured and tested. The encodings of
// values and the ways to write at most one describe themselves likewise; of these, one is chosen by its name.
package technique

import (
	"slices"
	"strings"
)

// Technique is a name and a line that says what the technique does, separated by ": ".
type Technique string

// Name is the name, such as "fuse".
func (t Technique) Name() string {
	name, _, _ := strings.Cut(string(t), ": ")
	return name
}

// About is the line that says what the technique does.
func (t Technique) About() string {
	_, about, _ := strings.Cut(string(t), ": ")
	return about
}

// Names lists the names of techniques.
func Names(all []Technique) []string {
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Name()
	}
	return names
}

// Find is the technique with a name, "" if there is none.
func Find(all []Technique, name string) Technique {
	if i := slices.IndexFunc(all, func(t Technique) bool { return t.Name() == name }); i >= 0 {
		return all[i]
	}
	return ""
}

// Set is a set of techniques.
type Set []Technique

// Has tells whether a technique is in the set.
func (s Set) Has(t Technique) bool { return len(s) > 0 && slices.Contains(s, t) }
