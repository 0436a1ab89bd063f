package play

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/cmd/pzc/internal/play/playtest"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/whole"
	"github.com/pzc-lang/pzc/models"
)

// played is a game that a test plays.
type played struct {
	*playtest.Game
	t *testing.T
	p *Player
}

// play begins a game: of a model of the library, or of a text.
func play(t *testing.T, s Settings, model string) *played {
	t.Helper()
	return begin(t, s, newPuzzle(t, model))
}

// begin begins a game of a puzzle.
func begin(t *testing.T, s Settings, z *puzzle.Puzzle) *played {
	t.Helper()
	s.Write = whole.Write
	s.Read = func(file string) (*puzzle.Text, error) {
		text, err := puzzle.ReadFile(file)
		return &puzzle.Text{Name: file, Text: string(text)}, err
	}
	p, err := New(t.Context(), z, s)
	require.NoError(t, err)
	return &played{playtest.Begin(p), t, p}
}

func newPuzzle(t *testing.T, model string) *puzzle.Puzzle {
	t.Helper()
	program, diags := puzzle.LoadText(models.FS(), "model.pz", model)
	if m, ok := puzzle.Library(model); ok {
		var err error
		program, diags, err = puzzle.LoadFile(m.File)
		require.NoError(t, err)
	}
	require.False(t, diags.HasErrors(), "%v", diags)
	z, diags := program.Instantiate(puzzle.Data{})
	require.False(t, diags.HasErrors(), "%v", diags)
	require.False(t, z.Ground(t.Context()).HasErrors())
	return z
}

// press presses keys, and looks whether the screen keeps its size.
func (g *played) press(keys ...string) {
	g.t.Helper()
	for _, key := range keys {
		g.Press(key)
		for _, line := range g.Screen() {
			require.LessOrEqual(g.t, utf8.RuneCountInString(line), 80)
		}
		require.Len(g.t, g.Screen(), 24)
	}
}

func (g *played) typed(text string) {
	g.t.Helper()
	for _, r := range text {
		g.press(string(r))
	}
}

func (g *played) shows(pattern string) {
	g.t.Helper()
	assert.Regexp(g.t, pattern, strings.Join(g.Screen(), "\n"))
}

const corridor = `
puzzle Corridor
param n: 1..9 = 4
state at: 0..n = 1
state lamp: bool = false
move step(d: Dir) where d in {left, right} when (d == right => at < n) else "the corridor ends here"
  as "{if d == right then ">" else "<"}" { at := if d == right then at + 1 else at - 1 }
move switch when at == 2 else "the switch is at 2" cost 3 { lamp := true }
move jump when at == 3 { at := 0 }
always at > 0 or lamp else "it is dark down there"
goal at == n and lamp
dead at == 0
view "at {at}, lamp {if lamp then "on" else "off"}"
`

// TestPlayByAnyPlan: a plan that need not be a cheapest one gives hints, which say so.
func TestPlayByAnyPlan(t *testing.T) {
	options := puzzle.Options{Options: backends.Options{Algorithm: "greedy", Heuristic: "ff"}}
	g := play(t, Settings{Hints: &Hints{Options: options}}, corridor)
	g.shows(`Goal: at most cost \d+ away, by the best plan found\.`)
	g.press("h")
	g.shows(`Hint: step\(right\)\. A cheapest plan is not known\.`)
	g.shows(`1 move, cost 1`)
}

