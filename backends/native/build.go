package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/internal/mention"
)

// tool is the go command.
type tool struct {
	path    string
	version string
	cache   bool // it has a folder for its own cache
}

// findTool finds the go command and its version.
func findTool(ctx context.Context) (*tool, error) {
	path, err := exec.LookPath("go")
	if err != nil {
		return nil, errors.New("the native engine needs the go command, and there is none on the path; install Go 1.23 or " +
			"newer, or leave out " + mention.With(mention.Engine, Name))
	}
	t := &tool{path: path}
	out, err := t.output(ctx, filepath.Dir(path), "env", "GOVERSION", "GOCACHE")
	if err != nil {
		return nil, fmt.Errorf("the go command does not work: %w", err)
	}
	lines := strings.Split(string(out), "\n")
	t.version = strings.TrimSpace(lines[0])
	if t.version == "" {
		return nil, errors.New("the go command does not say which version it is")
	}
	if len(lines) > 1 {
		cache := strings.TrimSpace(lines[1])
		t.cache = cache != "" && cache != "off"
	}
	return t, nil
}

// sources are the files that are built.
func sources(files []gogen.File) (out []gogen.File) {
	for _, f := range files {
		if !strings.HasSuffix(f.Name, "_test.go") {
			out = append(out, f)
		}
	}
	return out
}

// build writes the files into a folder and builds the program there.
func (t *tool) build(ctx context.Context, dir string, files []gogen.File) (string, error) {
	for _, f := range sources(files) {
		name := filepath.Join(dir, "source", filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			return "", fmt.Errorf("the native engine's program cannot be written: %w", err)
		}
		if err := os.WriteFile(name, f.Text, 0o600); err != nil {
			return "", fmt.Errorf("the native engine's program cannot be written: %w", err)
		}
	}
	path := filepath.Join(dir, "program"+suffix())
	if _, err := t.output(ctx, filepath.Join(dir, "source"), "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w",
		"-o", path, "."); err != nil {
		return "", fmt.Errorf("the native engine's program cannot be built: %w", err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		return "", errors.New("the native engine's program cannot be built: go build says nothing, but there is no program")
	}
	_ = os.RemoveAll(filepath.Join(dir, "source"))
	return path, nil
}

// suffix is the end of the names of programs.
func suffix() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}

// output runs the go command.
func (t *tool) output(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, t.path, args...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, t.environment(dir), lastWait
	ownGroup(cmd)
	var out bytes.Buffer
	complaint := &head{most: mostComplaint}
	cmd.Stdout, cmd.Stderr = &out, complaint
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && len(complaint.text) > 0:
		return nil, &Complaint{err, telling(complaint.String())}
	}
	return out.Bytes(), err
}

// Complaint is the output of the go command for a program that it cannot build.
type Complaint struct {
	Err  error
	Text string // its first informative line
}

func (c *Complaint) Error() string { return c.Err.Error() + ": " + c.Text }

// Unwrap returns the error with which the go command ended.
func (c *Complaint) Unwrap() error { return c.Err }

// telling returns the first informative line of a complaint: go prints the name of the package first.
func telling(complaint string) string {
	for line := range strings.Lines(complaint) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return "it says nothing"
}

// kept lists the environment variables of the go command that keep the user's values. All others could change the built
// program, or make the build use a network.
var kept = []string{"GOCACHE", "GOROOT", "GOTMPDIR", "GOMAXPROCS", "GOMEMLIMIT", "GOGC", "GODEBUG"}

func (t *tool) environment(dir string) []string {
	var env []string
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, "GO") && !slices.Contains(kept, name) {
			continue
		}
		env = append(env, v)
	}
	env = append(env, "GOENV=off", "GOFLAGS=-mod=mod", "GOWORK=off", "GOTOOLCHAIN=local", "GOPROXY=off", "GO111MODULE=on",
		"CGO_ENABLED=0",
		"PWD="+dir)
	if t.version != "" && !t.cache {
		env = append(env, "GOCACHE="+filepath.Join(filepath.Dir(dir), "cache"))
	}
	return env
}

const (
	mostComplaint = 1 << 13 // bytes of the errors of a program that are kept
	lastWait      = 2 * time.Second
)

// head keeps the beginning of the written bytes.
type head struct {
	text []byte
	most int
}

// Write implements io.Writer.
func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), h.most-len(h.text))]...)
	return len(p), nil
}

func (h *head) String() string { return string(h.text) }
