package search

import (
	"context"
	"errors"
	"iter"
	"math"
	"time"

	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/internal/room"
)

// The time that the preparation of a candidate takes is known roughly. So search and preparation take turns. All
// preparations together may take as long as the search, and each a few times its price. Then they cost little more than
// the search itself (Luby, Sinclair and Zuckerman, Optimal speedup of Las Vegas algorithms, 1993). A preparation that
// can be paused, such as the construction of a table, continues later. Any other preparation is aborted, and starts
// again when it may take four times as long. If work is counted, a preparation counts by its price, and is not
// interrupted.

// preparation prepares a candidate in a coroutine.
type preparation struct {
	next  func() (struct{}, bool)
	stop  func()
	rest  func() bool // called by the builder
	e     estimate.Estimate
	err   error
	took  time.Duration
	price time.Duration // what it should take

	late    bool // it was stopped at the end of its time
	cramped bool // the search left less memory than the preparation may use
}

// patience is how many times its price a preparation may take in any case. So a busy machine or a single core seldom
// makes a table rest, and the search goes on with it at the same state each time.
const patience = 4

const forever = time.Duration(math.MaxInt64 / 2)

// errNotYet is the error of a candidate whose preparation takes longer than the search so far.
var errNotYet = errors.New("the search has not lasted as long as this takes")

// prepare continues the preparation of a candidate for the time that it is granted now. It returns errNotYet if the
// candidate is not ready at the end of this time.
func (s *solver) prepare(c candidate) (estimate.Estimate, error) {
	p := s.resting[c.name]
	if p == nil {
		p = newPreparation(c)
		s.paid += min(c.price, 1<<40)
	}
	grant := s.grant(p)
	if s.Limit != nil {
		s.Limit.Over(c.price)
		grant = forever
	}
	if lost := s.lost[c.name]; grant <= 0 || lost > 0 && grant < 4*lost {
		return estimate.Estimate{}, errNotYet
	}
	delete(s.resting, c.name)
	switch ready := s.goOn(p, grant); {
	case !ready:
		s.resting[c.name] = p
		return estimate.Estimate{}, errNotYet
	case p.err == nil:
		return p.e, nil
	case p.late:
		s.lost[c.name] = grant
		return estimate.Estimate{}, errNotYet
	case p.cramped:
		s.cramped[c.name] = true
		return estimate.Estimate{}, errNotYet
	}
	return estimate.Estimate{}, p.err
}

func newPreparation(c candidate) *preparation {
	p := &preparation{price: timeOf(min(c.price, 1<<40))}
	p.next, p.stop = iter.Pull(func(yield func(struct{}) bool) {
		p.rest = func() bool { return yield(struct{}{}) }
		p.e, p.err = c.make()
	})
	return p
}

// grant returns how long a preparation may take now; if that is not positive, it rests until the search has lasted as
// long. If A* has filled the memory, tables may take any time.
func (s *solver) grant(p *preparation) time.Duration {
	if s.Full {
		return forever
	}
	return max(max(s.pace.least, s.searched())-s.prepared, patience*p.price-p.took)
}

// goOn runs a preparation for the granted time, with the memory that the search leaves. While IDA* searches, which
// keeps no states, tables get three quarters of the memory instead of a half. goOn returns true if the candidate is
// ready.
func (s *solver) goOn(p *preparation, grant time.Duration) (ready bool) {
	begin, w := startWatch(), &s.Maker.Limits
	ctx, cancel := room.Timed(s.Ctx, grant, context.DeadlineExceeded)
	defer cancel()
	defer func() {
		took := begin.past()
		p.took, s.prepared = p.took+took, s.prepared+took
		s.fix()
		s.Took(s.Own+w.Most()-w.Bytes(), 0)
	}()
	most := w.Memory
	if s.algorithm == "idastar" {
		most += most / 2
	}
	if free := s.Memory - s.Own - s.waiting; free < most {
		most, p.cramped = free, true
	}
	defer w.Lend(ctx, most, func() bool { return p.rest() })()
	_, resting := p.next()
	p.late = ctx.Err() != nil
	return !resting
}

// abandon ends all preparations.
func (s *solver) abandon() {
	for _, p := range s.resting {
		p.stop()
	}
	clear(s.resting)
}
