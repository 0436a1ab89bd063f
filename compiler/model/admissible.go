package model

import "slices"

// Admissible reports whether an expression is an admissible estimate because its parts are: 0, the cost of a pattern or
// projection, or the maximum or minimum of admissible estimates. With trust, heuristics that are declared admissible
// and relaxations count too.
func Admissible(e Expr, trust bool) bool {
	switch x := e.(type) {
	case *HeuristicRef:
		return trust && x.Heuristic.Admissible || Admissible(x.Heuristic.Value, trust)
	case *RelaxationRef:
		return trust
	case *PatternCost, *AdditiveCost, *ProjectCost:
		return true
	case *Func:
		if x.Fn != Max && x.Fn != Min {
			return false
		}
		return !slices.ContainsFunc(x.Args, func(a Expr) bool { return !Admissible(a, trust) })
	case *Lit:
		return x.Value.N == 0
	default:
	}
	return false
}
