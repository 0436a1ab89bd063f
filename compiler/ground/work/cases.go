package work

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// maxCases is the greatest number of assignments that are tried for one condition.
const maxCases = 50_000

// Example looks for values of the variables for which a condition holds. It returns no values if there are none, and
// false if there are too many cases to try.
func Example(p *task.Pool, cond task.Expr, values func(v int) []int64) (example map[int]int64, ok bool) {
	example, _, ok = Possible(p, p.Conjuncts(cond), nil, p.Vars, values)
	return example, ok
}

// Possible looks for values of the variables that satisfy all of conds. They also satisfy the conditions of the context
// on the same variables and a few others, if the number of cases allows. tried is the number of cases. ok is false if
// there are too many.
func Possible(p *task.Pool, conds, context []task.Expr, varsOf func(task.Expr) []int,
	domain func(int) []int64,
) (values map[int]int64, tried int, ok bool) {
	var vars []int
	for _, c := range conds {
		vars = Union(vars, varsOf(c))
	}
	if casesOf(vars, domain) > maxCases {
		return nil, 0, false
	}
	conds = slices.Clone(conds)
	scan := func() {
		values = nil
		tried += casesOf(vars, domain)
		s := task.NewScan(p, conds, len(conds), vars, domain)
		s.Run(func() bool {
			values = map[int]int64{}
			for i, v := range vars {
				values[v] = s.Now[i]
			}
			return false
		})
	}
	// join adds conditions of the context, and reports whether it found some.
	join := func(widen bool) (found bool) {
		rest := context[:0:0]
		for _, c := range context {
			read, union := varsOf(c), vars
			joins := Subset(read, vars)
			if !joins && widen && !disjoint(read, vars) {
				union = Union(vars, read)
				joins = casesOf(union, domain) <= maxCases
			}
			if joins {
				conds, vars, found = append(conds, c), union, true
			} else {
				rest = append(rest, c)
			}
		}
		context = rest
		return found
	}
	join(false)
	scan()
	if values != nil && join(true) { // other variables cost much, and most doubts are settled without them
		for join(true) {
		}
		scan()
	}
	return values, tried, true
}

// casesOf returns the number of assignments to some variables, up to a limit.
func casesOf(vars []int, domain func(int) []int64) int {
	n := 1
	for _, v := range vars {
		if n *= len(domain(v)); n > 1<<24 {
			break
		}
	}
	return n
}
