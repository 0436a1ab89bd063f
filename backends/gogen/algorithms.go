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
	isGuided := func(a search.Algorithm) bool { return a.Guided }
	blind := search.Names(slices.DeleteFunc(slices.Clone(all), isGuided))
	guided := slices.DeleteFunc(search.Names(all), func(name string) bool { return slices.Contains(blind, name) })
	return strings.NewReplacer(
		"	FUNCTIONS\n", algorithmTable(all), "EVERY", enumerate(search.Names(all), "or"),
		"GUIDED", enumerate(guided, "and"), "BLIND", quoted(blind),
	).Replace(text)
}

// algorithmTable returns the lines of the table of algorithms in a program, "NAME": function.
func algorithmTable(all []search.Algorithm) string {
	var b strings.Builder
	for _, a := range all {
		function := "search." + a.Function + "[State, Key]"
		if !a.Guided {
			function = "unguided(" + function + ")"
		}
		fmt.Fprintf(&b, "\t%q: %s,\n", a.Name, function)
	}
	return b.String()
}

// enumerate joins names: a, b or c.
func enumerate(names []string, word string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// quoted writes names as Go strings.
func quoted(names []string) string {
	names = slices.Clone(names)
	for i, name := range names {
		names[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(names, ", ")
}
