package search

import (
	"math/big"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/compiler/task"
)

// countAssignments counts the assignments of a task without moves one by one.
func (s *solver) countAssignments() {
	n, limit := int64(0), int64(s.o.Limit)
	s.Assign([]task.Expr{s.Space.Task.InitCond, s.Space.Task.Goal}, func([]uint64) bool {
		n++
		return s.Stop == "" && (limit == 0 || n < limit)
	})
	s.counted(big.NewInt(n), s.Stop == "" && (limit == 0 || n < limit))
	s.res.Optimal = n > 0
	if n == 0 && s.Stop == "" {
		s.noAssignment()
	}
}

// counted sets the result to a number of solutions.
func (s *solver) counted(n *big.Int, complete bool) {
	if limit := big.NewInt(int64(s.o.Limit)); s.o.Limit > 0 && n.Cmp(limit) >= 0 {
		n, complete = limit, false
	}
	s.res.Count, s.res.Complete, s.res.Reason = n, complete, s.Stop
	if n.Sign() > 0 {
		s.res.Status = backends.Solved
	} else if !complete {
		s.res.Status = backends.Unknown
	}
}

var one = big.NewInt(1)

const bytesPerNumber = 64

// number returns the number of plans that start in a state, computed once for each state. This is correct if no plan
// repeats a state, or if the number of moves is given. A move of cost 0 on the path may let a cheapest plan repeat a
// state. Then number sets circular, and the plans must be listed.
func (l *lister) number(id uint32) *big.Int {
	if n := l.numbers[id]; n != nil {
		return n
	}
	n := new(big.Int)
	l.numbers[id] = n
	if l.Over("all", func() int64 { return l.g.bytes() + l.bytes }) {
		return n
	}
	l.Work++
	l.bytes += bytesPerNumber
	if l.length < 0 && l.g.rest[id] == 0 && l.g.goals[id] || l.length >= 0 && l.g.rest[id] == 0 && *l.g.first.At(id) < 0 {
		n.SetInt64(1)
	}
	l.g.out(id, func(e edge) bool {
		if l.length < 0 && e.cost == 0 {
			l.circular = l.circular || l.g.rest[e.to] == l.g.rest[id]
		}
		if rest := l.g.rest[e.to]; rest != job.NoCost && (l.length >= 0 || e.cost+rest == l.g.rest[id]) && !l.circular {
			n.Add(n, l.number(e.to))
		}
		return true
	})
	return n
}
