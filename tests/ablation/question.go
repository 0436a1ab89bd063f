package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/processor"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// question is a question about an instance.
type question struct {
	name      string // MODEL/INSTANCE, and what is asked
	puzzle    *puzzle.Puzzle
	backend   string
	o         backends.Options
	concerned []technique.Technique // techniques that may make a difference
}

// mostListed is the number of solutions that are listed.
const mostListed = 20_000

// about lists the questions about a puzzle.
func about(name string, z *puzzle.Puzzle) []*question {
	own := func(all ...technique.Technique) []technique.Technique { return append(all, technique.ForEach()...) }
	if z.HasMoves() {
		formulas := append(technique.ForPlans(), technique.ForFormulas()...)
		return []*question{
			{name, z, "search", backends.Options{}, own(technique.ForSearch()...)},
			{name + " soon", z, "search", backends.Options{Algorithm: "anytime"}, own(technique.ForSearch()...)},
			{name + " by formulas", z, "sat", backends.Options{}, append(formulas, technique.Potentials)},
		}
	}
	return []*question{
		{name + " by constraints", z, "constraint", backends.Options{}, own(technique.ForConstraints()...)},
		{name + " by formulas", z, "sat", backends.Options{}, own(technique.ForFormulas()...)},
		{name + " counted", z, "sat", backends.Options{All: true, Count: true}, technique.ForLists()},
		{name + " listed", z, "sat", backends.Options{All: true, Limit: mostListed}, technique.ForLists()},
	}
}

// result is what came of a question.
type result struct {
	decided bool
	seconds float64 // of the processor
	answer  string
	work    string // equal if a technique makes no difference
}

// limited returns a context that ends when the process has taken some time of the processor. A busy machine makes no
// difference.
func limited(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	end := processor.Time() + limit
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for processor.Time() < end {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		stop()
	}()
	return ctx, stop
}

// ask asks a question without some techniques.
func (q *question) ask(ctx context.Context, without technique.Set, limit time.Duration) result {
	runtime.GC()
	ctx, stop := limited(ctx, limit)
	defer stop()
	o := q.o
	o.Without, o.Threads = without, 1
	soon, found := o.Algorithm == "anytime", false
	o.Progress = func(p backends.Progress) {
		if soon && p.Best != nil && ctx.Err() == nil {
			found = true
			stop()
		}
	}
	from := processor.Time()
	a, err := q.puzzle.Solve(ctx, puzzle.Options{Backend: q.backend, Options: o})
	r := result{seconds: (processor.Time() - from).Seconds()}
	if err != nil {
		r.answer = err.Error()
		return r
	}
	switch {
	case o.Count:
		r.decided, r.answer = a.Complete, fmt.Sprint(a.Count, " solutions")
	case o.All:
		r.decided, r.answer = len(a.Solutions) == mostListed || a.Complete || a.Status == backends.Unsolvable,
			fmt.Sprint(len(a.Solutions), " solutions")
	default:
		r.decided, r.answer = a.Status != backends.Unknown, string(a.Status)
		if len(a.Solutions) > 0 && q.puzzle.HasMoves() {
			r.answer = fmt.Sprintf("cost %d, optimal %v", a.Solutions[0].Cost, a.Optimal)
		}
	}
	switch {
	case found:
		r.answer = "a plan"
	case ctx.Err() != nil:
		r.decided, r.answer = false, "not answered"
	}
	r.work = fmt.Sprint(r.answer, a.Stats.Variables, a.Stats.Clauses, a.Stats.Horizon, a.Stats.Expanded,
		a.Stats.Generated, a.Choice, a.Reason)
	return r
}
