package puzzle_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

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
