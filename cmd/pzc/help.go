package main

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

type helpCommand struct {
	Command string `arg:"" optional:"" help:"The command to explain."`
}

// Run prints the help of a command, or of pzc.
func (c *helpCommand) Run(e *env, parser *kong.Kong) error {
	switch {
	case c.Command == "":
		_, err := parser.Parse([]string{"--help"})
		return ignoreParse(err)
	case unknownCommand(parser, []string{c.Command}) != "":
		return notACommand(parser, c.Command)
	}
	_, err := parser.Parse([]string{c.Command, "--help"})
	return ignoreParse(err)
}

// ignoreParse drops what kong finds missing after it has printed the help.
func ignoreParse(err error) error {
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		return nil
	}
	return err
}

type versionCommand struct{}

// Run prints the version.
func (versionCommand) Run(e *env) error {
	_, err := fmt.Fprintf(e.stdout, "pzc %s\n", version())
	return err
}

// release is the version that is being worked on.
const release = "0.1.0"

// version is the release, or what Go knows of the build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return release
	}
	return strings.TrimPrefix(info.Main.Version, "v")
}
