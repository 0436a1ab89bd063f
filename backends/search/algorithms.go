package search

// algorithm is one way to search a space.
type algorithm struct {
	name   string
	guided bool // it uses a heuristic
	folds  bool // it keeps the states seen, so that one of each class of equivalent states will do
	// exact tells whether the plans found are cheapest, given that the heuristic does not overestimate.
	exact func(*run) bool
	run   func(*run) outcome
}

// algorithms is the one table of algorithms.
func algorithms() []algorithm {
	return []algorithm{
		{"auto", true, false, always, nil},
		{"bfs", false, true, whenCostsEqual, (*run).bfs},
		{"ucs", false, true, always, (*run).ucs},
		{"greedy", true, true, never, (*run).greedy},
		{"astar", true, true, always, (*run).astar},
		{"wastar", true, true, never, (*run).wastar},
		{"idastar", true, false, always, (*run).idastar},
		{"bidirectional", false, false, always, (*run).bidirectional},
		{"iddfs", false, false, always, (*run).iddfs},
		{"dfs", false, true, never, (*run).dfs},
		{"backtrack", false, false, never, (*run).backtrack},
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

func always(*run) bool { return true }

func never(*run) bool { return false }

// whenCostsEqual is for algorithms that find a plan of the fewest moves.
func whenCostsEqual(r *run) bool { return r.sp.MinCost == r.sp.MaxCost }

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
