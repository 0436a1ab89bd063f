package positions

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/models"
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

// position is a position as the page reads it.
type position struct {
	kind
	svg, shows string
	to         []int // the position after each move
}

// read reads the positions as the page does.
func read(d *data) []position {
	out := make([]position, len(d.States.Kind))
	var drawings [][]int
	moves := d.States.To
	for i, k := range d.States.Kind {
		p := &out[i]
		p.kind = d.Kinds[k]
		if i == len(drawings) {
			drawings = append(drawings, nil)
		}
		change, at := d.Changes[d.States.Change[i]], 0
		drawing := slices.Clone(drawings[i])
		for len(change) > 0 {
			at += change[0]
			drawing = slices.Replace(drawing, at, at+change[1], change[3:3+change[2]]...)
			at += change[2]
			change = change[3+change[2]:]
		}
		drawings[i] = drawing
		var words []string
		for _, n := range drawing {
			if n >= 0 {
				p.svg += d.Parts[n].SVG
			} else {
				words = append(words, d.Words[-1-n])
			}
		}
		p.shows = strings.Join(words, " ")
		for range len(p.Edges) / 3 {
			to := len(drawings) - moves[0]
			if moves = moves[1:]; to == len(drawings) {
				drawings = append(drawings, drawing)
			}
			p.to = append(p.to, to)
		}
	}
	return out
}

// The graph has what can be played: the moves, why there is none, and where the game ends.
func TestGraph(t *testing.T) {
	d, err := findPositions(t.Context(), &Game{Title: "Lane", Levels: []Level{levelOf(t, lane)}}, MostPositions)
	require.NoError(t, err)
	require.Empty(t, d.why)
	states := read(d)
	require.Len(t, states, 4)
	start := states[d.Levels[0].Start]
	require.Len(t, start.Edges, 2*3)
	for i, n := range start.to {
		to := states[n]
		switch d.Moves[start.Edges[3*i]] {
		case "step(left)":
			assert.Equal(t, 4, d.Ways[start.Edges[3*i]])
			assert.Equal(t, "You fell.", d.Texts[to.Lost-1])
			assert.Empty(t, to.Edges)
		case "step(right)":
			assert.Len(t, to.Edges, 2*3)
			assert.Equal(t, ". . @ .", to.shows)
		}
	}
	goals := 0
	for _, s := range states {
		if s.Goal {
			assert.Empty(t, s.Edges)
			goals++
		}
	}
	assert.Equal(t, 1, goals)
	assert.Less(t, len(d.Parts), 4*8, "the drawings share their parts")
}

// The positions of models of the library, of all levels, are those of their games.
func TestPositionsAreThoseOfTheGame(t *testing.T) {
	for _, name := range []string{"wolf_goat_cabbage.pz", "ice.pz", "hanoi.pz", "jugs.pz", "bridge.pz"} {
		p, diags := puzzle.Load(models.FS(), name)
		require.False(t, diags.HasErrors(), "%v", diags)
		g := &Game{Title: name}
		for range 2 {
			z, diags := p.Instantiate(puzzle.Data{})
			require.False(t, diags.HasErrors(), "%v", diags)
			g.Levels = append(g.Levels, Level{Puzzle: z})
		}
		d, err := findPositions(t.Context(), g, MostPositions)
		require.NoError(t, err)
		require.Empty(t, d.why, name)
		states := read(d)
		for i, l := range g.Levels {
			game, err := l.Puzzle.Play(t.Context())
			require.NoError(t, err)
			compare(t, d, states, d.Levels[i].Start, game)
		}
	}
}

// compare walks through a game and its positions.
func compare(t *testing.T, d *data, states []position, start int, game *puzzle.Game) {
	t.Helper()
	at := map[int][]int64{start: game.Start}
	for todo := []int{start}; len(todo) > 0; todo = todo[1:] {
		p, s := states[todo[0]], at[todo[0]]
		picture, _ := show.PictureOf(game.Shown(s))
		svg := ""
		for _, part := range picture.Parts() {
			svg += part.SVG
		}
		require.Equal(t, svg, p.svg)
		require.Equal(t, picture.Title, p.shows)
		require.Equal(t, game.Goal(s), p.Goal)
		moves := 0
		for _, m := range game.Moves() {
			step, no := game.Try(s, m)
			if no != "" || p.Goal {
				continue
			}
			require.Equal(t, m.Name, d.Moves[p.Edges[3*moves]])
			require.EqualValues(t, step.Cost, p.Edges[3*moves+1])
			to := p.to[moves]
			if known, seen := at[to]; seen {
				require.Equal(t, known, step.State)
			} else {
				at[to] = step.State
				todo = append(todo, to)
			}
			moves++
		}
		require.Len(t, p.to, moves)
	}
}

// What is too large or filled in needs the compiler, which is given the model.
func TestCompilerNeeded(t *testing.T) {
	model := Model{Files: map[string]string{"m.pz": "text"}, Main: "m.pz"}
	for text, wanted := range map[string]string{
		"puzzle Many\nstate n: 0..99999 = 0\nmove on when n < 99999 { n := n + 1 }\ngoal n == 99999\n": "too many positions",
		"puzzle P\nstate n: 0..9 = any\ngoal n == 4\n":                                                 "filled in",
	} {
		game := &Game{Title: "P", Levels: []Level{levelOf(t, text)}, Model: model}
		out, why, err := JSON(t.Context(), &Book{Games: []*Game{game}})
		require.NoError(t, err)
		assert.Contains(t, why, wanted)
		assert.Contains(t, string(out), `"model":{"files":{"m.pz":"text"},"main":"m.pz"}`)
		assert.NotContains(t, string(out), "states")
	}
}

// The page of several levels has pictures of them, and says how hard they are.
func TestBook(t *testing.T) {
	book := &Book{Title: "Two", Text: "On lanes.", NoHints: true, Games: []*Game{
		{Title: "A", Levels: []Level{levelOf(t, lane)}},
		{Title: "B", Levels: []Level{{Puzzle: levelOf(t, lane).Puzzle, Hard: "easy"}}},
	}}
	out, why, err := JSON(t.Context(), book)
	require.NoError(t, err)
	require.Empty(t, why)
	assert.Contains(t, string(out), `{"title":"Two","text":"On lanes.","noHints":true,"games":[{"title":"A"`)
	assert.Contains(t, string(out), `"hard":"easy","picture":"\u003csvg`)
	book.Games = book.Games[:1]
	out, _, err = JSON(t.Context(), book)
	require.NoError(t, err)
	assert.NotContains(t, string(out), "picture")
}
