package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

const module = "github.com/pzc-lang/pzc"

// listed is what `go list` says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
}

// check makes faults in the package of a folder and runs tests on each.
func check(ctx context.Context, out io.Writer, dir string, n int, seed uint64, models int) error {
	temp, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	m, p, err := marked(ctx, dir)
	if err != nil {
		return err
	}
	r := &runner{temp: temp, dir: p.Dir, models: models}
	if err := r.build(ctx, m, dir); err != nil {
		return err
	}
	reached, err := r.trace(ctx)
	if err != nil {
		return err
	}
	chosen := rand.New(rand.NewPCG(seed, 1)).Perm(len(m.sites))[:min(n, len(m.sites))]
	slices.Sort(chosen)
	count := map[string]int{}
	for _, i := range chosen {
		if ctx.Err() != nil {
			break
		}
		what := "survived: never where it matters"
		if reached[i+1] {
			what = r.run(ctx, i+1)
		}
		count[strings.SplitN(what, ":", 2)[0]]++
		s := m.sites[i]
		if name, err := filepath.Rel(p.Dir, s.pos.Filename); err == nil && !strings.HasPrefix(what, "killed") {
			fmt.Fprintf(out, "%s:%d:%d: %s: %s: %s\n", filepath.Join(dir, name), s.pos.Line, s.pos.Column, what, s.kind, s.text)
		}
	}
	all := 0
	for _, c := range count {
		all += c
	}
	fmt.Fprintf(out, "%s: of %d faults %d were drawn: %d noticed, %d not\n", dir, len(m.sites), all, count["killed"], count["survived"])
	return nil
}

// marked reads a package and puts the switches into it.
func marked(ctx context.Context, dir string) (*marker, *listed, error) {
	p, exports, err := list(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	m := &marker{fset: token.NewFileSet(), src: map[string][]byte{}, edits: map[string][]insertion{}}
	m.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	var files []*ast.File
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, nil, err
		}
		f, err := parser.ParseFile(m.fset, path, src, parser.ParseComments)
		if err != nil {
			return nil, nil, err
		}
		m.src[path] = src
		files = append(files, f)
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	config := types.Config{Importer: importer.ForCompiler(m.fset, "gc", lookup)}
	if _, err := config.Check(p.ImportPath, m.fset, files, m.info); err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		m.mark(f)
	}
	return m, p, nil
}

// list is a package and the files with the types of all that it imports.
func list(ctx context.Context, dir string) (*listed, map[string]string, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, nil, err
	}
	exports := map[string]string{}
	var p *listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		next := &listed{}
		if err := dec.Decode(next); errors.Is(err, io.EOF) {
			return p, exports, nil // the last is the package itself
		} else if err != nil {
			return nil, nil, err
		}
		exports[next.ImportPath], p = next.Export, next
	}
}

// runner runs the tests of one package with faults in it.
type runner struct {
	temp, dir string
	models    int
	programs  []string      // of tests
	limit     time.Duration // of the processor, for one run
}

// The programs: the package's own tests, and those on random models.
const (
	own       = "own"
	diff      = "diff"
	diffTests = "./internal/difftest"
	// differential are the properties that take little time for each model.
	differential = "Ground|Format|EveryWay|Search|Simpler|Sat|Horizons|AllPlansAgree|Assignments|Reference"
)

// build compiles the tests with all faults.
func (r *runner) build(ctx context.Context, m *marker, dir string) error {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return err
	}
	replace := map[string]string{}
	put := func(path, text string) error {
		name := filepath.Join(r.temp, fmt.Sprintf("%d.go", len(replace)))
		replace[path] = name
		return os.WriteFile(name, []byte(text), 0o600)
	}
	for path := range m.src {
		if err := put(path, m.rewritten(path)); err != nil {
			return err
		}
	}
	if err := put(filepath.Join(strings.TrimSpace(string(root)), "internal", "mutant", "mutant.go"), switches); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	file := filepath.Join(r.temp, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o600); err != nil {
		return err
	}
	for program, pkg := range map[string]string{own: dir, diff: diffTests} {
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", file, "-o", filepath.Join(r.temp, program), pkg)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
	}
	for _, program := range []string{own, diff} {
		if _, err := os.Stat(filepath.Join(r.temp, program)); err == nil { // no file if there are no tests
			r.programs = append(r.programs, program)
		}
	}
	return nil
}

// trace runs the tests without a fault, sees which places they come to, and puts the quicker ones first.
func (r *runner) trace(ctx context.Context) (map[int]bool, error) {
	file := filepath.Join(r.temp, "trace")
	r.limit = time.Hour
	took := map[string]time.Duration{}
	for _, env := range []string{"PZC_MUTANT_TRACE=" + file, "PZC_MUTANT=0"} {
		for _, program := range r.programs {
			cmd := r.command(ctx, program)
			cmd.Env = append(cmd.Env, env)
			if out, err := cmd.CombinedOutput(); err != nil {
				return nil, fmt.Errorf("the tests fail without a fault: %w\n%s", err, out)
			}
			took[program] = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		}
	}
	slices.SortFunc(r.programs, func(a, b string) int { return cmp.Compare(took[a], took[b]) })
	r.limit = 3*took[r.programs[len(r.programs)-1]] + 5*time.Second
	reached := map[int]bool{}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if k, err := strconv.Atoi(lines.Text()); err == nil {
			reached[k] = true
		}
	}
	return reached, nil
}

// command bounds the processor's time, which does not depend on what else runs, and the memory.
func (r *runner) command(ctx context.Context, program string) *exec.Cmd {
	limits := fmt.Sprintf("ulimit -t %d -v 16000000; exec \"$@\"", int(r.limit.Seconds())+1)
	args := []string{"-c", limits, "sh", filepath.Join(r.temp, program), "-test.short", "-test.failfast"}
	dir := r.dir
	if program == diff {
		args = append(args, "-test.run", differential, "-rapid.seed", "1", "-rapid.checks", strconv.Itoa(5*r.models)) // a short run makes a fifth
		dir = r.temp
	}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=3GiB", "RAPID_NOFAILFILE=1", "RAPID_SHRINKTIME=1ms")
	cmd.WaitDelay = time.Second
	return cmd
}

// run says what became of a fault.
func (r *runner) run(ctx context.Context, k int) string {
	for _, program := range r.programs {
		limited, stop := context.WithTimeout(ctx, 10*r.limit)
		cmd := r.command(limited, program)
		cmd.Env = append(cmd.Env, "PZC_MUTANT="+strconv.Itoa(k))
		err := cmd.Run()
		stop()
		if err != nil {
			return "killed: " + program
		}
	}
	return "survived"
}
