package search

import "github.com/pzc-lang/pzc/backends/search/job"

// The compiler of the page is to be small. Algorithms that it does not have have no name.
var anytimeAlgorithm, bidirectionalAlgorithm Algorithm

func (s *solver) anytime() job.Outcome { return job.Outcome{} }
