package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/docs"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/text"
)

type helpCommand struct {
	Topic []string `arg:"" optional:"" help:"The command to explain, or a topic; pzc help topics lists these."`
	Man   bool     `help:"Write the manual page for man."`
}

func (helpCommand) Help() string {
	return `Examples:

    pzc help solve              a command
    pzc help exercise new       a command of a command
    pzc help topics             what there is to read
    pzc help language | less    the language, whole
    pzc help --man >pzc.1       the manual page`
}

// Run prints the help of pzc, of a command, or a document.
func (c *helpCommand) Run(e *env, parser *kong.Kong) error {
	topic := strings.Join(c.Topic, " ")
	switch {
	case c.Man:
		return writeManual(e.stdout, parser.Model.Node)
	case topic == "":
		_, err := parser.Parse([]string{"--help"})
		return ignoreParse(err)
	case topic == "topics":
		return listTopics(e)
	case slices.Contains(topics(), topic):
		text, err := fs.ReadFile(docs.FS(), topic+".md")
		if err != nil {
			return err
		}
		shown := string(text)
		if e.terminal {
			shown = wrapDocument(shown, e.columns)
		}
		_, err = io.WriteString(e.stdout, shown)
		return err
	case unknownCommand(parser, c.Topic) != "":
		return notATopic(parser, c.Topic[0])
	}
	_, err := parser.Parse(append(c.Topic, "--help"))
	return ignoreParse(err)
}

// wrapDocument breaks lines of text that are longer than the terminal is wide. Examples and tables stay as they are.
func wrapDocument(document string, columns int) string {
	var b strings.Builder
	code := false
	for line := range strings.Lines(document) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		line = strings.TrimRight(line, "\n")
		fixed := code || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "    ")
		if fixed || utf8.RuneCountInString(line) <= columns {
			b.WriteString(line + "\n")
			continue
		}
		body := strings.TrimLeft(line, " -")
		indent := strings.Repeat(" ", len(line)-len(body)) // of the lines below the first line of an item
		for i, part := range text.Break(body, columns-len(indent)) {
			if i == 0 {
				b.WriteString(line[:len(indent)] + part + "\n")
			} else {
				b.WriteString(indent + part + "\n")
			}
		}
	}
	return b.String()
}

// index is the document that lists the others.
const index = "README.md"

// topics lists the names of the documents.
func topics() (names []string) {
	files, _ := fs.Glob(docs.FS(), "*.md") // the pattern is well formed
	for _, file := range files {
		if file != index {
			names = append(names, strings.TrimSuffix(file, ".md"))
		}
	}
	return names
}

// listTopics prints the documents in the order and with the headings of the index.
func listTopics(e *env) error {
	list, err := fs.ReadFile(docs.FS(), index)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(e.stdout)
	between := ""
	for line := range strings.Lines(strings.ReplaceAll(string(list), "\n  ", " ")) { // an item may take two lines
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			fmt.Fprintf(w, "%s%s", between, heading)
			between = "\n"
		} else if found := indexed.Get().FindStringSubmatch(line); found != nil {
			fmt.Fprintf(w, "  %-14s %s\n", found[1], found[2])
		}
	}
	return w.Flush()
}

// indexed matches a line of the index about a document.
var indexed = lazy.Compile(`^- \[([a-z-]+)\.md\]\([a-z-]+\.md\): (.*)`)

func notATopic(parser *kong.Kong, name string) error {
	if near := diag.Nearest(name, append(topics(), commandNames(parser.Model.Node)...)); near != "" {
		return fmt.Errorf("%q is neither a command nor a topic; did you mean `pzc help %s`?", name, near)
	}
	return fmt.Errorf("%q is neither a command nor a topic; "+
		"`pzc help` lists the commands, `pzc help topics` the topics", name)
}

// ignoreParse drops the errors of kong about missing arguments, which it reports after it has printed the help.
func ignoreParse(err error) error {
	var parse *kong.ParseError
	if errors.As(err, &parse) && !strings.Contains(err.Error(), "unexpected argument") {
		return nil
	}
	return err
}

type versionCommand struct{}

func (versionCommand) Run(e *env) error {
	_, err := fmt.Fprintf(e.stdout, "pzc %s\n", version())
	return err
}

// release is the version of this source. make release sets it.
var release = "0.1.0"

// version returns the version of the Go build information, or else the release.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return release
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}
