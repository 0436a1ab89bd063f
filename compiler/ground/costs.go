package ground

import (
	"fmt"
	"maps"
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// boundCosts reports moves that can cost more than model.MaxCost. It limits the bounds of all other costs to
// model.MaxCost.
//
// Without this bound, a cost may be greater than backends can add, and the move would be missing from their answers.
func (g *grounder) boundCosts(t *task.Task, schemas []schema) {
	most := g.Pool.Const(model.MaxCost)
	for i := range t.Moves {
		m := &t.Moves[i]
		greatest := g.Pool.Node(m.Cost).Hi
		outside := greatest > symbolic.NumberLimit && g.Diags.HasErrors() // an error is reported already
		if greatest <= model.MaxCost || outside {
			continue
		}
		over := g.Pool.And(m.Guard, g.Pool.Lt(most, m.Cost))
		example, tried := work.Example(g.Pool.Pool, over, func(v int) []int64 { return t.Vars[v].Values })
		if tried && example == nil {
			m.Cost = g.Pool.Min(m.Cost, most)
			continue
		}
		decl := schemas[m.Schema].decl
		g.ErrorOnce(decl.Cost.Span(), codeCostRange,
			fmt.Sprintf("this cost can be greater than %d (2^53), the greatest that is exact%s", model.MaxCost,
				g.costExample(t, m, example)),
			"count in larger units, or bound the values that the cost is made of")
	}
}

// costExample describes a state in which the cost of a move is too great; "" if none is known.
func (g *grounder) costExample(t *task.Task, m *task.Move, example map[int]int64) string {
	if example == nil {
		return ""
	}
	state := slices.Clone(t.Init)
	text := ""
	for _, v := range slices.Sorted(maps.Keys(example)) {
		state[v] = example[v]
		place := t.Vars[v].State
		text += fmt.Sprintf(", %s = %s", g.m.StateName(place), g.m.FormatAt(place, example[v]))
	}
	return fmt.Sprintf(": `%s` costs %d%s", m.Name, g.Pool.Eval(m.Cost, state), text)
}
