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

// GiveUp ends the translation by a panic, which Try turns into an error.
func GiveUp(sp diag.Span, format string, args ...any) {
	panic(&Error{sp, fmt.Sprintf(format, args...)})
}

// Try calls write. It returns the construct at which write gave up, nil if it did not.
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
