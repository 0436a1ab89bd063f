package ground_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/compiler/task/describe"
	"github.com/pzc-lang/pzc/internal/diag"
)

// atoms are conditions on $1, $2, $3, which are numbers, and on %1, %2, which are cells.
var atoms = []string{
	"$1 + $2 == $3 + 1", "$2 - $1 == 2", "1 - $2 == $1 - $3", "next[$1, up] == $2", "$2 == next[$1, left]",
	"exists d in Dir: $2 == next[$1, d]", "($1, $2, $3) in S", "($1, $2, $1 + 1) in S", "rel[$1, $2]",
	"rel[$1, $2 + 1]", "part[$1, $2]", "$1 % 2 == $2 % 2", "near($1, $2)", "near($2, $1)",
	"$1 == $2", "$1 < $2", "$1 in {0, 3}", "two[$1] == $2", "5 / $1 == $2",
	"adjacent(%1, %2)", "chebyshev(%1, %2) <= $1", "manhattan(%2, %1) == 2", "%1.row == %2.row", "%2 == %1 + right",
	"%2 - down == %1", "exists d in Dir: %2 == %1 + d", "wall[%2] and %1 == %2",
	"%2 - %1 == (1, 1)", "%1 - %2 == left", "%2 - %1 == (0, $1 - 1)", "%1 - %2 == middle - corner",
	"index(%2) == index(%1) + $1", "wall[%1 + up] == wall[%2]",
	"tight($1, $2)", "step(%1, %2)", "step(%2, %1)", // these call what is drawn
	"x == $1", "mark[$2]", "x + $1 == $2 + $3", "at == %1",
	"(let was = x: $2 + was == $1)", "%1 - at == right", "mate(x)", "spot(at)",
}

const stateAtoms, drawnAtoms = 8, 3

// drawCondition draws a condition on numbers and cells of some names.
func drawCondition(rt *rapid.T, depth int, atoms, numbers, cells []string) string {
	part := func() string { return drawCondition(rt, depth-1, atoms, numbers, cells) }
	switch kind := rapid.IntRange(0, 9).Draw(rt, "kind"); {
	case depth > 0 && kind < 4:
		return "(" + part() + " and " + part() + ")"
	case depth > 0 && kind < 6:
		return "(" + part() + " or " + part() + ")"
	case depth > 0 && kind == 6:
		return "not (" + part() + ")"
	case depth > 0 && kind == 7:
		return "(" + part() + " => " + part() + ")"
	}
	atom := rapid.SampledFrom(atoms).Draw(rt, "atom")
	for i := 1; i <= 3; i++ {
		atom = strings.ReplaceAll(atom, fmt.Sprintf("$%d", i), rapid.SampledFrom(numbers).Draw(rt, "number"))
		atom = strings.ReplaceAll(atom, fmt.Sprintf("%%%d", i), rapid.SampledFrom(cells).Draw(rt, "cell"))
	}
	return "(" + atom + ")"
}

const joinModel = `
puzzle Joins
type N = 0..3
type Cell = grid(2, 3)
const next[n in N, d in Dir]: N = if d == up then (n + 1) / (if n == 3 then 0 else 1)
  else if d == left then (n - 2) / (if n < 2 then 0 else 1) else 3 - n
const two[n in N]: 0..9 = n * 2
const rel[a in N, b in N]: bool = (a * a + b) %% 3 == 1
const part[a in N, b in N]: bool = if a > b then defined(next[b, left]) else next[a, up] == b
const S: set (N, N, N) = {(0, 1, 2), (1, 3, 2), (2, 2, 3), (3, 0, 1), (1, 1, 1)}
const wall[c in Cell]: bool = (c.row + 2 * c.col) %% 3 == 0
const corner: Cell = (0, 2)
const middle: Cell = (1, 1)
def near(a: N, b: N) = b == a + 1 or a == b + 1
def tight(a: 0..2, b: 1..3) = %s
def step(p: Cell, q: Cell) = %s
def mate(a: N) = exists b in N where %s: %s
def spot(p: Cell) = exists q in Cell where %s: %s
def road(p: Cell, q: Cell) = %s
state x: N = 0
state mark[n in N]: bool = false
state at: Cell = (0, 0)
move m(a: N, b: N, c: N) where %s when x == a and %s { x := b  mark[c] := not mark[c] }
move n(p: Cell, q: Cell, a: N) where %s when at == p and %s { at := q }
goal (forall a in N, b in N, p in Cell, q in Cell where %s: %s) and (exists a in N, q in Cell: %s)
  and (count p in Cell, q in Cell: %s) %% 2 == 0 and (sum a in N, b in N where %s: a) > 2
  and reaches(step, (0, 0), at) and (reaches(road, at, (1, 2)) or not acyclic(road))
`

