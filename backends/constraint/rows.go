package constraint

// hooks are what techniques add to a run, before its conditions are written and after. Without its line below a
// technique can be deleted.
type hooks struct{ before, after []func(r *run) }

func techniques() hooks {
	return hooks{
		before: []func(r *run){
			(*run).late,
		},
		after: []func(r *run){
			(*run).leadImages,
		},
	}
}
