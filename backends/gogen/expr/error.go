package expr

import (
	"fmt"

	"github.com/pzc-lang/pzc/diag"
)

// Error is a construct that cannot be written in Go yet.
type Error struct {
	Span diag.Span
	What string
}

func (e *Error) Error() string { return e.What + " cannot be written in Go yet" }

// GiveUp ends the translation by a panic. try makes an error of it.
func GiveUp(sp diag.Span, format string, args ...any) {
	panic(&Error{sp, fmt.Sprintf(format, args...)})
}

// Try calls a function that writes something; it returns the construct that cannot be written, nil without one.
func Try(write func()) (err *Error) {
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
