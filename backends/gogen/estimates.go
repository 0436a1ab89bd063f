package gogen

import (
	"context"

	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// estimates is the heuristics of a program, with the simpler puzzles whose costs they need.
type estimates struct {
	*statespace.Space
	ctx      context.Context           // of the call that writes the program
	module   string                    // the path of the program's module
	deferred map[string]string         // why heuristics that the model no longer has are left out, by name
	only     map[*model.Heuristic]bool // the heuristics that are written; nil: all

	simpler      map[simplerKey]*simpler
	simplers     []*simpler // in the order in which they were first needed
	simplerCount int
	carried      map[int]*carried // by array of the task
	picked       *chosen          // the patterns that pzc chooses; nil: none
	moves        map[string]move  // by the name in the task
	abstractions map[simplerKey]*abstraction
	otherPuzzles map[*model.Relaxation]*otherPuzzle
	others       []File                          // the packages of relaxations
	needs        map[*model.Heuristic][]*simpler // by heuristic
	needed       []*simpler                      // of the heuristic that is being written
}

// newEstimates returns the heuristics of a puzzle.
func newEstimates(ctx context.Context, space *statespace.Space) *estimates {
	return &estimates{
		Space: space, ctx: ctx, carried: map[int]*carried{}, needs: map[*model.Heuristic][]*simpler{},
		abstractions: map[simplerKey]*abstraction{}, otherPuzzles: map[*model.Relaxation]*otherPuzzle{},
	}
}

// again begins another program of the puzzle.
func (g *estimates) again(ctx context.Context, module string) {
	g.ctx, g.module, g.otherPuzzles = ctx, module, map[*model.Relaxation]*otherPuzzle{}
}

// reset forgets what the last pass used.
func (g *estimates) reset() {
	g.Forget()
	g.simpler, g.simplers, g.simplerCount, g.others = map[simplerKey]*simpler{}, nil, 0, nil
	for _, c := range g.carried {
		if c != nil {
			c.done = false
		}
	}
}

// leftOut says why heuristics are left out, by name.
func (g *estimates) leftOut() map[string]string {
	out := map[string]string{}
	for h, why := range g.Missing {
		out[h.Name] = why
	}
	return out
}

// want restricts what is written to a heuristic and the heuristics that it reads.
func (g *estimates) want(heuristic string) {
	g.only = map[*model.Heuristic]bool{}
	for _, h := range g.Model.Heuristics {
		if h.Name == heuristic {
			g.only[h] = true
		}
	}
}
