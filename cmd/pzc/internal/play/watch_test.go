package play

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// saved is a model in files that a test saves.
type saved struct {
	*played
	t     *testing.T
	dir   string
	saves int
}

// watched begins to play a model that is followed.
func watched(t *testing.T, text string) *saved {
	s := &saved{t: t, dir: t.TempDir()}
	s.write("m.pz", text)
	file := filepath.Join(s.dir, "m.pz")
	load := func() (*puzzle.Puzzle, string, []string) {
		program, diags, err := puzzle.LoadFile(file)
		require.NoError(t, err)
		files := []string{}
		for name := range program.Sources() {
			files = append(files, name)
		}
		if diags.HasErrors() {
			return nil, diags.Error(), files
		}
		z, diags := program.Instantiate(puzzle.Data{})
		require.False(t, diags.HasErrors(), "%v", diags)
		require.False(t, z.Ground(t.Context()).HasErrors())
		return z, "", files
	}
	z, problems, files := load()
	require.Empty(t, problems)
	s.played = begin(t, Settings{Hints: &Hints{}, Watch: &Watch{Files: files, Reload: load}}, z)
	return s
}

// write saves a file, with a time that no file had before.
func (s *saved) write(name, text string) {
	s.t.Helper()
	file := filepath.Join(s.dir, name)
	require.NoError(s.t, os.WriteFile(file, []byte(text), 0o600))
	s.saves++
	at := time.Unix(int64(1_000_000+s.saves), 0)
	require.NoError(s.t, os.Chtimes(file, at, at))
}

// save saves a file and lets the game look at the files.
func (s *saved) save(name, text string) {
	s.t.Helper()
	s.write(name, text)
	s.Send(lookMsg{})
}

const lane = `
puzzle Lane
state at: 0..9 = 0
move on { at := at + 1 }
move back when at > 0 { at := at - 1 }
goal at == 9
view "at {at}"
`

func TestWatch(t *testing.T) {
	g := watched(t, lane)
	g.press("enter", "enter", "enter")
	g.shows(`at 3`)
	g.Send(lookMsg{})
	assert.NotContains(t, g.p.message, "Reloaded")

	// Another view: the position stays, also what was undone.
	g.press("u")
	g.save("m.pz", lane+"view \"goal 9\"\n")
	g.shows(`at 2.*\n *goal 9`)
	g.shows(`Reloaded\.`)
	g.shows(`2 moves, cost 2 · 1 to redo`)

	// An error: the board stays, and the error stands below it.
	g.save("m.pz", lane+"view \"{att}\"\n")
	g.shows(`as before the errors`)
	g.shows(`at 2.*\n *goal 9`)
	g.shows("unknown name `att`")
	g.press("r")
	g.shows(`at 3`)

	// A rule that the moves break: those before it are made.
	g.save("m.pz", lane+"always at < 3 else \"there is a wall\"\n")
	g.shows(`Reloaded: move 3 of 3, on, cannot be made any more: there is a wall\.`)
	g.shows(`at 2`)
	g.save("m.pz", "puzzle Lane\nstate at: 0..9 = 0\nmove forward { at := at + 1 }\ngoal at == 9\n")
	g.shows(`Reloaded: move 1 of 2, on, cannot be made any more: there is no such move\.`)

	// A file that the model uses, also if it was wrong at first.
	g.save("m.pz", "puzzle Lane\nuse \"far.pz\"\nstate at: 0..9 = 0\nmove forward { at := at + 1 }\ngoal at == far\n")
	g.shows(`far\.pz`)
	g.write("far.pz", "const far: = 9\n")
	g.saves++
	at := time.Unix(int64(1_000_000+g.saves), 0)
	require.NoError(t, os.Chtimes(g.dir, at, at)) // the folder has a new file
	g.Send(lookMsg{})
	g.shows(`as before the errors`)
	g.shows(`expected a type`)
	g.save("far.pz", "const far: 0..9 = 5\n")
	g.shows(`Reloaded\.`)
	g.shows(`cost 5 away`)

	// Another kind of puzzle.
	g.save("m.pz", square)
	g.shows(`Reloaded: it is filled in now\.`)
	g.shows(`0 of 3 filled in`)
	g.press("7", "down", "3")
	g.save("m.pz", square+"goal value[(1, 0)] != 3\n")
	g.shows(`2 of 3 filled in`)
	g.shows(`Wrong`)
	g.save("m.pz", "puzzle Square\nstate value[c in grid(1, 2)]: 1..12 = any\ngoal value[(0, 0)] == 3\n")
	g.shows(`Reloaded: 1 value could not be kept: value\[\(1, 1\)\] = 3\.`)
	g.save("m.pz", lane)
	g.shows(`Reloaded: it has moves now\.`)
	require.NoError(t, os.Remove(filepath.Join(g.dir, "m.pz")))
	g.Send(lookMsg{})
	g.shows(`at 0`)
}

// When a board becomes wider, the chosen cell stays in its row and column.
func TestWatchKeepsTheCell(t *testing.T) {
	grid := func(size string) string {
		return "puzzle P\nstate v[c in grid(" + size + ")]: 1..9 = any\ngoal v[(0, 0)] == 1\n"
	}
	g := watched(t, grid("2, 2")+"view c in grid(2, 2): \"{v[c]}\"\n")
	g.press("down")
	g.shows(`v \(1, 0\)`)
	g.save("m.pz", grid("2, 3")+"view c in grid(2, 3): \"{v[c]}\"\n")
	g.shows(`Reloaded\.`)
	g.shows(`v \(1, 0\)`)
}
