package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// satBackend is the name of the backend that divides horizons.
const satBackend = "sat"

// cubeInput is a part of a horizon, and how its formula is written.
type cubeInput struct {
	backends.Cube

	Encoding string   `json:"encoding,omitempty"`
	AtMost   string   `json:"at_most,omitempty"`
	Without  []string `json:"without,omitempty"`
}

// flags are the flags of a process that decides a cube.
func (in *cubeInput) flags() []string {
	text, _ := json.Marshal(in.Cube) // numbers only
	return []string{
		"--backend", satBackend, "--cube", string(text), "--encoding=" + in.Encoding, "--at-most=" + in.AtMost,
		"--without=" + strings.Join(in.Without, ","),
	}
}

// cubeOutput is what a job finds: a plan by the numbers of its moves, or that the cube has none.
type cubeOutput struct {
	Refuted bool    `json:"refuted"`
	Start   []int64 `json:"start,omitempty"`
	Moves   []int   `json:"moves,omitempty"`
}

// cubing is flags of a command that solves.
type cubing struct {
	sharing

	Cubes int    `default:"8" placeholder:"N" help:"With --workers: divide each hard horizon into N parts; 8 unless given."`
	Cube  string `hidden:""`
	From  int64  `hidden:"" name:"cubes-from" help:"Steps before a horizon is divided; for tests."`
}

// cubable says why horizons cannot be divided.
func (c *solveCommand) cubable() error {
	switch {
	case c.Cube != "" && c.Backend != satBackend:
		return errors.New("--cube is for --backend sat")
	case c.Workers == "" && c.Cubes != 8:
		return errors.New("--cubes says how hard horizons are divided with --workers ADDRESS")
	case c.Workers == "":
		return c.sharable()
	case c.Cubes < 2:
		return errors.New("--cubes is a number of parts, 2 or more")
	case c.Backend != satBackend:
		return errors.New("--workers shares the hard horizons of --backend sat; add it, or leave out --workers")
	case c.All || c.Limit > 0 || c.Parallel || c.SATSolver != "" || c.Work > 0:
		return errors.New("--workers finds one plan of least cost; it does not go with --all, --limit, --parallel, " +
			"--sat-solver and --work")
	case c.Data != "" || len(c.Define) > 0:
		return errors.New("--workers shares an instance of a model; leave out -D and --data, or --workers")
	}
	return c.sharable(c.File)
}

// share makes a backend divide hard horizons. worker and others decide the parts.
func (c *solveCommand) share(worker jobs.Worker, program *puzzle.Program, z *puzzle.Puzzle, o *puzzle.Options) {
	o.Cubes = &backends.Cubes{Parts: c.Cubes, From: c.From, Solve: func(
		ctx context.Context, cubes []backends.Cube, replay func(*backends.Plan) error, progress func(int),
	) (*backends.Plan, error) {
		work := make([]jobs.Job, len(cubes))
		for i := range cubes {
			in := modelInput{Instance: z.Instance(), Cube: &cubeInput{cubes[i], c.Encoding, c.AtMost, c.Without}}
			var err error
			if work[i], err = modelJob(worker, solveJob, c.File, program, in, c.limits, 0); err != nil {
				return nil, err
			}
		}
		found := firstPlan{replay: replay}
		within, end := context.WithCancel(ctx)
		defer end()
		found.end = end
		r := jobs.Request{Worker: worker, Local: c.Jobs, Check: found.check, Progress: progress}
		r.Do = func(ctx context.Context, folder string, j *jobs.Job, input []byte) jobs.Result {
			result := worker.Do(ctx, folder, j, input)
			if result.Failed == "" {
				_ = found.check(result.Output)
			}
			return result
		}
		done, err := r.All(within, work)
		if found.plan != nil || ctx.Err() != nil {
			return found.plan, ctx.Err()
		}
		for _, d := range done {
			if d.Failed != "" || !d.Decided {
				return nil, &backends.LimitError{What: "a part of a horizon was not decided; --timeout and --memory" +
					" allow more for each, and --cubes makes the parts smaller"}
			}
		}
		return nil, err
	}}
}

// firstPlan keeps the first plan that replays, and ends the work on the others.
type firstPlan struct {
	replay func(*backends.Plan) error
	end    context.CancelFunc
	one    sync.Mutex
	plan   *backends.Plan
}

// check says what is wrong with the output of a job.
func (f *firstPlan) check(output string) error {
	var found cubeOutput
	if err := json.Unmarshal([]byte(output), &found); err != nil || found.Refuted {
		return err
	}
	plan := &backends.Plan{Start: found.Start, Moves: found.Moves}
	if err := f.replay(plan); err != nil {
		return fmt.Errorf("its plan does not replay: %w", err)
	}
	f.one.Lock()
	defer f.one.Unlock()
	if f.plan == nil {
		f.plan = plan
		f.end()
	}
	return nil
}

// cubeOutputOf returns what a job found about a cube.
func cubeOutputOf(report []byte) (any, bool, error) {
	var found struct {
		cubeOutput
		Decided bool `json:"decided"`
	}
	err := json.Unmarshal(report, &found)
	return found.cubeOutput, found.Decided, err
}

// printCube writes what was found about a cube.
func printCube(e *env, a *puzzle.Answer, plan *backends.Plan) error {
	out := struct {
		cubeOutput
		Decided bool `json:"decided"`
	}{cubeOutput{Refuted: a.Status == backends.Unsolvable}, a.Status != backends.Unknown}
	if plan != nil {
		out.Start, out.Moves = plan.Start, plan.Moves
	}
	return e.writeJSON(out)
}