func TestPlay(t *testing.T) {
	g := play(t, Settings{Hints: &Hints{}}, corridor)
	g.shows(`Corridor · 0 moves, cost 0`)
	g.shows(`Goal: cost 6 away`)
	g.shows(`Moves \(1\)\n.*step\(right\)  >`)

	// Arrows make moves, and say why not.
	g.press("left")
	g.shows(`Not possible: it is dark down there\.`)
	g.press("up")
	g.shows(`No move leads up here\.`)
	g.press("right")
	g.shows(`Corridor · 1 move, cost 1`)
	g.shows(`at 2, lamp off`)
	g.shows(`switch  cost 3`)

	// The list: by its filter, with what cannot be made, and why not.
	g.press("/")
	g.typed("sw")
	g.press("enter", "enter")
	g.shows(`lamp on`)
	g.shows(`2 moves, cost 4`)
	g.press("a", "tab", "down", "down", "down", "down", "enter")
	g.shows(`All moves \(4\)`)
	g.shows(`> jump`)
	g.shows("\nNot possible\\.\n") // the model says nothing
	g.press("up")
	g.shows(`x jump`)
	g.press("a", "tab", "u", "u")
	g.shows(`0 moves, cost 0 · 2 to redo`)
	g.press("u")
	g.shows(`nothing to undo`)
	g.press("r", "r")
	g.shows(`2 moves, cost 4`)
	g.press("r")
	g.shows(`nothing to redo`)

	// A wrong turn is noticed; a hint leads on.
	g.press("right", "/")
	g.typed("jump")
	g.press("enter", "enter")
	g.shows(`at 0`)
	g.shows(`From here it cannot be solved\.`)
	g.press("h")
	g.shows(`undo with u`)
	g.press("u", "h")
	g.shows(`Solved in 4 moves, cost 6\.`)
	g.shows(`Goal reached\.`)
	g.press("h")
	g.shows(`This is a goal\.`)
	g.press("?")
	g.shows(`make the next move of a cheapest plan`)
	g.press("R")
	g.shows(`0 moves, cost 0 · 4 to redo`)
}

func TestPlaySavesAndLoads(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "a plan.txt")
	g := play(t, Settings{Plan: plan, Hints: &Hints{}}, corridor)
	g.shows(`is new: s saves to it`)
	g.press("right", "s", "enter")
	g.shows(`Saved 1 move to`)
	text, err := os.ReadFile(plan)
	require.NoError(t, err)
	assert.Equal(t, "step(right)\n", string(text))

	require.NoError(t, os.WriteFile(plan, []byte("step(right)\nswitch # on\nstep(right)\nstep(right)\nstep(right)\n"),
		0o600))
	g = play(t, Settings{Plan: plan}, corridor)
	g.shows(`Loaded 4 moves; then .step\(right\). cannot be made: the corridor ends here`)
	g.press("h")
	g.shows(`--no-help was given`)
	g.press("R", "l")
	for range plan {
		g.press("backspace")
	}
	g.typed("nowhere.txt")
	g.press("enter")
	g.shows(`Not loaded: .*nowhere.txt`)
	require.NoError(t, os.WriteFile(plan, []byte("stop(right)\n"), 0o600))
	g = play(t, Settings{Plan: plan, Hints: &Hints{}}, corridor)
	g.shows("Not loaded: line 1: Corridor has no move `stop`")

	g = play(t, Settings{ReadOnly: true, Hints: &Hints{}}, corridor)
	g.press("s")
	g.shows(`--sandbox writes no file`)
	g.press("l", "x", "esc")
	g.shows(`arrows move`)
}

// On a narrow terminal the list stands below the board, on a low one the messages take less; of a board that has no
// room, a part is shown.
func TestPlayOnSmallTerminals(t *testing.T) {
	g := play(t, Settings{}, "sokoban_pushes")
	whole := ` *#######.*\n *#  \.  #.*\n *# \$#\$ #.*\n *#\. @  #.*\n *#######`
	for _, c := range []struct {
		width, height int
		want          string
	}{
		{80, 24, `#  #  #  #  #  #  #     Moves \(4\)`},
		{40, 12, whole},
		{40, 8, whole},
		{30, 9, whole},
		{20, 14, whole + `\n *\n *Moves \(4\)\n *push`},
		{20, 6, `Board: lines 3–4 …\n  # \$#\$ #\n  #\. @  #\n`},
		{8, 20, `Board…`},
		{5, 3, `.`},
		{1, 1, `.`},
		{300, 100, `#  #  #`},
	} {
		g.Send(tea.WindowSizeMsg{Width: c.width, Height: c.height})
		assert.Regexp(t, c.want, strings.Join(g.Screen(), "\n"), "%d×%d", c.width, c.height)
		assert.LessOrEqual(t, len(g.Screen()), c.height)
		for _, line := range g.Screen() {
			assert.LessOrEqual(t, utf8.RuneCountInString(line), max(c.width, 20), "%d×%d", c.width, c.height)
		}
	}
	g.Send(tea.WindowSizeMsg{Width: 40, Height: 10})
	g.p.message = "a message"
	assert.Contains(t, strings.Join(g.Screen(), "\n"), "a message\narrows", "a message takes the place of what is known")
}

