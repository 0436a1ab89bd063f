package sat

import (
	"context"
	"fmt"

	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/backends/technique"
)

// leaveOut removes variables that cost nothing to change. It applies only if one cheapest plan is wanted: otherwise all
// moves count.
func (r *run) leaveOut(ctx context.Context) {
	if r.o.All || r.o.Count || r.o.Parallel || r.o.Horizon != nil || r.o.MinHorizon > 0 || r.o.MaxHorizon != nil ||
		r.o.Encoding == encode.Textbook || r.o.Cubes != nil || r.o.Cube != nil || r.lim.Without.Has(technique.Safe) {
		return
	}
	for v := 0; v < len(r.task.Vars) && ctx.Err() == nil; v++ {
		if l, without := reduced.LeaveOut(r.task, v, r.lim.Cases); l != nil {
			r.back, r.task = append(r.back, l.Back), without
			r.result.Choice += fmt.Sprintf("; `%s` is left out of the states, since moves of cost 0 give it "+
				"any value whenever it matters", l.Name())
			v = -1 // others may be removable now
		}
	}
}
