package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// The exit status.
const (
	exitOK          = 0
	exitNo          = 1   // proved to have no solution, or a test failed
	exitWrong       = 2   // the command line or the model is wrong
	exitUndecided   = 3   // a limit was reached
	exitFault       = 70  // a mistake of pzc
	exitInterrupted = 130 // Ctrl-C
)

// exit is the error of a command that has printed all there is to print. It sets the exit status.
type exit int

func (x exit) Error() string { return fmt.Sprintf("exit status %d", int(x)) }

// status returns the error that sets the exit status, nil for OK.
func status(code int) error {
	if code == exitOK {
		return nil
	}
	return exit(code)
}

// fail prints an error, unless it is an Exit, and returns the exit status.
func (e *env) fail(err error) int {
	var code exit
	var fault *puzzle.Fault
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

// shownLines returns the text of an error as it can be printed: the error may quote a file.
func shownLines(err error) string {
	lines := strings.Split(inFlags(err.Error()), "\n")
	for i, l := range lines {
		lines[i] = diag.Shown(l)
	}
	return strings.Join(lines, "\n")
}

// fault prints the report of a mistake of pzc itself, and returns the exit status.
func (e *env) fault(report string) int {
	fmt.Fprintf(e.stderr, "pzc: %s\n\nThis is a mistake of pzc (version %s), not of the model."+
		" Please report the text above with the model and the command line.\n",
		strings.TrimRight(report, "\n"), e.version)
	return exitFault
}
