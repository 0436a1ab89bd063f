package compiler

import "github.com/pzc-lang/pzc/task"

func (g *grounder) parityReason(t *task.Task) string { return "" }
