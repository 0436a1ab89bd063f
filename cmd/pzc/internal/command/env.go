// Package command holds what all commands share: their streams and environment (Env), the exit status, limits and
// Ctrl-C (Limits), models and their data (DataFlags), and the writing of files.
//
// The commands themselves are one layer above, in package main.
package command

import (
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/pzc-lang/pzc/cmd/pzc/internal/progress"
	"github.com/pzc-lang/pzc/internal/show"
)

// Env is the environment of a command: its streams, terminal and global flags.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Terminal       bool // standard output is a terminal
	Live           bool // standard error is a terminal: progress is drawn
	Typed          bool // standard input is a terminal
	Columns, Rows  int  // of the terminal
	Signals        chan os.Signal
	Listen         func(chan<- os.Signal) // has signals sent to the channel; before, they end the process
	Quit           func(code int)         // ends the process at once
	Patience       time.Duration          // how long work may go on after its context has ended
	Version        string                 // of pzc
	Globals        Globals

	interrupted atomic.Bool // Ctrl-C has come
	answering   answering
	sandbox     bool // the files that are named may be a stranger's
}

// Globals are the flags that every command has.
type Globals struct {
	Format   string `enum:"text,json,dimacs,opb,smt2" default:"text" placeholder:"text|json" help:"How answers are written; emit-cnf also writes dimacs, opb and smt2."`
	Quiet    bool   `short:"q" help:"Print the answer alone: no explanations, warnings or progress."`
	Progress string `enum:"auto,none,json" default:"auto" placeholder:"auto|none|json" help:"How progress is shown on standard error: auto draws it on a terminal, json writes one object per line, at most ten per second."`
	Color    string `enum:"auto,always,never" default:"auto" placeholder:"auto|always|never" help:"Colours in the output; auto: on a terminal unless NO_COLOR is set."`
}

// Process returns the Env of this process.
func Process() *Env {
	e := &Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
		Terminal: isTerminal(os.Stdout), Live: isTerminal(os.Stderr), Typed: term.IsTerminal(int(os.Stdin.Fd())),
		Signals: make(chan os.Signal, 2), Listen: listen, Quit: os.Exit, Patience: usualPatience,
	}
	e.Columns, e.Rows = terminalSize(os.Stdout)
	ignoreFileSize()
	return e
}

func listen(signals chan<- os.Signal) { signal.Notify(signals, os.Interrupt, syscall.SIGTERM) }

// isTerminal reports whether f is a terminal on which the cursor can be moved.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// terminalSize returns the columns and rows of the terminal, and 80 and 24 without one.
func terminalSize(f *os.File) (columns, rows int) {
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil || columns < 1 || rows < 1 {
		return 80, 24
	}
	return columns, rows
}

// Progress begins to show the progress of a piece of work, as the flags say. It is drawn only if standard error is a
// terminal.
func (e *Env) Progress() *progress.Display {
	mode := progress.Hidden
	switch {
	case e.Globals.Progress == "json":
		mode = progress.JSON
	case e.Live && !e.Globals.Quiet && e.Globals.Progress != "none":
		mode = progress.Drawn
	}
	return progress.Start(e.Stderr, mode, e.liveColumns)
}

// liveColumns returns the width of the terminal on which progress is drawn. It is asked for each time, because it may
// change.
func (e *Env) liveColumns() int {
	columns := 80
	if f, ok := e.Stderr.(*os.File); ok {
		columns, _ = terminalSize(f)
	}
	return columns
}

// JSON reports whether answers are written as JSON.
func (e *Env) JSON() bool { return e.Globals.Format == "json" }

// Color reports whether standard output has colours.
func (e *Env) Color() bool { return e.colorOn(e.Terminal) }

func (e *Env) colorOnStderr() bool { return e.colorOn(e.Live) }

func (e *Env) colorOn(terminal bool) bool {
	switch e.Globals.Color {
	case "always":
		return true
	case "never":
		return false
	default:
		return terminal && e.Getenv("NO_COLOR") == ""
	}
}

// Style returns the style in which states are written. on lists the state variables to write; empty: all.
func (e *Env) Style(on []string) show.Style {
	return show.Style{Color: e.Color(), Columns: e.Columns, On: on}
}
