package model

// Admissible tells whether an expression is admissible because its parts are: an estimate by itself, or the greatest of such. Heuristics
// that are called so, and relaxations, rest on their author's word, which is trusted or not.
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
		for _, a := range x.Args {
			if !Admissible(a, trust) {
				return false
			}
		}
		return true
	case *Lit:
		return x.Value.N == 0
	default:
	}
	return false
}
