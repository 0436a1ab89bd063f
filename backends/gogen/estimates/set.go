// Package estimates writes the heuristics of a puzzle in Go, and the simpler puzzles whose exact costs the heuristics
// read.
package estimates

import (
	"context"

	"github.com/pzc-lang/pzc/backends/gogen/source"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/compiler/model"
)

// Set is the heuristics of a program, with the simpler puzzles whose costs they need.
type Set struct {
	*statespace.Space
	ctx      context.Context           // of the call that writes the program
	Module   string                    // the path of the program's module
	Deferred map[string]string         // why heuristics that the model no longer has are left out, by name
	only     map[*model.Heuristic]bool // the heuristics that are written; nil: all

	simpler      map[simplerKey]*simpler
	simplers     []*simpler // in the order in which they were first needed
	simplerCount int
	carried      map[int]*carried // by array of the task
	picked       *chosen          // the patterns that pzc chooses; nil: none
	moves        map[string]move  // by the name in the task
	abstractions map[simplerKey]*abstraction
	otherPuzzles map[*model.Relaxation]*otherPuzzle
	Others       []source.File                   // the packages of relaxations
	needs        map[*model.Heuristic][]*simpler // by heuristic
	needed       []*simpler                      // of the heuristic that is being written
}

// New returns the heuristics of a puzzle.
func New(ctx context.Context, space *statespace.Space) *Set {
	return &Set{
		Space: space, ctx: ctx, carried: map[int]*carried{}, needs: map[*model.Heuristic][]*simpler{},
		abstractions: map[simplerKey]*abstraction{}, otherPuzzles: map[*model.Relaxation]*otherPuzzle{},
	}
}

// Again begins another program of the puzzle.
func (g *Set) Again(ctx context.Context, module string) {
	g.ctx, g.Module, g.otherPuzzles = ctx, module, map[*model.Relaxation]*otherPuzzle{}
}

// Reset forgets what the last pass used.
func (g *Set) Reset() {
	g.Forget()
	g.simpler, g.simplers, g.simplerCount, g.Others = map[simplerKey]*simpler{}, nil, 0, nil
	for _, c := range g.carried {
		if c != nil {
			c.done = false
		}
	}
}

// LeftOut says why heuristics are left out, by name.
func (g *Set) LeftOut() map[string]string {
	out := map[string]string{}
	for h, why := range g.Missing {
		out[h.Name] = why
	}
	return out
}

// Want restricts what is written to a heuristic and the heuristics that it reads.
func (g *Set) Want(heuristic string) {
	g.only = map[*model.Heuristic]bool{}
	for _, h := range g.Model.Heuristics {
		if h.Name == heuristic {
			g.only[h] = true
		}
	}
}
