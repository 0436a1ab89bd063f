package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/lint"
	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// schema counts the instances of a declared move.
type schema struct {
	decl      *model.Move
	instances int // number of instances that `where` admits
	possible  int // number of these that are applicable in some state
}

// moveBytes is the size of a ground move in a list.
const moveBytes = 64

// makeMoves grounds all moves, in the order of the language.
func (g *grounder) makeMoves(t *task.Task) []schema {
	schemas := make([]schema, len(g.m.Moves))
	for i, mv := range g.m.Moves {
		g.At = mv.Span
		instances := g.instances(mv, len(t.Moves))
		if g.Halted() {
			return nil
		}
		if !g.Fits(int64(instances.n) * moveBytes) {
			return nil
		}
		t.Moves = slices.Grow(t.Moves, instances.n)
		schemas[i] = schema{decl: mv, instances: instances.n}
		collisions := 0
		var last *symbolic.Doubt
		w := g.newWriting(mv)
		for k := range instances.n {
			gm, ok, crash := g.instance(w, i, instances.at(k))
			if g.Halted() {
				return nil
			}
			if crash != nil {
				collisions, last = collisions+1, crash
			}
			if ok {
				schemas[i].possible++
				t.Moves = append(t.Moves, gm)
			} else {
				t.Facts.ImpossibleMoves++
			}
		}
		if collisions > 0 && collisions == instances.n {
			g.collisionError(mv, last)
		}
	}
	return schemas
}

// instance grounds a move with its arguments. ok is false if the move is never applicable. crash describes two
// different values that it certainly writes to one place.
func (g *grounder) instance(w *writing, schema int, args []model.Value) (gm task.Move, ok bool,
	crash *symbolic.Doubt,
) {
	w.begin(args)
	g.Watch(!g.o.NoWarnings)
	g.Compare(!g.o.NoWarnings && g.image == nil)
	ok = w.ground(&gm)
	g.Watch(false)
	g.Compare(false)
	if g.lint.Note(w.lint) {
		w.lint = &lint.Draft{}
	}
	if !ok {
		return gm, false, w.crash
	}
	gm.Name, gm.Schema = g.m.FormatMove(w.mv, args), schema
	if len(g.m.Prunes) > 0 {
		g.moveArgs[gm.Name] = args
	}
	return gm, true, w.crash
}
