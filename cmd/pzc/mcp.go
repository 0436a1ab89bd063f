package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/cmd/pzc/internal/mcp"
)

type mcpCommand struct {
	Timeout time.Duration `type:"duration" default:"1m" placeholder:"1m" help:"How long a call may take, unless it asks for less."`
	Memory  int64         `type:"bytes" default:"1GiB" placeholder:"1GiB" help:"How much memory a call may use (4GiB, 500MB)."`
}

func (mcpCommand) Help() string {
	return `Assistants start this command and speak the Model Context Protocol with it over standard input and output. Its
tools write, check, solve and explain puzzles; its resources are the documents and the models of the library.
Each call runs in a process of its own with --sandbox and within the limits, at most two at a time. The texts of a
call lie in a temporary folder while it runs. The network is not used.

Examples:

    pzc mcp
    claude mcp add pzc -- pzc mcp`
}

// Run serves one assistant, until it ends the connection.
func (c *mcpCommand) Run(e *env) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, _, stop := e.heeding()
	defer stop()
	return mcp.Serve(ctx, e.stdin, e.stdout, mcp.Options{
		Version: e.version,
		Run:     func(ctx context.Context, call mcp.Call) (mcp.Output, error) { return c.run(ctx, self, call) },
	})
}

// run runs pzc in a folder that holds the files of the call, and removes the folder.
func (c *mcpCommand) run(ctx context.Context, self string, call mcp.Call) (mcp.Output, error) {
	folder, err := os.MkdirTemp("", "pzc-mcp")
	if err != nil {
		return mcp.Output{}, err
	}
	defer os.RemoveAll(folder)
	for name, text := range call.Files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			return mcp.Output{}, err
		}
	}
	limit := c.Timeout
	if call.Seconds > 0 && call.Seconds < int(limit/time.Second) {
		limit = time.Duration(call.Seconds) * time.Second
	}
	args := append([]string{
		call.Args[0], "--sandbox", "--timeout=" + limit.String(), "--memory=" + strconv.FormatInt(c.Memory, 10),
		"--progress=none", "--color=never",
	}, call.Args[1:]...)
	var stdout, stderr clipped
	run := child(ctx, self, args)
	run.Dir, run.Stdin, run.Stdout, run.Stderr = folder, strings.NewReader(""), &stdout, &stderr
	status, err := finished(run)
	out := mcp.Output{Stdout: stdout.String(), Stderr: stderr.String(), Status: status}
	if stdout.cut {
		out.Stderr += fmt.Sprintf("The output was cut after %d bytes.\n", mostOutput)
	}
	return out, err
}
