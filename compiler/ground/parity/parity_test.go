package parity_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/ground/parity"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

const slidingTiles = `puzzle Tiles
param rows: 1..6 = 2
param cols: 1..6 = 3
type Cell = grid(rows, cols)
type Tile = 0..rows*cols-1
param start[Cell]: Tile = %s
state board[c in Cell]: Tile %s = start[c]
move slide(from: Cell, to: Cell) where adjacent(from, to) when board[to] == 0 {
  board[from], board[to] := board[to], board[from]
}
goal %s
`

func grounded(t *testing.T, m *model.Model) *task.Task {
	t.Helper()
	g, diags := ground.Task(context.Background(), m, ground.Options{Invariant: parity.Reason})
	require.False(t, diags.HasErrors(), "%v", diags)
	return g
}

// On boards of sliding tiles the invariant decides: half of the starts cannot be solved, and all of them are found.
func TestParityDecidesSlidingTiles(t *testing.T) {
	goal := "forall c in Cell: board[c] == (index(c) + 1) % 6"
	g := grounded(t, compilertest.Built(t, fmt.Sprintf(slidingTiles, "[1, 2, 3, 4, 5, 0]", "distinct", goal), ""))
	solvable := tasktest.Explored(g, 720)
	require.Len(t, solvable.States, 360)
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		start := rnd.Perm(6)
		text := fmt.Sprintf(slidingTiles, strings.ReplaceAll(fmt.Sprint(start), " ", ", "), "distinct", goal)
		g := grounded(t, compilertest.Built(t, text, ""))
		_, reached := solvable.Number(g.Init)
		assert.Equal(t, reached, g.Facts.Unsolvable == "", "%v: %s", start, g.Facts.Unsolvable)
	}
}

func TestParityProofs(t *testing.T) {
	four := strings.NewReplacer("= 2\n", "= 4\n", "= 3\n", "= 4\n").Replace(slidingTiles)
	loyd := func(distinct string) string {
		return fmt.Sprintf(four, "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0]", distinct,
			"forall c in Cell: board[c] == (index(c) + 1) % 16")
	}
	pegs := `puzzle Pegs
type Hole = grid(3, 3)
state peg[h in Hole]: bool = h != (0, 0)
move jump(h: Hole, d: Dir) where h + 2*d in Hole when peg[h] and peg[h + d] and not peg[h + 2*d] {
  peg[h], peg[h + d], peg[h + 2*d] := false, false, true
}
goal %s
`
	cases := []struct {
		name, text, reason string
	}{
		{
			"14-15", loyd("distinct"),
			"the parity of the permutation `board` together with a sum modulo 2 over the values of `board` differs between " +
				"the start and the goal, and no move changes it",
		},
		{
			"14-15 without distinct", loyd(""),
			"the parity of the permutation `board` together with a sum modulo 2 over the values of `board` differs between " +
				"the start and the goal, and no move changes it",
		},
		{
			"pegs, wrong class", fmt.Sprintf(pegs, "peg[(1, 1)] and (count h in Hole: peg[h]) == 1"),
			"a sum modulo 2 over the values of `peg` differs between the start and the goal, and no move changes it",
		},
		{
			"pegs, any one of some", fmt.Sprintf(pegs, "(peg[(1, 1)] or peg[(0, 2)]) and (count h in Hole: peg[h]) == 1"),
			"a sum modulo 2 over the values of `peg` differs between the start and the goal, and no move changes it",
		},
		{"pegs, right class", fmt.Sprintf(pegs, "peg[(0, 0)] and (count h in Hole: peg[h]) == 1"), ""},
		{"pegs, anywhere", fmt.Sprintf(pegs, "(count h in Hole: peg[h]) == 1"), ""},
		{"jumps of two", `puzzle Two
state at: 0..20 = 0
move right when at < 19 { at := at + 2 }
move left when at > 1 { at := at - 2 }
goal at == 9
`, "no sequence of moves can make at equal to 9"},
		{"domino", `puzzle Domino
state on[i in 0..4]: bool = i == 0
move turn(i: 0..3) { on[i], on[i + 1] := not on[i], not on[i + 1] }
goal forall i in 0..4: not on[i]
`, "a sum modulo 2 over the values of `on` differs between the start and the goal, and no move changes it"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := compilertest.Built(t, c.text, "")
			g := grounded(t, m)
			assert.Equal(t, c.reason, g.Facts.Unsolvable)
		})
	}
}

