package gogen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/search"
)

// Programs describe their algorithms in the words of package search.

// withAlgorithms puts the descriptions into the text of a program.
func withAlgorithms(text string) string {
	all := search.Generated()
	guided := search.Names(slices.DeleteFunc(slices.Clone(all), func(a search.Algorithm) bool { return !a.Guided }))
	return strings.NewReplacer(
		"	FUNCTIONS\n", algorithmTable(all), "EVERY", enumerate(search.Names(all), "or"),
		"GUIDED", enumerate(guided, "and"),
	).Replace(text)
}

// algorithmTable returns the lines of the table of algorithms in a program, "NAME": function.
func algorithmTable(all []search.Algorithm) string {
	var b strings.Builder
	for _, a := range all {
		form := "unguided"
		if a.Guided {
			form = "guided"
		}
		fmt.Fprintf(&b, "\t%q: %s(search.%s[State, Key]),\n", a.Name, form, a.Function)
	}
	return b.String()
}

// enumerate joins names: a, b or c.
func enumerate(names []string, word string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
