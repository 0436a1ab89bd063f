package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/text"
)

type workCommand struct {
	Folder  string   `arg:"" help:"The folder that all machines see."`
	Jobs    int      `default:"1" placeholder:"N" help:"Do N jobs at a time."`
	Once    bool     `help:"End when no job waits."`
	Idle    duration `placeholder:"10m" help:"End when no job has waited for this time."`
	Timeout duration `default:"10m" placeholder:"10m" help:"Leave jobs that may take more time to others."`
	Memory  int64    `type:"bytes" placeholder:"4GiB" help:"Leave jobs that may take more memory to others; half of what the machine has, and at most 8GiB, unless given."`
	Lease   duration `hidden:"" default:"1m"`
}

// Help is shown below the command's line in its help.
func (workCommand) Help() string {
	return `Does jobs that pzc grade, test, verify and generate put into the folder by
--workers FOLDER. Each job runs in a process of its own, which runs no other program, writes no files, and has a
limit of memory and time. A worker does only jobs of the same build of pzc.
Ctrl-C gives the jobs back. If a worker is killed, its jobs are done by others a
minute later. pzc help workers says more.

The exit status is 0 if the work ended as the flags say, and 2 if the folder
cannot be used or a result of the worker was wrong.

Examples:

    pzc work /shared/jobs --jobs 4
    pzc work /shared/jobs --idle 10m
    pzc work /shared/jobs --once`
}

// gradeJob is the kind of jobs that grade a submission of an exercise. Its files are those of the exercise.
const gradeJob = "grade"

// Run does jobs.
func (c *workCommand) Run(e *env) error {
	if c.Jobs < 1 {
		return errors.New("--jobs is a number of processes, 1 or more")
	}
	build, err := jobs.Build()
	if err != nil {
		return err
	}
	worker, err := openWorker(e, c.Folder, c.Lease)
	if err != nil {
		return err
	}
	most := limits{Memory: c.Memory}.memoryLimit()
	worker.Once, worker.Idle = c.Once, time.Duration(c.Idle)
	worker.Accept = func(_ string, j *jobs.Job) error {
		_, onModel := modelKinds()[j.Kind]
		switch {
		case j.Build != build:
			return fmt.Errorf("there are jobs for another build of pzc (%.12s, and this is %.12s); "+
				"run the same file on all machines", diag.Shown(j.Build), build)
		case j.Kind != gradeJob && !onModel:
			return fmt.Errorf("jobs of the kind %q are unknown", j.Kind)
		case j.Timeout <= 0 || j.Timeout > time.Duration(c.Timeout):
			return fmt.Errorf("there are jobs that may take %s; --timeout allows more", j.Timeout)
		case j.Memory <= 0 || j.Memory > most:
			return fmt.Errorf("there are jobs that may take %s; --memory allows more", text.Bytes(j.Memory))
		}
		return nil
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var all sync.WaitGroup
	failed := make([]error, c.Jobs)
	for i := range failed {
		all.Go(func() {
			if failed[i] = worker.Run(ctx); failed[i] != nil {
				end(failed[i])
			}
		})
	}
	all.Wait()
	if errors.Is(context.Cause(ctx), errInterrupted) {
		return e.cut(ctx)
	}
	return cmp.Or(failed...)
}

// openWorker returns a worker for the jobs in a folder.
func openWorker(e *env, folder string, lease duration) (jobs.Worker, error) {
	store, err := jobs.Open(folder, time.Duration(lease), func(text string) {
		fmt.Fprintf(e.stderr, "pzc: %s\n", diag.Shown(text))
	})
	if err != nil {
		return jobs.Worker{}, err
	}
	host, _ := os.Hostname() // the name only helps people to find a worker
	return jobs.Worker{Store: store, Name: fmt.Sprintf("%s-%d-%08x", host, os.Getpid(), rand.Uint32()), Do: doJob}, nil
}
