package gogen_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/backends/search"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/models"
)

// tours is plain backtracking: a knight's tour of a small board, by moves from and to a square and by moves to a
// square.
const tours = `puzzle Tours
type Cell = grid(4, 5)
type Leap = { (r, c) for r in -2..2, c in -2..2 where abs(r * c) == 2 }
state at: Cell = (0, 1)
state seen[c in Cell]: bool = c == at
move jump(to: Cell) when exists j in Leap: at == to + j when not seen[to] { at := to  seen[to] := true }
goal forall c in Cell: seen[c]
`

// trip is backtracking over states of two words.
const trip = `puzzle Trip
type Cell = grid(3, 22)
state at: Cell = (0, 5)
state seen[c in Cell]: bool = c == at
move go(to: Cell) when adjacent(at, to) when not seen[to] { at := to  seen[to] := true }
goal forall c in Cell: seen[c]
`

// wide is a board of two words.
const wide = `puzzle Wide
type Cell = grid(3, 6)
type Tile = 0..17
const start[0..17]: Tile = [3, 10, 17, 4, 6, 5, 2, 13, 15, 9, 0, 12, 1, 8, 7, 14, 16, 11]
const home[t in Tile]: Cell = nth(Cell, (t + 17) % 18)
state board[c in Cell]: Tile distinct = start[index(c)]
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 { board[from], board[to] := board[to], board[from] }
goal forall t in Tile: board[home[t]] == t
heuristic manhattan admissible = sum t in Tile where t != 0: manhattan(find(board, t), home[t])
`

// wider is a board of three words.
var wider = strings.NewReplacer("Wide", "Wider", "grid(3, 6)", "grid(5, 5)", "0..17", "0..24", "(t + 17) % 18",
	"(t + 24) % 25",
	"[3, 10, 17, 4, 6, 5, 2, 13, 15, 9, 0, 12, 1, 8, 7, 14, 16, 11]", "["+
		"2, 12, 3, 4, 5, 1, 7, 14, 20, 8, 6, 11, 0, 10, 9, 16, 21, 22, 19, 24, 13, 18, 17, 15, 23]").Replace(wide)

// TestLongInPlaceCounts holds depth-first search in place against the search backend, which must expand as many states
// for the same plan.
func TestLongInPlaceCounts(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module counts\n\ngo 1.23\n"), 0o600))
	for i, c := range []struct{ file, text, algorithm, heuristic string }{
		{"moves/taquin.pz", "", "idastar", "manhattan"},
		{"pancakes.pz", "", "idastar", "blind"},
		{"", tours, "backtrack", "blind"},
		{"", trip, "backtrack", "blind"},
		{"", wide, "idastar", "manhattan"},
		{"", wider, "idastar", "manhattan"},
	} {
		loader := &check.Loader{FS: models.FS()}
		program, diags := loader.Load(c.file)
		if c.text != "" {
			program, diags = loader.LoadText("a.pz", c.text)
		}
		require.False(t, diags.HasErrors(), "%v", diags)
		m, diags := semantics.Build(program, nil, nil)
		require.False(t, diags.HasErrors(), "%v", diags)
		ground, diags := ground.Task(context.Background(), m, ground.Options{})
		require.False(t, diags.HasErrors(), "%v", diags)
		name := fmt.Sprintf("c%d", i)
		written, err := gogen.Emit(context.Background(), m, ground,
			gogen.Options{Package: name, Module: "counts/" + name, Sources: loader.Sources})
		require.NoError(t, err)
		r := interpreted(t, ground, c.algorithm, c.heuristic)
		var moves []string
		for _, mv := range r.Plans[0].Moves {
			moves = append(moves, ground.Moves[mv].Name)
		}
		test := fmt.Sprintf(countsTest, name, name, c.algorithm, c.heuristic, strings.Join(moves, " "),
			r.Stats.Expanded)
		for _, f := range append(written.Files, gogen.File{Name: "counts_test.go", Text: []byte(test)}) {
			file := filepath.Join(dir, name, filepath.FromSlash(f.Name))
			require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o750))
			require.NoError(t, os.WriteFile(file, f.Text, 0o600))
		}
	}
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err, "%s", out)
}

func interpreted(t *testing.T, ground *task.Task, algorithm, heuristic string) *backends.Result {
	t.Helper()
	r, err := search.Backend{}.Solve(context.Background(), ground,
		backends.Options{Algorithm: algorithm, Heuristic: heuristic, NoPrune: true, Threads: 1})
	require.NoError(t, err)
	require.Equal(t, backends.Solved, r.Status)
	return r
}

const countsTest = `package %s

import (
	"context"
	"strings"
	"testing"

	"counts/%s/search"
)

func TestCounts(t *testing.T) {
	const algorithm, heuristic, plan, expanded = %q, %q, %q, %d
	p, o := Problem(), search.Options{Heuristic: heuristic}
	if p.InPlace == nil {
		t.Fatal("there is no search in place")
	}
	var r search.Result[State]
	for _, h := range Heuristics {
		switch o.Admissible = h.Admissible; {
		case h.Name != heuristic:
		case algorithm == "idastar":
			r = search.IDAStar(context.Background(), p, h.Estimate, o)
		default:
			r = search.Backtrack(context.Background(), p, o)
		}
	}
	var moves []string
	for _, m := range r.Moves {
		moves = append(moves, MoveName(m))
	}
	if got := strings.Join(moves, " "); r.Status != search.Solved || got != plan || r.Stats.Expanded != expanded {
		t.Errorf("%%s, %%s, %%d states expanded; should be %%s, %%d", r.Status, got, r.Stats.Expanded, plan, expanded)
	}
}
`
