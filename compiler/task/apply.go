package task

// Apply makes move m in a state. It returns the next state and the cost, or ok false if the move is not applicable.
// Like Eval, Apply defines the meaning of a task; engines are tested against it.
func (t *Task) Apply(state []int64, m int) (next []int64, cost int64, ok bool) {
	mv := &t.Moves[m]
	if t.Pool.Eval(mv.Guard, state) == 0 {
		return nil, 0, false
	}
	next = append([]int64(nil), state...)
	for _, e := range mv.Effects {
		if t.Pool.Eval(e.Cond, state) != 0 {
			next[e.Var] = t.Pool.Eval(e.Value, state)
		}
	}
	if t.Pool.Eval(t.Always, next) == 0 {
		return nil, 0, false
	}
	return next, t.Pool.Eval(mv.Cost, state), true
}

// ModelState returns the state of the model that corresponds to a state of the task.
func (t *Task) ModelState(state []int64) []int64 {
	out := append([]int64(nil), t.Fixed...)
	for i := range t.Vars {
		out[t.Vars[i].State] = state[i]
	}
	return out
}
