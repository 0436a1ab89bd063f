// Package front tests the package that other Go programs import.
package front

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc"
)

// kinds has a state variable of each kind.
const kinds = `puzzle Kinds
enum Jug { small, large }
param enum City = { ulm, bonn }
param capacity[j in Jug]: 1..9 = [3, 5]
param level: map of {'.', '#'} = """
  .#.
  ..#
  """
param home: grid(level) = (0, 0)
param pairs: set (1..3, 1..3) = {}
param fast: bool = false
param road: list of City = []
type Cell = grid(level)
state number: 0..9 = capacity[large]
state truth: bool = fast
state at: Cell = home
state from: Dir = left
state town: City = min c in City: c
state water[j in Jug]: 0..9 = capacity[j]
state wall[c in Cell]: bool = level[c] == '#'
state open[c in { c for c in Cell where level[c] == '.' }]: 0..1 = 1
state row[i in 2..4, j in Jug]: 0..9 = i
state free: 0..1 = any
goal free == 1
`

type point = [2]int

func puzzleOf(t *testing.T, text string, params any) *pzc.Puzzle {
	t.Helper()
	model, err := pzc.Parse("kinds.pz", text)
	require.NoError(t, err)
	puzzle, err := model.Puzzle(t.Context(), "", params)
	require.NoError(t, err)
	return puzzle
}

// TestValues: values of all kinds come back as what the documentation says.
func TestValues(t *testing.T) {
	type params struct {
		City     []string
		Capacity []int
		Level    []string
		Home     point
		Pairs    []point
		Speed    bool `json:"fast"`
		Road     []string
	}
	puzzle := puzzleOf(t, kinds, params{
		[]string{"rome", "oslo"},
		[]int{1, 2},
		[]string{"#.", ".."},
		point{1, 1},
		[]point{{1, 2}},
		true,
		[]string{"oslo", "rome"},
	})
	answer, err := puzzle.Solve(t.Context(), pzc.Options{})
	require.NoError(t, err)
	require.Equal(t, pzc.Solved, answer.Status)
	var got struct {
		Number int
		Truth  bool
		Place  point `json:"at"`
		From   string
		Town   string
		Water  map[string]int
		Wall   [][]bool
		Open   map[string]int
		Row    []map[string]int
	}
	require.NoError(t, answer.Solutions[0].Values(&got))
	assert.Equal(t, 2, got.Number)
	assert.True(t, got.Truth)
	assert.Equal(t, point{1, 1}, got.Place)
	assert.Equal(t, "left", got.From)
	assert.Equal(t, "rome", got.Town)
	assert.Equal(t, map[string]int{"small": 1, "large": 2}, got.Water)
	assert.Equal(t, [][]bool{{true, false}, {false, false}}, got.Wall)
	assert.Equal(t, map[string]int{"(0, 1)": 1, "(1, 0)": 1, "(1, 1)": 1}, got.Open)
	rows := []map[string]int{{"small": 2, "large": 2}, {"small": 3, "large": 3}, {"small": 4, "large": 4}}
	assert.Equal(t, rows, got.Row)

	var all map[string]any
	require.NoError(t, answer.Solutions[0].Values(&all))
	assert.Len(t, all, 10)
	var wrong struct{ Number string }
	require.ErrorContains(t, answer.Solutions[0].Values(&wrong), "number")
	for _, misspelt := range []any{
		&struct{ Numbr int }{}, &struct {
			Number int `json:"numbr"`
		}{}, &struct{ Number, Wal any }{},
	} {
		require.ErrorContains(t, answer.Solutions[0].Values(misspelt), "names no variable; there are at, free, from, number")
	}
	require.NoError(t, answer.Solutions[0].Values(&struct {
		NUMBER int
		Other  int `json:"-"`
		own    int
	}{own: 1}))
}

