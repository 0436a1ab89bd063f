package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/lsp"
)

type lspCommand struct {
	Timeout time.Duration `type:"duration" default:"1m" placeholder:"1m" help:"How long a run of solve, explore, verify, test or why may take that the user of the editor starts."`
	NoRun   bool          `help:"Only check and show models; start no other process."`
}

func (lspCommand) Help() string {
	return `Editors start this command and speak the Language Server Protocol with it over standard input and output. It
shows findings while a model is written, completes and explains names, finds and renames them, and replays plans
(files whose names end in .plan). It checks domains and problems of PDDL (.pddl), too. What the user of the editor has
solved or tested runs in processes of its own with --sandbox, and can be cancelled. The folder editors of the
repository says how editors are set up.

Examples:

    pzc lsp`
}

// Run serves one editor, until the editor ends the connection.
func (c *lspCommand) Run(e *env) error {
	o := lsp.Options{Version: e.version, Words: inFlags}
	if self, err := os.Executable(); err == nil && !c.NoRun {
		o.Run = func(ctx context.Context, j lsp.Job) (lsp.Output, error) { return runJob(ctx, self, c.Timeout, j) }
	}
	return lsp.Serve(context.Background(), e.stdin, e.stdout, o)
}

// runJob runs pzc within limits.
func runJob(ctx context.Context, self string, limit time.Duration, j lsp.Job) (lsp.Output, error) {
	args := []string{j.Verb, cmp.Or(j.Model, "-")}
	switch {
	case j.Move != "":
		args = append(args, j.Move, "--after", "-")
	case j.Model != "":
		args = append(args, "--plan", "-")
	}
	if j.Instance != "" {
		args = append(args, "-i", j.Instance)
	}
	if j.JSON {
		args = append(args, "--format", "json")
	}
	args = append(args, "--sandbox", "--timeout", limit.String(), "--progress", "none")
	run := child(ctx, self, args)
	var out clipped
	run.Dir, run.Stdin, run.Stdout, run.Stderr = j.Dir, strings.NewReader(j.Stdin), &out, &out
	status, err := finished(run)
	return lsp.Output{Text: out.String(), Status: status}, err
}

// child returns pzc as a process. When the context ends, it is interrupted, and killed if it does not end.
func child(ctx context.Context, self string, args []string) *exec.Cmd {
	run := exec.CommandContext(ctx, self, args...)
	run.Cancel = func() error { return run.Process.Signal(os.Interrupt) }
	run.WaitDelay = 2 * time.Second
	return run
}

// finished runs a process and returns its exit status.
func finished(run *exec.Cmd) (status int, err error) {
	err = run.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = nil
	}
	return run.ProcessState.ExitCode(), err
}

// mostOutput is the number of bytes that clipped keeps.
const mostOutput = 1 << 20

// clipped keeps the beginning of the written bytes.
type clipped struct {
	bytes.Buffer
	cut bool
}

func (c *clipped) Write(p []byte) (int, error) {
	kept := min(len(p), mostOutput-c.Len())
	c.cut = c.cut || kept < len(p)
	c.Buffer.Write(p[:kept])
	return len(p), nil
}
