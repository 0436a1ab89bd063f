package semantics

// Objective returns the value of the model's objective in a state; ok is false if it is undefined, or if there is no
// objective.
func (x *Machine) Objective(state []int64) (value int64, ok bool) {
	o := x.m.Objective
	if o == nil {
		return 0, false
	}
	x.ev.state = state
	v, ok := x.ev.Alone(o.Value, o.Slots)
	return v.N, ok
}
