package depthfirst

import (
	"context"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// MoveLists are successor lists as numbers of moves, for generated programs.
type MoveLists struct {
	// Lists[m*Places+p] are the moves that may follow move m of the task, if the selector had place p before it. They are
	// in the order in which they are tried.
	Lists [][]int
	// Selector is a variable that decides, together with the last move, what may follow; -1: the last move decides alone,
	// and Places is 1.
	Selector, Places int
	// Sure holds, by move, that its guard holds wherever a list has it.
	Sure []bool
	// Deepens reports that iterative deepening may use the lists, and Rises that no path repeats a state, so
	// that backtracking may.
	Deepens, Rises bool
	Sums           []termSum
}

// termSum is a heuristic that is a sum of terms of one variable.
type termSum struct {
	Heuristic int       // its index in the task
	Terms     [][]int64 // by variable and place; nil: the variable has no terms
}

// NewMoveLists returns the lists of a task, and false if the task does not have the form that successor lists need.
func NewMoveLists(ctx context.Context, t *task.Task) (*MoveLists, bool) {
	if len(t.Moves) == 0 {
		return nil, false
	}
	sp := space.New(ctx, t, true)
	if ctx.Err() != nil || sp.Layout.Words > maxWords || len(sp.Always) > 0 {
		return nil, false
	}
	f, ok := newSuccessorLists[wide](sp, nil, true, func(cost int64) int64 { return cost })
	if !ok {
		return nil, false
	}
	out := &MoveLists{
		Selector: int(f.selector), Places: 1, Sure: make([]bool, len(t.Moves)), Sums: termSums(sp),
		Deepens: sp.MinCost > 0, Rises: f.rises() && !sp.Forbids(),
	}
	if f.selector >= 0 {
		out.Places = len(t.Vars[f.selector].Values)
	}
	for m := range out.Sure {
		out.Sure[m] = true
	}
	out.Lists = make([][]int, len(f.variants))
	for i := range f.variants {
		if f.variants[i].refuted {
			continue
		}
		for _, st := range f.lists[f.start(int32(i))].branches {
			out.Lists[i] = append(out.Lists[i], int(st.move))
			if st.mask != (wide{}) || st.extra != nil && len(st.extra.tests) > 0 {
				out.Sure[st.move] = false
			}
		}
	}
	return out, true
}

// termSums returns the admissible heuristics that are sums of terms of one variable.
func termSums(sp *space.Space) (sums []termSum) {
	for i := range sp.Task.Heuristics {
		h := &sp.Task.Heuristics[i]
		if h.Missing != "" || h.Value == task.None || !h.Admissible || len(sp.Task.Pool.Costs(h.Value)) > 0 {
			continue
		}
		a := sp.Program.NewAdder()
		a.Add(h.Value, 1)
		if a.Linear() {
			if _, s := a.Instruction(); s.Least() >= 0 && !tooWide(s.Unary) {
				sum := termSum{Heuristic: i, Terms: make([][]int64, len(sp.Task.Vars))}
				for v, terms := range s.Unary {
					sum.Terms[v] = terms
				}
				sums = append(sums, sum)
			}
		}
		sp.Program.ForgetTerms()
	}
	return sums
}
