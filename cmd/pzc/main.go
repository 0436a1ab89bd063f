// Command pzc solves puzzles that are written in the language of .pz models.
//
// Each command stands in a file of its own: flags, files, printing. What it does is the business of package pzc.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	completion "github.com/jotaen/kong-completion"
	"golang.org/x/term"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/progress"
	"github.com/pzc-lang/pzc/diag"
)

func main() {
	e := &env{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
		terminal: isTerminal(os.Stdout), live: isTerminal(os.Stderr), typed: term.IsTerminal(int(os.Stdin.Fd())), signals: make(chan os.Signal, 2), listen: listen, quit: os.Exit, patience: usualPatience,
	}
	e.columns, e.rows = terminalSize(os.Stdout)
	ignoreFileSize()
	os.Exit(run(os.Args[1:], e))
}

func listen(signals chan<- os.Signal) { signal.Notify(signals, os.Interrupt, syscall.SIGTERM) }

// isTerminal tells whether somebody looks at what is written to f.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// terminalSize is how many columns and rows a terminal has, 80 and 24 without one.
func terminalSize(f *os.File) (columns, rows int) {
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil || columns < 1 || rows < 1 {
		return 80, 24
	}
	return columns, rows
}

// The exit status.
const (
	exitOK          = 0
	exitNo          = 1   // proved to have no solution, or a test failed
	exitWrong       = 2   // the command line or the model is wrong
	exitUndecided   = 3   // a limit was reached
	exitFault       = 70  // a mistake of pzc
	exitInterrupted = 130 // Ctrl-C
)

// exit is the error by which a command that has said all there is to say sets the exit status.
type exit int

func (c exit) Error() string { return fmt.Sprintf("exit status %d", int(c)) }

// status is nil for 0.
func status(code int) error {
	if code == exitOK {
		return nil
	}
	return exit(code)
}

// env is what a command sees of the world.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	terminal       bool // standard output is one
	live           bool // standard error is one: progress is drawn
	typed          bool // standard input is one
	columns, rows  int  // of the terminal
	signals        chan os.Signal
	interrupted    atomic.Bool            // Ctrl-C has come
	listen         func(chan<- os.Signal) // has signals sent, which before end the process at once
	quit           func(code int)         // ends the process at once
	patience       time.Duration          // pzc ends the process where work goes on so long after its context has ended
	globals        globals
	answering      answering
	sandbox        bool // the files that are named may be strangers'
}

// globals are the flags that every command has.
type globals struct {
	Format   string `enum:"text,json,dimacs,opb,smt2" default:"text" placeholder:"text|json" help:"How answers are written; emit-cnf also writes dimacs, opb and smt2."`
	Quiet    bool   `short:"q" help:"Print the answer alone: no explanations, warnings or progress."`
	Progress string `enum:"auto,none,json" default:"auto" placeholder:"auto|none|json" help:"How progress is shown on standard error: auto draws it on a terminal, json writes an object a line, at most ten a second."`
	Color    string `enum:"auto,always,never" default:"auto" placeholder:"auto|always|never" help:"Colours in the output; auto: on a terminal unless NO_COLOR is set."`
}

