package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// verifyOutput is what a job finds.
type verifyOutput struct {
	Results []promiseRow `json:"results"`
}

// share verifies instances here and on other machines. If a promise of an instance is broken elsewhere, or the instance
// could not be verified, or the result is about other promises, it is verified again here.
func (c *verifyCommand) share(e *env, program *puzzle.Program, chosen []puzzle.Data) error {
	if c.Data != "" || len(c.Define) > 0 {
		return errors.New("--workers shares the instances of a model; leave out -D and --data, or --workers")
	}
	few := *c
	few.States = 1 // to know what the promises are
	model, err := few.instance(e, program, chosen[0])
	if err != nil {
		return err
	}
	c.Sandbox = true
	worker, err := c.open(e, c.Workers)
	if err != nil {
		return err
	}
	defer worker.Close()
	ctx, stop := limits{}.start(e)
	defer stop()
	work := make([]jobs.Job, len(chosen))
	for i, d := range chosen {
		in := modelInput{Instance: d.Instance, Own: d.Instance == "" && program.Complete(), States: c.States}
		if work[i], err = modelJob(worker, verifyJob, c.File, program, in, c.limits, int64(c.Work)); err != nil {
			return err
		}
	}
	done, err := c.all(ctx, e, worker, work, checkVerifyOutput, func(n int) string {
		return fmt.Sprintf("verified %d of %s", n, text.Count(len(chosen), "instance"))
	})
	if err != nil {
		return err
	}
	var all []verified
	for i, d := range chosen {
		v := &verified{nil, verificationOf(d.Instance, model.Promises, done[i])}
		if v.Verification == nil {
			if v, err = c.instance(e, program, d); err != nil {
				return errors.Join(c.print(e, program, all), err)
			}
		}
		all = append(all, *v)
	}
	return c.end(e, program, all)
}

// verificationOf returns what a job found about some promises, nil if there is more to say.
func verificationOf(instance string, about []puzzle.Promise, r *jobs.Result) *puzzle.Verification {
	var found verifyOutput
	if r.Failed != "" || json.Unmarshal([]byte(r.Output), &found) != nil || len(found.Results) != len(about) {
		return nil
	}
	v := &puzzle.Verification{Instance: instance}
	for i, row := range found.Results {
		if row.Result == puzzle.Broken || row.Instance != instance || row.Promise != about[i].Name {
			return nil
		}
		v.States, v.Complete = row.States, row.Complete
		p := puzzle.Promise{Name: row.Promise, Kept: row.Result, Reason: row.Reason, Note: row.Note}
		p.Span.Start.Line = row.Line
		v.Promises = append(v.Promises, p)
	}
	return v
}

// checkVerifyOutput says what is wrong with the output of a verification.
func checkVerifyOutput(output string) error {
	var found verifyOutput
	err := json.Unmarshal([]byte(output), &found)
	for _, row := range found.Results {
		switch row.Result {
		case puzzle.Holds, puzzle.Broken, puzzle.Open:
		default:
			err = fmt.Errorf("%q is no result of a verification", row.Result)
		}
	}
	return err
}

// verifyOutputOf returns what a verification found. Counterexamples are left out.
func verifyOutputOf(report []byte) (any, bool, error) {
	var found verifyOutput
	err := json.Unmarshal(report, &found)
	limited := func(r promiseRow) bool { return strings.HasSuffix(r.Reason, wasReached) }
	return found, !slices.ContainsFunc(found.Results, limited), err
}
