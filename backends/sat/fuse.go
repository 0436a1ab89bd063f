package sat

import "github.com/pzc-lang/pzc/task"

// fusion leads from the states of a task with merged variables to those of the task that was given.
type fusion struct {
	task *task.Task
}

func noFusion(t *task.Task) *fusion { return &fusion{task: t} }

func (f *fusion) state(s []int64) []int64 { return s }