// otherFindings lists findings without the values that they give as examples, which depend on the order of the moves.
// It leaves out findings about `where` of moves, and what is undefined in conditions: without a join, a conjunct may be
// looked at for values for which another one is false.
func otherFindings(l diag.List) (all []string) {
	for _, d := range l {
		if d.Code != "denied-undefined" && !strings.Contains(d.Msg, "in the parameters of") {
			all = append(all, fmt.Sprint(d.Span, d.Code))
		}
	}
	return all
}

// Joins change nothing: neither the task nor the findings. The task agrees with the reference semantics.
func TestJoins(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cond := func(numbers, cells string) any {
			return drawCondition(rt, 2, atoms, strings.Fields(numbers), strings.Fields(cells))
		}
		static := func(numbers, cells string) any {
			return drawCondition(rt, 2, atoms[:len(atoms)-stateAtoms], strings.Fields(numbers), strings.Fields(cells))
		}
		plain := func(numbers, cells string) any {
			atoms := atoms[:len(atoms)-stateAtoms-drawnAtoms]
			return drawCondition(rt, 2, atoms, strings.Fields(numbers), strings.Fields(cells))
		}
		text := fmt.Sprintf(joinModel, plain("a b", "middle"), plain("1 2", "p q"),
			plain("a b", "middle"), plain("a b", "corner"), plain("0 1", "p q"), plain("1 2", "p q"), cond("1 2", "p q"),
			static("a b c", "corner"), cond("a b c 1", "corner"), static("a", "p q"), cond("a x", "p q"),
			cond("a b", "p q"), cond("a b", "p q"), cond("a", "q at"), cond("0 2", "p q"),
			cond("a b", "middle"))
		m := loadFiles(rt, text)
		if joined, all := bothWays(rt, m, text); all != nil {
			var a, b strings.Builder
			describe.Moves(&a, all)
			describe.Moves(&b, joined)
			require.ElementsMatch(rt, words(a.String()), words(b.String()), text)
			agree(rt, m, 60)
		}
	})
}

// words lists the lines of a text, each as its words in order: operands may stand in any order.
func words(text string) (all []string) {
	for line := range strings.Lines(strings.NewReplacer("(", " ", ")", " ").Replace(text)) {
		fields := strings.Fields(line)
		slices.Sort(fields)
		all = append(all, strings.Join(fields, " "))
	}
	return all
}

// bothWays returns a task with the one that is made without joins, with the same moves and variables; nil if the model
// has errors.
func bothWays(t require.TestingT, m *model.Model, text string) (joined, all *task.Task) {
	joined, found := ground.Task(context.Background(), m, ground.Options{})
	all, wanted := ground.TryingAll(context.Background(), m)
	require.Equal(t, otherFindings(wanted), otherFindings(found), text)
	if wanted.HasErrors() {
		return nil, nil
	}
	shape := func(tk *task.Task) (out []string) {
		for i := range tk.Moves {
			out = append(out, tk.Moves[i].Name)
		}
		for i := range tk.Vars {
			out = append(out, fmt.Sprint(tk.Vars[i].Name, tk.Vars[i].Values))
		}
		return out
	}
	require.Equal(t, shape(all), shape(joined), text)
	return joined, all
}

// Joins change nothing in mutants of the library.
func TestJoinsOfMutants(t *testing.T) {
	compared := 0
	mutants(t, 1, 4, func(name, text string, _ uint64) {
		if m := smallModel(name, text); m != nil {
			if _, all := bothWays(t, m, name+text); all != nil {
				compared++
			}
		}
	})
	require.Greater(t, compared, 120)
}

// A move that reached values do not enable is not made, and the findings are the same.
func TestMovesThatWait(t *testing.T) {
	m := loadFiles(t, `
puzzle Wait
type N = 0..3
type Cell = grid(2, 3)
state at: Cell = (0, 0)
state door[n in N]: bool = false
state spare: N = 0
move walk(from: Cell, d: Dir) when at == from and door[from.col + 1] { at := from + d }
move open(n: N, from: Cell) when not door[n] and n != 3 and at == from { door[n] := true }
move pick(n: N, m: N) where n < m when door[m] and spare == n { spare := m }
move never(n: N, m: N) when spare == 3 and door[n] and not door[m] { door[m] := door[n] }
goal at == (1, 2)
`)
	joined, _ := bothWays(t, m, "")
	count := map[string]int{}
	for _, mv := range joined.Moves {
		count[mv.Name[:strings.Index(mv.Name, "(")]]++
	}
	require.Equal(t, map[string]int{"walk": 10, "open": 18, "pick": 3}, count)
}
