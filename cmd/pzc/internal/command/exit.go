package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/diag"
)

// The exit status.
const (
	OK          = 0
	No          = 1   // proved to have no solution, or a test failed
	Wrong       = 2   // the command line or the model is wrong
	Undecided   = 3   // a limit was reached
	Fault       = 70  // a mistake of pzc
	Interrupted = 130 // Ctrl-C
)

// Exit is the error of a command that has printed all there is to print. It sets the exit status.
type Exit int

func (x Exit) Error() string { return fmt.Sprintf("exit status %d", int(x)) }

// Status returns the error that sets the exit status, nil for OK.
func Status(code int) error {
	if code == OK {
		return nil
	}
	return Exit(code)
}

// Fail prints an error, unless it is an Exit, and returns the exit status.
func (e *Env) Fail(err error) int {
	var code Exit
	var fault *pzc.Fault
	var limit *backends.LimitError
	var diags diag.List
	switch {
	case err == nil:
		return OK
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &fault):
		return e.Fault(fault.Error() + "\n" + fault.Report)
	case errors.As(err, &diags):
		e.PrintFindings(diags, nil)
	case errors.As(err, &limit):
		fmt.Fprintf(e.Stderr, "pzc: %s\n", shownLines(err))
		return Undecided
	default:
		fmt.Fprintf(e.Stderr, "pzc: error: %s\n", shownLines(err))
	}
	return Wrong
}

// shownLines returns the text of an error as it can be printed: the error may quote a file.
func shownLines(err error) string {
	lines := strings.Split(InFlags(err.Error()), "\n")
	for i, l := range lines {
		lines[i] = diag.Shown(l)
	}
	return strings.Join(lines, "\n")
}

// Fault prints the report of a mistake of pzc itself, and returns the exit status.
func (e *Env) Fault(report string) int {
	fmt.Fprintf(e.Stderr, "pzc: %s\n\nThis is a mistake of pzc (version %s), not of the model."+
		" Please report the text above with the model and the command line.\n",
		strings.TrimRight(report, "\n"), e.Version)
	return Fault
}
