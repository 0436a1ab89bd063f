package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/docs"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
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

// manual writes the manual page in the macros of man(7): every command with its help and flags.
type manual struct{ w *bufio.Writer }

func writeManual(w io.Writer, app *kong.Node) error {
	m := manual{bufio.NewWriter(w)}
	m.macro("TH", "PZC", "1", "", "pzc "+version(), "pzc")
	m.section("NAME", `pzc \- a puzzle compiler`)
	m.section("SYNOPSIS", `.B pzc`, `.I command`, `.RI [ argument " ...] [" flag " ...]"`)
	m.macro("SH", "DESCRIPTION")
	m.text(description +
		"\n\nA model is a file, - for standard input, or the name of a model of the library, which pzc models lists.")
	m.macro("SH", "COMMANDS")
	for _, c := range app.Children {
		m.command(c)
	}
	m.macro("SH", "FLAGS OF ALL COMMANDS")
	m.flags(app.Flags)
	if err := m.exitStatus(); err != nil {
		return err
	}
	m.section("ENVIRONMENT", ".TP", ".B NO_COLOR", "No colours, unless \\-\\-color always is given.",
		".TP", ".B TERM", "On a terminal called dumb no progress is drawn, and nothing is played or animated in place.",
		".TP", ".B XDG_CACHE_HOME", "Tables of heuristics are kept in its folder pzc/tables; see \\-\\-tables.")
	m.section(
		"SEE ALSO", ".B pzc help topics", "lists what there is to read, such as the language;", ".B pzc help", ".I topic",
		"shows it.",
	)
	return m.w.Flush()
}

func (m manual) put(text string) { fmt.Fprint(m.w, text) }

func (m manual) macro(name string, args ...string) {
	m.put("." + name)
	for _, a := range args {
		fmt.Fprintf(m.w, ` "%s"`, strings.ReplaceAll(escaped(a), `"`, `""`))
	}
	m.put("\n")
}

// section writes a section of lines that are roff already.
func (m manual) section(title string, lines ...string) {
	m.macro("SH", title)
	m.put(strings.Join(lines, "\n") + "\n")
}

// escaped returns a text that roff prints as it stands.
func escaped(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

// text writes paragraphs and examples. The lines of examples are indented.
func (m manual) text(s string) {
	example := false
	for _, line := range joined(strings.Split(strings.TrimSpace(s), "\n")) {
		indented := strings.HasPrefix(line, "    ")
		switch {
		case indented && !example:
			m.put(".RS 4\n.EX\n")
		case !indented && example && line != "":
			m.put(".EE\n.RE\n")
		}
		switch {
		case indented:
			example = true
			m.put(escaped(strings.TrimPrefix(line, "    ")) + "\n")
		case line != "":
			example = false
			m.put(escaped(line) + "\n")
		case !example:
			m.put(".PP\n")
		}
	}
	if example {
		m.put(".EE\n.RE\n")
	}
}

// joined makes one line of the lines of each paragraph. Indented lines stay as they are.
func joined(lines []string) (out []string) {
	running := false // the last line is a part of a paragraph
	for _, line := range lines {
		part := line != "" && !strings.HasPrefix(line, "    ")
		if part && running {
			out[len(out)-1] += " " + line
		} else {
			out = append(out, line)
		}
		running = part
	}
	return out
}

func (m manual) command(c *kong.Node) {
	usage := c.Name
	for _, p := range c.Positional {
		usage += " " + p.Summary()
	}
	m.macro("SS", usage)
	m.text(c.Help)
	if c.Detail != "" {
		m.put(".PP\n")
		m.text(c.Detail)
	}
	m.flags(c.Flags)
}

// flags writes a paragraph for each flag.
func (m manual) flags(all []*kong.Flag) {
	for _, f := range all {
		if f.Hidden {
			continue
		}
		m.put(".TP\n")
		name := `\fB` + escaped("--"+f.Name) + `\fR`
		if f.Short != 0 {
			name = `\fB` + escaped("-"+string(f.Short)) + `\fR, ` + name
		}
		if !f.IsBool() {
			name += ` \fI` + escaped(f.FormatPlaceHolder()) + `\fR`
		}
		m.put(name + "\n" + escaped(f.Help) + "\n")
	}
}

// exitStatus writes the table of docs/exit-status.md.
func (m manual) exitStatus() error {
	text, err := fs.ReadFile(docs.FS(), "exit-status.md")
	if err != nil {
		return err
	}
	m.macro("SH", "EXIT STATUS")
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 4 || !strings.ContainsAny(cells[1], "0123456789") {
			continue
		}
		fmt.Fprintf(m.w, ".TP\n.B %s\n%s\n", strings.TrimSpace(cells[1]), escaped(strings.TrimSpace(cells[2])))
	}
	return nil
}
