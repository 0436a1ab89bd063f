package normal

import (
	"context"

	"github.com/pzc-lang/pzc/compiler/task"
)

// Forms lists the forms of a task from which Of chooses.
func Forms(t *task.Task) []*Form { return forms(context.Background(), t, mostProducts) }

// Image returns the state of the form for a state of the task.
func (f *Form) Image(state []int64) []int64 {
	for _, s := range f.steps {
		state = s.imageOf(state)
	}
	return state
}
