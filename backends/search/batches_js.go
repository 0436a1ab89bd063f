package search

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/job"
)

// The page has one thread.

const batchAfter = 0

func (b *bestFirst) alone() (states, work int64) { return math.MaxInt64, 0 }

func (b *bestFirst) share() job.Outcome { return b.finish() }
