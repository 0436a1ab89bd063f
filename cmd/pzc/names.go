package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// description is the description of pzc in its help.
const description = "pzc compiles puzzles that are written as .pz models and finds an optimal plan, " +
	"or proves that there is none."

// unknownCommand returns the first word of the command line if it should be a command and is not one; else "".
func unknownCommand(parser *kong.Kong, args []string) string {
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-") {
			if slices.Contains(commandNames(parser.Model.Node), arg) {
				return ""
			}
			return arg
		}
		if !slices.Contains([]string{"-q", "--quiet"}, arg) && !strings.Contains(arg, "=") {
			return "" // the next word may be the value of the flag: the parser knows
		}
	}
	return ""
}

// plainWords rewrites a message of the parser of flags in plain words.
func plainWords(msg string) string {
	for _, r := range []struct{ pattern, words string }{
		{`expected \w+ value but got "EOL" \(<EOL>\)`, "a value is missing after it"},
		{`expected \w+ value but got ("-[^"]*") \(short flag\).*`, "$1 cannot be its value"},
		{`expected a valid 64 bit int but got`, "a whole number is wanted, not"},
		{`bool value must be .* but got ("[^"]*")`, "it is given or not, without the value $1"},
		{`^expected "(<.*>.*)"`, "missing: $1"},
		{`^unknown flag --json\b.*`, "there is no flag --json; --format json writes answers as JSON"},
		{
			`^unknown flag --run-time-data\b.*`,
			"there is no flag --run-time-data; the package for Go programs reads data at run time: docs/embedding.md",
		},
	} {
		msg = regexp.MustCompile(r.pattern).ReplaceAllString(msg, r.words)
	}
	return msg
}

func commandNames(of *kong.Node) []string {
	return lists.Map(of.Children, func(node *kong.Node) string { return node.Name })
}

func notACommand(parser *kong.Kong, name string) error {
	if _, inLibrary := puzzle.Library(name); inLibrary || strings.HasSuffix(name, ".pz") {
		return fmt.Errorf("%q is not a command of pzc; did you mean `pzc solve %s`?", name, name)
	}
	if near := diag.Nearest(name, commandNames(parser.Model.Node)); near != "" {
		return fmt.Errorf("%q is not a command of pzc; did you mean `pzc %s`?", name, near)
	}
	return fmt.Errorf("%q is not a command of pzc; `pzc help` lists them", name)
}
