package search

import "github.com/pzc-lang/pzc/backends/search/job"

// The page has one thread.

const batchAfter = 0

func (b *bestFirst) shares() bool { return false }

func (b *bestFirst) share() job.Outcome { return b.finish() }
