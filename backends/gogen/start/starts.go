// Package start writes the initial states of a Go program: one fixed state, states whose values the solver chooses, or
// values of parameters that the program reads when it runs.
package start

import (
	"context"
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/statespace"
)

// Starts is the initial states of a puzzle with moves, or the choices of a puzzle without moves.
type Starts struct {
	*statespace.Space
	RunTime *RunTimeData // nil: the program reads no parameters
}

// Text writes the states from which a search starts. If the solver chooses values, there may be many such states, and
// the program finds them when it runs.
func (g *Starts) Text(ctx context.Context) (string, error) {
	switch {
	case g.Chosen():
		return g.writeAssignment()
	case g.Given != nil:
		return g.writeBegin(), nil
	}
	states, _, err := g.Machine.InitialStates(ctx, 1)
	if err != nil {
		return "", fmt.Errorf("writing Go: %w", err)
	}
	if len(states) == 0 {
		return "// Starts are the states that a plan may start from: there is none, since the initial state breaks a rule " +
			"of the model.\nfunc Starts() []State { return nil }\n\n", nil
	}
	if g.Bare {
		return drivenStarts, nil
	}
	return "// Starts are the states that a plan may start from: the model's initial state.\nfunc Starts() []State {\n" +
		"return []State{" +
		strings.TrimPrefix(g.StateLiteral(states[0]), "State") + "}\n}\n\n", nil
}

// Chosen tells whether the initial states are the solutions of an assignment.
func (g *Starts) Chosen() bool {
	return g.choosesWithData() || g.Given == nil && g.Task.HasFree()
}

// choosesWithData tells whether the solver chooses some values and data give others.
func (g *Starts) choosesWithData() bool {
	return g.Given != nil && (g.Machine.HasChoice() || len(g.Families) == 0)
}

// manyStarts is for puzzles with moves whose initial state is chosen.
const manyStarts = `// startStates are the states that a plan may start from: all that the model lets the solver choose.
var startStates = search.Choice[State]{Assignment: Assignment}

// Starts are these states, however many there are. They are found once: look at them only.
func Starts() []State { return startStates.Starts() }

`

// findStarts is for programs that people run.
const findStarts = `// FindStarts finds the initial states, which Starts then returns. It returns the reason if it ends early: ctx is done, or
// the states take more than the given bytes (0: no bound).
func FindStarts(ctx context.Context, bytes int) (why string) { return startStates.Find(ctx, bytes) }

`

// drivenStarts is Starts of a program that gets the key of its initial state when it runs.
const drivenStarts = "func Starts() []State { return []State{Key(drivenOrder.Start).Unpack()} }\n"