// TestNilSlices: a nil slice is an empty list; another nil is none.
func TestNilSlices(t *testing.T) {
	model, err := pzc.Parse("m.pz", "puzzle P\nparam black: set 0..3\nparam clue[0..1]: list of 0..9\nparam n: 0..1\n"+
		"state x: 0..9 = any\ngoal x == size(black) + size(clue[0]) + n\n")
	require.NoError(t, err)
	type params struct {
		Black []int
		Clue  [][]int
		N     *int
	}
	one := 1
	puzzle, err := model.Puzzle(t.Context(), "", params{Clue: [][]int{nil, {1}}, N: &one})
	require.NoError(t, err)
	answer, err := puzzle.Solve(t.Context(), pzc.Options{})
	require.NoError(t, err)
	var got struct{ X int }
	require.NoError(t, answer.Solutions[0].Values(&got))
	assert.Equal(t, 1, got.X)
	_, err = model.Puzzle(t.Context(), "", params{Clue: [][]int{nil, {1}}})
	require.ErrorContains(t, err, "n is null")
	_, err = model.Puzzle(t.Context(), "", params{N: &one})
	require.ErrorContains(t, err, "clue")
	_, err = model.Puzzle(t.Context(), "", map[string]any{"black": []int(nil), "clue": [][]int{{}, nil}, "n": 0})
	require.NoError(t, err)
}

// TestErrors: each mistake is an error that says what is wrong.
func TestErrors(t *testing.T) {
	_, err := pzc.Parse("a.pz", "puzzle P\nstate x: 0..1 = y\ngoal true\n")
	require.ErrorContains(t, err, "a.pz:2:17: error: unknown name `y`")
	_, err = pzc.Parse("a.pz", "use \"other.pz\"\n")
	require.ErrorContains(t, err, "other.pz")
	_, err = pzc.Load("nowhere.pz")
	require.ErrorContains(t, err, "nowhere.pz")
	_, err = pzc.Library("sudokku")
	require.ErrorContains(t, err, `there is no model "sudokku"`)

	model, err := pzc.Parse("kinds.pz", kinds)
	require.NoError(t, err)
	for _, c := range []struct {
		instance string
		params   any
		want     string
	}{
		{"fast", nil, "there is no instance `fast`"},
		{"", map[string]int{"speed": 1}, "speed"},
		{"", map[string]string{"home": "here"}, "home"},
		{"", struct{ Fast int }{1}, "fast is 1, true or false is wanted"},
		{"", struct{ Capacity []int }{[]int{1}}, "capacity"},
		{"", map[string]any{"fast": func() {}}, "parameters of Kinds"},
		{"", 3, "a struct or a map is wanted, not int"},
		{"", map[string]any{"pairs": [][2]int{{1, 9}}}, "pairs"},
	} {
		_, err := model.Puzzle(t.Context(), c.instance, c.params)
		require.ErrorContains(t, err, c.want)
	}

	puzzle := puzzleOf(t, kinds, nil)
	_, err = puzzle.At(t.Context(), pzc.Position{Moves: []string{"go"}})
	require.ErrorContains(t, err, "Kinds has no moves")
	_, err = puzzle.At(t.Context(), pzc.Position{Values: map[string]string{"speed": "3"}})
	require.Error(t, err)
	_, err = puzzle.Validate(t.Context(), "[1, 2", false)
	require.ErrorContains(t, err, "answer:1")
	verdict, err := puzzle.Validate(t.Context(), "speed = 1", false)
	require.NoError(t, err)
	assert.False(t, verdict.Valid)
	_, err = puzzle.Hint(t.Context(), pzc.Position{Values: map[string]string{"free": "1"}})
	require.ErrorIs(t, err, pzc.ErrNoHint)
}

const walk = `puzzle Walk
state at: 0..5 = 0
move step when at < 5 else "the end" { at := at + 1 }
move jump when at == 1 { at := 5 }
lost at == 5 else "too far"
goal at == 3
`

// TestPlay: a game is played, lost, and hinted at.
func TestPlay(t *testing.T) {
	puzzle := puzzleOf(t, walk, nil)
	state, err := puzzle.At(t.Context(), pzc.Position{Moves: []string{"step"}})
	require.NoError(t, err)
	assert.Equal(t, []string{"step", "jump"}, state.Moves)
	assert.False(t, state.Solved)
	state, err = puzzle.At(t.Context(), pzc.Position{Moves: []string{"step", "step", "step"}})
	require.NoError(t, err)
	assert.True(t, state.Solved)
	_, err = puzzle.Hint(t.Context(), pzc.Position{Moves: []string{"step", "step", "step"}})
	require.ErrorIs(t, err, pzc.ErrNoHint)
	_, err = puzzle.Hint(t.Context(), pzc.Position{Moves: []string{"step", "jump"}})
	require.ErrorIs(t, err, pzc.ErrLost)
	_, err = puzzle.Hint(t.Context(), pzc.Position{Moves: []string{"step", "step", "step", "step"}})
	require.ErrorIs(t, err, pzc.ErrLost)
	_, err = puzzle.At(t.Context(), pzc.Position{Moves: []string{"jump"}})
	require.ErrorContains(t, err, "move 1, jump: ")
}

