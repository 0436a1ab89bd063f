// Package bench measures how pzc solves puzzles: a matrix of models, instances and ways to solve them. Each run has a
// process of its own. So one run does not affect the next, and the processor time and memory of a run are those of its
// process.
package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Case is a cell of the matrix. What is "" is left to pzc.
type Case struct {
	File      string `json:"file"`
	Instance  string `json:"instance"`
	Backend   string `json:"backend"`
	Algorithm string `json:"algorithm"`
	Heuristic string `json:"heuristic"`
	Without   string `json:"without"` // techniques
}

// Way describes how a case is solved, in a few words.
func (c Case) Way() string {
	words := lists.Filter([]string{c.Backend, c.Algorithm, c.Heuristic}, func(w string) bool { return w != "" })
	if c.Without != "" {
		words = append(words, "without "+c.Without)
	}
	if len(words) == 0 {
		return "default"
	}
	return strings.Join(words, " ")
}

// Run is what came of solving a case once.
type Run struct {
	Case
	Repeat  int     `json:"repeat"` // from 1
	Status  string  `json:"status"` // solved, unsolvable, unknown, or failed: then Reason says why
	Optimal bool    `json:"optimal"`
	Cost    *int64  `json:"cost,omitempty"`
	Length  *int64  `json:"length,omitempty"`
	Nodes   *int64  `json:"nodes,omitempty"`   // expanded
	Horizon *int64  `json:"horizon,omitempty"` // of the last formula
	CPU     float64 `json:"cpu_seconds"`       // of the whole process, user and system
	Wall    float64 `json:"wall_seconds"`
	Peak    int64   `json:"peak_bytes"` // of the whole process
	Reason  string  `json:"reason,omitempty"`

	Processor string `json:"processor,omitempty"` // of a run that another machine made; else that of the Setting
}

// Decided reports whether the run came to an answer.
func (r *Run) Decided() bool { return r.Status == "solved" || r.Status == "unsolvable" }

// Limits bound each run.
type Limits struct {
	Timeout time.Duration // 0: none
	Memory  int64         // bytes, 0: pzc's own
	Threads int           // 0: all cores
	Tables  string        // folder, or none
	Work    int64         // steps; 0: none
	Sandbox bool          // run no other program and write no files
}

// patience is the time that a process may run beyond its time limit, before it is killed.
const patience = 20 * time.Second

// Measure solves a case in a process of its own. The error is that of starting it; what goes wrong inside is the run's
// Status.
func Measure(ctx context.Context, program string, c Case, l Limits) (*Run, error) {
	limited, stop := ctx, context.CancelFunc(func() {})
	if l.Timeout > 0 {
		limited, stop = context.WithTimeout(ctx, l.Timeout+patience)
	}
	defer stop()
	cmd := exec.CommandContext(limited, program, arguments(c, l)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = patience
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	begin := time.Now()
	err := cmd.Run()
	r := &Run{Case: c, Wall: time.Since(begin).Seconds()}
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) && cmd.ProcessState == nil {
		return nil, fmt.Errorf("cannot run %s: %w", program, err)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	r.Peak = peak(cmd.ProcessState)
	r.read(out.Bytes(), said.String())
	return r, nil
}

func arguments(c Case, l Limits) []string {
	args := []string{"solve", c.File, "--format", "json", "--quiet"}
	flag := func(name, value string) {
		if value != "" {
			args = append(args, name+"="+value)
		}
	}
	flag("--instance", c.Instance)
	flag("--backend", c.Backend)
	flag("--algorithm", c.Algorithm)
	flag("--heuristic", c.Heuristic)
	flag("--without", c.Without)
	flag("--tables", l.Tables)
	if l.Sandbox {
		args = append(args, "--sandbox")
	}
	if l.Timeout > 0 {
		flag("--timeout", l.Timeout.String())
	}
	if l.Memory > 0 {
		flag("--memory", strconv.FormatInt(l.Memory, 10))
	}
	if l.Work > 0 {
		flag("--work", strconv.FormatInt(l.Work, 10))
	}
	if l.Threads > 0 {
		flag("--threads", strconv.Itoa(l.Threads))
	}
	return args
}

// read takes the answer from the output of pzc solve.
func (r *Run) read(out []byte, said string) {
	var answer struct {
		Status  string `json:"status"`
		Reason  string `json:"reason"`
		Optimal bool   `json:"optimal"`
		Cost    *int64 `json:"cost"`
		Length  *int64 `json:"length"`
		Stats   struct {
			Expanded *int64 `json:"expanded"`
			Horizon  *int64 `json:"horizon"`
		} `json:"stats"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		r.Status, r.Reason = "failed", firstLine(said)
		return
	}
	r.Status, r.Reason, r.Optimal = answer.Status, answer.Reason, answer.Optimal
	r.Cost, r.Length = answer.Cost, answer.Length
	r.Nodes, r.Horizon = answer.Stats.Expanded, answer.Stats.Horizon
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if line == "" {
		return "the process ended without an answer"
	}
	return line
}

// Series is the runs of a measurement.
type Series struct {
	Program string // pzc
	Cases   []Case
	Repeat  int // how often each case is run
	Limits  Limits
	Record  *Record
	// Doing is called before each run with its name, the number of runs that are done, and the number of all runs.
	Doing func(name string, done, of int)
}

// Run makes the runs that the record does not have. All cases are run once before one is run again, so that other work
// on the machine disturbs all cases alike. If the context ended, the error is that of the context.
func (s *Series) Run(ctx context.Context) (runs []*Run, err error) {
	for repeat := 1; repeat <= s.Repeat; repeat++ {
		for i, one := range s.Cases {
			run, done := s.Record.done(one, repeat)
			if !done {
				name := strings.Join(strings.Fields(one.File+" "+one.Instance), " ") + ", " + one.Way()
				s.Doing(name, (repeat-1)*len(s.Cases)+i, s.Repeat*len(s.Cases))
				if run, err = Measure(ctx, s.Program, one, s.Limits); err != nil {
					return runs, err
				}
				run.Repeat = repeat
				if err := s.Record.add(run); err != nil {
					return append(runs, run), err
				}
			}
			runs = append(runs, run)
		}
	}
	return runs, nil
}
