package pattern

import (
	"context"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Pattern describes a table of a choice for generated programs.
type Pattern struct {
	Array        int
	Own, Tracked []int64
	Strict       bool // only moves of the pattern's own values count
	Forget       bool // the table forgets where the tracked values are
}

// Sum is a sum of costs, of a state or of its image under a reflection.
type Sum struct {
	Patterns []int           // numbers of patterns
	Place    []int           // by place: the place to which its value goes; nil: the state itself is looked up
	Value    map[int64]int64 // by value: its image
}

// Choose returns the choice of the heuristic `patterns`, whose value is the greatest of the sums. It returns nothing if
// the heuristic also has other parts than patterns of arrays.
func Choose(ctx context.Context, t *task.Task) ([]Pattern, []Sum) {
	sp := space.New(ctx, t, true)
	if ctx.Err() != nil {
		return nil, nil
	}
	c := NewChooser(sp, NewBuilder(ctx)).choose(Large)
	if c.err != nil || len(c.taken) < len(t.Vars) {
		return nil, nil
	}
	return c.patterns, c.looks
}
