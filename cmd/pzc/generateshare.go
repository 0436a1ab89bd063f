package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/pzc-lang/pzc/apps/generate"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// draftsPerJob is the number of candidates of a job, and draftsPerLimit how many may take the limit of time together.
// Each job finds the clues anew: with 100 Sudokus, jobs of 8 take 1.5 times the work of one process, those of 32 take
// 1.35.
const (
	draftsPerJob   = 32
	draftsPerLimit = 8
)

// draftsOutput is what a job finds.
type draftsOutput struct {
	Drafts []generate.Draft `json:"drafts"`
}

// drawFlags are the flags that decide which candidates are drawn.
type drawFlags struct {
	Want      string   `json:"want,omitempty" placeholder:"CONDITION" help:"What the puzzles must be: a condition on the measures of pzc rate, and unique. Unless given, a puzzle without moves is unique."`
	Seed      uint64   `json:"seed,omitempty" default:"1" placeholder:"N" help:"The seed of the random numbers. The same seed makes the same puzzles."`
	Symmetric bool     `json:"symmetric,omitempty" help:"Remove clues in pairs that a half turn of the board exchanges."`
	Clues     int      `json:"clues,omitempty" placeholder:"N" help:"Stop to remove clues when N are left."`
	Vary      []string `json:"vary,omitempty" sep:"none" placeholder:"NAME[=SHARES]" help:"Draw this parameter at random: shuffle the signs of a map, or draw them by shares such as '7x8 @1 $$2 .2 #25% _'; of others draw values of the declared type."`
	Backwards bool     `json:"backwards,omitempty" help:"With moves: take start states at a wanted exact distance from the goals, out of all states; with --vary or --from, the farthest of each board."`
	Unrated   bool     `json:"unrated,omitempty" help:"Do not measure the puzzles, unless the condition needs it."`
}

// drawing is a number of candidates.
type drawing struct {
	drawFlags
	From int `json:"from"`
	To   int `json:"to"`
}

// flags are the flags of a process that draws.
func (d *drawing) flags() []string {
	flags := []string{
		"--drafts", fmt.Sprintf("%d..%d", d.From, d.To), "--want=" + d.Want, "--seed", fmt.Sprint(d.Seed),
		"--clues", fmt.Sprint(d.Clues), "--threads", "1", fmt.Sprintf("--symmetric=%t", d.Symmetric),
		fmt.Sprintf("--backwards=%t", d.Backwards), fmt.Sprintf("--unrated=%t", d.Unrated),
	}
	flags = append(flags, lists.Map(d.Vary, func(v string) string { return "--vary=" + v })...)
	return flags
}

// share returns what gives the drafts of candidates, which are drawn here and on other machines.
func (c *generateCommand) share(
	e *env, worker jobs.Worker, program *puzzle.Program,
) (func(ctx context.Context, number int) (*generate.Draft, error), error) {
	if c.From != "" || c.Data != "" || len(c.Define) > 0 {
		return nil, errors.New("workers have only the model; leave out -D, --data and --from, or --workers")
	}
	c.Sandbox = true
	within := c.limits
	within.Timeout = draftsPerJob / draftsPerLimit * c.timeLimit()
	d := drawing{drawFlags: c.drawFlags}
	var one sync.Mutex
	var drafts []generate.Draft
	return func(ctx context.Context, number int) (*generate.Draft, error) {
		one.Lock()
		defer one.Unlock()
		for number >= len(drafts) { // as many as before, and at least as many as there are puzzles to make
			var work []jobs.Job
			for n := max(len(drafts), c.Count, draftsPerJob*c.Jobs); n > 0; n -= draftsPerJob {
				d.From = len(drafts) + draftsPerJob*len(work)
				d.To = d.From + draftsPerJob
				in := modelInput{Instance: c.Instance, Draw: &d}
				j, err := modelJob(worker, generateJob, c.File, program, in, within, 0)
				if err != nil {
					return nil, err
				}
				work = append(work, j)
			}
			doing := func(n int) string { return fmt.Sprintf("drawn %d candidates", len(drafts)+n*draftsPerJob) }
			done, err := c.all(ctx, e, worker, work, checkDrafts, doing)
			if err != nil {
				return nil, err
			}
			for _, r := range done {
				var found draftsOutput
				if err := json.Unmarshal([]byte(r.Output), &found); r.Failed != "" || err != nil {
					return nil, fmt.Errorf("candidates were not drawn: %s", r.Failed)
				}
				drafts = append(drafts, found.Drafts...)
			}
		}
		return &drafts[number], nil
	}, nil
}

// drafts prints drafts of candidates.
func (c *generateCommand) drafts(ctx context.Context, e *env, o generate.Options) error {
	var d drawing
	if _, err := fmt.Sscanf(c.Drafts, "%d..%d", &d.From, &d.To); err != nil || d.From < 0 || d.To < d.From {
		return errors.New("--drafts wants numbers of candidates, FROM..TO")
	}
	found, err := generate.Drafts(ctx, o, d.From, d.To)
	if err != nil {
		return e.noAnswer(ctx, err)
	}
	return e.writeJSON(draftsOutput{found})
}

// checkDrafts says what is wrong with drafts.
func checkDrafts(output string) error {
	var found draftsOutput
	if err := json.Unmarshal([]byte(output), &found); err != nil {
		return err
	}
	if len(found.Drafts) != draftsPerJob {
		return fmt.Errorf("there are %d drafts", len(found.Drafts))
	}
	for _, d := range found.Drafts {
		if d.Left != "" && !slices.Contains(generate.Reasons(), d.Left) {
			return fmt.Errorf("%q is no reason to leave a candidate out", string(d.Left))
		}
	}
	return nil
}

// draftsOutputOf returns the drafts that were printed.
func draftsOutputOf(report []byte) (any, bool, error) {
	var found draftsOutput
	err := json.Unmarshal(report, &found)
	return found, true, err
}
