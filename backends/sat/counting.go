package sat

import (
	"cmp"
	"context"
	"math/big"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/technique"
)

// unsolved is the formula of a task without moves, for counting.
type unsolved struct {
	e       *encode.Encoder
	choices []encode.Choice
	vars    int
	clauses [][]cnf.Lit
}

// pairsToCount is the largest number of literals for which at most one is written pairwise if models are counted. A
// ladder has auxiliary variables, which may be open when all choices are made.
const pairsToCount = 64

// unsolved writes the formula once more, without a solver.
func (r *assignment) unsolved(ctx context.Context) (*unsolved, error) {
	rec := cnf.NewRecorder()
	f := cnf.New(ctx, rec, cnf.Options{Memory: r.o.Memory, AtMost: r.o.AtMost, Pairwise: pairsToCount})
	u := &unsolved{e: encode.New(r.p, nil, f, encode.Options{Encoding: r.o.Encoding})}
	u.e.Encode(0, true)
	u.choices = u.e.StartChoices(r.o.On)
	if f.Err() != nil {
		return nil, f.Err()
	}
	u.vars = len(rec.Labels)
	for i := range rec.Groups {
		rec.Groups[i].Each(func(c []cnf.Lit) { u.clauses = append(u.clauses, c) })
	}
	return u, nil
}

// countStill counts assignments in two ways at the same time. A solver looks for a few, which is enough if there are
// few. Meanwhile the formula is counted by components. The solver is better if solutions are rare, because it learns
// from failures; backtracking is far faster if solutions are many.
func (r *assignment) countStill(ctx context.Context) error {
	u, err := r.unsolved(ctx)
	if err != nil {
		return err
	}
	solving, stopSolving := context.WithCancel(ctx)
	defer stopSolving()
	counting, stopCounting := context.WithCancel(ctx)
	defer stopCounting()
	listed := make(chan *tally, 1)
	list := func() {
		l := r.aFew(solving)
		if l.whole {
			stopCounting()
		}
		listed <- l
	}
	if r.o.Threads == 1 {
		list()
	} else {
		go list()
	}
	counted := r.components(counting, u)
	if counted.whole {
		stopSolving()
	}
	other := <-listed
	if other.err != nil && !counted.whole && ctx.Err() == nil && r.over(0) == nil {
		return other.err
	}
	return r.counted(ctx, counted, other)
}

// tally is a number of solutions: of all, if whole is true.
type tally struct {
	n     *big.Int
	whole bool
	err   error
}

// aFew counts the solutions that the solver finds, up to a few.
func (r *assignment) aFew(ctx context.Context) *tally {
	if r.lim.Without.Has(technique.Few) {
		return &tally{n: new(big.Int)}
	}
	a, err := r.query(ctx, 0, nil)
	if err != nil {
		return &tally{n: new(big.Int), err: err}
	}
	n := int64(0)
	err = a.enumerateByBlocking(ctx, a.e.StartChoices(r.o.On), func(backends.Plan, [][]int64) bool {
		n++
		return n >= int64(r.lim.Few) || r.enough(n)
	})
	return &tally{n: big.NewInt(n), whole: err == nil && n < int64(r.lim.Few) && !r.enough(n), err: err}
}

// enough reports whether no more solutions are asked for.
func (r *assignment) enough(n int64) bool { return r.o.Limit > 0 && n >= int64(r.o.Limit) }

// components counts by components.
func (r *assignment) components(ctx context.Context, u *unsolved) *tally {
	c := newCounter(ctx, u.vars, u.clauses, u.choices,
		counterOptions{memory: r.o.Memory / 2, without: r.lim.Without, work: r.o.Work})
	n, whole := c.count(int64(r.o.Limit))
	r.result.Stats.Expanded = int64(c.work)
	return &tally{n: n, whole: whole}
}

// counted makes the better of two tallies the answer.
func (r *assignment) counted(ctx context.Context, tallies ...*tally) error {
	best := tallies[0]
	for _, t := range tallies[1:] {
		if t.whole && !best.whole || t.whole == best.whole && t.n.Cmp(best.n) > 0 {
			best = t
		}
	}
	r.result.Count, r.result.Complete = best.n, best.whole
	switch {
	case best.whole && best.n.Sign() == 0:
		r.unsolvable(backends.ProofUnsat, noAssignment)
	case best.n.Sign() > 0:
		r.result.Status = backends.Solved
	}
	if r.o.Limit > 0 && best.n.Cmp(big.NewInt(int64(r.o.Limit))) >= 0 {
		best.n.SetInt64(int64(r.o.Limit))
		r.result.Complete = false
		return nil
	}
	if !best.whole {
		return cmp.Or(ctx.Err(), r.over(0))
	}
	return ctx.Err()
}
