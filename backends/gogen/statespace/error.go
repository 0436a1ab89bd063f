package statespace

import (
	"fmt"

	"github.com/pzc-lang/pzc/internal/diag"
)

// Error is a construct that cannot be written in Go yet.
type Error struct {
	Span    diag.Span
	What    string
	Instead string // what can be written instead; "": nothing is known
	Final   bool   // nothing else can be tried
}

func (e *Error) Error() string { return e.What + " cannot be written in Go yet" }

// GiveUp ends the translation by a panic, which Try turns into an error.
func GiveUp(sp diag.Span, format string, args ...any) {
	panic(&Error{Span: sp, What: fmt.Sprintf(format, args...)})
}

// Try calls write. It returns the construct at which write gave up, nil if it did not. An error that is final goes on.
func Try(write func()) (err *Error) {
	if err = Catch(write); err != nil && err.Final {
		panic(err)
	}
	return err
}

// Catch is Try for all errors.
func Catch(write func()) (err *Error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			err = r
		default:
			panic(r)
		}
	}()
	write()
	return nil
}
