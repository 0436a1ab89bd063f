package search

// algorithm is one way to search a space.
type algorithm struct {
	name   string
	guided bool // it uses a heuristic
	folds  bool // it keeps the states seen, so that one of each class of equivalent states will do
	// exact tells whether the plans found are cheapest, given that the heuristic does not overestimate.
	exact func(*solver) bool
	run   func(*solver) outcome
}

// algorithms is the one table of algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{"auto", true, false, always, (*solver).auto},
		{"bfs", false, true, whenCostsEqual, (*solver).bfs},
		{"ucs", false, true, always, func(s *solver) outcome { return s.ucs() }},
		{"greedy", true, true, never, func(s *solver) outcome { return s.greedy() }},
		{"astar", true, true, always, func(s *solver) outcome { return s.astar() }},
		{"wastar", true, true, never, (*solver).wastar},
		{"idastar", true, false, always, func(s *solver) outcome { return s.idastar() }},
		{"bidirectional", false, false, always, (*solver).bidirectional},
		{"iddfs", false, false, always, func(s *solver) outcome { return s.iddfs() }},
		{"dfs", false, true, never, func(s *solver) outcome { return s.dfs() }},
		{"backtrack", false, false, never, func(s *solver) outcome { return s.backtrack() }},
	}
}

// Algorithms tells of each algorithm, by name, whether it uses a heuristic.
func Algorithms() map[string]bool {
	all := map[string]bool{}
	for _, a := range algorithms() {
		all[a.name] = a.guided
	}
	return all
}

func always(*solver) bool { return true }

func never(*solver) bool { return false }

// whenCostsEqual is for algorithms that find a plan of the fewest moves.
func whenCostsEqual(s *solver) bool { return s.sp.MinCost == s.sp.MaxCost }

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
