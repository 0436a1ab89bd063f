package encode

import (
	"slices"

	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/technique"
	"github.com/pzc-lang/pzc/compiler/task"
)

// comparePlaces is comparePair if the second variable is in the order encoding.
func (s *Step) comparePlaces(prefix []cnf.Lit, e task.Expr, vars []int, want bool) {
	v, w := vars[0], vars[1]
	upper := s.coding[w].(*ladder)
	rows := s.Alive[v]
	lower, stairs := s.coding[v].(*ladder)
	stairs = stairs && !s.e.P.Without.Has(technique.Stairs)
	if stairs {
		rows = lower.places
	}
	admitted := make([][]bool, 0, len(rows))
	s.e.P.EachPair(e, vars, rows, upper.places, func(_, j int, val int64) {
		if j == upper.places[0] {
			admitted = append(admitted, make([]bool, 0, len(upper.places)))
		}
		last := len(admitted) - 1
		admitted[last] = append(admitted[last], (val != 0) == want)
	})
	if stairs {
		staircase(s.e.F, prefix, lower, upper, admitted)
		return
	}
	for i, row := range rows {
		s.oneOf(cnf.With(prefix, -s.Val[v][row]), w, func(j int) bool {
			at, _ := slices.BinarySearch(upper.places, j)
			return admitted[i][at]
		})
	}
}

// staircase relates two variables in the order encoding. admitted tells which places of the second each place of the
// first admits. The least admitted place is a lower bound of the second variable for all neighbouring places of the
// first that admit no smaller one, and the greatest admitted place is an upper bound likewise. So a comparison is one
// clause of two literals for each value, and so is a sum of two variables (Tamura, Taga, Kitagawa and Banbara,
// "Compiling finite linear CSP into SAT", 2009, section 4). Places between the bounds that are not admitted are
// excluded one by one.
func staircase(f *cnf.Formula, prefix []cnf.Lit, v, w *ladder, admitted [][]bool) {
	from, to := make([]int, len(admitted)), make([]int, len(admitted))
	for i, row := range admitted {
		from[i] = slices.Index(row, true)
		if from[i] < 0 {
			from[i], to[i] = len(row), len(row) // no place is admitted; this is written once
			continue
		}
		for k, ok := range row {
			if ok {
				to[i] = k + 1
			}
		}
	}
	stair := func(height []int, rises bool, say func(height int) cnf.Lit) {
		for i := 0; i < len(height); i++ {
			covers := func(k int) bool { return height[k] == height[i] || height[k] > height[i] == rises }
			first, last := i, i
			for first > 0 && covers(first-1) {
				first--
			}
			for last+1 < len(height) && covers(last+1) {
				last++
			}
			if slices.Contains(height[first:i], height[i]) {
				continue // this is written already
			}
			f.Clause(cnf.With(prefix, -v.least[first], v.least[last+1], say(height[i]))...)
		}
	}
	stair(from, true, func(at int) cnf.Lit { return w.least[at] })
	stair(to, false, func(at int) cnf.Lit { return -w.least[at] })
	for i, row := range admitted {
		for k := from[i]; k < to[i]; k++ {
			if first := k; !row[k] {
				for !row[k] {
					k++
				}
				f.Clause(cnf.With(prefix, -v.between(f, i, i+1), -w.between(f, first, k))...)
			}
		}
	}
}
