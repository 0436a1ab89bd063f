package positions

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// levelOf is a model as a level.
func levelOf(t *testing.T, text string) Level {
	t.Helper()
	p, diags := puzzle.Load(fstest.MapFS{"m.pz": {Data: []byte(text)}}, "m.pz")
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := p.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	return Level{Puzzle: z}
}

const lane = `puzzle Lane
state at: 0..3 = 1
move step(d: Dir) where d in {left, right} when (d == left => at > 0) else "the wall" {
  at := if d == right then at + 1 else at - 1
}
goal at == 3
lost at == 0 else "you fell"
view c in grid(1, 4): if c.col == at then "@" else "."
`

// The graph has what can be played: the moves, why there is none, and where the game ends.
func TestGraph(t *testing.T) {
	d, err := explore(t.Context(), &Game{Title: "Lane", Levels: []Level{levelOf(t, lane)}})
	require.NoError(t, err)
	require.Empty(t, d.why)
	require.Len(t, d.States, 4)
	start := d.States[d.Levels[0].Start]
	require.Len(t, start.Edges, 2*4)
	for i := 0; i < len(start.Edges); i += 4 {
		to := d.States[start.Edges[i+1]]
		switch d.Moves[start.Edges[i]] {
		case "step(left)":
			assert.Equal(t, 4, d.Ways[start.Edges[i]])
			assert.Equal(t, "You fell.", d.Texts[to.Lost-1])
			assert.Empty(t, to.Edges)
		case "step(right)":
			assert.Len(t, to.Edges, 2*4)
			assert.Equal(t, ". . @ .", d.Texts[to.Alt])
		}
	}
	goals := 0
	for _, s := range d.States {
		if s.Goal {
			assert.Empty(t, s.Edges)
			goals++
		}
	}
	assert.Equal(t, 1, goals)
	assert.Less(t, len(d.Parts), 4*8, "the drawings share their parts")
}

// What is too large or filled in needs the compiler, which is given the model.
func TestCompilerNeeded(t *testing.T) {
	model := Model{Files: map[string]string{"m.pz": "text"}, Main: "m.pz"}
	for text, wanted := range map[string]string{
		"puzzle Many\nstate n: 0..99999 = 0\nmove on when n < 99999 { n := n + 1 }\ngoal n == 99999\n": "too many positions",
		"puzzle P\nstate n: 0..9 = any\ngoal n == 4\n":                                                 "filled in",
	} {
		out, why, err := JSON(t.Context(), &Game{Title: "P", Levels: []Level{levelOf(t, text)}, Model: model})
		require.NoError(t, err)
		assert.Contains(t, why, wanted)
		assert.Contains(t, string(out), `"model":{"files":{"m.pz":"text"},"main":"m.pz"}`)
		assert.NotContains(t, string(out), "states")
	}
}
