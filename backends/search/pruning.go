package search

import (
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/job"
)

// pruning tells which states a search need not open. g is the cost so far, h the estimate of the rest.
type pruning struct {
	most    int64 // no wanted plan costs more
	trusted bool  // h is admissible
}

// deadEnd reports whether no goal can be reached.
func (p *pruning) deadEnd(h int64) bool { return h >= estimate.Hopeless }

// tooCostly reports whether every plan costs more than a wanted plan may.
func (p *pruning) tooCostly(g, h int64) bool {
	return h == beyond || g > p.most || p.trusted && g+h > p.most
}

// noBetter reports whether no plan costs less than the incumbent.
func (p *pruning) noBetter(g, h, incumbent int64) bool { return p.trusted && g+h >= incumbent }

// incumbent is the cheapest plan found so far.
type incumbent struct {
	cost int64  // job.NoCost: none
	goal uint32 // the state where it ends
}

// found records a goal that was reached at cost g.
func (i *incumbent) found(goal uint32, g int64) {
	if g < i.cost {
		i.cost, i.goal = g, goal
	}
}

// exists reports whether a plan was found.
func (i *incumbent) exists() bool { return i.cost != job.NoCost }
