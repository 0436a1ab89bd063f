package search

import (
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/task"
)

// goalCount is the number of the goal's conditions that do not hold, over the most that one move can make true, times the
// least cost of a move. It never overestimates, and no move lowers it by more than its cost. False if it says nothing.
func goalCount(sp *space.Space) (estimate, bool) {
	conds := sp.Task.Pool.Conjuncts(sp.Task.Goal)
	if sp.MinCost <= 0 || len(conds) == 0 || sp.Task.Goal == task.False {
		return estimate{}, false
	}
	per := int64(max(1, sp.MostAchieved(conds)))
	a := sp.Program.NewAdder()
	a.Base = int64(len(conds)) + per - 1
	for _, c := range conds {
		a.Add(c, -1)
	}
	i, sum := a.Instruction()
	l := &linear{sum: sum, div: per, mul: sp.MinCost}
	if l.sum.Unary == nil {
		l = nil
	}
	if per > 1 {
		i = sp.Program.Quotient(i, per)
	}
	if sp.MinCost > 1 {
		i = sp.Program.Product(i, sp.MinCost)
	}
	return estimate{inst: i, name: "goalcount", linear: l, trusted: true}, true
}
