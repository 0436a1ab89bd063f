package outside

import (
	"context"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/layers"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/task"
)

// exporter makes the formulas of a task for one horizon after another. What it learns about the task is computed once.
type exporter struct {
	task *task.Task
	x    Options
	p    *reduced.Problem
	lay  *layers.Layers // nil without layers
}

// newExporter prepares a task. It ignores the horizon of x.
func newExporter(ctx context.Context, t *task.Task, x Options) (*exporter, error) {
	if err := x.check(); err != nil {
		return nil, err
	}
	lim := reduced.DefaultLimits()
	if err := backends.CheckWithout(x.Without); err != nil {
		return nil, err
	}
	lim.Without = x.Without
	if x.Encoding == encode.Textbook {
		lim.LayerFacts = 0
	}
	if x.Parallel {
		lim.Fused = 0 // moves on two variables would become moves on one
	}
	if x.Memory == 0 {
		x.Memory = backends.DefaultMemory
	}
	p, lay, err := reduced.Prepare(ctx, t, lim, x.Memory)
	if lay != nil {
		lay.Parallel = x.Parallel
	}
	return &exporter{task: t, x: x, p: p, lay: lay}, err
}

// hopeless returns the reason why there is no plan of any length, if that is known without a formula; otherwise "".
func (x *exporter) hopeless() string {
	if x.lay != nil && !x.lay.HoldsGoal(x.lay.Ever) {
		return layers.NoGoalTogether
	}
	return ""
}

// formula is the formula of one horizon.
type formula struct {
	// refuted is true if the layers show that there is no plan of this length. A solver will find the same.
	refuted bool

	task *task.Task
	x    Options
	rec  *cnf.Recorder
	e    *encode.Encoder
}

// at makes the formula of a horizon. It contains only states of plans, as far as the layers know them. If the layers
// know that there is no plan, it contains the states that are reachable from the initial states, so that a solver has
// something to refute.
func (x *exporter) at(ctx context.Context, horizon int) (*formula, error) {
	rec := cnf.NewRecorder()
	f := cnf.New(ctx, rec, cnf.Options{Memory: x.x.Memory, Weigh: rec.Bytes, AtMost: x.x.AtMost})
	if x.x.Format == opb {
		f.Linear = rec.Linear
	}
	out := &formula{
		task: x.task, x: x.x, rec: rec,
		e: encode.New(x.p, x.lay, f, encode.Options{
			Encoding: x.x.Encoding, Parallel: x.x.Parallel, Named: true,
		}),
	}
	out.x.Horizon = horizon
	if x.lay != nil {
		at, err := x.lay.Plan(ctx, horizon)
		if err != nil {
			return nil, err
		}
		if out.refuted = at == nil; out.refuted {
			if _, err := x.lay.Layer(ctx, horizon); err != nil {
				return nil, err
			}
			at = x.lay.Forward[:horizon+1]
		}
		out.e.At = at
	}
	out.e.Encode(horizon, true)
	return out, f.Err()
}

// single is the formula of one horizon.
func single(ctx context.Context, t *task.Task, x Options) (*formula, error) {
	exporter, err := newExporter(ctx, t, x)
	if err != nil {
		return nil, err
	}
	return exporter.at(ctx, x.Horizon)
}
