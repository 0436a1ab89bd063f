package pzc

import (
	"context"
	"time"

	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/semantics"
)

// CheckPromises tests what the model promises (admissible, dead, invariant, symmetry, prune, relaxation) on sampled states, in a fraction of
// a second. Findings are warnings; that there are none proves nothing.
func (z *Puzzle) CheckPromises(ctx context.Context) diag.List {
	if len(z.Program.checked.Moves) == 0 {
		return nil
	}
	soon, cancel := context.WithTimeout(ctx, time.Second) // a start may be hard to find where values are chosen
	defer cancel()
	starts, _, err := z.machine.InitialStates(soon, 1)
	if err != nil || len(starts) == 0 {
		return nil
	}
	defer z.machine.Within(ctx)()
	diags := z.machine.CheckPromises(starts[0], semantics.Sampling{})
	if ctx.Err() != nil {
		return nil
	}
	return diags
}
