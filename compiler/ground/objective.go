package ground

import (
	"fmt"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/ground/work"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// makeObjective translates the objective. A goal of the model demands that the objective is defined.
func (g *grounder) makeObjective(t *task.Task) {
	o := g.m.Objective
	if o == nil {
		return
	}
	g.comparing("`"+o.Word()+"`", func() {
		value := g.Eval(o.Value, make(symbolic.Frame, o.Slots)).X
		t.Objective = &task.Objective{Maximize: o.Maximize, Value: value}
	})
}

// boundObjective reports an objective whose absolute value can exceed the exact numbers of answers. Without this bound,
// solutions would be missing.
func (g *grounder) boundObjective(t *task.Task) {
	o, p := t.Objective, g.Pool
	if o == nil {
		return
	}
	least, most := p.Const(-model.MaxCost), p.Const(model.MaxCost)
	if n := p.Node(o.Value); n.Lo >= -model.MaxCost && n.Hi <= model.MaxCost {
		return
	}
	over := p.And(t.InitCond, t.Goal, p.Or(p.Lt(most, o.Value), p.Lt(o.Value, least)))
	example, tried := work.Example(p.Pool, over, func(v int) []int64 { return t.Vars[v].Values })
	if tried && example == nil {
		o.Value = p.Max(least, p.Min(o.Value, most))
		return
	}
	g.ErrorOnce(g.m.Objective.Value.Span(), codeCostRange,
		fmt.Sprintf("this value can be further from 0 than %d (2^53), up to which numbers in answers are exact",
			model.MaxCost),
		"count in larger units, or bound the values that it is made of")
}
