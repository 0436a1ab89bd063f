package normal_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/normal"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
)

// mostMoves bounds the tasks of the library that are followed: each step tries all moves.
const mostMoves = 2000

func TestLongLibrary(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	changed := 0
	for _, file := range compilertest.LibraryFiles(t) {
		program, diags := puzzle.Load(models.FS(), file)
		if diags.HasErrors() {
			continue // a part of a model
		}
		for _, name := range append(program.Instances(), "") {
			z, diags := program.Instantiate(puzzle.Data{Instance: name})
			if diags.HasErrors() || z.GroundOnce(t.Context()).HasErrors() {
				continue
			}
			from := z.Task()
			if from == nil || from.HasFree() || len(from.Moves) == 0 || len(from.Moves) > mostMoves {
				continue
			}
			for _, f := range normal.Forms(from) {
				follow(t, f, from, rnd, 5)
				plans(t, f, from, rnd)
				changed++
			}
		}
	}
	require.Greater(t, changed, 50)
}
