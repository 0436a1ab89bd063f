package main

import (
	"cmp"
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
	Work     int64  `json:"work,omitempty"`
}

// testOutput is what a job finds.
type testOutput struct {
	Results []outcome `json:"results"`
}

// linesPerFile is how many times the limit of a line all lines of a file may take together in a sandbox.
const linesPerFile = 10

// sharedTest is a file that is tested elsewhere.
type sharedTest struct {
	file string
	want []outcome // without what is found
	job  jobs.Job
}

// share tests all files here and on other machines. Seconds are not shared: they differ from machine to machine.
func (c *testCommand) share(e *env) (all []outcome, wrong bool, err error) {
	if err := c.sharable(); err != nil {
		return nil, false, err
	}
	worker, err := openWorker(e, c.Workers, c.Lease)
	if err != nil {
		return nil, false, err
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	var tests []*sharedTest
	for _, file := range c.Files {
		t, err := c.sharedTest(ctx, e, worker, file)
		switch {
		case err == nil && len(t.want) > 0:
			tests = append(tests, t)
		case err != nil:
			if code := e.fail(err); code != exitWrong {
				return nil, false, exit(code)
			}
			wrong = true // and printed: continue with the other files
		}
	}
	work := make([]jobs.Job, len(tests))
	for i, t := range tests {
		work[i] = t.job
	}
	progress := e.progress()
	defer progress.Stop()
	r := jobs.Request{Worker: worker, Local: c.Jobs, Check: checkTestOutput}
	r.Progress = func(n int) { progress.Doing(fmt.Sprintf("tested %d of %s", n, text.Count(len(tests), "file"))) }
	done, err := r.All(ctx, work)
	switch {
	case ctx.Err() != nil:
		return nil, wrong, e.cut(ctx)
	case err != nil:
		return nil, wrong, output.Plain(err)
	}
	for i, t := range tests {
		all = append(all, t.outcomes(done[i])...)
	}
	return all, wrong, nil
}

// sharable says why the files cannot be tested elsewhere.
func (c *testCommand) sharable() error {
	usual := struct{ solverFlags }{}
	if err := kong.ApplyDefaults(&usual, solverNames()); err != nil {
		return err
	}
	usual.Work = c.Work
	switch {
	case c.Jobs < 1:
		return errors.New("--jobs is a number of files, 1 or more")
	case slices.Contains(c.Files, "-"):
		return errors.New("--workers tests files, not standard input")
	case c.Against != "" || !reflect.DeepEqual(c.solverFlags, usual.solverFlags):
		return errors.New("with --workers, files are tested by default; leave out the flags that say how, or --workers")
	}
	return nil
}

// sharedTest reads a file and stores its texts for a job.
func (c *testCommand) sharedTest(ctx context.Context, e *env, w jobs.Worker, file string) (*sharedTest, error) {
	program, err := e.load(ctx, file)
	if err != nil {
		return nil, err
	}
	if c.Instance != "" { // there may be no such instance
		if _, err := e.build(ctx, program, puzzle.Data{Instance: c.Instance, Own: true}); err != nil {
			return nil, err
		}
	}
	t := &sharedTest{file: file}
	for _, name := range c.instances(program) {
		for _, x := range program.Expectations(name) {
			t.want = append(t.want, outcome{Instance: name, Expect: puzzle.ExpectationText(x)})
		}
	}
	m, err := textsOf(file, program)
	if err != nil {
		return nil, err
	}
	for name, text := range program.Sources() {
		if !strings.HasPrefix(name, "std:") && !hasText(m, text) {
			return nil, fmt.Errorf("%s: it uses %s, which is outside its folder, and workers have no such file", file, name)
		}
	}
	sandboxed := c.limits
	sandboxed.Sandbox = true
	t.job = jobs.Job{
		Kind: testJob, Files: map[string]string{},
		Timeout: linesPerFile * sandboxed.timeLimit(), Memory: sandboxed.memoryLimit(),
	}
	if t.job.Build, err = jobs.Build(); err != nil {
		return nil, err
	}
	for name, text := range m.Files {
		if t.job.Files[name], err = w.Text([]byte(text)); err != nil {
			return nil, err
		}
	}
	in := testInput{Main: m.Main, Instance: c.Instance}
	if c.Work != nil {
		in.Work = *c.Work
	}
	input, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	t.job.Input, err = w.Text(input)
	return t, err
}

// outcomes returns what a job found. If that is not about the expect lines of the file, they are undecided.
func (t *sharedTest) outcomes(r *jobs.Result) []outcome {
	var found testOutput
	why := r.Failed
	if why == "" && json.Unmarshal([]byte(r.Output), &found) != nil || !slices.EqualFunc(found.Results, t.want, sameLine) {
		why = cmp.Or(why, "the result is about other lines")
		found.Results = slices.Clone(t.want)
	}
	for i := range found.Results {
		row := &found.Results[i]
		if row.File = t.file; why != "" {
			row.Verdict, row.Found = puzzle.Undecided, "not tested: "+why
		}
	}
	return found.Results
}

func sameLine(a, b outcome) bool { return a.Instance == b.Instance && a.Expect == b.Expect }

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
	if in.Work > 0 {
		command = append(command, "--work", fmt.Sprint(in.Work))
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
