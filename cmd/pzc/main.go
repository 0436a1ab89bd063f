// Command pzc solves puzzles that are written in the language of .pz models.
//
// Each command has a file: its flags, its help with examples, and Run. The files env, ending, limits, data, source,
// answer and share hold what commands share. Package internal/puzzle does the work, and package internal/present/show
// prints.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/internal/room"
)

func main() {
	room.Stack()
	os.Exit(run(os.Args[1:], process()))
}

type commands struct {
	globals

	Solve    solveCommand    `cmd:"" help:"Find a plan, or prove that there is none."`
	Count    countCommand    `cmd:"" help:"Count the solutions."`
	Check    checkCommand    `cmd:"" help:"Check names, types and data; --ground shows the compiled task."`
	Fmt      fmtCommand      `cmd:"" help:"Write models in canonical layout."`
	Test     testCommand     `cmd:"" help:"Run the expect lines of models."`
	Print    printCommand    `cmd:"" help:"Write puzzles for paper, with their rules, and solutions at the end."`
	Verify   verifyCommand   `cmd:"" help:"Test the promises of models on all states of small instances."`
	Play     playCommand     `cmd:"" help:"Play a puzzle in the terminal."`
	Explore  exploreCommand  `cmd:"" help:"Count the reachable states and measure the state space."`
	Rate     rateCommand     `cmd:"" help:"Measure how hard a puzzle is."`
	Report   reportCommand   `cmd:"" help:"Say what a designer wants to know of a puzzle: measures, traps, what matters."`
	Validate validateCommand `cmd:"" help:"Replay a plan and say which step fails and why."`
	Generate generateCommand `cmd:"" help:"Make puzzles that are unique, solvable and as hard as wanted."`
	Compare  compareCommand  `cmd:"" help:"Tell whether two models are the same puzzle, and show a shortest disagreement."`
	Grade    gradeCommand    `cmd:"" help:"Grade submissions of an exercise."`
	Work     workCommand     `cmd:"" help:"Do jobs for commands that share their work in a folder."`
	Exercise exerciseCommand `cmd:"" help:"Make and check exercises."`
	Why      whyCommand      `cmd:"" help:"Say why there is no solution, a move cannot be made, a plan is wrong, or no plan costs less."`
	EmitCNF  emitCNFCommand  `cmd:"" name:"emit-cnf" help:"Write the formula of a puzzle for an outside SAT solver, as DIMACS, OPB, SMT-LIB or JSON."`
	EmitGo   emitGoCommand   `cmd:"" name:"emit-go" help:"Write a puzzle as a Go program that stands alone."`
	EmitPDDL emitPDDLCommand `cmd:"" name:"emit-pddl" help:"Write a puzzle for outside planners, as PDDL."`
	Decode   decodeCommand   `cmd:"" help:"Read a SAT solver's output back into a plan."`
	Bench    benchCommand    `cmd:"" help:"Compare algorithms, heuristics and backends: a table, and CSV."`
	Models   modelsCommand   `cmd:"" help:"List the models that come with pzc, or show one."`
	Import   importCommand   `cmd:"" help:"Read levels in common formats, as data for a model of the library."`
	Export   exportCommand   `cmd:"" help:"Write puzzles as addresses of puzz.link."`
	New      newCommand      `cmd:"" help:"Write a small model as a starting point."`
	Web      webCommand      `cmd:"" help:"Serve the playground: a page that writes, plays and solves puzzles."`
	LSP      lspCommand      `cmd:"" name:"lsp" help:"Serve an editor: the Language Server Protocol over standard input and output."`
	MCP      mcpCommand      `cmd:"" name:"mcp" help:"Serve an assistant: the Model Context Protocol over standard input and output."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
	Help     helpCommand     `cmd:"" help:"Explain a command or a topic."`

	Completion completionCommand `cmd:"" help:"Print how to set up the completion of pzc's command lines in a shell."`
}

// run executes a command line and returns the exit status.
func run(args []string, e *env) (code int) {
	e.version = version()
	args, e.domainOf = domains(args)
	if len(args) > 0 && args[0] == "--version" {
		args = append([]string{"version"}, args[1:]...)
	}
	defer func() {
		if r := recover(); r != nil {
			code = e.fault(fmt.Sprintf("panic: %v\n%s", r, debug.Stack()))
		}
	}()
	if asked, err := completing(e); asked {
		return e.fail(err)
	}
	var c commands
	helped := false
	printed := &noting{to: e.stdout}
	parser, err := newParser(&c, args, kong.Writers(printed, e.stderr), kong.Exit(func(int) { helped = true }))
	if err != nil {
		return e.fault(err.Error())
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
		message := plainWords(err.Error()) + " (see pzc help)"
		if second, ok := strings.CutPrefix(err.Error(), "unexpected argument "); ok && e.domainOf[second] != "" {
			message = fmt.Sprintf("%s is a second problem, and pzc %s takes one; "+
				"pzc import --as pddl makes one model of several problems", second, args[0])
		}
		return e.fail(errors.New(message))
	}
	command := selected.Selected().Target.Interface()
	_, emits := command.(emitCNFCommand)
	_, generates := command.(generateCommand)
	if !emits && c.Format != "text" && c.Format != "json" && !(generates && c.Format == "jsonl") {
		return e.fail(fmt.Errorf("--format %s is for emit-cnf or generate; answers are written as text or json", c.Format))
	}
	e.globals, e.command, e.named = c.globals, selected.Selected(), commandNamed
	if err = selected.Run(e, parser); err == nil {
		err = printed.err // of help
	}
	return e.fail(err)
}

// newParser returns the parser of a command line. The parser writes to c.
//
// Describing all commands to kong takes a third of the time of `pzc version`. If the line begins with the name of a
// command, the parser knows this command alone. Help and completion need all commands.
func newParser(c *commands, args []string, options ...kong.Option) (*kong.Kong, error) {
	options = append(options, kong.Name("pzc"), kong.Description(description),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}),
		mapper("duration", setDuration), mapper("bytes", setBytes), mapper("list", setList), solverNames())
	if len(args) == 0 || args[0] == "help" {
		return kong.New(c, options...)
	}
	all := reflect.ValueOf(c).Elem()
	for _, field := range reflect.VisibleFields(all.Type()) {
		name := cmp.Or(field.Tag.Get("name"), strings.ToLower(field.Name))
		if _, isCommand := field.Tag.Lookup("cmd"); isCommand && name == args[0] {
			command := all.FieldByIndex(field.Index).Addr().Interface()
			return kong.New(&c.globals, append(options, kong.DynamicCommand(name, field.Tag.Get("help"), "", command))...)
		}
	}
	return kong.New(c, options...)
}

// commandNamed returns a command by its name, nil if there is none.
func commandNamed(name string) *kong.Node {
	parser, err := newParser(&commands{}, []string{name})
	if err == nil {
		for _, command := range parser.Model.Children {
			if command.Name == name {
				return command
			}
		}
	}
	return nil
}

// noting is a writer that keeps the first error, because kong ignores errors of writing.
type noting struct {
	to  io.Writer
	err error
}

func (n *noting) Write(text []byte) (int, error) {
	done, err := n.to.Write(text)
	n.err = cmp.Or(n.err, err)
	return done, err
}
