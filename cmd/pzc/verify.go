package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/jobs"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

type verifyCommand struct {
	File string `arg:"" help:"The model, - for standard input, or the name of a model of the library."`
	dataFlags
	limits
	workFlag
	sharing

	Own    bool `job:"" hidden:"" help:"Only the model's own parameters."`
	States int  `job:"" default:"20000" placeholder:"N" help:"Visit at most N states of an instance; 20000 unless given."`
}

func (verifyCommand) Help() string {
	return `Tests the promises of the model in every reachable state: that an invariant
holds, that no goal is reachable from a dead state, that an admissible heuristic
never exceeds the true cost, that a symmetry preserves goals, moves and costs,
that a relaxation maps each move to a move of no greater cost or to none, and
that every state is reached at the same cost without the moves that a prune
forbids. It also says whether a heuristic is consistent. For a broken promise it
shows a shortest way to a state that breaks it.

All instances are tested unless one is chosen. If an instance has more than
--states states, the states nearest to the start are visited, and some more by
random walks. --timeout and --work bound each instance. The exit status is 0 if
no promise is broken and each was tested on all states of at least one instance,
1 if a promise is broken, and 3 if no promise is broken but some were not tested
on all states of any instance.

With --workers, each instance is verified as with --sandbox, by some worker. pzc
help workers says more.

Examples:

    pzc verify taquin.pz
    pzc verify rubik2 -i six --states 1000000
    pzc verify klotski --timeout 30s
    pzc verify taquin.pz --format json`
}

func (c *verifyCommand) AfterApply() error {
	if c.States < 1 {
		return errors.New("--states is a number of states, 1 or more")
	}
	return nil
}

// verified is an instance and what was found about its promises.
type verified struct {
	z *puzzle.Puzzle
	*puzzle.Verification
}

func (c *verifyCommand) Run(e *env) error {
	c.limit(&c.limits)
	if err := errors.Join(c.oneStdin(c.File), c.sharable(c.File)); err != nil {
		return err
	}
	ctx, stop := c.start(e)
	program, err := e.load(ctx, c.File)
	if err != nil {
		stop()
		return err
	}
	data, err := c.given(ctx, e)
	stop()
	if err != nil {
		return err
	}
	data.Own = c.Own
	chosen := program.Chosen(data)
	if c.Own {
		chosen = []puzzle.Data{data}
	}
	if c.Workers != "" {
		return c.share(e, program, chosen)
	}
	var all []verified
	for _, d := range chosen {
		v, err := c.instance(e, program, d)
		if err != nil {
			if len(all) == 0 {
				return err
			}
			return errors.Join(c.print(e, program, all), err)
		}
		all = append(all, *v)
	}
	return c.end(e, program, all)
}

// end prints what was found.
func (c *verifyCommand) end(e *env, program *puzzle.Program, all []verified) error {
	if c.Alone {
		v, decided := all[0].Verification, true
		for i := range v.Promises {
			p := &v.Promises[i]
			p.Span, p.Counterexample = diag.Span{}, nil // names of files differ
			decided = decided && !strings.HasSuffix(p.Reason, wasReached)
		}
		return e.result(decided, v, nil)
	}
	if err := c.print(e, program, all); err != nil {
		return err
	}
	codes := map[puzzle.Kept]int{puzzle.Broken: exitNo, puzzle.Open: exitUndecided}
	return status(worst(puzzle.Overalls(verifications(all)), func(o *puzzle.Overall) int { return codes[o.Kept] }))
}