// TestFill: a logic puzzle is filled in, and hints lead to its solution.
func TestFill(t *testing.T) {
	model, err := pzc.Library("sudoku")
	require.NoError(t, err)
	clues := []string{"1...", "..2.", ".3..", "...4"}
	puzzle, err := model.Puzzle(t.Context(), "", map[string]any{"high": 2, "wide": 2, "clues": clues})
	require.NoError(t, err)
	at := pzc.Position{Values: map[string]string{}}
	for range 12 {
		hint, err := puzzle.Hint(t.Context(), at)
		require.NoError(t, err)
		require.NotEmpty(t, hint.Reasons)
		at.Values[hint.Name] = hint.Value
	}
	state, err := puzzle.At(t.Context(), at)
	require.NoError(t, err)
	assert.True(t, state.Solved)
	assert.Contains(t, state.Board(), "│1 2│4 3│")
	at.Values["value[(0, 1)]"] = "4"
	state, err = puzzle.At(t.Context(), at)
	require.NoError(t, err)
	assert.False(t, state.Solved)
	assert.NotEmpty(t, state.Wrong)
	_, err = puzzle.Hint(t.Context(), at)
	require.ErrorIs(t, err, pzc.ErrLost)
}

// TestLimits: an ended context is an error or undecided, never an answer.
func TestLimits(t *testing.T) {
	over, stop := context.WithCancel(t.Context())
	stop()
	model, err := pzc.Library("taquin")
	require.NoError(t, err)
	_, err = model.Puzzle(over, "", nil)
	require.ErrorIs(t, err, context.Canceled)
	puzzle, err := model.Puzzle(t.Context(), "hardest", nil)
	require.NoError(t, err)
	answer, err := puzzle.Solve(over, pzc.Options{})
	require.NoError(t, err)
	assert.Equal(t, pzc.Undecided, answer.Status)
	assert.NotEmpty(t, answer.Reason)
	n, complete, err := puzzle.Count(over, pzc.Options{})
	require.NoError(t, err)
	assert.False(t, complete)
	assert.Zero(t, n.Sign())
}

// TestLoad: files of models and of PDDL.
func TestLoad(t *testing.T) {
	for _, file := range []string{"../../models/moves/hanoi.pz", "../../course/12-pddl/p01.pddl"} {
		model, err := pzc.Load(file)
		require.NoError(t, err)
		assert.NotEmpty(t, model.Name())
	}
}

// TestTogether: puzzles of one model are used by several goroutines; the race detector looks on.
func TestTogether(t *testing.T) {
	sudoku, err := pzc.Library("sudoku")
	require.NoError(t, err)
	game, err := pzc.Parse("walk.pz", walk)
	require.NoError(t, err)
	done := make(chan error)
	for range 4 {
		go func() { done <- useAll(t.Context(), sudoku, game) }()
	}
	for range 4 {
		require.NoError(t, <-done)
	}
}

// useAll uses all methods of puzzles of two models.
func useAll(ctx context.Context, sudoku, game *pzc.Model) error {
	clues := []string{"1...", "..2.", ".3..", "...4"}
	p, err := sudoku.Puzzle(ctx, "", map[string]any{"high": 2, "wide": 2, "clues": clues})
	if err != nil {
		return err
	}
	q, err := game.Puzzle(ctx, "", nil)
	if err != nil {
		return err
	}
	for _, do := range []func() error{
		func() error { _, err := p.Solve(ctx, pzc.Options{}); return err },
		func() error { _, err := p.Validate(ctx, "value[(0, 1)] = 2", true); return err },
		func() error { _, err := p.Hint(ctx, pzc.Position{}); return err },
		func() error { _, _, err := p.Why(ctx, pzc.Options{}); return err },
		func() error { _, err := q.Validate(ctx, "step\nstep\nstep", false); return err },
		func() error { _, err := q.Hint(ctx, pzc.Position{Moves: []string{"step"}}); return err },
	} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}
