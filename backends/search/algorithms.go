package search

import "slices"

// Algorithms lists all algorithms. Each description stands beside its algorithm.
func Algorithms() []Algorithm {
	return []Algorithm{
		autoAlgorithm, bfsAlgorithm, ucsAlgorithm, astarAlgorithm, wastarAlgorithm, greedyAlgorithm, anytimeAlgorithm,
		idastarAlgorithm, bidirectionalAlgorithm, iddfsAlgorithm, dfsAlgorithm, backtrackAlgorithm,
	}
}

// Generated lists the algorithms that generated programs have.
func Generated() []Algorithm {
	return slices.DeleteFunc(Algorithms(), func(a Algorithm) bool { return a.Function == "" })
}

// AlgorithmNamed returns the algorithm of a name. It returns false if there is none.
func AlgorithmNamed(name string) (Algorithm, bool) {
	all := Algorithms()
	if i := slices.IndexFunc(all, func(a Algorithm) bool { return a.Name == name }); i >= 0 {
		return all[i], true
	}
	return Algorithm{}, false
}

// Names lists the names of algorithms.
func Names(all []Algorithm) (names []string) {
	for _, a := range all {
		names = append(names, a.Name)
	}
	return names
}
