package heuristic

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAssignment compares with all ways to choose: a row is new at a time, and sometimes there is no way to a column.
func TestAssignment(t *testing.T) {
	var a Assignment
	for seed := range uint64(1000) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		rows := 1 + rnd.IntN(5)
		columns := rows + rnd.IntN(2)*rnd.IntN(4)
		most := []int64{1, 3, 20, 1000, unreached / 2 / 5}[rnd.IntN(5)]
		fresh := func() (row []int64) {
			for range columns {
				row = append(row, rnd.Int64N(most+1))
				if rnd.IntN(4) == 0 {
					row[len(row)-1] = unreached
				}
			}
			return row
		}
		var costs [][]int64
		for range rows {
			costs = append(costs, fresh())
		}
		for range 20 {
			require.Equal(t, leastByTrial(costs, 0, 0), a.LeastCost(costs), "%v", costs)
			costs[rnd.IntN(rows)] = fresh()
		}
	}
}

// leastByTrial tries all columns that are not used for the rows from r.
func leastByTrial(costs [][]int64, r int, used uint) int64 {
	if r == len(costs) {
		return 0
	}
	best := unreached
	for c, cost := range costs[r] {
		if used>>c&1 == 0 {
			best = min(best, cost+leastByTrial(costs, r+1, used|1<<c))
		}
	}
	return best
}

// TestAssignmentInSimilarStates compares an assignment that continues with one that begins anew.
func TestAssignmentInSimilarStates(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		n := 1 + rnd.IntN(mostTokens)
		most := []int64{1, 3, 20, 1000, mostPrice}[rnd.IntN(5)]
		costs := make([][]int64, n)
		var again Assignment
		for i := range 50 + n {
			row := make([]int64, n)
			for c := range row {
				if row[c] = rnd.Int64N(most + 1); rnd.IntN(3) == 0 {
					row[c] = unreached
				}
			}
			if i < n {
				costs[i] = row
				continue
			}
			costs[rnd.IntN(n)] = row
			if k := rnd.IntN(n); i%2 == 0 { // a guess
				again.resize(n, n)[k] = int32(rnd.IntN(n))
			}
			for range 2 {
				var anew Assignment
				require.Equal(t, anew.LeastCost(costs), again.LeastCost(costs), "%v", costs)
			}
		}
	}
}
