package search

// algorithm is one way to search a space.
type algorithm struct {
	name   string
	guided bool // it uses a heuristic
	// exact tells whether the plans found are cheapest, given that the heuristic does not overestimate.
	exact func(*solver) bool
	run   func(*solver) outcome
}

// algorithms is the one table of algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{"auto", true, always, (*solver).auto},
		{"bfs", false, whenCostsEqual, (*solver).bfs},
		{"ucs", false, always, func(s *solver) outcome { return s.ucs() }},
		{"greedy", true, never, func(s *solver) outcome { return s.greedy() }},
		{"astar", true, always, func(s *solver) outcome { return s.astar() }},
		{"wastar", true, never, (*solver).wastar},
		{"idastar", true, always, func(s *solver) outcome { return s.idastar() }},
		{"bidirectional", false, always, (*solver).bidirectional},
		{"iddfs", false, always, func(s *solver) outcome { return s.iddfs() }},
		{"dfs", false, never, func(s *solver) outcome { return s.dfs() }},
		{"backtrack", false, never, func(s *solver) outcome { return s.backtrack() }},
	}
}

func always(*solver) bool { return true }

func never(*solver) bool { return false }

// whenCostsEqual is for algorithms that find a plan of the fewest moves.
func whenCostsEqual(s *solver) bool { return s.sp.minCost == s.sp.maxCost }

// algorithmNamed finds a row of the table.
func algorithmNamed(name string) (algorithm, bool) {
	for _, a := range algorithms() {
		if a.name == name {
			return a, true
		}
	}
	return algorithm{}, false
}

// algorithmNames lists them.
func algorithmNames() (names []string) {
	for _, a := range algorithms() {
		names = append(names, a.name)
	}
	return names
}
