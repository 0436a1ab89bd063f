package gogen_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends/gogen"
	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/filetest"
	"github.com/pzc-lang/pzc/models"
)

// emit writes a model of the library as Go.
func emit(t *testing.T, file string, o gogen.Options) []gogen.File {
	t.Helper()
	loader := &check.Loader{FS: models.FS()}
	program, diags := loader.Load(file)
	require.False(t, diags.HasErrors(), "%v", diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%v", diags)
	task, diags := ground.Task(context.Background(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	o.Sources = loader.Sources
	written, err := gogen.Emit(context.Background(), m, task, o)
	require.NoError(t, err)
	return written.Files
}

const golden = "testdata/wolf_goat_cabbage"

func TestGolden(t *testing.T) {
	plan := &gogen.Plan{
		Start: []int64{0, 0, 0, 0}, Cost: 7,
		Moves: []string{"take(goat)", "row", "take(wolf)", "take(goat)", "take(cabbage)", "row", "take(goat)"},
	}
	for _, f := range emit(t, "wolf_goat_cabbage.pz", gogen.Options{Plan: plan}) {
		if strings.HasPrefix(f.Name, "search/") {
			continue
		}
		filetest.Golden(t, filepath.Join(golden, f.Name+".golden"), f.Text)
	}
}

// TestSameBytes writes a program twice: no order of a map may be seen in it.
func TestSameBytes(t *testing.T) {
	for _, model := range []string{"moves/bloxorz.pz", "sudoku.pz"} {
		first := emit(t, model, gogen.Options{})
		second := emit(t, model, gogen.Options{})
		assert.Equal(t, first, second, "%s", model)
	}
}

// TestDocument holds the code that the documentation shows against the golden program.
func TestDocument(t *testing.T) {
	var program strings.Builder
	names, err := filepath.Glob(filepath.Join(golden, "*.golden"))
	require.NoError(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		program.Write(text)
	}
	document, err := os.ReadFile("../../docs/generated-code.md")
	require.NoError(t, err)
	blocks := strings.Split(string(document), "```go\n")
	assert.Greater(t, len(blocks), 4)
	for _, b := range blocks[1:] {
		code, _, _ := strings.Cut(b, "```")
		assert.Contains(t, program.String(), code)
	}
}

// TestRefusals names what cannot be written.
func TestRefusals(t *testing.T) {
	for _, c := range []struct{ model, says string }{
		{"puzzle A\nstate x: 0..9999 = any\ngoal x == 1", "a choice among more than 4096 values"},
		{"puzzle A\nstate x: 0..9 = any\nminimize x", "`minimize`"},
		{
			"puzzle A\ntype N = 0..499\nstate x[i in N]: 0..3 = any\ngoal forall i in N, j in N: (x[i], x[j]) != (1, 2)",
			"expressions of its task, more than 200000,",
		},
	} {
		loader := &check.Loader{}
		program, diags := loader.LoadText("a.pz", c.model)
		require.False(t, diags.HasErrors(), "%v", diags)
		m, diags := semantics.Build(program, nil, nil)
		require.False(t, diags.HasErrors(), "%v", diags)
		task, diags := ground.Task(context.Background(), m, ground.Options{})
		require.False(t, diags.HasErrors(), "%v", diags)
		_, err := gogen.Emit(context.Background(), m, task, gogen.Options{})
		var e *gogen.Error
		require.ErrorAs(t, err, &e)
		assert.Contains(t, e.What, c.says)
	}
}

// TestMissing: heuristics that look up the costs of simpler puzzles are left out by name, and so are those that read
// them. The program has the others.
func TestMissing(t *testing.T) {
	const text = `puzzle Tiles
type Cell = grid(2, 2)
const home[v in 0..3]: Cell = nth(Cell, v)
state board[c in Cell]: 0..3 distinct = (index(c) + 1) % 4
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 {
  board[from], board[to] := board[to], board[from]
}
goal forall v in 0..3: board[home[v]] == v
relaxation free of "b.pz" { left = find(board, 0) != home[0] }
heuristic written admissible = sum v in 1..3: manhattan(find(board, v), home[v])
heuristic one = pattern(board, {1, 2})
heuristic two = pattern(board, {1}, {0})
heuristic added = additive(pattern(board, {1}), pattern(board, {2, 3}))
heuristic kept = project(board)
heuristic other = free
heuristic best = max(written, one)
heuristic half = written / 2
`
	const free = "puzzle Free\nstate left: bool = true\nmove go { left := false }\ngoal not left"
	other := fstest.MapFS{"b.pz": {Data: []byte(free)}}
	program, diags := (&check.Loader{FS: other}).LoadText("a.pz", text)
	require.False(t, diags.HasErrors(), "%v", diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%v", diags)
	task, diags := ground.Task(context.Background(), m, ground.Options{})
	require.False(t, diags.HasErrors(), "%v", diags)
	written, err := gogen.Emit(context.Background(), m, task, gogen.Options{})
	require.NoError(t, err)
	const why = "the cost of a simpler puzzle"
	assert.Equal(t, map[string]string{
		"one": why, "two": why, "added": why, "kept": why, "other": why, "best": why,
	}, written.Missing)
	for _, f := range written.Files {
		if f.Name == "heuristic.go" {
			assert.Contains(t, string(f.Text), "// one is left out: "+why+" cannot be written in Go yet.\n")
			for _, name := range []string{"blind", "written", "half"} {
				assert.Contains(t, string(f.Text), "\t{\""+name+"\", ")
			}
		}
	}
}
