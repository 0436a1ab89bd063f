package searchtest

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/lists"
)

// OwnAbstraction makes tk a simpler puzzle of itself, of which the table forgets some variables.
func OwnAbstraction(tk *task.Task, fold []int) task.Expr {
	simpler := *tk
	a := task.Abstraction{Name: "itself", Task: &simpler, Fold: fold}
	args := lists.Map(a.Kept(), tk.Pool.Var)
	tk.Abstractions = append(tk.Abstractions, a)
	return tk.Pool.Cost(len(tk.Abstractions)-1, args...)
}

// SomeVars draws some variables of a task, each with a chance of one in share+1.
func SomeVars(t *rapid.T, tk *task.Task, share int) (out []int) {
	for v := range tk.Vars {
		if rapid.IntRange(0, share).Draw(t, "chosen") == 0 {
			out = append(out, v)
		}
	}
	return out
}

// Named gives all values names.
func Named(tk *task.Task) *task.Task {
	for v := range tk.Vars {
		for _, x := range tk.Vars[v].Values {
			tk.Vars[v].Names = append(tk.Vars[v].Names, fmt.Sprint(x))
		}
	}
	return tk
}
