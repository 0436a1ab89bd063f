package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
)

// tiles is the 2×3 sliding puzzle with heuristics of every kind.
const tiles = `puzzle Tiles
type Cell = grid(2, 3)
type Tile = 0..5
const hole: Tile = 0
const home[t in Tile]: Cell = nth(Cell, (t + 5) % 6)
param start[Cell]: Tile = [4, 5, 0, 1, 2, 3]
state board[c in Cell]: Tile distinct = start[c]
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == hole { board[from], board[to] := board[to], board[from] }
goal forall t in Tile: board[home[t]] == t
heuristic zero admissible = -5
heuristic nowhere admissible = 1 / 0
heuristic manhattan admissible = sum t in Tile where t != hole: manhattan(find(board, t), home[t])
heuristic whole admissible = pattern(board, {1, 2, 3, 4, 5}, {hole})
heuristic few admissible = pattern(board, {1, 4}, {hole})
heuristic blind admissible = pattern(board, {1, 4})
heuristic sums admissible = additive(pattern(board, {1, 2}, {hole}), pattern(board, {3, 4, 5}, {hole}))
heuristic all admissible = project(board)
heuristic best admissible = max(manhattan, sums)
relaxation rows of "rows.pz" { hole = find(board, hole).row  low[r] = count t in Tile where t != hole: find(board, t).row == r and home[t].row == 0 }
heuristic byrow admissible = rows
`

// rows is a simpler puzzle without columns: for each row, how many tiles of the upper goal row lie there.
const rows = `puzzle Rows
state hole: 0..1 = 1
state low[r in 0..1]: 0..3 = if r == 0 then 3 else 0
move up(tall: bool) {
  hole := 1 - hole
  if tall { low[hole] := low[hole] + 1  low[1 - hole] := low[1 - hole] - 1 }
}
goal low[0] == 3 and hole == 1
`

// exact returns the cost to a goal for each state from which a goal is reachable.
func exact(t *testing.T, m *model.Model) (map[string]int64, [][]int64) {
	t.Helper()
	states, err := compilertest.Reachable(context.Background(), m, 0)
	require.NoError(t, err)
	x := semantics.NewMachine(m)
	type edge struct {
		to   string
		cost int64
	}
	key := func(s []int64) string { return fmt.Sprint(s) }
	edges := map[string][]edge{}
	dist := map[string]int64{}
	for _, s := range states {
		for _, l := range x.Legal(s) {
			edges[key(s)] = append(edges[key(s)], edge{key(l.State), l.Cost})
		}
		if x.Goal(s) {
			dist[key(s)] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for from, es := range edges {
			for _, e := range es {
				if d, ok := dist[e.to]; ok {
					if old, ok := dist[from]; !ok || d+e.cost < old {
						dist[from], changed = d+e.cost, true
					}
				}
			}
		}
	}
	return dist, states
}

func TestHeuristics(t *testing.T) {
	m := compilertest.ModelOf(t, tiles, "rows.pz", rows)
	x := NewEstimates(semantics.NewMachine(m))
	dist, states := exact(t, m)
	require.Len(t, states, 360)
	sum := map[string]int64{}
	for _, s := range states {
		d := dist[fmt.Sprint(s)]
		sum["exact"] += d
		for _, h := range m.Heuristics {
			v, err := x.Of(h, s)
			require.NoError(t, err)
			require.LessOrEqual(t, v, d, "%s in %s", h.Name, fmt.Sprint(s))
			sum[h.Name] += v
			if h.Name == "all" {
				require.Equal(t, d, v)
			}
		}
	}
	assert.Zero(t, sum["zero"])
	assert.Zero(t, sum["nowhere"])
	assert.Positive(t, sum["byrow"])
	assert.Greater(t, sum["whole"], sum["few"])
	assert.GreaterOrEqual(t, sum["sums"], sum["manhattan"])
	assert.GreaterOrEqual(t, sum["best"], sum["sums"])
	assert.Positive(t, sum["blind"])
}

// A value that a projection forgets may be any value.
func TestProjectForgets(t *testing.T) {
	m := compilertest.ModelOf(t, `puzzle Doors
state at: 0..4 = 0
state open: bool = false
state steps: 0..9 = 0
move unlock { open := true }
move walk when open or at < 2 cost if open then 3 else 2 { at := at + 1 }
move jump(k: 1..2) when steps > 3 { at := at + k steps := steps - k }
move copy { at := min(steps, 2) }
goal at == 4 and open
heuristic place admissible = project(at)
heuristic both admissible = project(at, open)
heuristic lock admissible = project(open)
heuristic everything admissible = project(at, open, steps)`)
	x := NewEstimates(semantics.NewMachine(m))
	state := []int64{0, 0, 0}
	for name, want := range map[string]int64{"place": 2, "both": 3, "lock": 1, "everything": 11} {
		for _, h := range m.Heuristics {
			if h.Name == name {
				v, err := x.Of(h, state)
				require.NoError(t, err)
				assert.Equal(t, want, v, name)
			}
		}
	}
}

// On random small puzzles a projection never overestimates, and the projection that keeps everything is exact.
func TestProjectIsAdmissible(t *testing.T) {
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
		m := compilertest.ModelOf(t, src.String())
		x := NewEstimates(semantics.NewMachine(m))
		dist, states := exact(t, m)
		for _, s := range states {
			d, solvable := dist[fmt.Sprint(s)]
			for _, h := range m.Heuristics {
				v, err := x.Of(h, s)
				require.NoError(t, err, src.String())
				if solvable {
					require.LessOrEqual(t, v, d, "%s in %s of\n%s", h.Name, fmt.Sprint(s), src.String())
				}
				if h.Name == "all" && solvable {
					require.Equal(t, d, v, src.String())
				} else if h.Name == "all" {
					require.Equal(t, unreachable, v, src.String())
				}
			}
		}
	}
}

