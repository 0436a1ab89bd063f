package gogen

// The initial states of a program: one fixed state, or states whose values the solver chooses.

import (
	"context"
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
)

// starts is the initial states of a puzzle with moves, or the choices of a puzzle without moves.
type starts struct {
	*statespace.Space
}

// write writes the states from which a search starts. If the solver chooses values, there may be many such states, and
// the program finds them when it runs.
func (g *starts) write(ctx context.Context, b *code.Block) error {
	if g.chosen() {
		g.writeAssignment(b)
		return nil
	}
	states, _, err := g.Machine.InitialStates(ctx, 1)
	if err != nil {
		return fmt.Errorf("writing Go: %w", err)
	}
	const doc = "Starts are the states that a plan may start from: "
	if len(states) == 0 {
		b.Comment(doc + "there is none, since the initial state breaks a rule of the model.")
		b.Line("func Starts() []State { return nil }\n")
	} else {
		b.Comment(doc + "the model's initial state.")
		b.Line("func Starts() []State {\nreturn []State{%s}\n}\n", g.StateValues(states[0]))
	}
	return nil
}

// chosen tells whether the initial states are the solutions of an assignment. Without moves they are, even if grounding
// has left nothing to choose.
func (g *starts) chosen() bool { return g.Task.HasFree() || !g.HasMoves() }

// fixedState is a state with the values that are known when the program is written.
func (g *starts) fixedState() []int64 {
	state := slices.Clone(g.Task.Fixed)
	for i, v := range g.Task.Vars {
		state[v.State] = g.Task.Init[i]
	}
	return state
}

// writeManyStarts writes the starts of a puzzle with moves whose initial state is chosen.
func (g *starts) writeManyStarts(b *code.Block) {
	b.Comment("startStates are the states that a plan may start from: all that the model lets the solver choose.")
	b.Line("var startStates = search.Choice[State]{Assignment: Assignment}\n")
	b.Comment("Starts are these states, however many there are. They are found once: look at them only.")
	b.Line("func Starts() []State { return startStates.Starts() }\n")
	b.Comment("FindStarts finds the initial states, which Starts then returns. It returns the reason if it ends early: " +
		"ctx is done, or\nthe states take more than the given bytes (0: no bound).")
	b.Line("func FindStarts(ctx context.Context, bytes int) (why string) { return startStates.Find(ctx, bytes) }\n")
}
