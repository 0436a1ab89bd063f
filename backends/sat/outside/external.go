package outside

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// External is a SAT solver that is an outside program. In its command, {in} stands for the file with the formula, {out}
// for the file of the answer and {proof} for the file of a proof. Without {in}, the formula's file becomes the last
// argument. Without {out}, the answer is what the solver prints. The program ends with the context of its call.
type External struct {
	words  []string
	Folder string // for the files
}

// The placeholders of files in commands.
const (
	inFile    = "{in}"
	outFile   = "{out}"
	proofFile = "{proof}"
)

// takesProof lists the programs whose second file argument is the proof.
var takesProof = []string{"cadical", "kissat"}

// NewExternal reads a command. It adds the missing placeholders: minisat writes its answer to a second file, and
// cadical and kissat write proofs to a second file. proof tells whether a proof is wanted; it is an error if the
// program's way to be told so is not known.
func NewExternal(command string, proof bool) (*External, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, errors.New("the command of the SAT solver is empty")
	}
	name := strings.TrimSuffix(filepath.Base(words[0]), ".exe")
	named := func(file string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, file) })
	}
	if !named(inFile) {
		words = append(words, inFile)
		if name == "minisat" && !named(outFile) {
			words = append(words, outFile)
		}
		if proof && slices.Contains(takesProof, name) && !named(proofFile) {
			words = append(words, proofFile)
		}
	}
	switch {
	case proof && !named(proofFile):
		return nil, fmt.Errorf("it is not known how %s is told to write a proof; write {proof} in its command where the "+
			"file belongs, as in 'cadical -q {in} {proof}'", name)
	case !proof && named(proofFile):
		return nil, errors.New("the command of the SAT solver names {proof}, but no proof is asked for")
	}
	return &External{words: words}, nil
}

// name returns the program's name.
func (x *External) name() string { return filepath.Base(x.words[0]) }

// Formula returns the path of the file for the formula.
func (x *External) Formula() string { return filepath.Join(x.Folder, "formula.cnf") }

// Proof returns the path of the file with the proof.
func (x *External) Proof() string { return filepath.Join(x.Folder, "proof") }

// The exit statuses of a program that has decided a formula.
const (
	exitSatisfiable   = 10
	ExitUnsatisfiable = 20
)

// Run runs the program on the formula and passes its answer and exit status to read. When the context ends, the program
// ends, with all programs that it started.
func (x *External) Run(ctx context.Context, read func(answer *bufio.Reader, exit int) error) error {
	answer, printed, complaint := filepath.Join(x.Folder, "answer"), filepath.Join(x.Folder, "printed"),
		filepath.Join(x.Folder, "complaint")
	files := strings.NewReplacer(inFile, x.Formula(), outFile, answer, proofFile, x.Proof())
	args, answered := make([]string, len(x.words)), false
	for i, w := range x.words {
		args[i] = files.Replace(w)
		answered = answered || strings.Contains(w, outFile)
	}
	if err := errors.Join(remove(answer), remove(x.Proof())); err != nil {
		return err
	}
	exit, err := start(ctx, args, printed, complaint)
	if err != nil {
		return err
	}
	if !answered {
		answer = printed
	}
	f, err := os.Open(answer)
	if err != nil {
		return fmt.Errorf("%s wrote no answer (%s)", x.name(), firstLine(complaint, "it says nothing"))
	}
	defer f.Close()
	if err := read(bufio.NewReader(f), exit); err != nil {
		return fmt.Errorf("%s did not answer as SAT solvers do (%s)", x.name(), firstLine(complaint, err.Error()))
	}
	return nil
}

func remove(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// start runs a program. Its output goes to files, so that nothing waits for pipes.
func start(ctx context.Context, args []string, printed, complaint string) (exit int, err error) {
	stdout, err := os.Create(printed)
	if err != nil {
		return 0, err
	}
	defer stdout.Close()
	stderr, err := os.Create(complaint)
	if err != nil {
		return 0, err
	}
	defer stderr.Close()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	ownGroup(cmd)
	err = cmd.Run()
	var status *exec.ExitError // an exit status other than 0 is an answer
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil && !errors.As(err, &status):
		return 0, fmt.Errorf("the SAT solver cannot be run: %w", err)
	}
	return cmd.ProcessState.ExitCode(), nil
}

// firstLine returns the first line of a file, or otherwise if there is none.
func firstLine(file, otherwise string) string {
	f, err := os.Open(file)
	if err != nil {
		return otherwise
	}
	defer f.Close()
	line, _, _ := bufio.NewReader(f).ReadLine()
	if len(line) == 0 {
		return otherwise
	}
	return string(line)
}