// Of a move with more ways to change its variables than are looked at, nothing is claimed.
func TestNothingIsClaimedOfWideMoves(t *testing.T) {
	for _, text := range []string{
		"state p[i in 0..7]: 0..7 distinct = i\n" +
			"move swap { if (sum i in 0..7: p[i] * p[7 - i]) % 2 == 0 { p[0], p[1] := p[1], p[0] } }\n" +
			"move turn { for i in 0..6 { p[i] := p[(i + 1) % 7] } }\n" +
			"goal p[0] == 1 and p[1] == 0 and forall i in 2..7: p[i] == i",
		"state b[i in 0..13]: bool = false\nmove turn { if (count i in 0..13: b[i]) < 7 { b[0] := not b[0] } }\n" +
			"move two(i: 1..12) { b[i], b[i + 1] := not b[i], not b[i + 1] }\n" +
			"goal b[0] and forall i in 1..13: not b[i]",
	} {
		g := grounded(t, compilertest.Built(t, "puzzle Wide\n"+text+"\n", ""))
		assert.Empty(t, g.Facts.Unsolvable, text)
		next, _, ok := g.Apply(g.Init, 0)
		require.True(t, ok)
		assert.NotZero(t, g.Pool.Eval(g.Goal, next), "one move reaches the goal")
	}
}

// No random puzzle that can be solved is called unsolvable.
func TestUnsolvableIsTrue(t *testing.T) {
	claims, unsolvable := 0, 0
	for seed := range uint64(150) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		var b strings.Builder
		fmt.Fprintf(&b, "puzzle Random\nstate p[0..3]: 0..3 %s= %s\nstate b[0..2]: bool = [%v, %v, false]\n"+
			"state n: 0..2 = 0\n",
			[]string{"distinct ", ""}[rnd.IntN(2)], strings.ReplaceAll(fmt.Sprint(rnd.Perm(4)), " ",
				", "), rnd.IntN(2) == 0, rnd.IntN(2) == 0)
		for i := range 1 + rnd.IntN(3) {
			var when, do []string
			for _, c := range []string{"p[0] == 0", "b[1]", "n < 2", "p[1] < p[2]", "n == 0 or b[0]", "p[n] != 3"} {
				if rnd.IntN(4) == 0 {
					when = append(when, c)
				}
			}
			effects := []string{
				"p[0], p[1] := p[1], p[0]", "p[1], p[2], p[3] := p[2], p[3], p[1]",
				"p[0], p[1], p[2], p[3] := p[1], p[0], p[3], p[2]",
				"b[0], b[1] := not b[0], not b[1]", "b[2] := not b[2]", "n := (n + 1) % 3", "if b[0] { n := 2 - n }",
				"b[n] := not b[n]",
			}
			rnd.Shuffle(len(effects), func(i, j int) { effects[i], effects[j] = effects[j], effects[i] })
			names := map[byte]bool{}
			for _, e := range effects[:2] {
				name := e[strings.IndexAny(e, "pbn{")]
				if e[0] == 'i' {
					name = 'n'
				}
				if !names[name] {
					names[name] = true
					do = append(do, e)
				}
			}
			fmt.Fprintf(&b, "move m%d", i)
			if when != nil {
				fmt.Fprintf(&b, " when %s", strings.Join(when, " and "))
			}
			fmt.Fprintf(&b, " { %s }\n", strings.Join(do, "\n"))
		}
		goals := []string{
			"p[0] == 3 and p[1] == 2 and p[2] == 1 and p[3] == 0", "b[0] and not b[1]", "b[2]", "n == 1", "p[0] == 2",
			"b[0] or p[0] == 1", "(count i in 0..2: b[i]) == 1", "p[2] == 2 and p[1] == 1 and p[0] == 0",
		}
		rnd.Shuffle(len(goals), func(i, j int) { goals[i], goals[j] = goals[j], goals[i] })
		fmt.Fprintf(&b, "goal %s\n", strings.Join(goals[:1+rnd.IntN(2)], "\ngoal "))
		g, diags := ground.Task(context.Background(), compilertest.Built(t, b.String(), ""),
			ground.Options{NoWarnings: true, Invariant: parity.Reason})
		require.False(t, diags.HasErrors(), "%v\n%s", diags, b.String())
		solvable := tasktest.Explored(g, 1_000_000).Left[0] < task.Unreachable
		if !solvable {
			unsolvable++
		}
		if g.Facts.Unsolvable != "" {
			claims++
			require.False(t, solvable, "seed %d: %s\n%s", seed, g.Facts.Unsolvable, b.String())
		}
	}
	t.Logf("%d of %d unsolvable puzzles proved so", claims, unsolvable)
	assert.Greater(t, claims, unsolvable/3)
}
