package play

import (
	"os"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const square = `
puzzle Square
state value[c in grid(2, 2)]: 1..12 = if c == (0, 0) then 1 else any
goal distinct c in grid(2, 2): value[c]
goal value[(0, 1)] == value[(1, 0)] + 1 else "right is one more than below"
goal value[(1, 1)] == value[(0, 0)] + 9
goal value[(0, 1)] > 10
`

func TestFillIn(t *testing.T) {
	g := play(t, Settings{Hints: &Hints{}}, square)
	g.shows(`Square · 0 of 3 filled in`)
	g.shows(`1 \[·\] +1\n *· +· +2`)
	g.shows(`It can still be solved\.`)

	// Digits: 1, then 12. A given cell cannot be changed.
	g.press("1")
	g.shows(`\[1!?\]`)
	g.press("2")
	g.shows(`1 of 3 filled in`)
	g.shows(`12\]`)
	g.press("left", "5")
	g.shows(`Given`)
	g.shows(`This is given; only open cells can be filled in`)
	g.press("enter")
	g.shows(`There is nothing to fill in here`)

	// A value that breaks a condition is marked at once, with the words of the model.
	g.press("down", "3")
	g.shows(`Wrong: right is one more than below\.`)
	g.shows(`12!`)
	g.press("c")
	g.shows(`right is one more than below\.\n +with value\[\(0, 1\)\] = 12, value\[\(1, 0\)\] = 3`)
	g.press("c", "h")
	g.shows(`Something is wrong already`)
	g.press("u")
	g.shows(`1 of 3 filled in · 1 to redo`)
	g.press("r", "x")

	// A value that no condition refuses yet, though it cannot be completed.
	g.press("R", "up", "right", "1", "1")
	g.shows(`It cannot be solved any more\.`)
	g.press("h")
	g.shows(`It cannot be solved any more: undo with u`)
	g.press("u", "down")

	// What follows, and why; and the list of values.
	g.press("e")
	g.shows(`value \(1, 1\) = 10 follows:`)
	g.press("esc", "h")
	g.shows(`Hint: value \(1, 1\) = 10\.`)
	g.press("up", "enter")
	g.shows(`> 1\n`)
	for range 11 {
		g.press("down")
	}
	g.shows(`> 12`)
	g.press("up", "down", "enter")
	g.shows(`12\]`)
	g.press("down", "1", "2")
	g.shows(`Wrong: `)
	g.press("h", "u", "u", "u")
	for range 12 {
		g.press("space")
	}
	g.press("x", "a", "/")
	g.typed("(1, 0)")
	g.press("enter", "enter")
	g.shows(`> 1\n`)
	g.press("esc", "tab", "?")
	g.shows(`type the value of the cell`)
	g.press("?", "R")
	g.shows(`0 of 3 filled in`)
	g.press("u", "r")
}

func TestFillInToTheEnd(t *testing.T) {
	file := filepath.Join(t.TempDir(), "square.values")
	g := play(t, Settings{Plan: file, Hints: &Hints{}}, square)
	g.press("h", "h", "h")
	g.shows(`Solved\.`)
	g.shows(`3 of 3 filled in`)
	assert.Equal(t, "Square: solved", g.p.Farewell())
	g.press("h")
	g.shows(`It is solved\.`)
	g.press("s", "enter")
	g.shows(`Saved 3 values to`)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "value[(0, 1)] = 12\nvalue[(1, 0)] = 11\nvalue[(1, 1)] = 10\n", string(text))
	g = play(t, Settings{Plan: file}, square)
	g.shows(`Loaded 3 values\.`)
	require.NoError(t, os.WriteFile(file, []byte("value[(5, 5)] = 1\n"), 0o600))
	g = play(t, Settings{Plan: file}, square)
	g.shows(`Not loaded: .*value\[\(5, 5\)\]`)
	assert.Equal(t, "Square: left with 0 of 3 filled in", g.p.Farewell())
}

// Without a view the variables are tables; what is not marked counts as false; elements that no board shows are left to
// the solver.
func TestFillInTablesAndMarks(t *testing.T) {
	g := play(t, Settings{Hints: &Hints{}}, "puzzle P\nenum A {ann, ben}\nstate hat[a in A]: 1..2 = any\n"+
		"state shoe[a in A]: 1..2 = any\ngoal forall a in A: hat[a] != shoe[a]\ngoal hat[ann] < hat[ben]\n")
	g.shows(`A +hat +shoe`)
	g.shows(`ann +\[ +·\] +·`)
	g.press("1", "right", "2", "down", "1", "left", "2")
	g.shows(`Solved\.`)

	g = play(t, Settings{Hints: &Hints{}}, "puzzle P\nstate on[c in grid(1, 3)]: bool = any\nstate n: 0..3 = any\n"+
		"goal (count c in grid(1, 3): on[c]) == n\ngoal n == 2\nview c in grid(1, 3): if on[c] then \"#\" else \".\"\n")
	g.press("space", "right")
	g.shows(`It can still be solved\.`)
	g.press("space")
	g.shows(`Solved\.`)
	g.press("space")
	g.shows(`# +\[\.\] +·`)
	g.press("space")
	g.shows(`# +\[·\] +·`)
}

// Presses of a cell mean the value that marks it; a cell that shows several elements lists them.
func TestFillInViews(t *testing.T) {
	g := play(t, Settings{Hints: &Hints{}}, "queens")
	g.press("right", "right", "space", "down", "space")
	g.shows(`Wrong: `)
	g.shows(`Q!`)
	g.press("right", "right", "space")
	g.shows(`It can`)
	g = play(t, Settings{}, "zebra")
	g.shows(`This cell shows \(5\)`)
	g.press("enter", "down", "enter", "enter")
	g.shows(`1 of 25 filled in`)
	g.shows(`home ben = 1`)
	g.press("h")
	g.shows(`--no-help was given`)
}

func TestFillInOnSmallTerminals(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {40, 12}, {20, 8}, {5, 3}, {1, 1}} {
		g := play(t, Settings{Hints: &Hints{}}, "sudoku")
		g.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, key := range []string{"down", "5", "c", "?", "?", "enter", "a", "down", "esc"} {
			g.Press(key)
			assert.LessOrEqual(t, len(g.Screen()), size[1])
		}
	}
}
