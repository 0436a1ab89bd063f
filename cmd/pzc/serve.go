package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/apps/lsp"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/mcp"
	"github.com/pzc-lang/pzc/web"
)

type webCommand struct {
	Port    int    `default:"8765" placeholder:"N" help:"The port to listen on; 0: any free port."`
	Link    string `placeholder:"MODEL" help:"Print a link that opens this model in the playground, instead of serving it."`
	Address string `placeholder:"URL" help:"With --link: the address of a playground that others can open; this computer's unless given."`
	Out     string `placeholder:"FOLDER" help:"Write the files of the playground to this folder, for a web server, instead of serving them."`
}

func (webCommand) Help() string {
	return `Serves the playground to the browser of this computer: a page that writes, plays and solves puzzles. The page
needs no network, and sends nothing anywhere. Ctrl-C ends the server.

Examples:

    pzc web                     then open the address that is printed
    pzc web --port 9000
    pzc web --link taquin       a link that opens this model in it
    pzc web --link taquin --address https://example.org/pzc/
    pzc web --out site          the same page as files, for any web server`
}

// errNotBuilt says how a pzc with a playground is built.
var errNotBuilt = errors.New("this pzc was built without the playground; in the repository, `make web build` " +
	"builds one that has it (this needs npm)")

func (c *webCommand) Run(e *env) error {
	switch {
	case c.Address != "" && c.Link == "":
		return errors.New("--address is the address of a link; it goes with --link")
	case c.Link != "":
		return c.link(e)
	case !web.Built():
		return errNotBuilt
	case c.Out != "":
		return inFolder(c.Out, func(folder string) error { return writeSite(e, folder) })
	case c.Port < 0 || c.Port > 65535:
		return fmt.Errorf("--port %d: a port is a number from 0 to 65535", c.Port)
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(c.Port))
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", address)
	if err != nil {
		return fmt.Errorf("port %d cannot be listened on; choose another with --port (%w)", c.Port, err)
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	if err := e.answer(writerOf(fmt.Sprintf("http://%s/\n", listener.Addr()))); err != nil {
		return err
	}
	return web.Serve(ctx, listener)
}

// link prints a link to the playground that holds a model and the files beside it that it uses.
func (c *webCommand) link(e *env) error {
	program, err := e.load(context.Background(), c.Link)
	if err != nil {
		return err
	}
	files, main := program.Beside(program.Model().Name)
	fragment, err := web.Fragment(web.Shared{Files: files, Main: main})
	if err != nil {
		return err
	}
	address := fmt.Sprintf("http://127.0.0.1:%d/", c.Port)
	if c.Address != "" {
		base, err := url.Parse(c.Address)
		if err != nil || base.Scheme != "https" && base.Scheme != "http" || base.Host == "" {
			return fmt.Errorf("--address %s: an address begins with https:// or http://", c.Address)
		}
		address = (&url.URL{Scheme: base.Scheme, Host: base.Host, Path: base.Path}).String()
	}
	return e.answer(writerOf(address + fragment + "\n"))
}

// writeSite writes the files of the playground.
func writeSite(e *env, folder string) error {
	files := 0
	err := web.Each(func(name string, text []byte) error {
		name = filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		files++
		return writeText(name, string(text))
	})
	if err != nil || e.globals.Quiet {
		return err
	}
	_, err = fmt.Fprintf(e.stdout, "%d files in %s\n", files, folder)
	return err
}

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
