package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/docs"
)

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
