package search

import "github.com/pzc-lang/pzc/backends"

// effectiveBranching solves n + 1 = 1 + b + b² + … + b^depth for b. The result is the branching factor of a uniform
// tree as deep as the plan with as many nodes as were generated (Nilsson, Problem-Solving Methods in Artificial
// Intelligence, 1971; Russell and Norvig, Artificial Intelligence: A Modern Approach, chapter on informed search).
func effectiveBranching(n int64, depth int) float64 {
	if depth == 0 || n < int64(depth) {
		return 0 // no tree has fewer nodes than its depth
	}
	lo, hi := 1.0, float64(n)
	for range 64 {
		b := (lo + hi) / 2
		if uniformNodes(b, depth, float64(n)) < float64(n) {
			lo = b
		} else {
			hi = b
		}
	}
	return hi
}

// uniformNodes returns b + b² + … + b^depth, or some number greater than enough.
func uniformNodes(b float64, depth int, enough float64) (sum float64) {
	for term := b; depth > 0 && sum <= enough; depth-- {
		sum += term
		term *= b
	}
	return sum
}

// branching returns the effective branching factor of a search that found a plan.
func branching(res *backends.Result) float64 {
	if len(res.Plans) != 1 {
		return 0
	}
	return effectiveBranching(res.Stats.Generated, len(res.Plans[0].Moves))
}
