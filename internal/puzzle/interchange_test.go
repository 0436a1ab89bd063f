package puzzle_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// check proposes a symmetry for an enum whose values nothing tells apart, and only then. The proposal is right.
func TestInterchangeable(t *testing.T) {
	const twins = `puzzle Twins
enum Robot { one, two, three }
type Cell = grid(2, 3)
state at[r in Robot]: Cell = nth(Cell, index(r))
state lit[c in Cell, r in Robot]: bool = false
move go(r: Robot, d: Dir) when not exists o in Robot where o != r: at[o] == at[r] + d { at[r] := at[r] + d }
move light(r: Robot) { lit[at[r], r] := true }
goal forall r in Robot: at[r].row == 1
`
	const exchange = "symmetry exchange(a: Robot, b: Robot) where a < b { at[a], at[b] := at[b], at[a]  " +
		"for i in Cell { lit[i, a], lit[i, b] := lit[i, b], lit[i, a] } }"
	for _, tt := range []struct{ name, model, want string }{
		{"twins", twins, exchange},
		{"a declared symmetry", twins + exchange, ""},
		{"a goal of one", strings.Replace(twins, "at[r].row == 1", "at[r].row == 1 or r == two", 1), ""},
		{"a move of one", twins + "move jump when at[one].row == 0 { at[one] := (1, 0) }", ""},
		{"costs", strings.Replace(twins, "move light(r: Robot)", "move light(r: Robot) cost index(r)", 1), ""},
		{"a value", twins + "state last: Robot = one\nmove note(r: Robot) { last := r }", ""},
		{"one value", strings.Replace(twins, "one, two, three", "one", 1), ""},
		{
			"an index of some", twins + "state hot[r in {one, two}]: bool = false\nmove heat(r: {one, two}) { hot[r] := true }",
			"",
		},
		{"lost for one", twins + "lost at[three] == (0, 0)", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			load := func(text string) (*puzzle.Program, *puzzle.Puzzle, string) {
				p, diags := puzzle.LoadText(fstest.MapFS{}, "p.pz", text)
				require.NoError(t, diags.Err())
				z, diags := p.Check(t.Context(), puzzle.Data{})
				require.NoError(t, diags.Err())
				for _, d := range diags {
					require.NotEqual(t, "broken-promise", d.Code, d.Msg)
					if d.Code == "interchangeable" {
						return p, z, d.Help
					}
				}
				return p, z, ""
			}
			_, _, help := load(tt.model)
			if tt.want == "" {
				assert.Empty(t, help)
				return
			}
			assert.Contains(t, help, tt.want)
			_, _, help = load(tt.model + tt.want)
			assert.Empty(t, help)
		})
	}
}

// check warns of cells that only a colour tells apart, once for each view.
func TestOnlyColoured(t *testing.T) {
	const moves = `puzzle P
type Cell = grid(1, 3)
state at: Cell = (0, 0)
move go { at := (0, 2) }
goal at == (0, 2)
view c in Cell: `
	const form = `puzzle P
type Cell = grid(1, 3)
state on[c in Cell]: bool = any
goal on[(0, 1)]
view c in Cell: `
	for _, tt := range []struct{ name, model, want string }{
		{"fill", moves + `"" fill if c == at then "grey" else "white"`, "(0, 0) is grey, (0, 1) is white"},
		{"no fill", moves + `"" fill if c == at then "grey" else "none"`, "(0, 0) is grey, (0, 1) is without colour"},
		{
			"colours of a shape", moves + `"" shape if c == at then "disc red" else "disc blue" fill "white"`,
			"(0, 0) is white with a disc red, (0, 1) is white with a disc blue",
		},
		{"a text", moves + `if c == at then "@" else "" fill if c == at then "grey" else "white"`, ""},
		{"a text left out", moves + `if c == at then "@" else "" ink "none" fill if c == at then "grey" else "white"`, ""},
		{"a corner", moves + `"" corner if c == at then "1" else "" fill if c == at then "grey" else "white"`, ""},
		{"a shape", moves + `"" shape if c == at then "disc red" else "" fill if c == at then "grey" else "white"`, ""},
		{"the same text", moves + `"x" fill if c == at then "grey" else "white"`, ""},
		{"values", form + `"" fill if on[c] then "black" else "white"`, "(0, 0) is white, with other values it is black"},
		{"values with text", form + `if on[c] then "#" else "" fill if on[c] then "black" else "white"`, ""},
		{"a line", strings.Replace(moves, "view c in Cell: ", `view "at {at}" fill "red"`, 1), ""},
	} {
		p, diags := puzzle.Load(fstest.MapFS{"m.pz": {Data: []byte(tt.model + "\n")}}, "m.pz")
		require.False(t, diags.HasErrors(), "%s: %v", tt.name, diags)
		_, diags = p.Check(t.Context(), puzzle.Data{})
		var found []string
		for _, d := range diags {
			if d.Code == "only-coloured" {
				found = append(found, d.Msg)
			}
		}
		if tt.want == "" {
			assert.Empty(t, found, tt.name)
		} else {
			assert.Equal(t, []string{"only a colour tells cells apart: " + tt.want}, found, tt.name)
		}
	}
}
