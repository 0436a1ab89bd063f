package task

import "strconv"

// Along returns a task in which only the given moves can be made, in their order: a further variable, the last, counts
// them. Its solutions are the initial states from which these moves lead to a goal. Its symmetries, prunings,
// heuristics and promises are left out, because they are about the task with all moves. Var.State of the counter is
// one more place in Fixed.
func (t *Task) Along(moves []int) *Task {
	out := *t
	out.Moves, out.Symmetries, out.Prunings, out.Heuristics, out.Abstractions = nil, nil, nil, nil, nil
	out.Dead = False
	if len(moves) == 0 {
		return &out
	}
	n := len(t.Vars)
	counter := Var{Name: "moves made", State: len(t.Fixed)}
	for i := range len(moves) + 1 {
		counter.Values, counter.Names = append(counter.Values, int64(i)), append(counter.Names, strconv.Itoa(i))
	}
	out.Vars = append(t.Vars[:n:n], counter)
	out.Init, out.Free = append(t.Init[:n:n], 0), append(t.Free[:n:n], false)
	out.Fixed = append(t.Fixed[:len(t.Fixed):len(t.Fixed)], 0)
	p := t.Pool.Clone()
	p.domain = func(v int) []int64 { return out.Vars[v].Values }
	out.Pool = p
	made := p.Var(n)
	for i, m := range moves {
		step := t.Moves[m]
		step.Guard = p.And(step.Guard, p.Eq(made, p.Const(int64(i))))
		e := step.Effects
		step.Effects = append(e[:len(e):len(e)], Effect{Var: n, Cond: True, Value: p.Const(int64(i + 1))})
		out.Moves = append(out.Moves, step)
	}
	out.Goal = p.And(t.Goal, p.Eq(made, p.Const(int64(len(moves)))))
	return &out
}
