package main

import (
	"context"
	"time"

	"github.com/pzc-lang/pzc"
)

// sandboxLines is how many times the limit of one piece of work all work for a file may take in a sandbox: it is the stranger who chooses
// how many instances and expectations there are.
const sandboxLines = 10

// budget is the time for several pieces of work, each of which has the limits for itself.
type budget struct {
	limits
	total time.Duration // 0 for none
	end   time.Time
}

// fileBudget is what all work for one file may take, from now on.
func (l limits) fileBudget() budget {
	b := budget{limits: l}
	if l.Sandbox {
		b.total = sandboxLines * l.timeout()
		b.end = time.Now().Add(b.total)
	}
	return b
}

// start is that of the limits, for a piece of work that ends with the budget at the latest.
func (b budget) start(e *env) (ctx context.Context, stop func()) {
	if b.total == 0 || time.Until(b.end) >= b.timeout() {
		return b.limits.start(e)
	}
	return b.startUntil(e, b.end, b.spent())
}

func (b budget) spent() *reached {
	return &reached{"the time limit of " + b.total.String() + " for all of a file", "--timeout"}
}

// over tells whether nothing is left.
func (b budget) over() bool { return b.total > 0 && !time.Now().Before(b.end) }

// untried are the lines of expectations that a limit left no time or memory to try.
func untried(file, instance string, expects []pzc.Expectation, why error) (rows []outcome) {
	for _, x := range expects {
		rows = append(rows, outcome{
			File: file, Instance: instance, Expect: pzc.ExpectationText(x), Verdict: pzc.Undecided, Found: "not tried: " + why.Error(),
		})
	}
	return rows
}
