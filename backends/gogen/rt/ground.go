package search

import "slices"

// These functions are for expressions as grounding has them. They have a value everywhere; where the value is not 0, it
// means something.

// Graph lists the neighbours of each node.
type Graph [][]int

// If is a choice of two values.
func If[T any](p bool, a, b T) T {
	if p {
		return a
	}
	return b
}

// Select is the i-th of some values.
func Select[T any](i int, of ...T) (value T) {
	if i >= 0 && i < len(of) {
		value = of[i]
	}
	return value
}

// Find is the first place of a value among others, or -1.
func Find(value int, among ...int) int { return slices.Index(among, value) }

// Distinct tells whether no two values are equal.
func Distinct(values ...int) bool {
	for i, v := range values {
		if slices.Contains(values[:i], v) {
			return false
		}
	}
	return true
}

// Div is the quotient whose remainder is not negative, 0 for b = 0.
func Div(a, b int) int {
	if b == 0 {
		return 0
	}
	return (a - Mod(a, b)) / b
}

// Mod is the remainder that is not negative, 0 for b = 0.
func Mod(a, b int) int {
	if b == 0 {
		return 0
	}
	r := a % b
	if r < 0 {
		r += max(b, -b)
	}
	return r
}

// Reach tells whether a path of free nodes leads from one node to another. The first node need not be free.
func Reach(g Graph, from, to int, free []bool) bool { return Reached(g, from, free, to) == 1 }

// Reached counts the nodes to which such a path leads.
func Reached(g Graph, from int, free []bool, to ...int) (n int) {
	seen := make([]bool, len(g))
	if from < 0 || from >= len(g) {
		return 0
	}
	seen[from] = true
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, next := range g[queue[0]] {
			if !seen[next] && free[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	for _, node := range to {
		if node >= 0 && node < len(g) && seen[node] {
			n++
		}
	}
	return n
}

// Connected tells whether the nodes of pairs, of which some are taken, hang together.
func Connected(pairs Graph, taken []bool) bool {
	part, all := parts{}, []int(nil)
	for i, pair := range pairs {
		if a, b := part.root(pair[0]), part.root(pair[1]); taken[i] {
			if all = append(all, a); a != b {
				part[a] = b
			}
		}
	}
	for _, node := range all {
		if part.root(node) != part.root(all[0]) {
			return false
		}
	}
	return true
}

// Acyclic tells whether pairs of nodes, of which some are taken, form no cycle.
func Acyclic(pairs Graph, taken []bool) bool {
	part := parts{}
	for i, pair := range pairs {
		if !taken[i] {
			continue
		}
		a, b := part.root(pair[0]), part.root(pair[1])
		if a == b {
			return false
		}
		part[a] = b
	}
	return true
}

// parts has another node of its part for a node, and nothing for one that stands for the part.
type parts map[int]int

func (p parts) root(node int) int {
	for {
		next, ok := p[node]
		if !ok {
			return node
		}
		node = next
	}
}
