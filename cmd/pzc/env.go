package main

// What all commands share: their streams and environment (env), the exit status, limits and Ctrl-C (limits), models and
// their data (dataFlags), and the writing of files.

import (
	"context"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
	"golang.org/x/term"

	"github.com/pzc-lang/pzc/internal/present/show"
)

// env is the environment of a command: its streams, terminal and global flags.
type env struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	getenv         func(string) string
	terminal       bool // standard output is a terminal
	live           bool // standard error is a terminal: progress is drawn
	typed          bool // standard input is a terminal
	columns, rows  int  // of the terminal
	signals        chan os.Signal
	listen         func(chan<- os.Signal) // has signals sent to the channel; before, they end the process
	quit           func(code int)         // ends the process at once
	patience       time.Duration          // how long work may go on after its context has ended
	version        string                 // of pzc
	globals        globals
	command        *kong.Node                   // the command that runs
	named          func(name string) *kong.Node // returns a command by its name, nil if there is none

	interrupted atomic.Bool // Ctrl-C has come
	answering   answering
	sandbox     bool              // the files that are named may be a stranger's
	domainOf    map[string]string // by problem of PDDL: its domain, if the command line gives it
	whole       context.Context   // of all work, if this is the environment of a part of it; nil: none
}

// globals are the flags that every command has.
type globals struct {
	Format   string `enum:"text,json,jsonl,dimacs,opb,smt2" default:"text" placeholder:"text|json" help:"How answers are written; emit-cnf also writes dimacs, opb and smt2, and generate jsonl."`
	Quiet    bool   `short:"q" help:"Print the answer alone: no explanations, warnings or progress."`
	Progress string `enum:"auto,none,json" default:"auto" placeholder:"auto|none|json" help:"How progress is shown on standard error: auto draws it on a terminal, json writes one object per line, at most ten per second."`
	Color    string `enum:"auto,always,never" default:"auto" placeholder:"auto|always|never" help:"Colours in the output; auto: on a terminal unless NO_COLOR is set."`
}

// process returns the env of this process.
func process() *env {
	e := &env{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
		terminal: isTerminal(os.Stdout), live: isTerminal(os.Stderr), typed: term.IsTerminal(int(os.Stdin.Fd())),
		signals: make(chan os.Signal, 2), listen: listen, quit: os.Exit, patience: usualPatience,
	}
	e.columns, e.rows = terminalSize(os.Stdout)
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

// progress begins to show the progress of a piece of work, as the flags say. It is drawn only if standard error is a
// terminal.
func (e *env) progress() *display {
	mode := hidden
	switch {
	case e.globals.Progress == "json":
		mode = asJSON
	case e.live && !e.globals.Quiet && e.globals.Progress != "none":
		mode = drawn
	}
	return startDisplay(e.stderr, mode, e.liveColumns)
}

// liveColumns returns the width of the terminal on which progress is drawn. It is asked for each time, because it may
// change.
func (e *env) liveColumns() int {
	columns := 80
	if f, ok := e.stderr.(*os.File); ok {
		columns, _ = terminalSize(f)
	}
	return columns
}

// json reports whether answers are written as JSON.
func (e *env) json() bool { return e.globals.Format == "json" }

// color reports whether standard output has colours.
func (e *env) color() bool { return e.colorOn(e.terminal) }

func (e *env) colorOn(terminal bool) bool {
	switch e.globals.Color {
	case "always":
		return true
	case "never":
		return false
	default:
		return terminal && e.getenv("NO_COLOR") == ""
	}
}

// style returns the style in which states are written. on lists the state variables to write; empty: all.
func (e *env) style(on []string) show.Style {
	return show.Style{Color: e.color(), Columns: e.columns, On: on}
}
