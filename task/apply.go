package task

// Apply makes move m in a state. It reports whether the move can be made, and then the state that follows and the cost.
// Like Eval it is the plain meaning that engines are tested against.
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

// ModelState is a state of the model that a state of the task stands for.
func (t *Task) ModelState(state []int64) []int64 {
	out := append([]int64(nil), t.Fixed...)
	for i := range t.Vars {
		out[t.Vars[i].State] = state[i]
	}
	return out
}
