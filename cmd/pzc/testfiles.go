package main

// pzc test tests a file on each core. Each file has an environment of its own, which keeps what is written to standard
// error until the files before are done. So the output is the same as if the files were tested one after another.
//
// Files that are tested at the same time share the cores and the memory, so a line may reach a limit that it would not
// reach alone. Such a line is tested again alone: the other files wait.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// tested is a file under test.
type tested struct {
	*testCommand
	*crew
	file   string
	env    *env
	said   *said // its standard error
	within budget

	done  chan struct{} // closed when the fields below are set
	rows  []outcome
	err   error
	panic string

	one     sync.Mutex
	doing   string          // the line that is being tested
	watch   func() *display // starts the display; nil: the files before are not done yet
	display *display
}

// crew tests several files at the same time.
type crew struct {
	working atomic.Int64
	turns   sync.RWMutex // locked for reading by each piece of work, for writing by one that must be alone
}

// atOnce returns the number of files that are tested at the same time. In a sandbox files are tested one after another,
// because a stranger's file may take all that it gets. --threads is the number of cores for each line. With --work,
// nothing depends on other files.
func (c *testCommand) atOnce() int {
	if c.Sandbox || c.Threads > 0 || c.Work > 0 || slices.Contains(c.Files, "-") {
		return 1
	}
	return min(runtime.GOMAXPROCS(0), len(c.Files))
}

// files tests all files. It returns the results in the order of the files, whether a file has an error, and whether
// work on a file ended at a limit. An error is that of the first file after which no other is tested.
func (c *testCommand) files(e *env) (all []outcome, wrong, cut bool, err error) {
	ctx, end, stop := e.heeding()
	defer stop()
	var workers sync.WaitGroup
	defer workers.Wait()
	defer end(nil)
	tests := make([]*tested, len(c.Files))
	team := &crew{}
	for i, file := range c.Files {
		tests[i] = &tested{testCommand: c, crew: team, file: file, doing: file, done: make(chan struct{})}
		tests[i].env, tests[i].said = e.partOf(ctx)
	}
	var next atomic.Int64
	team.working.Store(int64(c.atOnce()))
	for range c.atOnce() {
		workers.Go(func() {
			defer team.working.Add(-1)
			for i := next.Add(1); i <= int64(len(tests)); i = next.Add(1) {
				tests[i-1].work(ctx)
			}
		})
	}
	for _, t := range tests {
		rows, err := t.wait(e)
		all = append(all, rows...)
		var code exit
		switch {
		case err == nil:
		case errors.As(err, &code) && code == exitWrong:
			wrong = true // and printed: continue with the other files
		case errors.As(err, &code) && code == exitUndecided:
			cut = true
		default:
			return all, wrong, cut, err
		}
	}
	return all, wrong, cut, nil
}

// partOf returns an environment for a part of the work of a context, and what it will have written to standard error.
func (e *env) partOf(ctx context.Context) (*env, *said) {
	said := &said{}
	return &env{
		stdin: e.stdin, stdout: e.stdout, stderr: said, getenv: e.getenv, terminal: e.terminal, live: e.live,
		quit: func(code int) {
			said.writeTo(e.stderr)
			e.quit(code)
		},
		patience: e.patience, version: e.version, globals: e.globals, whole: ctx,
	}, said
}

// work tests the file.
func (t *tested) work(ctx context.Context) {
	defer close(t.done)
	defer func() {
		if p := recover(); p != nil {
			t.panic = fmt.Sprintf("%v\n%s", p, debug.Stack())
		}
	}()
	if ctx.Err() != nil {
		t.err = t.env.cut(ctx)
		return
	}
	t.within = t.fileBudget()
	t.rows, t.err = t.run()
}

// turn does a piece of work beside others, and again alone if it was cut short.
func (t *tested) turn(work func(beside int) (cut bool)) {
	t.turns.RLock()
	beside, said := int(t.working.Load())-1, t.said.len()
	cut := work(beside)
	t.turns.RUnlock()
	if !cut || beside == 0 || t.env.whole.Err() != nil {
		return
	}
	t.turns.Lock()
	defer t.turns.Unlock()
	debug.FreeOSMemory()
	t.said.truncate(said)
	work(0)
}

// wait shows the progress of a file until it is tested, prints what it has said and returns its results.
func (t *tested) wait(e *env) ([]outcome, error) {
	t.one.Lock()
	t.watch = e.progress
	t.show()
	t.one.Unlock()
	<-t.done
	t.display.stop()
	t.said.writeTo(e.stderr)
	if t.panic != "" {
		panic(t.panic)
	}
	return t.rows, t.err
}

// begin notes which line is tested from now on.
func (t *tested) begin(doing string) {
	t.one.Lock()
	defer t.one.Unlock()
	t.doing = doing
	t.show()
}

// show shows the line that is tested, if this is the file that is waited for.
func (t *tested) show() {
	if t.watch == nil {
		return
	}
	if t.display != nil {
		t.display.stop()
	}
	t.display = t.watch()
	t.display.doing(t.doing)
}

// said is text that is written later. Its methods may be called from several goroutines.
type said struct {
	one  sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(text []byte) (int, error) {
	s.one.Lock()
	defer s.one.Unlock()
	return s.text.Write(text)
}

func (s *said) len() int {
	s.one.Lock()
	defer s.one.Unlock()
	return s.text.Len()
}

func (s *said) truncate(n int) {
	s.one.Lock()
	defer s.one.Unlock()
	s.text.Truncate(n)
}

// writeTo writes the text that is kept, which is then kept no longer.
func (s *said) writeTo(w io.Writer) {
	s.one.Lock()
	defer s.one.Unlock()
	_, _ = s.text.WriteTo(w) // nothing can be said if standard error cannot be written to
}
