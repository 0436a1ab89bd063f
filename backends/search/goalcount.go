package search

import "github.com/pzc-lang/pzc/task"

// goalCount is the number of the goal's conditions that do not hold, over the most that one move can make true, times the
// least cost of a move. It never overestimates, and no move lowers it by more than its cost. False if it says nothing.
func (sp *space) goalCount() (estimate, bool) {
	conds := sp.t.Pool.Conjuncts(sp.t.Goal)
	if sp.minCost <= 0 || len(conds) == 0 || sp.t.Goal == task.False {
		return estimate{}, false
	}
	per := int64(max(1, sp.mostAchieved(conds)))
	a := sp.p.newAdder()
	a.base = int64(len(conds)) + per - 1
	for _, c := range conds {
		a.add(c, -1)
	}
	i, sum := a.instruction()
	l := &linear{sum: sum, div: per, mul: sp.minCost}
	if l.sum.unary == nil {
		l = nil
	}
	if per > 1 {
		i = sp.p.quotient(i, per)
	}
	if sp.minCost > 1 {
		i = sp.p.product(i, sp.minCost)
	}
	return estimate{inst: i, name: "goalcount", linear: l, trusted: true}, true
}
