package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// runTimeData is the flag --run-time-data, which stands alone.
type runTimeData bool

// IsBool tells kong that the flag stands alone.
func (*runTimeData) IsBool() bool { return true }

// Decode refuses the names that earlier versions read.
func (r *runTimeData) Decode(ctx *kong.DecodeContext) error {
	if ctx.Scan.Peek().Type == kong.FlagValueToken {
		return errors.New("it names no parameters: the program reads all that it can. For other data write another program")
	}
	*r = true
	return nil
}

// checkData says which parameters the program will read, and why it reads no others.
func (c *emitGoCommand) checkData(e *env, z *puzzle.Puzzle) error {
	if !c.RunTimeData {
		return nil
	}
	var read, fixed []string
	_, all := emit.RunTimeData(z.Model())
	for _, x := range all {
		if x.Why == "" {
			read = append(read, x.Array.Name)
		} else {
			fixed = append(fixed, x.Array.Name+" ("+x.Why+")")
		}
	}
	switch {
	case len(all) == 0:
		return errors.New("--run-time-data: the model has no parameters")
	case len(read) == 0:
		return fmt.Errorf("--run-time-data: the program can read no parameter: %s", strings.Join(fixed, ", "))
	case e.globals.Quiet:
		return nil
	}
	fmt.Fprintf(e.stderr, "-data can give %s", strings.Join(read, ", "))
	if len(fixed) > 0 {
		fmt.Fprintf(e.stderr, "; fixed are %s", strings.Join(fixed, ", "))
	}
	fmt.Fprintln(e.stderr, ".")
	return nil
}
