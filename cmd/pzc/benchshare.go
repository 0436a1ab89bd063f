package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pzc-lang/pzc/internal/bench"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// benchInput says how an instance is solved.
type benchInput struct {
	Backend   string `json:"backend,omitempty"`
	Algorithm string `json:"algorithm,omitempty"`
	Heuristic string `json:"heuristic,omitempty"`
	Repeat    int    `json:"repeat"` // each run is a job
}

// benchOutput is what of a run is the same on each machine.
type benchOutput struct {
	Status  string `json:"status"`
	Optimal bool   `json:"optimal"`
	Cost    *int64 `json:"cost,omitempty"` // if it is optimal
}

// benchFigures is what was measured.
type benchFigures struct {
	bench.Run
	Processor string `json:"processor"`
}

// share makes the runs here and on other machines. It also returns the names of their processors.
func (c *benchCommand) share(e *env, cases []bench.Case, l bench.Limits) (runs []*bench.Run, on string, err error) {
	if c.Output != "" || c.Threads != 1 || c.Tables != "none" {
		return nil, "", errors.New("workers keep runs themselves, run on one core and keep no tables; " +
			"leave out -o, --threads and --tables, or --workers")
	}
	worker, err := c.open(e, c.Workers)
	if err != nil {
		return nil, "", err
	}
	defer worker.Close()
	ctx, stop := limits{}.start(e)
	defer stop()
	programs := map[string]*puzzle.Program{}
	var work []jobs.Job
	for repeat := 1; repeat <= c.Repeat; repeat++ {
		for _, one := range cases {
			if programs[one.File] == nil {
				if programs[one.File], err = e.load(ctx, one.File); err != nil {
					return nil, "", err
				}
			}
			in := modelInput{Instance: one.Instance}
			in.Run = &benchInput{one.Backend, one.Algorithm, one.Heuristic, repeat}
			within := limits{Timeout: l.Timeout, Memory: l.Memory}
			j, err := modelJob(worker, benchJob, one.File, programs[one.File], in, within, l.Work)
			if err != nil {
				return nil, "", err
			}
			work = append(work, j)
			runs = append(runs, &bench.Run{Case: one, Repeat: repeat})
		}
	}
	done, err := c.all(ctx, e, worker, work, checkBenchOutput, func(n int) string {
		return fmt.Sprintf("made %d of %s", n, text.Count(len(work), "run"))
	})
	if err != nil {
		return nil, "", err
	}
	var processors []string
	for i, r := range done {
		run, processor := runOf(r)
		run.Case, run.Repeat = runs[i].Case, runs[i].Repeat
		runs[i] = run
		if processor != "" && !slices.Contains(processors, processor) {
			processors = append(processors, processor)
		}
	}
	slices.Sort(processors)
	return runs, strings.Join(processors, "; "), nil
}

// runOf returns what a job found, and the name of the processor. The answer is that of the output, which is compared.
func runOf(r *jobs.Result) (*bench.Run, string) {
	var answer benchOutput
	var found benchFigures
	if r.Failed == "" &&
		(json.Unmarshal([]byte(r.Output), &answer) != nil || json.Unmarshal([]byte(r.Figures), &found) != nil) {
		r.Failed = "the worker gives no figures"
	}
	if r.Failed != "" {
		return &bench.Run{Status: "failed", Reason: r.Failed}, ""
	}
	found.Status, found.Optimal = answer.Status, answer.Optimal
	if answer.Optimal {
		found.Cost = answer.Cost
	}
	return &found.Run, found.Processor
}

// doBench solves an instance in a process of its own.
func doBench(ctx context.Context, self, folder string, j *jobs.Job, input []byte) jobs.Result {
	var in modelInput
	if err := json.Unmarshal(input, &in); err != nil || !filepath.IsLocal(in.Main) || in.Run == nil {
		return jobs.Result{Failed: "the job names no file"}
	}
	way := bench.Case{
		File: filepath.Join(folder, in.Main), Instance: in.Instance,
		Backend: in.Run.Backend, Algorithm: in.Run.Algorithm, Heuristic: in.Run.Heuristic,
	}
	l := bench.Limits{
		Timeout: j.Timeout.Round(time.Millisecond), Memory: j.Memory, Threads: 1, Tables: "none", Work: j.Work,
		Sandbox: true,
	}
	run, err := bench.Measure(ctx, self, way, l)
	if err != nil {
		return jobs.Result{Failed: err.Error()}
	}
	run.Case = bench.Case{}
	run.Reason = strings.ReplaceAll(run.Reason, folder+string(filepath.Separator), "")
	output := benchOutput{Status: run.Status, Optimal: run.Optimal}
	if run.Optimal {
		output.Cost = run.Cost
	}
	figures, err1 := json.Marshal(benchFigures{*run, bench.Here("", l).Processor})
	text, err2 := json.Marshal(output)
	if err := errors.Join(err1, err2); err != nil {
		return jobs.Result{Failed: err.Error()}
	}
	return jobs.Result{Decided: run.Decided(), Output: string(text), Figures: string(figures)}
}

// checkBenchOutput says what is wrong with the output of a run.
func checkBenchOutput(output string) error {
	var found benchOutput
	if err := json.Unmarshal([]byte(output), &found); err != nil {
		return err
	}
	switch found.Status {
	case "solved", "unsolvable", "unknown", "failed":
		return nil
	}
	return fmt.Errorf("%q is no result of solving", found.Status)
}