// Of a board that is larger than the screen the part around the last change is shown, with its colours whole.
func TestPlayLargeBoards(t *testing.T) {
	g := play(t, Settings{Color: true}, `
puzzle Large
type Cell = grid(60, 120)
state at: Cell = (3, 41)
move step(d: Dir) when at + d in Cell else "the board ends here" { at := at + d }
goal at == (0, 0)
view c in Cell: if c == at then "@" else if c.row == 0 then "^" else if c.col == 0 then "<" else "."
  fill if c == at then "red" else "grey"
`)
	plain := func() string { return ansi.Strip(strings.Join(g.Screen(), "\n")) }
	press := func(n int, key string) {
		for range n {
			g.Press(key)
		}
	}
	seen := func(pattern string) {
		t.Helper()
		assert.Regexp(t, pattern, plain())
		assert.Contains(t, plain(), "@")
		assert.Contains(t, plain(), "q quit", "the keys")
		assert.Len(t, g.Screen(), 24)
		for _, line := range g.Screen() {
			assert.LessOrEqual(t, ansi.StringWidth(line), 80)
			assert.Equal(t, strings.Count(line, "\x1b["), 2*strings.Count(line, "\x1b[0m"), "a colour has no end: %q", line)
		}
	}
	seen(`Board: lines 1–15 of 60, columns 3–80 of 120`)
	press(4, "up")
	seen(`Board: lines 1–15 of 60, columns 3–80 of 120`)
	seen(`the board ends here`)
	seen(`\^@\^`)
	press(3, "left")
	seen(`lines 1–15 of 60, columns 1–78 of 120\n  \^+@\^`)
	press(12, "down")
	seen(`lines 6–20 of 60, columns 1–78 of 120`)
	press(1, "R")
	seen(`Board: lines 1–15 of 60, columns 3–80 of 120`)

	// A larger terminal shows more, one that is large enough all.
	g.Send(tea.WindowSizeMsg{Width: 100, Height: 50})
	assert.Contains(t, plain(), "columns 1–98 of 120")
	g.Send(tea.WindowSizeMsg{Width: 130, Height: 80})
	assert.NotContains(t, plain(), "Board:")
	g.Send(tea.WindowSizeMsg{Width: 160, Height: 30})
	assert.Regexp(t, `Board: lines 1–26 of 60 +Moves`, plain())
}

// The marked cell of a large form stays on the screen.
func TestFillInLargeBoards(t *testing.T) {
	g := play(t, Settings{}, `
puzzle LargeForm
state value[c in grid(60, 120)]: 0..2 = any
goal value[(0, 0)] == 1
`)
	g.shows(`Board: lines 1–15 of 61, columns 1–78 of 120`)
	for range 59 {
		g.Press("down")
	}
	for range 119 {
		g.Press("right")
	}
	g.shows(`Board: lines 47–61 of 61, columns 43–120 of 120`)
	g.Press("2")
	g.shows(`2.*\n\n +value \(59, 119\)`)
	g.shows(`1 of 7200 filled in`)
}

// Arrows know directions from directions and from pairs of cells.
func TestPlayDirections(t *testing.T) {
	g := play(t, Settings{}, "taquin")
	g.press("up")
	g.shows(`No move leads up here`)
	g.press("down", "left")
	g.shows(`2 moves, cost 2`)
	g = play(t, Settings{}, "hanoi")
	assert.False(t, g.p.game.(*moving).arrows)
	g.press("down", "enter")
	g.shows(`1 move, cost 1`)
}
