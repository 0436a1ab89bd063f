package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/gamepage/positions"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// testOutput is what a job finds.
type testOutput struct {
	Results []outcome `json:"results"`
}

// sharedTest is a file that is tested elsewhere.
type sharedTest struct {
	file string
	want []outcome // without what is found
	job  jobs.Job
}

// share tests all files here and on other machines. Seconds are not shared: they differ from machine to machine.
func (c *testCommand) share(e *env) (all []outcome, wrong bool, err error) {
	if err := c.byDefault(); err != nil {
		return nil, false, err
	}
	worker, err := c.open(e, c.Workers)
	if err != nil {
		return nil, false, err
	}
	defer worker.Close()
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
	work := lists.Map(tests, func(t *sharedTest) jobs.Job { return t.job })
	done, err := c.all(ctx, e, worker, work, checkTestOutput, func(n int) string {
		return fmt.Sprintf("tested %d of %s", n, text.Count(len(tests), "file"))
	})
	if err != nil {
		return nil, wrong, err
	}
	for i, t := range tests {
		all = append(all, t.outcomes(done[i])...)
	}
	return all, wrong, nil
}

// byDefault says that files cannot be tested as the flags say.
func (c *testCommand) byDefault() error {
	usual := struct{ solverFlags }{}
	if err := kong.ApplyDefaults(&usual, solverNames()); err != nil {
		return err
	}
	usual.Work = c.Work
	if c.Against != "" || !reflect.DeepEqual(c.solverFlags, usual.solverFlags) {
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
	in := modelInput{Instance: c.Instance}
	t.job, err = modelJob(w, testJob, file, program, in, c.limits, int64(c.Work))
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

// testOutputOf returns what a test found, without names of files and times.
func testOutputOf(report []byte) (any, bool, error) {
	var found testOutput
	err := json.Unmarshal(report, &found)
	decided := len(found.Results) > 0
	for i := range found.Results {
		row := &found.Results[i]
		row.File, row.Seconds = "", 0
		decided = decided && row.Verdict != puzzle.Undecided
	}
	return found, decided, err
}
