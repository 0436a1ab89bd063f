package space

import "github.com/pzc-lang/pzc/compiler/task"

// index is for floods from similar states, which the compiler of the page does not have.
func (b *Board) index(*floodPlan, int) {}

// renumber keeps all nodes: the compiler of the page is to be small.
func (p *Program) renumber(*floodPlan, task.Expr) {}

// node returns a node of the graph, or -1 if there is none.
func (plan *floodPlan) node(c int64) int32 {
	if c < 0 || c >= int64(len(plan.next)) {
		return -1
	}
	return int32(c)
}
