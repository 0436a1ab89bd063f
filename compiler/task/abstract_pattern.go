package task

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Pattern returns the puzzle that keeps one array only and distinguishes only its own and tracked values. All other
// values look alike. A move counts if it moves an own value. Unless strict, a move counts also if it moves no tracked
// value. (Sums of patterns need strict, because there a move must count at most once; see Additive.) The expressions
// returned are the values of the abstract variables in a state of t, in the pool of t. Apart from this pool, t does not
// change.
//
// Guarantee: each move of t between two states either leaves their image unchanged or has an abstract move of no
// greater cost between the two images; the image of a goal is a goal. So the exact cost of the image never
// overestimates.
//
// If the array is proved to hold no value twice, there is one variable for each value distinguished: find(array,
// value), the place of the value. A move that permutes elements is then exact: it has one abstract move. Each effect of
// the abstract move is a function of one place. Its guard says where tracked values are, or that no value distinguished
// is in the way. Its cost is 0 or the cost of the move.
//
// Otherwise there is one variable for each element. It holds a value distinguished or a code for all other values, the
// least of them.
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

// minus returns the values of a that are not in b. b must be sorted.
func minus(a, b []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(a), func(x int64) bool { _, ok := slices.BinarySearch(b, x); return ok })
}

// patternName returns the pattern as the language writes it.
func patternName(t *Task, a *Array, own, tracked []int64) string {
	sets := []string{a.Name, setName(t, a, own)}
	if len(tracked) > 0 {
		sets = append(sets, setName(t, a, tracked))
	}
	return "pattern(" + strings.Join(sets, ", ") + ")"
}

func setName(t *Task, a *Array, values []int64) string {
	return "{" + strings.Join(lists.Map(values, func(x int64) string { return valueName(t, a, x) }), ", ") + "}"
}

// valueName returns the name of a value of an array, as the language writes it.
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

// foldedAbove is the number of entries above which a table leaves out the tracked values.
const foldedAbove = 1 << 26

// FoldIfLarge makes the table of a pattern leave out the tracked values (Fold) if the whole table would have more than
// 2^26 entries.
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
