// Package statespace writes a model as a state space in Go. A Writer writes expressions: values, conditions, texts
// and loops, with the declarations that these use. A Space writes the type State, packing and printing, the
// moves and the goal.
package statespace

import (
	"context"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Space is a puzzle as a state space.
type Space struct {
	*Writer
	Task     *task.Task
	Machine  *semantics.Machine
	Families []family // in the order of the model
}

// New returns the state space of a model and its task.
func New(ctx context.Context, names *Writer, t *task.Task, machine *semantics.Machine) *Space {
	own := *t
	own.Pool = t.Pool.Clone()
	names.task, names.over = &own, ground.NewOver(ctx, names.Model, &own)
	g := &Space{Writer: names, Task: &own, Machine: machine}
	g.listFamilies()
	return g
}
