package ground_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// readsCost tells whether an expression reads the cost of a simpler puzzle.
func readsCost(p *task.Pool, e task.Expr) bool {
	n := p.Node(e)
	if n.Op == task.OpCost {
		return true
	}
	for _, a := range n.Args {
		if readsCost(p, a) {
			return true
		}
	}
	return false
}

func loadFiles(t require.TestingT, text string, files ...string) *model.Model {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	l := check.Loader{FS: fsys}
	p, diags := l.LoadText("model.pz", text)
	require.NotNil(t, p, "%v", diags)
	m, diags := semantics.Build(p, nil, nil)
	require.NotNil(t, m, "%v", diags)
	return m
}

// compareSimpler compares the heuristics of a model with the exact costs in all states, and with the reference
// semantics, which does not know what never happens and so may say less. It returns how often it does.
func compareSimpler(t require.TestingT, m *model.Model) (less int) {
	g, diags := ground.Task(context.Background(), m, ground.Options{NoWarnings: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	tasktest.SolveSimpler(t, g, 1_000_000)
	estimates := verify.NewEstimates(semantics.NewMachine(m))
	all := tasktest.Explored(g, 1_000_000)
	for i, s := range all.States {
		for k, h := range m.Heuristics {
			require.Empty(t, g.Heuristics[k].Missing)
			v := g.Pool.Eval(g.Heuristics[k].Value, s)
			require.LessOrEqual(t, min(v, task.Unreachable), all.Left[i], "%s in %v", h.Name, s)
			want, err := estimates.Of(h, g.ModelState(s))
			require.NoError(t, err)
			require.LessOrEqual(t, min(want, task.Unreachable), all.Left[i], "%s in %v by the reference", h.Name, s)
			require.LessOrEqual(t, want, v, "%s in %v by the reference", h.Name, s)
			if want < v {
				less++
			}
		}
	}
	return less
}

// tiles is the 2×3 sliding puzzle with every kind of heuristic.
const tiles = `puzzle Tiles
type Cell = grid(2, 3)
type Tile = 0..5
const hole: Tile = 0
const home[t in Tile]: Cell = nth(Cell, (t + 5) % 6)
param start[Cell]: Tile = [4, 5, 0, 1, 2, 3]
state board[c in Cell]: Tile distinct = start[c]
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == hole { board[from], board[to] := board[to], board[from] }
goal forall t in Tile: board[home[t]] == t
heuristic first admissible = max(sums, manhattan)
heuristic manhattan admissible = sum t in Tile where t != hole: manhattan(find(board, t), home[t])
heuristic whole admissible = pattern(board, {1, 2, 3, 4, 5}, {hole})
heuristic few admissible = pattern(board, {1, 4}, {hole})
heuristic untracked admissible = pattern(board, {1, 4})
heuristic holeonly admissible = pattern(board, {hole})
heuristic sums admissible = additive(pattern(board, {1, 2}, {hole}), pattern(board, {3, 4, 5}, {hole}))
heuristic all admissible = project(board)
relaxation rows of "rows.pz" { hole = find(board, hole).row  low[r] = count t in Tile where t != hole: find(board, t).row == r and home[t].row == 0 }
heuristic byrow admissible = rows
`

// rows forgets columns: how many tiles of the upper goal row lie in each row.
const rows = `puzzle Rows
state hole: 0..1 = 1
state low[r in 0..1]: 0..3 = if r == 0 then 3 else 0
move up(tall: bool) {
  hole := 1 - hole
  if tall { low[hole] := low[hole] + 1  low[1 - hole] := low[1 - hole] - 1 }
}
goal low[0] == 3 and hole == 1
`

func TestSimplerPuzzlesOfTiles(t *testing.T) {
	assert.Zero(t, compareSimpler(t, loadFiles(t, tiles, "rows.pz", rows)))
}

// On random small puzzles no simpler puzzle overestimates.
func TestSimplerRandomPuzzles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	guards := []string{
		"a[0] == x", "b", "a[x] > a[1]", "exists i in 0..2: a[i] == 2", "(count i in 0..2: a[i] == 0) < 2",
		"reaches(free, c, (1, 1))", "not b or a[2] == 0",
	}
	effects := []string{
		"a[x] := a[a[x]]", "b := not b", "a[0], a[1] := a[1], a[0]", "let k = a[x] a[k] := 2 - k",
		"if b { a[2] := 0 } else { c := (0, 1) }", "c := c + down", "for i in 0..2 where a[i] == x { a[i] := 1 }",
		"a[x] := the i in 0..2: a[i] == 2",
	}
	thens := []string{"", " then { if a[0] == 1 { b := true } }", " then { require a[1] != 2 or b }"}
	for range 60 {
		var src strings.Builder
		src.WriteString("puzzle R type Cell = grid(2, 2) state a[i in 0..2]: 0..2 = i state b: bool = false state c: Cell " +
			"= (0, 0) def free(z: Cell) = z != (1, 0) or a[0] != 0 always a[0] + a[1] < 4\n")
		src.WriteString("goal a[0] == 2 and b goal c == (1, 1) or a[1] == 1\n")
		for i := range 4 {
			src.WriteString("move m" + string(rune('a'+i)) + "(x: 0..2) when " + guards[rnd.IntN(len(guards))] +
				" cost x + 1 { " + effects[rnd.IntN(len(effects))] + " }" + thens[rnd.IntN(len(thens))] + "\n")
		}
		src.WriteString("heuristic h1 = project(a) heuristic h2 = project(b, c) heuristic h3 = project(c) heuristic h4 = " +
			"pattern(a, {1}) heuristic h5 = pattern(a, {1}, {2}) heuristic all = project(a, b, c)")
		compareSimpler(t, loadFiles(t, src.String()))
	}
}
