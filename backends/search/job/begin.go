package job

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/text"
)

// mostRoots is the number of roots. Searches use the higher bits of their numbers as marks.
const mostRoots = 1<<29 - 1

// Begin collects the states in which plans may begin.
func (r *Job) Begin() {
	dead := 0
	r.Assign([]task.Expr{r.Space.Task.InitCond}, func(st []uint64) bool {
		if r.Space.Dead >= 0 {
			r.Expander.Child.Load(st)
			if r.Expander.Child.Eval(r.Space.Dead) != 0 {
				dead++
				return true
			}
		}
		r.Roots.States = append(r.Roots.States, st...)
		if int64(8*len(r.Roots.States)) > r.Memory/4 || r.RootCount() > mostRoots {
			r.Stop = fmt.Sprintf("more than %s, too many for the memory limit", text.Plural(int64(r.RootCount()), "start"))
			return false
		}
		return true
	})
	r.sortRoots()
	r.Expander.Deaths += int64(dead)
	r.Counts = backends.Stats{} // the statistics count the search, not the choice of initial states
	r.Work, r.Check, r.spent = 0, 0, 0
}

// sortRoots sorts the roots by their values. Generated programs have the same order.
func (r *Job) sortRoots() {
	n, w := r.RootCount(), r.Space.Layout.Words
	if n < 2 {
		return
	}
	order := make([]int32, n)
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(i, j int32) int {
		for v := range r.Space.Layout.Vars {
			if c := r.Space.Layout.Get(r.Root(int(i)), v) - r.Space.Layout.Get(r.Root(int(j)), v); c != 0 {
				return c
			}
		}
		return 0
	})
	sorted := make([]uint64, 0, n*w)
	for _, i := range order {
		sorted = append(sorted, r.Root(int(i))...)
	}
	r.Roots.States = sorted
}
