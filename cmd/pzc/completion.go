package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// completionCommand prints what makes a shell ask pzc how to complete a command line.
type completionCommand struct {
	Shell string `arg:"" optional:"" placeholder:"SHELL" help:"bash, zsh or fish; the login shell unless given."`
	Code  bool   `short:"c" help:"Print the code that the shell executes, instead of how to execute it."`
}

func (completionCommand) Help() string {
	return `Examples:

    pzc completion                     what to write into the file that your shell reads when it starts
    source <(pzc completion -c bash)   for this bash only`
}

// shells are the shells that can ask, each with the code that makes it ask and a line that executes this code.
func shells(pzc string) map[string][2]string {
	bash := "complete -o default -o bashdefault -C " + pzc + " pzc\n"
	return map[string][2]string{
		"bash": {bash, "source <(pzc completion -c bash)"},
		"zsh":  {"autoload -U +X bashcompinit && bashcompinit\n" + bash, "source <(pzc completion -c zsh)"},
		"fish": {`function __complete_pzc
    set -lx COMP_LINE (commandline -cp)
    test -z (commandline -ct)
    and set COMP_LINE "$COMP_LINE "
    ` + pzc + `
end
complete -f -c pzc -a "(__complete_pzc)"
`, "pzc completion -c fish | source"},
	}
}

func (c *completionCommand) Run(e *env) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	all := shells(self)
	name := cmp.Or(c.Shell, filepath.Base(e.getenv("SHELL")))
	shell, known := all[name]
	if !known {
		return fmt.Errorf("completion is for %s, not for %q", strings.Join(slices.Sorted(maps.Keys(all)), ", "), name)
	}
	text := shell[0]
	if !c.Code {
		text = fmt.Sprintf("Write this line into the file that %s reads when it starts:\n\n    %s\n", name, shell[1])
	}
	return e.answer(writerOf(text))
}

// completing answers a shell that asks how to complete a command line: it prints the words that may stand at its end,
// one a line. The shell gives the line in an environment variable; ok is false if it is not set.
func completing(e *env) (ok bool, err error) {
	line := e.getenv("COMP_LINE")
	if line == "" {
		return false, nil
	}
	parser, err := newParser(&commands{}, nil)
	if err != nil {
		return true, err
	}
	words := strings.Fields(line)
	if strings.HasSuffix(line, " ") {
		words = append(words, "")
	}
	last := words[len(words)-1]
	if flag, value, ok := strings.Cut(last, "="); ok && strings.HasPrefix(flag, "--") { // shells complete the value alone
		words, last = append(words[:len(words)-1], flag, value), value
	}
	for _, word := range expected(e, parser, words[1:]) {
		if strings.HasPrefix(word, last) {
			fmt.Fprintln(e.stdout, word)
		}
	}
	return true, nil
}

// expected lists words that the last word of a command line may be.
func expected(e *env, parser *kong.Kong, words []string) []string {
	node := parser.Model.Node
	for ; len(words) > 1 && len(node.Children) > 0; words = words[1:] {
		i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == words[0] })
		if i < 0 {
			return nil
		}
		node = node.Children[i]
	}
	before, last := words[:len(words)-1], words[len(words)-1]
	var flags []string
	for _, flag := range slices.Concat(node.AllFlags(true)...) {
		flags = append(flags, "--"+flag.Name)
		after := ""
		if len(before) > 0 {
			after = before[len(before)-1]
		}
		if !flag.IsBool() && (after == "--"+flag.Name || after == "-"+string(flag.Short)) {
			return values(e, flag, before, last)
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		return flags
	case len(node.Children) > 0:
		return commandNames(node)
	case node.Name == "help":
		return append(commandNames(parser.Model.Node), topics()...)
	case node.Name == "completion":
		return slices.Sorted(maps.Keys(shells("")))
	default:
		return append(puzzle.LibraryNames(), filesLike(last, ".pz")...)
	}
}

// values lists the values that a flag may have.
func values(e *env, flag *kong.Flag, before []string, last string) []string {
	switch flag.Name {
	case "algorithm", "algorithms":
		return search.Names(puzzle.Algorithms())
	case "backend", "backends":
		return puzzle.Backends()
	case "without":
		return append(puzzle.Techniques(), technique.All)
	case "instance", "instances":
		return programOf(e, before).instances
	case "heuristic", "heuristics":
		return programOf(e, before).heuristics
	case "data":
		return filesLike(last, ".json")
	}
	return append(slices.DeleteFunc(flag.EnumSlice(), func(v string) bool { return v == "" }), filesLike(last, "")...)
}

// filesLike lists the folders whose names begin with a text, and the files whose names end with ext.
func filesLike(begin, ext string) (all []string) {
	found, _ := filepath.Glob(begin + "*") // a wrong pattern matches nothing
	for _, name := range found {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			all = append(all, name+string(filepath.Separator))
		} else if strings.HasSuffix(name, ext) {
			all = append(all, name)
		}
	}
	return all
}

// named holds the names in a model that flags may have as values.
type named struct{ instances, heuristics []string }

// programOf reads the model on the command line that is being completed.
func programOf(e *env, words []string) named {
	quiet := &env{stdin: e.stdin, stderr: io.Discard, getenv: e.getenv, globals: e.globals}
	found := named{heuristics: puzzle.Heuristics()}
	for _, word := range slices.Backward(words) {
		if word == "-" {
			continue // standard input cannot be read while a line is being typed
		}
		if program, err := quiet.load(context.Background(), word); err == nil {
			return named{program.Instances(), append(program.Heuristics(), found.heuristics...)}
		}
	}
	return found
}
