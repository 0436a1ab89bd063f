package ground_test

import (
	"context"
	"fmt"
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

// compareSimpler compares the heuristics of a model with the exact costs in all states: none is greater, and one that
// is named all is equal. It returns the sum of each over the states.
func compareSimpler(t require.TestingT, m *model.Model) map[string]int64 {
	g, diags := ground.Task(context.Background(), m, ground.Options{NoWarnings: true})
	require.False(t, diags.HasErrors(), "%v", diags)
	tasktest.SolveSimpler(t, g, 1_000_000)
	all, sums := tasktest.Explored(g, 1_000_000), map[string]int64{}
	for i, s := range all.States {
		for k, h := range m.Heuristics {
			require.Empty(t, g.Heuristics[k].Missing)
			v := min(g.Pool.Eval(g.Heuristics[k].Value, s), task.Unreachable)
			require.LessOrEqual(t, v, all.Left[i], "%s in %v", h.Name, s)
			if sums[h.Name] += v; h.Name == "all" {
				require.Equal(t, all.Left[i], v, "%v", s)
			}
		}
	}
	return sums
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
	sums := compareSimpler(t, loadFiles(t, tiles, "rows.pz", rows))
	assert.Positive(t, sums["byrow"])
	assert.Positive(t, sums["untracked"])
	assert.Greater(t, sums["whole"], sums["few"])
	assert.GreaterOrEqual(t, sums["sums"], sums["manhattan"])
	assert.GreaterOrEqual(t, sums["first"], sums["sums"])
}

// On random small puzzles no simpler puzzle overestimates, and the projection that keeps everything is exact.
func TestSimplerRandomPuzzles(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	guards := []string{
		"a[0] == x", "b", "a[x] > a[1]", "exists i in 0..2: a[i] == 2", "(count i in 0..2: a[i] == 0) < 2",
		"reaches(free, c, (1, 1))", "not b or a[2] == 0",
	}
	effects := []string{
		"a[x] := a[a[x]]", "b := not b", "a[0], a[1] := a[1], a[0]", "let k = a[x] a[k] := 2 - k",
		"if b { a[2] := 0 } else { c := (0, 1) }", "c := c + down",
		"for i in 0..2 where a[i] == x { a[i] := 1 }", "a[x] := the i in 0..2: a[i] == 2", "a[x] := a[x] + 1",
		"a[x] := 1 a[a[x]] := 2 - a[0]",
		"if 2 / a[x] == 1 { b := true } else { b := not b }", "let (k, z) = (a[x], c + right) a[k] := 0 c := z",
		"let (k, z) = (2 / a[x], 1) a[z] := k",
		"for i in 0..2 where 2 / a[i] == 1 { a[i] := 0 }", "a[0] := 1 a[x] := a[a[1]] c := c + down",
		"e := 3 - e c := c + right", "a[x] := e",
	}
	thens := []string{
		"", " then { if a[0] == 1 { b := true } }", " then { require a[1] != 2 or b }",
		" then { let h = 2 / a[1] a[2] := h }", " then { if 2 / a[2] == 1 { b := false } }",
	}
	costs := []string{"x + 1", "2 / (a[x] + 1)", "4 / a[x]", "a[0] + 1 - x", "if a[x] == 0 then 3000000000 else 1"}
	for n := range 60 {
		var src strings.Builder
		src.WriteString("puzzle R type Cell = grid(2, 2) state a[i in 0..2]: 0..2" + []string{"", "", " distinct"}[n%3] +
			" = i state b: bool = false state c: Cell = (0, 0) state e: 1..2 = 1 def free(z: Cell) = z != (1, 0) or a[0] != 0 " +
			"always a[0] + a[1] < 4\n")
		src.WriteString("goal a[0] == 2 and b goal c == (1, 1) or a[1] == 1\n")
		for i := range 4 {
			src.WriteString("move m" + string(rune('a'+i)) + "(x: 0..2) when " + guards[rnd.IntN(len(guards))] + " cost " +
				costs[rnd.IntN(len(costs))] + " { " + effects[rnd.IntN(len(effects))] + " }" + thens[rnd.IntN(len(thens))] + "\n")
		}
		src.WriteString("heuristic h1 = project(a) heuristic h2 = project(b, c) heuristic h3 = project(c) heuristic h4 = " +
			"pattern(a, {1}) heuristic h5 = pattern(a, {1}, {2}) heuristic h6 = pattern(a, {0}) heuristic h7 = project(a, e) " +
			"heuristic all = project(a, b, c, e)")
		compareSimpler(t, loadFiles(t, src.String()))
	}
}

// says returns the heuristics of a model in its initial state as the task has them.
func says(t *testing.T, m *model.Model) (all []int64) {
	t.Helper()
	g := taskOf(t, m)
	tasktest.SolveSimpler(t, g, 1_000_000)
	for _, h := range g.Heuristics {
		all = append(all, min(g.Pool.Eval(h.Value, g.Init), task.Unreachable))
	}
	return all
}

// A value that a projection forgets may be any value.
func TestProjectForgets(t *testing.T) {
	m := loadFiles(t, `puzzle Doors
state at: 0..4 = 0
state open: bool = false
state steps: 0..9 = 4
move unlock { open := true }
move walk when open or at < 2 cost if open then 3 else 2 { at := at + 1 }
move jump(k: 1..2) when steps > 3 { at := at + k steps := steps - k }
goal at == 4 and open
heuristic place admissible = project(at)
heuristic both admissible = project(at, open)
heuristic lock admissible = project(open)
heuristic everything admissible = project(at, open, steps)`)
	assert.Equal(t, []int64{2, 3, 1, 6}, says(t, m))
}

// An unknown value never makes a move impossible, and is distinguished from a known one.
func TestUnknownValuesRefuseNothing(t *testing.T) {
	for src, want := range map[string]int64{
		"state c: 0..3 = 0 state a[0..1]: 0..2 = 0 state b: 0..2 = 1 goal c == 3 move m(i: 0..0) { a[0] := 1 a[i] := b c " +
			":= c + 1 } heuristic h = project(c)": 3,
		"state c[0..1]: 0..3 = 0 goal c[0] == 3 move m(i: 0..0) { c[0] := c[0] + 1 c[i] := c[0] + 1 } heuristic h = " +
			"project(c)": 3,
		"state a: 0..1 = 0 state c: 0..3 = 0 state b[0..1]: 0..2 = 0 goal c == 3 move m { b[a] := 1 c := c + 1 } heuristic " +
			"h = project(c)": 3,
		"state c: 0..3 = 0 state e: 1..2 = 1 goal c == 3 move m { e := 3 - e c := c + 1 } heuristic h = project(c)": 3,
		"state d[0..1]: 0..2 distinct = [1, 2] goal d[1] == 0 move put(i: 0..1, v: 0..2) { d[i] := v } heuristic h = " +
			"pattern(d, {0})": 1,
		"state c: 0..3 = 0 goal c == 3 move m cost if c == 2 then 3000000000 else 1 { c := c + " +
			"1 } heuristic h = project(c)": 3000000002,
		"state c: 0..3 = 0 state a: 0..2 = 1 goal c == 3 move m { let (x, y) = (a, c + 1) if x == 1 { c := y } } heuristic " +
			"h = project(c)": 3,
		"state c: 0..3 = 0 goal c == 3 move m { let (x, y) = (1 / (c - c), c + 1) c := y } heuristic h = project(c)": 3,
		"state c: 0..3 = 0 goal c == 3 move m { let (x, y) = if c < 5 then (1 / (c - c), c + 1) else (0, 0) c := y } " +
			"heuristic h = project(c)": 3,
		"state c: 0..3 = 0 state a: 0..2 = 1 goal c == 3 move m { let (x, (y, z)) = (1 / (c - c), (a, c + 1)) c := z } " +
			"heuristic h = project(c)": 3,
		"state c: 0..3 = 0 goal c == 3 move m { let (x, y) = (1 / (c - c), c + 1) c := x } " +
			"heuristic h = project(c)": task.Unreachable,
		"state c: 0..3 = 0 state a: 0..2 = 1 goal c == 3 move m { c := c + 1 } then { let x = 2 / a if x == 2 { a := x } } " +
			"heuristic h = project(c)": 3,
	} {
		assert.Equal(t, want, says(t, loadFiles(t, "puzzle P "+src))[0], src)
	}
}

// The initial values of the other puzzle are not used. A state without image has no estimate.
func TestRelaxationImage(t *testing.T) {
	for start, want := range map[int64]int64{0: 0, 3: 6, 5: 10, 6: 0} { // 6 has no image
		m := loadFiles(t, fmt.Sprintf(`puzzle P param n: 2..2 = 2 enum Pose { low, high } type Cell = grid(n, n)
state s: 0..9 = %d state at: Cell = (0, 1) state p: Pose = high
goal s == 0 move dec { s := s - 1 } move inc { s := s + 1 }
relaxation r of "o.pz" { n = 5 x = s place = at pose = p q[i] = if i == 0 then s == 0 else true }
heuristic h = r`, start), "o.pz",
			`puzzle O enum Pose { low, high } param n: 1..9 type Cell = grid(n, n) state pose: Pose = low state x: 0..n = n + 1 state place: Cell = (0, 0) state q[i in 0..1]: bool = false
goal x == 0 and place == (0, 1) and pose == high move dec cost 2 { x := x - 1 }`)
		assert.Equal(t, want, says(t, m)[0], "s = %d", start)
	}
}

// Values of all kinds are translated to the types of the other puzzle: cells by row and column, enum values by name.
func TestRelaxationTranslates(t *testing.T) {
	const other = `puzzle O enum Pose { low, mid, high } param n: 1..9 type Cell = grid(n, 5)
param ways: set (Cell, Cell) param turn: (Pose, 0..9) param good: set Pose param cost1[Pose]: 0..9 param at1: Cell param grid1[0..1, 0..1]: 0..9
state x: Cell = (0, 0) state pose: Pose = mid state left[i in 0..1]: 0..9 = 0
goal x == at1 and pose in good
move go(a: Cell, b: Cell) where (a, b) in ways when x == a { x := b }
move rise cost cost1[pose] when (pose, 7) == turn { pose := high }
move fall cost grid1[1, 0] { pose := mid }
move take cost left[1] when left[0] == 9 { pose := high }`
	const mine = `puzzle P enum Pose { low, mid, high } param n: 2..2 = 2 type Cell = grid(n, 5) type Room = {c for c in Cell where c.col < 3} const last: Cell = (1, 2)
state at: Room = nth(Cell, %d) state p: Pose = nth(Pose, %d) state k: 0..9 = %d
goal at == last
move go(d: Dir) { at := at + d } move turn(q: Pose) { p := q } move put(i: 0..9) { k := i }
relaxation r of "o.pz" {
  n = 4
  ways = {(c, c + d) for c in Room, d in {right, down}}
  turn = (low, 7)
  good = {high}
  cost1[q] = if q == low then 5 else if q == mid then 6 else 8
  at1 = last
  grid1 = [[1, 2], [3, 4]]
  x = at pose = p left = [k, 1]
}
heuristic h = r`
	const low, mid, high = 0, 1, 2
	for _, tt := range []struct{ at, p, k, want int64 }{
		{7, high, 0, 0},
		{0, high, 0, 3},
		{5, high, 0, 2},
		{7, low, 0, 5},
		{0, low, 9, 4},
		{7, mid, 0, task.Unreachable},
		{7, mid, 9, 1},
	} {
		m := loadFiles(t, fmt.Sprintf(mine, tt.at, tt.p, tt.k), "o.pz", other)
		assert.Equal(t, tt.want, says(t, m)[0], "%+v", tt)
	}
}
