package heuristic

import "slices"

// assignment finds a minimum-cost assignment of tokens to goals, one token for each goal: the Hungarian method (Kuhn,
// The Hungarian Method for the Assignment Problem, 1955) with shortest augmenting paths (Jonker, Volgenant, A Shortest
// Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems, 1987). Goals and tokens are numbered from
// 1. Token 0 stands for the goal that is being assigned.
type assignment struct {
	goal   []int64 // potentials
	token  []int64
	serves []int32 // by token: its goal; 0: none
	before []int32 // by token: the token before it on the path
	least  []int64 // by token: the length of the path to it
	done   []bool
}

// leastCost returns the cost of the assignment, or unreached if some goal gets no token. tokens[t][g] is the cost from
// token t to goal g, or unreached if there is no way.
func (a *assignment) leastCost(tokens [][]int64, goals int) int64 {
	if len(tokens) < goals {
		return unreached
	}
	a.reset(len(tokens)+1, goals+1)
	for g := 1; g <= goals; g++ {
		a.serves[0] = int32(g)
		t, ok := a.path(tokens)
		if !ok {
			return unreached
		}
		for t != 0 {
			a.serves[t] = a.serves[a.before[t]]
			t = a.before[t]
		}
	}
	return -a.token[0]
}

func (a *assignment) reset(tokens, goals int) {
	if cap(a.token) < tokens {
		a.token, a.least = make([]int64, tokens), make([]int64, tokens)
		a.serves, a.before, a.done = make([]int32, tokens), make([]int32, tokens), make([]bool, tokens)
	}
	a.goal = slices.Grow(a.goal[:0], goals)[:goals]
	a.token, a.least = a.token[:tokens], a.least[:tokens]
	a.serves, a.before, a.done = a.serves[:tokens], a.before[:tokens], a.done[:tokens]
	clear(a.goal)
	clear(a.token)
	clear(a.serves)
}

// path finds the unassigned token with the shortest augmenting path, and stores the path in before.
func (a *assignment) path(tokens [][]int64) (int32, bool) {
	clear(a.done)
	for t := range a.least {
		a.least[t] = unreached
	}
	at := int32(0)
	for {
		a.done[at] = true
		g := a.serves[at]
		delta, next := unreached, int32(0)
		for t := 1; t < len(a.token); t++ {
			if a.done[t] {
				continue
			}
			if c := tokens[t-1][g-1]; c < unreached && c-a.goal[g]-a.token[t] < a.least[t] {
				a.least[t], a.before[t] = c-a.goal[g]-a.token[t], at
			}
			if a.least[t] < delta {
				delta, next = a.least[t], int32(t)
			}
		}
		if delta == unreached {
			return 0, false
		}
		for t := range a.token {
			if a.done[t] {
				a.goal[a.serves[t]] += delta
				a.token[t] -= delta
			} else if a.least[t] < unreached {
				a.least[t] -= delta
			}
		}
		if at = next; a.serves[at] == 0 {
			return at, true
		}
	}
}
