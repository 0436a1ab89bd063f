package search

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/amount"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/heuristic"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// begin collects the states where plans may begin.
func (r *run) begin() {
	dead := 0
	r.assign([]task.Expr{r.sp.Task.InitCond}, func(st []uint64) bool {
		if r.sp.Dead >= 0 {
			r.x.Child.Load(st)
			if r.x.Child.Eval(r.sp.Dead) != 0 {
				dead++
				return true
			}
		}
		r.roots.states = append(r.roots.states, st...)
		if int64(8*len(r.roots.states)) > r.memory/4 {
			r.stop = fmt.Sprintf("more than %s, too many for the memory limit", amount.Of(int64(r.rootCount()), "start"))
			return false
		}
		return true
	})
	r.sortRoots()
	r.x.Deaths += int64(dead)
	r.stats = backends.Stats{} // counts are of the search, not of the choice of starts
	r.work, r.check = 0, 0
}

// sortRoots puts the roots into the order of their values, in which generated programs have them too.
func (r *run) sortRoots() {
	n, w := r.rootCount(), r.sp.Layout.Words
	if n < 2 {
		return
	}
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		for v := range r.sp.Layout.Vars {
			if c := r.sp.Layout.Get(r.root(int(i)), v) - r.sp.Layout.Get(r.root(int(j)), v); c != 0 {
				return c
			}
		}
		return 0
	})
	sorted := make([]uint64, 0, n*w)
	for _, i := range order {
		sorted = append(sorted, r.root(int(i))...)
	}
	r.roots.states = sorted
}

func (r *run) noStart() string {
	switch {
	case r.x.Deaths > 0:
		return "every initial state is dead: no goal can be reached from it"
	case r.sp.Task.HasFree():
		return "no initial state satisfies the conditions on it"
	}
	return "the initial state does not satisfy the conditions on it"
}

func newRun(ctx context.Context, t *task.Task, o backends.Options) *run {
	sp := space.New(ctx, t, !o.All)
	r := &run{
		ctx: ctx, sp: sp, make: heuristic.New(ctx, sp), x: space.NewExpander(sp), h: estimate.Blind, maxMoves: -1,
		o: o, memory: o.Memory, threads: o.Threads, progress: o.Progress, found: o.Found, report: reportEvery,
		leaveOut: !o.NoPrune, pruneAfter: pruneAfter,
	}
	r.mostTotal = totalLimit(sp)
	r.maxCost = r.mostTotal
	if r.memory == 0 {
		r.memory = backends.DefaultMemory
	}
	r.make.Shop.Open(o, r.memory)
	return r
}

func or(a, b string) string {
	if a == "" || a == "auto" {
		return b
	}
	return a
}
