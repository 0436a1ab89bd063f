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

// A fault is shown to one test after the other until one fails. Only those tests see it that come to its place with values that
// tell, which a run without faults has found out; and of these the one comes next that has noticed most for its time so far.

// program is the compiled tests of a package.
type program struct {
	file, dir string
	run       string // which tests, as a regular expression
	draws     int    // of each property, always the same ones
	args      []string
}

// test is one test of a program.
type test struct {
	*program
	name      string
	took      time.Duration // of the processor, without a fault
	reaches   map[int]bool  // faults
	runs, saw int           // faults shown to it, and noticed by it
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
	// differential are the properties of random models that build no programs and call none.
	differential = "Ground|Format|EveryWay|Search|Simpler|Heuristics|Promises|Sat|Steps|Horizons|Bounds|AllPlans|Assignments|Reference|Formulas"
)

// build compiles the tests of some packages with all faults of one.
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
			p.run, p.dir = set.properties, s.temp // so that what fails is not kept as found
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

// overlay writes the files with faults and says what they stand for.
func (s *suite) overlay(ctx context.Context, m *marker) (string, error) {
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", err
	}
	text := map[string]string{filepath.Join(strings.TrimSpace(string(root)), "internal", "mutant", "mutant.go"): switches}
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

// long are the names of tests that take long.
var long = regexp.MustCompile(`^Test(Long|Hours)`)

// trace runs each test without a fault, and sees which faults it could notice. It gives the names of tests that fail already, or last.
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

// command bounds the processor's time, which does not depend on what else runs, and the memory.
func (t *test) command(ctx context.Context, limit time.Duration) *exec.Cmd {
	limits := fmt.Sprintf("ulimit -t %d; ulimit -v 6000000; exec \"$@\"", int(limit.Seconds())+1)
	args := append([]string{"-c", limits, "sh", t.file, "-test.failfast", "-test.run", "^" + t.name + "$"}, t.args...)
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=2GiB", "RAPID_NOFAILFILE=1", "RAPID_SHRINKTIME=1ms", "RAPID_SEED=1", "RAPID_CHECKS="+strconv.Itoa(t.draws))
	cmd.WaitDelay = time.Second
	return cmd
}

// fate says what becomes of a fault: it is shown to the tests until one fails.
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

// next is the test that promises most for its time.
func (s *suite) next(k int, shown []*test) *test {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var best *test
	most := 0.0
	for _, t := range s.tests {
		if !t.reaches[k] || slices.Contains(shown, t) {
			continue
		}
		const start = 30 * time.Millisecond // of a process
		if worth := float64(t.saw+1) / float64(t.runs+2) / (t.took + start).Seconds(); worth > most {
			best, most = t, worth
		}
	}
	return best
}

// notices runs a test with a fault. What makes it last is a fault that it notices.
func (t *test) notices(ctx context.Context, k int) bool {
	limit := 4*t.took + 2*time.Second
	limited, stop := context.WithTimeout(ctx, 20*limit)
	defer stop()
	cmd := t.command(limited, limit)
	cmd.Env = append(cmd.Env, "PZC_MUTANT="+strconv.Itoa(k))
	return cmd.Run() != nil
}

// print lists the tests, those first that noticed most.
func (s *suite) print(out io.Writer) {
	slices.SortFunc(s.tests, func(a, b *test) int { return b.saw - a.saw })
	for _, t := range s.tests {
		fmt.Fprintf(out, "%8.2f s %5d shown %5d noticed  %s\n", t.took.Seconds(), t.runs, t.saw, t.name)
	}
}

// side does n things, some side by side.
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