type commands struct {
	globals

	Solve    solveCommand    `cmd:"" help:"Find a plan, or prove that there is none."`
	Count    countCommand    `cmd:"" help:"Count the solutions."`
	Check    checkCommand    `cmd:"" help:"Check names, types and data; --ground shows the compiled task."`
	Fmt      fmtCommand      `cmd:"" help:"Write models in canonical layout."`
	Test     testCommand     `cmd:"" help:"Run the expect lines of models."`
	Verify   verifyCommand   `cmd:"" help:"Try what models promise on all states of small instances."`
	Play     playCommand     `cmd:"" help:"Play a puzzle in the terminal."`
	Explore  exploreCommand  `cmd:"" help:"Count the states that can be reached, and measure how they hang together."`
	Validate validateCommand `cmd:"" help:"Replay a plan and say which step fails and why."`
	EmitCNF  emitCNFCommand  `cmd:"" name:"emit-cnf" help:"Write the formula of a puzzle for an outside SAT solver, as DIMACS, OPB, SMT-LIB or JSON."`
	EmitGo   emitGoCommand   `cmd:"" name:"emit-go" help:"Write a puzzle as a Go program that stands alone."`
	EmitPDDL emitPDDLCommand `cmd:"" name:"emit-pddl" help:"Write a puzzle for outside planners, as PDDL."`
	Decode   decodeCommand   `cmd:"" help:"Read a SAT solver's output back into a plan."`
	Bench    benchCommand    `cmd:"" help:"Compare algorithms, heuristics and backends: a table, and CSV."`
	Models   modelsCommand   `cmd:"" help:"List the models that come with pzc, or show one."`
	Import   importCommand   `cmd:"" help:"Read levels in the formats that people exchange, as data for a model of the library."`
	New      newCommand      `cmd:"" help:"Write a new model, to begin with."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
	Help     helpCommand     `cmd:"" help:"Explain a command or a topic."`

	Completion completion.Completion `cmd:"" help:"Say how a shell learns to complete pzc's command lines."`
}

const description = "pzc compiles puzzles that are written as .pz models and finds an optimal plan, or proves that there is none."

// run executes a command line and returns the exit status.
func run(args []string, e *env) (code int) {
	defer func() {
		if r := recover(); r != nil {
			code = e.fault(fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	var c commands
	helped := false
	printed := &noting{to: e.stdout}
	parser, err := kong.New(&c, kong.Name("pzc"), kong.Description(description), kong.Writers(printed, e.stderr),
		kong.Exit(func(int) { helped = true }), kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		kong.NamedMapper("duration", durationMapper{}), kong.NamedMapper("bytes", bytesMapper{}))
	if err != nil {
		return e.fault(err.Error())
	}
	if asked, err := e.completing(parser); asked {
		return e.fail(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
		e.stdout, parser.Stdout, code = e.stderr, e.stderr, exitWrong
	}
	if name := unknownCommand(parser, args); name != "" {
		return e.fail(notACommand(parser, name))
	}
	selected, err := parser.Parse(args)
	if helped {
		return max(code, e.fail(printed.err))
	}
	if err != nil {
		return e.fail(errors.New(plainWords(err.Error()) + " (see pzc help)"))
	}
	if _, emits := selected.Selected().Target.Interface().(emitCNFCommand); !emits && !slices.Contains([]string{"text", "json"}, c.Format) {
		return e.fail(fmt.Errorf("--format %s is for emit-cnf; answers are written as text or json", c.Format))
	}
	e.globals = c.globals
	if err = selected.Run(e, parser); err == nil {
		err = printed.err // of help
	}
	return e.fail(err)
}

// noting is a writer that keeps the first error, for a caller that does not look at it.
type noting struct {
	to  io.Writer
	err error
}

func (n *noting) Write(text []byte) (int, error) {
	done, err := n.to.Write(text)
	if n.err == nil {
		n.err = err
	}
	return done, err
}

// fail says what went wrong, if it was not said yet, and returns the exit status.
func (e *env) fail(err error) int {
	var code exit
	var fault *pzc.Fault
	var limit *backends.LimitError
	var diags diag.List
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &fault):
		return e.fault(fault.Error() + "\n" + fault.Report)
	case errors.As(err, &diags):
		e.printFindings(diags, nil)
	case errors.As(err, &limit):
		fmt.Fprintf(e.stderr, "pzc: %s\n", shownLines(err))
		return exitUndecided
	default:
		fmt.Fprintf(e.stderr, "pzc: error: %s\n", shownLines(err))
	}
	return exitWrong
}

// shownLines is the text of an error, which may quote what was read.
func shownLines(err error) string {
	lines := strings.Split(inFlags(err.Error()), "\n")
	for i, l := range lines {
		lines[i] = diag.Shown(l)
	}
	return strings.Join(lines, "\n")
}

// fault prints the report of a mistake of pzc itself.
func (e *env) fault(report string) int {
	fmt.Fprintf(e.stderr, "pzc: %s\n\nThis is a mistake of pzc (version %s), not of the model. Please report the text above with the model and the command line.\n",
		strings.TrimRight(report, "\n"), version())
	return exitFault
}

// unknownCommand is the first word of the command line if a command should stand there and none of that name exists.
func unknownCommand(parser *kong.Kong, args []string) string {
	for _, arg := range args {
		if !strings.HasPrefix(arg, "-") {
			if slices.Contains(commandNames(parser), arg) {
				return ""
			}
			return arg
		}
		if !slices.Contains([]string{"-q", "--quiet"}, arg) && !strings.Contains(arg, "=") {
			return "" // a flag that may have a value: the parser knows
		}
	}
	return ""
}

// plainWords says in words of the user what the parser of flags says in its own.
func plainWords(msg string) string {
	for _, r := range []struct{ pattern, words string }{
		{`expected \w+ value but got "EOL" \(<EOL>\)`, "a value is missing after it"},
		{`expected \w+ value but got ("-[^"]*") \(short flag\).*`, "$1 cannot be its value"},
		{`expected a valid 64 bit int but got`, "a whole number is wanted, not"},
		{`bool value must be .* but got ("[^"]*")`, "it is given or not, without the value $1"},
		{`^expected "(<.*>.*)"`, "missing: $1"},
	} {
		msg = regexp.MustCompile(r.pattern).ReplaceAllString(msg, r.words)
	}
	return msg
}

func commandNames(parser *kong.Kong) []string {
	var names []string
	for _, node := range parser.Model.Children {
		names = append(names, node.Name)
	}
	return names
}

func notACommand(parser *kong.Kong, name string) error {
	if near := diag.Nearest(name, commandNames(parser)); near != "" {
		return fmt.Errorf("%q is not a command of pzc; did you mean `pzc %s`?", name, near)
	}
	return fmt.Errorf("%q is not a command of pzc; `pzc help` lists them", name)
}

// startProgress begins to show progress as the flags say. It is drawn only if somebody looks.
func (e *env) startProgress() *progress.Display {
	mode := progress.Hidden
	switch {
	case e.globals.Progress == "json":
		mode = progress.JSON
	case e.live && !e.globals.Quiet && e.globals.Progress != "none":
		mode = progress.Drawn
	}
	return progress.Start(e.stderr, mode, e.liveColumns)
}

// liveColumns is how wide the terminal is on which progress is drawn: it may have been made wider or narrower meanwhile.
func (e *env) liveColumns() int {
	columns := 80
	if f, ok := e.stderr.(*os.File); ok {
		columns, _ = terminalSize(f)
	}
	return columns
}

func (e *env) json() bool { return e.globals.Format == "json" }

func (e *env) color() bool { return e.colorOn(e.terminal) }

func (e *env) colorOnStderr() bool { return e.colorOn(e.live) }

func (e *env) colorOn(terminal bool) bool {
	switch e.globals.Color {
	case "always":
		return true
	case "never":
		return false
	default:
		return terminal && e.getenv("NO_COLOR") == ""
	}
}
