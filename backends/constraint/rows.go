package constraint

// hooks are what techniques add to a run: other conditions, and steps before its conditions are written and after.
// Without its line below a technique can be deleted.
type hooks struct{ rewrite, before, after []func(r *run) }

func techniques() hooks {
	return hooks{
		rewrite: []func(r *run){
			(*run).globals,
		},
		before: []func(r *run){
			(*run).late,
		},
		after: []func(r *run){
			(*run).leadImages,
		},
	}
}
