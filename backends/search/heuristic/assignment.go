package heuristic

import "slices"

// Assignment finds minimum-cost assignments, again and again in similar states: to each row a column of its own. It is
// the Hungarian method (Kuhn, The Hungarian Method for the Assignment Problem, 1955) with shortest augmenting paths
// (Jonker, Volgenant, A Shortest Augmenting Path Algorithm for Dense and Sparse Linear Assignment Problems, 1987).
//
// If there are as many rows as columns, any potentials of columns are a sound start. Those of the last call are kept:
// after few moves, nearly all rows keep their columns, and only the others need augmenting paths. Columns that stay
// without a row must have potential 0, so potentials are not kept if there are more columns.
type Assignment struct {
	price []int64 // potentials of columns: at most 0
	gets  []int32 // by row: its column in the last assignment, or another guess; -1: none
	// All others are scratch.
	profit []int64 // potentials of rows
	by     []int32 // by column: the row that gets it; -1: none
	least  []int64 // by column: the length of the path to it
	before []int32 // by column: the row before it on the path
	todo   []int32 // columns without those that a path has passed, then these
}

// resize prepares for a number of rows and columns. It returns the guesses.
func (a *Assignment) resize(rows, columns int) []int32 {
	if len(a.gets) != rows || len(a.price) != columns {
		a.gets, a.profit = room(a.gets, rows), room(a.profit, rows)
		a.price, a.least = room(a.price, columns), room(a.least, columns)
		a.by, a.before, a.todo = room(a.by, columns), room(a.before, columns), room(a.todo, columns)
		for c := range a.todo {
			a.todo[c] = int32(c)
		}
	}
	return a.gets
}

// room returns n zeros, in s if they fit.
func room[T int32 | int64](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// LeastCost returns the cost of the assignment, or unreached if some row gets no column. costs[r][c] is the cost of
// column c for row r, or unreached. There are at least as many columns as rows. Any sum of costs is at most half of
// unreached.
func (a *Assignment) LeastCost(costs [][]int64) (sum int64) {
	a.resize(len(costs), len(costs[0]))
	if len(a.price) > len(costs) || slices.Min(a.price) < -unreached/4 { // so that no path is as long as unreached
		clear(a.price)
	}
	for c := range a.by {
		a.by[c] = -1
	}
	for r, row := range costs {
		least := unreached
		for c, price := range a.price {
			least = min(least, row[c]-price)
		}
		if least == unreached {
			return unreached
		}
		a.profit[r] = least
		if c := a.gets[r]; c >= 0 && a.by[c] < 0 && row[c]-a.price[c] == least {
			a.by[c] = int32(r)
		} else {
			a.gets[r] = -1
		}
	}
	for r, c := range a.gets {
		if c < 0 && !a.augment(costs, int32(r)) {
			return unreached
		}
	}
	for r, c := range a.gets {
		sum += costs[r][c]
	}
	return sum
}

// augment gives a row a column along the shortest augmenting path. It returns false if there is none.
func (a *Assignment) augment(costs [][]int64, row int32) bool {
	price, least, todo := a.price, a.least[:len(a.price)], a.todo
	for c := range least {
		least[c] = unreached
	}
	for r, far := row, int64(0); ; {
		from, nearest, next := costs[r], unreached, -1
		far -= a.profit[r]
		for i, c := range todo {
			if cost := from[c]; cost < unreached {
				if d := far + cost - price[c]; d < least[c] {
					least[c], a.before[c] = d, r
				}
			}
			if least[c] < nearest {
				nearest, next = least[c], i
			}
		}
		if next < 0 {
			return false
		}
		c, last := todo[next], len(todo)-1
		todo[next], todo[last] = todo[last], c
		if r, far = a.by[c], nearest; r < 0 {
			a.raise(row, nearest, a.todo[last+1:])
			a.along(row, c)
			return true
		}
		todo = todo[:last]
	}
}

// raise changes the potentials by the lengths of the paths to the columns before the last one on the path of a row.
func (a *Assignment) raise(row int32, length int64, passed []int32) {
	a.profit[row] += length
	for _, c := range passed {
		a.price[c] += a.least[c] - length
		a.profit[a.by[c]] += length - a.least[c]
	}
}

// along gives each row on the path of a row to a column the column that follows it.
func (a *Assignment) along(row, column int32) {
	for c := column; ; {
		r := a.before[c]
		a.by[c] = r
		c, a.gets[r] = a.gets[r], c
		if r == row {
			return
		}
	}
}
