package task

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Pattern is the puzzle that sees one array only, and tells apart only the own and the tracked values; all others look alike. A
// move counts if it moves an own value, and also, unless strict, if it moves no tracked one (strict is for sums of patterns, where no
// move may count twice; see Additive). The expressions are the values of the abstract variables in a state of t, in t's pool.
//
// What it guarantees: each move of t between two states has an abstract move of no greater cost between their images, or the images are the same; the image
// of a goal is a goal. So the exact cost of the image never overestimates. If the array is proved to hold no value twice, there is one
// variable for each value told apart: find(array, value), the place of the value. A move that permutes elements is then exact: it has
// one abstract move, whose effects are functions of one place each, whose guard says where tracked values are (or that no value told apart is
// in the way), and whose cost is 0 or that of the move. Otherwise there is a variable for each element, with the
// values told apart and one code for the others (the least of them).
//
// t is not changed but for its pool, which gets the expressions.
func Pattern(ctx context.Context, t *Task, array int, own, tracked []int64, strict bool) (Abstraction, []Expr, error) {
	a := &t.Arrays[array]
	own, tracked = sorted(own), minus(sorted(tracked), own)
	name := patternName(t, a, own, tracked)
	if a.Distinct {
		return newDual(t, name, a, own, tracked, strict).make(ctx)
	}
	return newMerged(t, name, a, own, tracked, strict).build(ctx)
}

func sorted(xs []int64) []int64 {
	out := slices.Clone(xs)
	slices.Sort(out)
	return slices.Compact(out)
}

// minus is the values of a that are not in b, which is sorted.
func minus(a, b []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(a), func(x int64) bool { _, ok := slices.BinarySearch(b, x); return ok })
}

// patternName is the pattern as the language writes it.
func patternName(t *Task, a *Array, own, tracked []int64) string {
	sets := []string{a.Name, setName(t, a, own)}
	if len(tracked) > 0 {
		sets = append(sets, setName(t, a, tracked))
	}
	return "pattern(" + strings.Join(sets, ", ") + ")"
}

func setName(t *Task, a *Array, values []int64) string {
	names := make([]string, len(values))
	for i, x := range values {
		names[i] = valueName(t, a, x)
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// valueName is a value of an array as the language writes it.
func valueName(t *Task, a *Array, x int64) string {
	for _, e := range a.Elems {
		if n := t.Pool.Node(e); n.Op == OpVar {
			if k := t.Vars[n.N].Place(x); k >= 0 {
				return t.Vars[n.N].Names[k]
			}
		}
	}
	return fmt.Sprint(x)
}

// foldedAbove is the number of entries above which a table forgets the tracked values.
const foldedAbove = 1 << 26

// FoldIfLarge lets the table of a pattern forget the tracked values if it would be large with them.
func (a *Abstraction) FoldIfLarge() {
	if a.Task == nil {
		return
	}
	entries := 1
	for i := range a.Task.Vars {
		if entries *= len(a.Task.Vars[i].Values); entries > foldedAbove {
			a.Fold = a.Tracked
			return
		}
	}
}