// An unknown value never makes a move impossible, and is distinguished from a known one.
func TestUnknownValuesRefuseNothing(t *testing.T) {
	for src, want := range map[string]int64{
		"state c: 0..3 = 0 state a[0..1]: 0..2 = 0 state b: 0..2 = 1 goal c == 3 move m(i: 0..0) { a[0] := 1 a[i] := b c " +
			":= c + 1 } heuristic h = project(c)": 3,
		"state c[0..1]: 0..3 = 0 goal c[0] == 3 move m(i: 0..0) { c[0] := c[0] + 1 c[i] := c[0] + 1 } heuristic h = " +
			"project(c)": 3,
		"state c[0..1]: 0..3 = 0 goal c[0] == 3 move m(i: 0..0) { c[0] := c[0] + 1 c[i] := c[0] + 2 } heuristic h = " +
			"project(c)": unreachable,
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
			"heuristic h = project(c)": unreachable,
		"state c: 0..3 = 0 state a: 0..2 = 1 goal c == 3 move m { c := c + 1 } then { let x = 2 / a if x == 2 { a := x } } " +
			"heuristic h = project(c)": 3,
	} {
		x, start := compilertest.Machine(t, "puzzle P "+src)
		v, err := NewEstimates(x).Of(x.Model().Heuristics[0], start)
		require.NoError(t, err)
		assert.Equal(t, want, v, src)
	}
}

// The initial values of the other puzzle are not used. A state without image has no estimate.
func TestRelaxationImage(t *testing.T) {
	m := compilertest.ModelOf(t, `puzzle P param n: 2..2 = 2 enum Pose { low, high } type Cell = grid(n, n)
state s: 0..9 = 3 state at: Cell = (0, 1) state p: Pose = high
goal s == 0 move dec { s := s - 1 } move inc { s := s + 1 }
relaxation r of "o.pz" { n = 5 x = s place = at pose = p q[i] = if i == 0 then s == 0 else true }
heuristic h = r`, "o.pz",
		`puzzle O enum Pose { low, high } param n: 1..9 type Cell = grid(n, n) state pose: Pose = low state x: 0..n = n + 1 state place: Cell = (0, 0) state q[i in 0..1]: bool = false
goal x == 0 and place == (0, 1) and pose == high move dec cost 2 { x := x - 1 }`)
	x := NewEstimates(semantics.NewMachine(m))
	for _, tt := range []struct{ s, at, want int64 }{ // each state reaches states that an earlier query explored
		{0, 1, 0},
		{3, 1, 6},
		{5, 1, 10},
		{6, 1, 0}, // no image
		{1, 0, unreachable},
		{3, 0, unreachable},
	} {
		v, err := x.Of(m.Heuristics[0], []int64{tt.s, tt.at, 1})
		require.NoError(t, err)
		assert.Equal(t, tt.want, v, "s = %d, at = %d", tt.s, tt.at)
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
state at: Room = (0, 0) state p: Pose = low state k: 0..9 = 9
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
	m := compilertest.ModelOf(t, mine, "o.pz", other)
	x := NewEstimates(semantics.NewMachine(m))
	const low, mid, high = 0, 1, 2
	for _, tt := range []struct{ at, p, k, want int64 }{
		{7, high, 0, 0},
		{0, high, 0, 3},
		{5, high, 0, 2},
		{7, low, 0, 5},
		{0, low, 9, 4},
		{7, mid, 0, unreachable},
		{7, mid, 9, 1},
	} {
		v, err := x.Of(m.Heuristics[0], []int64{tt.at, tt.p, tt.k})
		require.NoError(t, err)
		assert.Equal(t, tt.want, v, "%+v", tt)
	}
}

// A table that is too large stays an error, and so does a table with undefined values.
func TestTablesThatAreTooLarge(t *testing.T) {
	m := compilertest.ModelOf(t,
		`puzzle P state a: 0..99 = 0 state b: bool = false goal a == 99 move inc { a := a + 1 } move flip { b := not b }
heuristic h = project(a) heuristic none = pattern(a, 0..1/0) heuristic half = pattern(a, 0..3, 4..1/0)`)
	x := semantics.NewMachine(m)
	v, err := LimitedEstimates(x, 100).Of(m.Heuristics[0], []int64{0, 0})
	require.NoError(t, err)
	assert.EqualValues(t, 99, v)
	limited := LimitedEstimates(semantics.NewMachine(m), 99)
	for _, h := range m.Heuristics {
		for range 2 {
			_, err := limited.Of(h, []int64{0, 0})
			require.Error(t, err, h.Name)
		}
	}
}

// An incomplete table of costs gives no estimate. A later query makes the table again.
func TestTablesEnd(t *testing.T) {
	x, s := compilertest.Machine(t, `puzzle P
		type T = 0..6
		state b[i in T]: T distinct = 6 - i
		move swap(i: T, j: T) where j == i + 1 { b[i], b[j] := b[j], b[i] }
		goal forall i in T: b[i] == i
		heuristic p = pattern(b, {0, 1, 2, 3})
		relaxation r of "o.pz" { y = b[0] }
		heuristic q = r
	`, "o.pz", "puzzle O state y: 0..6 = 6 move m when y > 0 { y := y - 1 } goal y == 0")
	estimates := NewEstimates(x)
	for i, want := range []int64{18, 6} {
		h := x.Model().Heuristics[i]
		undo := x.Within(&compilertest.Ends{Context: t.Context(), Looks: 0})
		_, err := estimates.Of(h, s)
		undo()
		require.Error(t, err, h.Name)
		v, err := estimates.Of(h, s)
		require.NoError(t, err)
		require.Equal(t, want, v, h.Name)
	}
}
