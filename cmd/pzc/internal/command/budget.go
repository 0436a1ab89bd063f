package command

import (
	"context"
	"time"
)

// sandboxLines is how many times the time limit all pieces of work for one file may take together in a sandbox. The
// stranger who wrote the file chooses how many instances and expectations there are.
const sandboxLines = 10

// Budget bounds several pieces of work together. Each piece also has its own limits.
type Budget struct {
	Limits
	Total time.Duration // of all pieces; 0: no bound
	End   time.Time     // if Total is not 0
}

// FileBudget returns the budget for all work for one file, which begins now.
func (l Limits) FileBudget() Budget {
	b := Budget{Limits: l}
	if l.Sandbox {
		b.Total = sandboxLines * l.TimeLimit()
		b.End = time.Now().Add(b.Total)
	}
	return b
}

// Start is Limits.Start for a piece of work that also ends with the budget.
func (b Budget) Start(e *Env) (ctx context.Context, stop func()) {
	if b.Total == 0 || time.Until(b.End) >= b.TimeLimit() {
		return b.Limits.Start(e)
	}
	return b.startUntil(e, b.End, b.spent())
}

func (b Budget) spent() *reached {
	return &reached{"the time limit of " + b.Total.String() + " for all of a file", "--timeout"}
}

// Spent returns the reason why work is not begun when the budget is over.
func (b Budget) Spent() error { return b.spent() }

// Over reports whether the budget is used up.
func (b Budget) Over() bool { return b.Total > 0 && !time.Now().Before(b.End) }
