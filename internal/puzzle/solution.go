package puzzle

import (
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// Solution is an initial state and the moves from it to a goal.
type Solution struct {
	Start []int64 // a state of the model
	Steps []Step
	Cost  int64 // of the steps; of a puzzle with an objective, the value of the objective

	Prepared string // what Options.Prepare returned
}

// Step is a move and its effect.
type Step struct {
	Move  string // as plans write it
	Label string // the `as` text of the model; "": none
	Cost  int64
	State []int64 // after the move
}

// Final returns the state after the last move.
func (s *Solution) Final() []int64 {
	if n := len(s.Steps); n > 0 {
		return s.Steps[n-1].State
	}
	return s.Start
}

// walk makes the moves.
func (puzzle *Puzzle) walk(start []int64, moves []semantics.Move) *Solution {
	replay := puzzle.machine.Replay(moves, start)
	s := &Solution{Start: start, Cost: replay.Cost}
	for _, step := range replay.Steps {
		s.Steps = append(s.Steps, Step{puzzle.machine.Format(step.Move), step.Label, step.Cost, step.State})
	}
	return s
}
