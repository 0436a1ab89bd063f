package main

import (
	"context"
	"time"
)

// sandboxLines is how many times the time limit all pieces of work for one file may take together in a sandbox. The
// stranger who wrote the file chooses how many instances and expectations there are.
const sandboxLines = 10

// budget bounds several pieces of work together. Each piece also has its own limits.
type budget struct {
	limits
	total time.Duration // of all pieces; 0: no bound
	end   time.Time     // if Total is not 0
}

// fileBudget returns the budget for all work for one file, which begins now.
func (l limits) fileBudget() budget {
	b := budget{limits: l}
	if l.Sandbox {
		b.total = sandboxLines * l.timeLimit()
		b.end = time.Now().Add(b.total)
	}
	return b
}

// start is limits.Start for a piece of work that also ends with the budget.
func (b budget) start(e *env) (ctx context.Context, stop func()) {
	if b.total == 0 || time.Until(b.end) >= b.timeLimit() {
		return b.limits.start(e)
	}
	return b.startUntil(e, b.end, b.used())
}

func (b budget) used() *reached {
	return &reached{"the time limit of " + b.total.String() + " for all of a file", "--timeout"}
}

// spent returns the reason why work is not begun when the budget is over.
func (b budget) spent() error { return b.used() }

// over reports whether the budget is used up.
func (b budget) over() bool { return b.total > 0 && !time.Now().Before(b.end) }
