package native

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/internal/mention"
)

// built is a program that can be run.
type built struct {
	path  string
	spare string // a folder to remove after the run; "": none
}

func (b *built) remove() {
	if b.spare != "" {
		_ = os.RemoveAll(b.spare)
	}
}

// build builds a program, or finds it among the kept programs.
func (b Backend) build(ctx context.Context, files []gogen.File, say func(backends.Progress)) (*built, error) {
	tool, err := findTool(ctx)
	if err != nil {
		return nil, err
	}
	s := store{folder: b.Folder, key: tool.key(files)}
	if path, ok := s.find(); ok {
		return &built{path: path}, nil
	}
	say(backends.Progress{Doing: "building a program, with " + tool.version})
	dir, kept, err := s.workshop()
	if err != nil {
		return nil, fmt.Errorf("there is no place to build the native engine's program: %w", err)
	}
	path, err := tool.build(ctx, dir, files)
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	if kept {
		if path, err := s.keep(path); err == nil {
			_ = os.RemoveAll(dir)
			return &built{path: path}, nil
		}
	}
	return &built{path: path, spare: dir}, nil
}

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

// key returns a key for the program that the tool builds from files.
func (t *tool) key(files []gogen.File) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s/%s\n", t.version, runtime.GOOS, runtime.GOARCH)
	for _, f := range sources(files) {
		fmt.Fprintf(h, "%q %d\n%s", f.Name, len(f.Text), f.Text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
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
