package search

import (
	"context"

	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/table"
	"github.com/pzc-lang/pzc/task"
)

// Pattern is a table of the choice that pzc makes by itself, as a generated program needs to know it.
type Pattern struct {
	Array        int
	Own, Tracked []int64
	Strict       bool // only moves of own values count
	Forget       bool // the table forgets where the tracked values are
}

// PatternSum is a sum of costs, those of a state or of its image after a reflection.
type PatternSum struct {
	Patterns []int           // by number
	Place    []int           // by place: where what stands there comes to; nil for the state itself
	Value    map[int64]int64 // by value: what it becomes
}

// ChoosePatterns is the choice that the heuristic `patterns` makes: its value is the greatest of the sums. It has none where that heuristic has more to it
// than patterns of arrays.
func ChoosePatterns(ctx context.Context, t *task.Task) ([]Pattern, []PatternSum) {
	sp := space.New(ctx, t, true)
	if ctx.Err() != nil {
		return nil, nil
	}
	c := newPatterns(sp, table.NewWorkshop(ctx)).choose(large)
	if c.err != nil || len(c.taken) < len(t.Vars) {
		return nil, nil
	}
	return c.patterns, c.looks
}
