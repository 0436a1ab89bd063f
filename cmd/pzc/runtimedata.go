package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// runTimeData is a flag that stands alone or names parameters: --run-time-data, --run-time-data=start,finish.
type runTimeData struct {
	given bool
	names []string
}

// IsBool tells kong that the flag may stand alone.
func (*runTimeData) IsBool() bool { return true }

// Decode reads the names, if any.
func (r *runTimeData) Decode(ctx *kong.DecodeContext) error {
	r.given = true
	if ctx.Scan.Peek().Type != kong.FlagValueToken {
		return nil
	}
	text, _ := ctx.Scan.Pop().Value.(string)
	for _, name := range strings.Split(text, ",") {
		if name = strings.TrimSpace(name); name == "" {
			return errors.New("names of parameters are wanted, such as --run-time-data=start,finish")
		} else if !slices.Contains(r.names, name) {
			r.names = append(r.names, name)
		}
	}
	return nil
}

// checkData finds the parameters that the program will read, and prints why it cannot read the others.
func (c *emitGoCommand) checkData(e *env, z *puzzle.Puzzle) (names []string, err error) {
	if !c.RunTimeData.given {
		return nil, nil
	}
	all := emit.RunTimeData(z, c.RunTimeData.names)
	if len(all) == 0 {
		return nil, errors.New("--run-time-data: the model has no parameters")
	}
	if names, err = c.RunTimeData.choose(all); err != nil {
		return nil, err
	}
	if !e.globals.Quiet {
		fmt.Fprintf(e.stderr, "-data can give %s", strings.Join(names, ", "))
		if rest := others(all, names); rest != "" {
			fmt.Fprintf(e.stderr, "; fixed are %s%s", rest, orNamed(without(possible(all), names)))
		}
		fmt.Fprintln(e.stderr, ".")
	}
	return names, nil
}

// choose returns the parameters that are named, or else those that decide nothing but the initial state.
func (r *runTimeData) choose(all []emit.RunTimeParameter) (names []string, err error) {
	var known []string
	for _, p := range all {
		known = append(known, p.Name)
		if len(r.names) == 0 && p.Decides == "" {
			names = append(names, p.Name)
		}
	}
	for _, name := range r.names {
		at := slices.Index(known, name)
		switch {
		case at < 0:
			near := diag.Nearest(name, known)
			if near != "" {
				return nil, fmt.Errorf("--run-time-data: there is no parameter %s: did you mean %s?", name, near)
			}
			return nil, fmt.Errorf("--run-time-data: there is no parameter %s: there are %s", name, strings.Join(known, ", "))
		case all[at].Fixed != "":
			return nil, fmt.Errorf(
				"--run-time-data: %s cannot be read when the program runs: %s%s", name, all[at].Fixed, orNamed(possible(all)),
			)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf(
			"--run-time-data: no parameter decides the initial state alone: %s%s", others(all, nil), orNamed(possible(all)),
		)
	}
	return names, nil
}

// possible lists the parameters that a program can read.
func possible(all []emit.RunTimeParameter) (names []string) {
	for _, p := range all {
		if p.Fixed == "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// without returns the names that are not in some.
func without(names, some []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(some, name) })
}

// others lists the parameters that are not read, each with the reason.
func others(all []emit.RunTimeParameter, names []string) string {
	var why []string
	for _, p := range all {
		switch {
		case slices.Contains(names, p.Name):
		case p.Decides == "":
			why = append(why, p.Name)
		default:
			why = append(why, p.Name+" ("+p.Decides+")")
		}
	}
	slices.Sort(why)
	return strings.Join(why, ", ")
}

// orNamed says which parameters can be read if they are named; "": none.
func orNamed(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "; by name can be given: --run-time-data=" + strings.Join(names, ",")
}