// instance verifies one instance.
func (c *verifyCommand) instance(e *env, program *puzzle.Program, data puzzle.Data) (*verified, error) {
	ctx, stop := c.start(e)
	defer stop()
	progress := e.progress()
	defer progress.stop()
	z, err := e.build(ctx, program, data)
	if err != nil {
		return nil, err
	}
	ctx, _, end := c.within(ctx)
	defer end()
	progress.doing(program.Name() + " " + z.Instance() + ": looking at its states")
	v := z.Verify(ctx, c.States, c.memoryLimit())
	if errors.Is(context.Cause(ctx), errInterrupted) {
		progress.stop()
		return nil, e.cut(ctx)
	}
	return &verified{z, v}, nil
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
	s, err := newShared(e, c.elsewhere, c.Jobs, c.limits)
	if err != nil {
		return err
	}
	defer s.Close()
	work := make([]jobs.Job, len(chosen))
	for i, d := range chosen {
		c.Instance, c.Own = d.Instance, d.Instance == "" && program.Complete()
		if work[i], err = s.jobOn(c.File, program); err != nil {
			return err
		}
	}
	ctx, stop := limits{}.start(e)
	defer stop()
	done, err := results(ctx, s, work, checkVerification, func(n int) string {
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
func verificationOf(instance string, about []puzzle.Promise, f found[puzzle.Verification]) *puzzle.Verification {
	v := &f.Output
	if f.Failed != "" || v.Instance != instance || len(v.Promises) != len(about) {
		return nil
	}
	for i := range v.Promises {
		p := &v.Promises[i]
		if p.Span = about[i].Span; p.Kept == puzzle.Broken || p.Name != about[i].Name {
			return nil
		}
	}
	return v
}

// checkVerification says what is wrong with the output of a job.
func checkVerification(v puzzle.Verification) error {
	kept := func(p puzzle.Promise) puzzle.Kept { return p.Kept }
	return oneOf(v.Promises, kept, puzzle.Holds, puzzle.Broken, puzzle.Open)
}

func verifications(all []verified) (of []*puzzle.Verification) {
	return lists.Map(all, func(v verified) *puzzle.Verification { return v.Verification })
}

func (c *verifyCommand) print(e *env, program *puzzle.Program, all []verified) error {
	object := func() any { return map[string]any{"puzzle": program.Name(), "results": promisesJSON(all)} }
	return e.present(nil, object, func(out *show.Printer) {
		p := printer{out}
		p.Style = show.Style{}
		if !e.globals.Quiet {
			limits := "--states and --timeout allow"
			if c.Work > 0 {
				limits = "--states, --work and --timeout allow"
			}
			p.promises(all, limits)
		}
		p.allBroken(all)
	})
}

// printer prints verifications.
type printer struct{ *show.Printer }

// allBroken writes the counterexamples.
func (p printer) allBroken(all []verified) {
	for _, v := range all {
		for _, promise := range v.Promises {
			if promise.Counterexample != nil {
				p.Puzzle = v.z
				p.broken(v.Instance, promise)
			}
		}
	}
}

func promisesJSON(all []verified) []text.Fields {
	out := []text.Fields{}
	for _, v := range all {
		for _, p := range v.Promises {
			o := text.Fields{
				"instance", v.Instance, "promise", p.Name, "line", p.Span.Start.Line, "result", p.Kept, "states", v.States,
				"complete", v.Complete, "reason?", p.Reason, "note?", p.Note,
			}
			if x := p.Counterexample; x != nil {
				example := text.Fields{"text", x.Text}
				if x.Way != nil {
					example = append(example, "start", show.ValuesOf(v.z, x.Way.Start), "plan", show.MovesOf(*x.Way))
				}
				if x.Rest != nil {
					example = append(example, "rest", show.MovesOf(*x.Rest))
				}
				o = append(o, "counterexample", example)
			}
			out = append(out, o)
		}
	}
	return out
}

// promises writes the table of all promises.
func (p printer) promises(all []verified, limits string) {
	t := p.Table()
	t.Header("promise", "line", "result", "instances", "states", "")
	for _, o := range puzzle.Overalls(verifications(all)) {
		states, note := "", o.Note
		if o.Whole > 0 {
			states = "up to " + strconv.Itoa(o.Most)
		}
		if o.Kept == puzzle.Open {
			note = o.Reason
		}
		t.Row(o.Name, o.Line, o.Kept, fmt.Sprintf("%d of %d", o.Whole, o.Instances), states, note)
	}
	if t.Rows() == 0 {
		p.Line("The model promises nothing.")
		return
	}
	t.Render()
	cut := slices.DeleteFunc(verifications(all), (*puzzle.Verification).Whole)
	if len(cut) > 0 {
		p.Line("Of %s not all states were looked at; %s more.", text.Count(len(cut), "instance"), limits)
	}
}

// broken writes the counterexample of a promise.
func (p printer) broken(instance string, promise puzzle.Promise) {
	x, at := promise.Counterexample, promise.Span.Start
	p.Line("")
	p.Line("%s:%d:%d: %s", at.Filename, at.Line, at.Column, x.Text)
	if x.Way == nil {
		return
	}
	where := "the start"
	if instance != "" {
		where += " of " + instance
	}
	if len(x.Way.Steps) == 0 {
		p.Line("This is %s.", where)
	} else {
		p.Line("The way there from %s:", where)
		p.Solution(&puzzle.Answer{HasMoves: true}, *x.Way, false)
	}
	p.State(x.Way.Final())
	if x.Rest != nil {
		p.Line("From there to a goal, at cost %d:", x.Rest.Cost)
		p.Solution(&puzzle.Answer{HasMoves: true}, *x.Rest, false)
	}
}
