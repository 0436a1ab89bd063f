package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// A player reads the words of the model, and only those whose `when` is reached.
func TestWhyNot(t *testing.T) {
	const text = `
puzzle Crates
type Cell = grid(1, 5)
state man: Cell = (0, 1)
state crate[c in Cell]: bool = c == (0, 3)
move walk(d: Dir) when not crate[man + d] { man := man + d }
move push(d: Dir) when crate[man + d] when not crate[man + 2 * d] else "the crate is stuck" {
  man := man + d
  crate[man + d], crate[man + 2 * d] := false, true
}
goal crate[(0, 0)]
`
	program, diags := puzzle.LoadText(nil, "crates.pz", text)
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := program.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	game, err := z.Play(t.Context())
	require.NoError(t, err)
	ways := map[string][]puzzle.GameMove{}
	for _, m := range game.Moves() {
		ways[m.Direction] = append(ways[m.Direction], m)
	}
	assert.Empty(t, game.WhyNot(game.Start, ways["up"]...), "no crate is there")
	steps, refused := game.Replay(game.Start, []string{"walk(right)", "push(right)"})
	require.Nil(t, refused)
	end := steps[1].State
	assert.Equal(t, "the crate is stuck", game.WhyNot(end, ways["right"]...))
	refusals := game.Refusals(end, "walk(right)")
	require.Len(t, refusals, 1)
	assert.Contains(t, refusals[0].Text, "a part that it denies is true")
}

// TestDirections: an argument that is an offset along a row or column has a direction, as those of directions have.
func TestDirections(t *testing.T) {
	const text = "puzzle P\ntype Cell = grid(3, 3)\nstate at: Cell = (0, 0)\n" +
		"move go(d: {(0, 1), (1, 0), (0, -1), (-1, 0), (0, 2), (1, 1)}) { at := at + d }\ngoal at == (2, 2)\n"
	program, diags := puzzle.LoadText(nil, "p.pz", text)
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := program.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	game, err := z.Play(t.Context())
	require.NoError(t, err)
	got := map[string]string{}
	for _, m := range game.Moves() {
		got[m.Name] = m.Direction
	}
	assert.Equal(t, map[string]string{
		"go((-1, 0))": "up", "go((0, -1))": "left", "go((0, 1))": "right", "go((0, 2))": "right", "go((1, 0))": "down",
		"go((1, 1))": "",
	}, got)
}
