package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A fault is tried with one test after another until a test fails. Only tests are tried that reach the fault with
// values for which it makes a difference; a run without faults records them. The next test is the one that has noticed
// most faults for its time so far.

// program is the compiled tests of a package.
type program struct {
	file, dir string
	run       string // a regular expression for the names of the tests
	draws     int    // the number of draws of each property, always the same ones
	args      []string
}

// test is one test of a program.
type test struct {
	*program
	name      string
	took      time.Duration // processor time without a fault
	reaches   map[int]bool  // the faults that it reaches
	runs, saw int           // the number of faults that it was tried with, and that it noticed
}

// suite is all tests that may notice a fault.
type suite struct {
	temp     string
	programs []*program
	mutex    sync.Mutex // guards runs and saw of the tests
	tests    []*test
}

const (
	randomModels = "./internal/difftest"
	// differential matches the properties of random models that build and call no programs.
	differential = "Ground|Format|EveryWay|Search|Simpler|Heuristics|Promises|Sat|Steps|Horizons|Bounds|AllPlans|" +
		"Assignments|Reference|Formulas"
)

// build compiles the tests of some packages with all faults of one package.
func (s *suite) build(ctx context.Context, m *marker, packages []string, set settings) error {
	overlay, err := s.overlay(ctx, m)
	if err != nil {
		return err
	}
	for i, pkg := range packages {
		listed, _, err := list(ctx, pkg)
		if err != nil {
			return err
		}
		p := &program{file: filepath.Join(s.temp, strconv.Itoa(i)), dir: listed.Dir, run: set.run, draws: set.checks}
		if pkg == randomModels {
			p.run, p.dir = set.properties, s.temp // failures are not saved in testdata/found
			p.args = []string{"-rapid.checks", strconv.Itoa(set.models)}
		}
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", p.file, pkg)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		if _, err := os.Stat(p.file); err == nil { // no file if there are no tests
			s.programs = append(s.programs, p)
		}
	}
	return nil
}

// overlay writes the files with faults and the overlay that replaces the original files.
func (s *suite) overlay(ctx context.Context, m *marker) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", err
	}
	mutant := filepath.Join(strings.TrimSpace(string(root)), "internal", "mutant", "mutant.go")
	text := map[string]string{mutant: switches}
	for path := range m.src {
		text[path] = m.rewritten(path)
	}
	replace := map[string]string{}
	for path, text := range text {
		name := filepath.Join(s.temp, fmt.Sprintf("%d.go", len(replace)))
		replace[path] = name
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return "", err
		}
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file := filepath.Join(s.temp, "overlay.json")
	return file, os.WriteFile(file, overlay, 0o600)
}

// long matches the names of long tests.
var long = regexp.MustCompile(`^Test(Long|Hours)`)

// trace runs each test without a fault and records which faults the test reaches. It returns the tests that fail or
// take too long.
func (s *suite) trace(ctx context.Context, set settings) (failing []string, err error) {
	var tests []*test
	for _, p := range s.programs {
		cmd := exec.CommandContext(ctx, p.file, "-test.list", p.run)
		cmd.Dir = p.dir
		out, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(out)) {
			if name := strings.TrimSpace(line); strings.HasPrefix(name, "Test") && !long.MatchString(name) {
				tests = append(tests, &test{program: p, name: name})
			}
		}
	}
	passed := make([]bool, len(tests))
	side(len(tests), set.jobs, func(i int) {
		passed[i] = tests[i].trace(ctx, filepath.Join(s.temp, fmt.Sprintf("trace%d", i)), set.longest)
	})
	for i, t := range tests {
		if passed[i] {
			s.tests = append(s.tests, t)
		} else {
			failing = append(failing, t.name)
		}
	}
	return failing, ctx.Err()
}

func (t *test) trace(ctx context.Context, file string, limit time.Duration) bool {
	cmd := t.command(ctx, limit)
	cmd.Env = append(cmd.Env, "PZC_MUTANT_TRACE="+file)
	if err := cmd.Run(); err != nil {
		return false
	}
	t.took = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	t.reaches = map[int]bool{}
	text, err := os.ReadFile(file)
	for lines := bufio.NewScanner(bytes.NewReader(text)); err == nil && lines.Scan(); {
		if k, err := strconv.Atoi(lines.Text()); err == nil {
			t.reaches[k] = true
		}
	}
	return true
}

// command returns the command that runs a test. It limits processor time, because processor time does not depend on
// other processes, and memory.
func (t *test) command(ctx context.Context, limit time.Duration) *exec.Cmd {
	limits := fmt.Sprintf("ulimit -t %d; ulimit -v 6000000; exec \"$@\"", int(limit.Seconds())+1)
	args := append([]string{"-c", limits, "sh", t.file, "-test.failfast", "-test.run", "^" + t.name + "$"}, t.args...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=2GiB",
		"RAPID_NOFAILFILE=1", "RAPID_SHRINKTIME=1ms", "RAPID_SEED=1", "RAPID_CHECKS="+strconv.Itoa(t.draws))
	cmd.WaitDelay = time.Second
	return cmd
}

// fate returns what happens to a fault: it tries the fault with the tests until one fails.
func (s *suite) fate(ctx context.Context, k int, set settings) string {
	var shown []*test
	var took time.Duration
	for {
		t := s.next(k, shown)
		switch {
		case ctx.Err() != nil:
			return ""
		case t == nil && len(shown) > 0, len(shown) > 0 && took+t.took > set.patience:
			return survived
		case t == nil:
			return unreached
		case set.reach:
			return reached
		}
		shown = append(shown, t)
		took += t.took
		failed := t.notices(ctx, k)
		s.mutex.Lock()
		t.runs++
		if failed {
			t.saw++
		}
		s.mutex.Unlock()
		if failed {
			return noticed
		}
	}
}

// next returns the test that is most likely to notice fault k for its time, or nil.
func (s *suite) next(k int, shown []*test) *test {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var best *test
	most := 0.0
	for _, t := range s.tests {
		if !t.reaches[k] || slices.Contains(shown, t) {
			continue
		}
		const start = 30 * time.Millisecond // the start of a process
		if worth := float64(t.saw+1) / float64(t.runs+2) / (t.took + start).Seconds(); worth > most {
			best, most = t, worth
		}
	}
	return best
}

// notices runs a test with a fault and reports whether the test fails. A test that takes much longer with the fault
// fails.
func (t *test) notices(ctx context.Context, k int) bool {
	limit := 4*t.took + 2*time.Second
	limited, stop := context.WithTimeout(ctx, 20*limit)
	defer stop()
	cmd := t.command(limited, limit)
	cmd.Env = append(cmd.Env, "PZC_MUTANT="+strconv.Itoa(k))
	return cmd.Run() != nil
}

// print lists the tests by the number of faults that they noticed.
func (s *suite) print(out io.Writer) {
	slices.SortFunc(s.tests, func(a, b *test) int { return b.saw - a.saw })
	for _, t := range s.tests {
		fmt.Fprintf(out, "%8.2f s %5d shown %5d noticed  %s\n", t.took.Seconds(), t.runs, t.saw, t.name)
	}
}

// side calls do for 0 … n-1, with at most jobs calls at a time.
func side(n, jobs int, do func(i int)) {
	var wait sync.WaitGroup
	todo := make(chan int)
	for range jobs {
		wait.Go(func() {
			for i := range todo {
				do(i)
			}
		})
	}
	for i := range n {
		todo <- i
	}
	close(todo)
	wait.Wait()
}
