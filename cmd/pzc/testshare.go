package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/apps/coursework/class"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/output"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// testJob is the kind of jobs that test a file. The input is what testInput writes, the files are the model's.
const testJob = "test"

// testInput is what a job tests.
type testInput struct {
	Main     string `json:"main"`
	Instance string `json:"instance"`
}

// testOutput is what a job finds.
type testOutput struct {
	Results []outcome `json:"results"`
}

// linesPerFile is how many times the limit of a line all lines of a file may take together in a sandbox.
const linesPerFile = 10

// share tests all files here and on other machines. Seconds are not shared: they differ from machine to machine.
func (c *testCommand) share(e *env) (all []outcome, wrong bool, err error) {
	usual := struct{ solverFlags }{}
	if err := kong.ApplyDefaults(&usual, solverNames()); err != nil {
		return nil, false, err
	}
	if !reflect.DeepEqual(c.solverFlags, usual.solverFlags) || c.Against != "" {
		return nil, false, errors.New(
			"with --workers, files are tested by default; leave out the flags that say how, or --workers",
		)
	}
	worker, err := openWorker(e, c.Workers, c.Lease)
	if err != nil {
		return nil, false, err
	}
	build, err := jobs.Build()
	if err != nil {
		return nil, false, err
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	sandboxed := c.limits
	sandboxed.Sandbox = true
	var tests []jobs.Job
	var names []string
	if slices.Contains(c.Files, "-") {
		return nil, false, errors.New("--workers tests files, not standard input")
	}
	for _, file := range c.Files {
		job, err := c.job(ctx, e, worker, file)
		if err != nil {
			if code := e.fail(err); code != exitWrong {
				return nil, false, exit(code)
			}
			wrong = true // and printed: continue with the other files
			continue
		}
		job.Kind, job.Build = testJob, build
		job.Timeout, job.Memory = linesPerFile*sandboxed.timeLimit(), sandboxed.memoryLimit()
		tests, names = append(tests, *job), append(names, file)
	}
	progress := e.progress()
	defer progress.Stop()
	r := jobs.Request{Worker: worker, Local: c.Jobs, Check: checkTestOutput}
	r.Progress = func(n int) { progress.Doing(fmt.Sprintf("tested %d of %s", n, text.Count(len(tests), "file"))) }
	done, err := r.All(ctx, tests)
	switch {
	case ctx.Err() != nil:
		return nil, wrong, e.cut(ctx)
	case err != nil:
		return nil, wrong, output.Plain(err)
	}
	for i, d := range done {
		var found testOutput
		if d.Failed == "" {
			err = json.Unmarshal([]byte(d.Output), &found)
		}
		if d.Failed != "" || err != nil || len(found.Results) == 0 {
			failed := "not tested: " + d.Failed
			found.Results = []outcome{{Expect: "all", Verdict: puzzle.Undecided, Found: failed}}
		}
		for _, row := range found.Results {
			row.File = names[i]
			all = append(all, row)
		}
	}
	return all, wrong, nil
}

// job stores the texts of a model for a job.
func (c *testCommand) job(ctx context.Context, e *env, w jobs.Worker, file string) (*jobs.Job, error) {
	program, err := e.load(ctx, file)
	if err != nil {
		return nil, err
	}
	m, err := textsOf(file, program)
	if err != nil {
		return nil, err
	}
	for name := range program.Sources() {
		if !strings.HasPrefix(name, "std:") && !hasText(m, program.Sources()[name]) {
			return nil, fmt.Errorf("%s: it uses %s, which is outside its folder, and workers have no such file", file, name)
		}
	}
	j := &jobs.Job{Files: map[string]string{}}
	for name, text := range m.Files {
		if j.Files[name], err = w.Text([]byte(text)); err != nil {
			return nil, err
		}
	}
	input, err := json.Marshal(testInput{m.Main, c.Instance})
	if err != nil {
		return nil, err
	}
	j.Input, err = w.Text(input)
	return j, err
}

func hasText(m positions.Model, text string) bool {
	for _, t := range m.Files {
		if t == text {
			return true
		}
	}
	return false
}

// checkTestOutput says what is wrong with the output of a test.
func checkTestOutput(output string) error {
	var found testOutput
	err := json.Unmarshal([]byte(output), &found)
	for _, row := range found.Results {
		if row.Seconds != 0 || row.File != "" {
			err = errors.New("the output names a file or a time")
		}
		switch row.Verdict {
		case puzzle.Met, puzzle.Missed, puzzle.Undecided:
		default:
			err = fmt.Errorf("%q is no result of a test", row.Verdict)
		}
	}
	return err
}

// doTest does a job that tests a file.
func doTest(ctx context.Context, self, folder string, j *jobs.Job, input []byte) jobs.Result {
	var in testInput
	if err := json.Unmarshal(input, &in); err != nil || !filepath.IsLocal(in.Main) {
		return jobs.Result{Failed: "the job names no file"}
	}
	command := []string{
		self, "test", filepath.Join(folder, in.Main), "--sandbox", "--format", "json", "--quiet",
		"--timeout", (j.Timeout / linesPerFile).Round(time.Millisecond).String(), "--memory", fmt.Sprint(j.Memory),
	}
	if in.Instance != "" {
		command = append(command, "--instance", in.Instance)
	}
	done := class.Process(ctx, command, nil, j.Timeout)
	r := jobs.Result{Failed: done.Failed}
	var found testOutput
	if err := json.Unmarshal(done.Report, &found); err != nil {
		return r
	}
	r.Decided = len(found.Results) > 0
	for i := range found.Results {
		row := &found.Results[i]
		row.File, row.Seconds = "", 0
		r.Decided = r.Decided && row.Verdict != puzzle.Undecided
	}
	text, err := json.Marshal(found)
	if err != nil {
		return jobs.Result{Failed: err.Error()}
	}
	r.Output = string(text)
	return r
}
