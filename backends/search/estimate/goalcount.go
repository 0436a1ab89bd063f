package estimate

import (
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// goalCountKind describes GoalCount.
var goalCountKind = Kind{
	Name: "goalcount", Says: "conditions of the goal that do not hold, divided by the most that one move can make true",
	Admissible: true, Consistent: true,
}

// GoalCount is the number of conditions of the goal that do not hold, divided by the greatest number of them that one
// move can make true, times the least cost of a move. It is admissible and consistent. It returns false if it would
// always be 0.
func GoalCount(sp *space.Space) (Estimate, bool) {
	conds := sp.Task.Pool.Conjuncts(sp.Task.Goal)
	if sp.MinCost <= 0 || len(conds) == 0 || sp.Task.Goal == task.False {
		return Estimate{}, false
	}
	per := int64(max(1, sp.MostAchieved(conds)))
	least := min(sp.MinCost, (task.Unreachable-1)/int64(len(conds)))
	a := sp.Program.NewAdder()
	a.Base = int64(len(conds)) + per - 1
	for _, c := range conds {
		a.Add(c, -1)
	}
	i, sum := a.Instruction()
	l := &Linear{Sum: sum, Div: per, Mul: least}
	if l.Sum.Unary == nil {
		l = nil
	}
	if per > 1 {
		i = sp.Program.Quotient(i, per)
	}
	if least > 1 {
		i = sp.Program.Product(i, least)
	}
	return Estimate{Inst: i, Name: goalCountKind.Name, Linear: l, Trusted: true, Ends: true}, true
}
