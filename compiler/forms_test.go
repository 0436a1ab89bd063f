package compiler_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler"
	"github.com/pzc-lang/pzc/semantics"
)

const formsHead = `puzzle Forms
enum E { p, q, r }
type N = 0..3
type C = grid(2, 2)
type Sets = set N
type Few = set {1, 2}
type Relation = set (N, N)
type Letter = char
param k: N = 2
param level: map = """
  xy
  .x
  """
type Place = grid(level)
param none: set N = {}
param some: set N = {1, 3}
param named: set (N, N) = {(0, 1), (2, 2)}
const part[i in N]: N = if i == 2 then 1 / 0 else 3 - i
state x: 0..2 = any
state y: {-1, 1} = any
state b: bool = any
state c: C = any
state d: Dir = any
state e: E = any
def here: Place = (c.row, c.col)
state s[i in 0..1]: N = i + 1
state z: bool = false
def pair(n: N): (N, N) = (n, n + 1)
def half(n: {0, 2}) = n / 2
def free(a: C) = a != (0, 1) or b
goal z
`

// forms are conditions in which each operator and function meets values that depend on the state, and undefined ones.
var forms = []string{
	// numbers
	"x + y == 1", "x - y > x", "x * y <= 1", "x / y == -2", "x % y == 0", "-x / 2 == -1", "-x % 3 == 1", "abs(y - x) == 2", "x != y", "x in -1..y", "x in y..2", "x in {y, 2}", "x not in {y, k}",
	"min(x, y) == y", "max(x, y, 1) == 2", "min(x, x / y) < 1", "max(x / y, x) > 0", "if x > 1 then b else x == y", "(if x / y == 1 then 1 else 2) == x",
	"half(x) == y", "defined(half(x))", "half(x + 1) == 1", "digit('2') == x", "defined(digit('a'))",
	// tuples
	"(x, y) == (y, x)", "(x, y) < (y, x)", "(x, y, 1) >= (1, y, x)", "min((x, y), (y, x)) == (y, x)", "max((x, y), (1, 0), (y, x)) == (x, y)", "pair(x) == (1, 2)", "pair(x + 2) == (x + 2, 3)",
	"(x, y) in named", "(x, y) in (some, -1..k)", "(x, x) in (0..k, {1, 2})", "(x, c) in (some, C)", "(if b then (x, 1) else nth({(1, 1), (2, 1)}, y)) == (x, 1)", "(if b then nth({(1, 1), (2, 1)}, y) else (y, 1)) == (y, 1)",
	"min((if b then (x, 1) else (y, 2)), (1, x)) == (1, x)", "(x / y, 1) == (1, 1)", "(x / y, 1) == (1, 2)", "defined((x / y, 1))", "(part[2], 1) == (0, 1)", "defined((part[2], 1))", "(part[2], x) in {(0, 1), (x, 1)}", "nth({(part[1], 1)}, 0) == (x, 1)", "(part[x], part[2]) == (x, x)", "(x, y) in {(1, 1), (x, 0)}", "nth({(1, 0), (2, 1)}, x) == (2, 1)",
	// sets
	"x in some", "y in some", "x in none", "nth(some, x) == 3", "nth(none, x) == 1", "defined(nth(none, x))", "nth(N, y) == 1", "nth({3, 1}, x) == 3", "nth(some, x / y) == 1", "nth(some, part[2]) == 1", "nth({1 / (k - 2)}, x) == 1", "x in {1 / (k - 2), 1}", "size({1 / (k - 2)}) == 1",
	"some in Sets", "some in Few", "{k} in Few", "named in Relation", "{1, 5} in Sets", "size({i for i in N where i > k}) == x", "x in {i + 1 for i in some}", "(x, y) in {(i, 1) for i in some}",
	"some == {1, 3}", "some == none", "none != {}", "(k, some) == (2, {3, 1})", "(k, 'a') in (N, Letter)", "(k, some) in (N, Sets)", "(x, some) in (N, Few)",
	// arrays
	"s[x] == 2", "s[y] == 1", "part[x] == 1", "defined(part[x])", "part[x + y] == 3", "find(s, x) == 0", "find(part, x) == 2", "defined(find(s, x))", "s[s[y]] == 2", "part[s[y]] == 2",
	// directions, cells, enums, Booleans
	"-d == up", "d < left", "d in {up, down}", "nth(Dir, x) == d", "index(d) == x", "c + d == (0, 1)", "defined(c + d)", "c - d == c + -d", "c + 2*d == c", "c + (x, y) == (1, 1)", "c - (0, 1) == (1, 0)", "(1, 1) - c == (x, y)",
	"c.row == x", "c.col < y", "(c + d).row == 1", "(x, y) == c - (0, 0)", "adjacent(c, c + d)", "adjacent(c, (0, 0))", "manhattan(c, (1, 1)) == x", "chebyshev(c, (1, 1)) == x", "manhattan(c + d, c) == 1", "c in {(0, 1), (1, 0)}", "c < (1, 0)",
	"min(c, (0, 1)) == c", "max(d, right) == d", "min(e, q) == e", "index(c) == x", "nth(C, x + y) == c", "index(e) > index(b)", "nth(E, x) == e", "e < r", "e in {p, r}", "e != q", "b == (x == 1)", "(b, e) == (true, p)", "(if b then up else d) == up",
	"-(x, y) == (y, x)", "2*(x, y) == (x, 2)", "(x, y) + (1, 0) == (2, 1)", "(x, y) - d == (1, 1)", "nth(some, x) in {k, 3}",
	"level[here] == 'x'", "level[here + d] == 'x'", "level[here - d] != level[here]", "level[here + (x, y)] in {'.', 'y'}", "level[here + d] < 'y'", "defined(level[here + d])",
	// connectives with undefined parts
	"x / y == 1 and b", "b or x / y == 1", "not x / y == 1", "x / y == 1 => b", "b => x / y == 1", "not (b and x / y == 1)", "defined(x / y == 1 and b)", "(x / y == 1) == b",
	// binders
	"forall i in 0..1: s[i] > x", "exists i in N: part[i] == x", "forall i in N: part[i] != x", "(count i in N: part[i] == x) == 1", "(count i in N where part[i] > x: b) == 1", "(sum i in N where i < 2: part[i]) == 5 and b", "(sum i in N where i > x: i) == y",
	"(sum i in N: part[i]) == 3", "(min i in N where i > x: i) == 2", "(max i in N where i < x: i * y) == 0", "(min i in N where i > x + 2: i) == 2", "(min i in N where part[i] > x: part[i]) == 2", "(min i in N: part[i]) == 0", "(min a in C where a != c: a) == (0, 1)",
	"(max a in C where free(a): manhattan(a, c)) == 2", "(max w in named where w != (x, x): w) == (0, 1)", "(max i in N where i != x: (i * y, x)) == (0, x)", "(the i in N: i == x + y) == 1", "(the i in N: i > x + 1) == 3", "(the (i, j) in named: i == x) == (0, 1)",
	"(the i in N, j in N: i == x and j == y) == (1, 1)", "distinct i in 0..1: (s[i] * x)", "distinct i in N: part[i]", "distinct i in 0..1: (i, x)", "distinct a in C where a != c: a.row", "exists (i, j) in named: i == x and j > y", "forall i in none: i == x", "exists i in none: true",
	"steps(named, x, 1) == 1", "steps(named, x, x) == 0", "steps(named, y, 1) == 1", "steps(adjacentOf, c, (1, 1)) == x", "reaches(free, c, (0, 1))", "reaches(free, (0, 0), c + d)", "reaches({a for a in C where a != (1, 0)}, c, (0, 0))", "reaches({nth(C, x), (1, 1)}, c, (1, 1))", "reaches(free, c, (x, y))",
}

// Each form of the language means the same in the task as in the reference semantics: true, false and undefined, in all states.
func TestFormsAgree(t *testing.T) {
	head := formsHead + "def adjacentOf(a: C, o: C) = adjacent(a, o) and a != (0, 1)\n"
	moves := map[string]string{} // by the variables that they read
	for i, f := range forms {
		_, vars := outside(f)
		if readState.MatchString(f) {
			vars = append(vars, "b", "c")
		}
		moves[strings.Join(vars, " ")] += fmt.Sprintf("move yes%d when %s { z := not z }\nmove no%d when not (%s) { z := not z }\n", i, f, i, f)
	}
	for vars, text := range moves {
		agree(t, built(t, chosenFor(head, strings.Fields(vars))+text, ""), 1200)
	}
}

// In an array without repetition a value has one place, though two conditions may be about the same element, or none.
func TestWitnessesInDistinctArrays(t *testing.T) {
	text := "puzzle P\ntype N = 0..2\nstate a[i in 0..1]: N distinct = any\nstate w[i in N]: N distinct = any\nstate x: 0..3 = any\nstate z: bool = false\ngoal z\n"
	for i, f := range []string{
		"(the i in 0..3: a[i / 2] == 1) == x", "(the i in 0..1: a[i] == 1) == x", "(the i in 0..1: a[i] == x) == 0", "(the i in N: w[i] == x) == x", "(the i in 1..2: w[i % 2] == 2) == x", "(the i in N: w[2 - i] == 0) == x", "(the i in N: a[i] == 1) == x",
		"(the (i, j) in {(0, 0), (1, 0), (2, 1)}: a[j] == x) == (2, 1)", "(the i in {1, 0}: a[i] == 2) == x", "(the i in N: (if i < 2 then a[i] else w[0]) == 1) == x", "(the i in {0}: a[2 * i] == x) == 0", "find(a, x) == 1", "find(w, x) == a[0]", "find(a, 2) == x",
		"defined(find(a, x + 1))", "defined(the i in 0..1: a[i] == 5)", "(the i in 0..4: w[i / 2] == 2) == x", "(the i in N: w[w[i]] == x) == x",
	} {
		text += fmt.Sprintf("move yes%d when %s { z := not z }\nmove no%d when not (%s) { z := not z }\n", i, f, i, f)
	}
	for i, effects := range []string{ // in the second phase elements are no variables
		"{ a[0] := 1 } then { x := find(a, 0) }", "{ a[0] := 1 } then { x := find(a, 1) }", "{ a[1] := 0 } then { x := (the i in 0..1: a[i] == 0) }", "{ a[0], a[1] := a[1], 1 } then { x := find(a, 0) }", "{ a[0], a[1] := 1, 0 } then { x := find(a, 0) }",
		"{ a[0] := 1 } then { x := find(a, 1)  a[0] := (a[1] + 1) % 3 }", "{ w[0] := 2 } then { x := find(w, 2)  w[0] := 3 - w[1] - w[2] }", "{ w[0], w[x] := w[x], w[0] } then { x := find(w, 1) }", "{ a[x] := 2 } then { x := find(a, 2) + find(w, 0) }",
	} {
		text += fmt.Sprintf("move two%d %s\n", i, effects)
	}
	agree(t, built(t, text, ""), 400)
}

// What does not depend on a move's parameters is looked at for each move, also for one without parameters.
func TestConstantConditionsOfMoves(t *testing.T) {
	g := ground(t, built(t, `puzzle P
param k: 0..3 = 2
state x: 0..3 = 0
move no where k == 1 { x := 3 }
move never(i: 0..1) where k == 1 { x := 3 }
move yes where k == 2 { x := 1 }
move also(i: 0..3) where k == 2 and i == 1 when k == 2 { x := 2 }
move closed when k == 1 { x := 3 }
goal x == 3
`, ""))
	var names []string
	for i := range g.Moves {
		names = append(names, g.Moves[i].Name)
	}
	assert.Equal(t, []string{"yes", "also(1)"}, names)
}

// What a start that the solver chooses is said to be before it is chosen is one of the values that it may have.
func TestChosenStartsAreValues(t *testing.T) {
	g := ground(t, built(t, "puzzle P\nstate x: 3..5 = any\nstate y: {2, 7} = if x == 4 then 7 else any\nmove go { x := 7 - y }\ngoal x == y\n", ""))
	require.Len(t, g.Init, 2)
	for v := range g.Vars {
		assert.Contains(t, g.Vars[v].Values, g.Init[v], g.Vars[v].Name)
	}
}

// Arguments that are many to try and few to keep end at the limit of moves, too.
func TestManyArgumentsAreFewMoves(t *testing.T) {
	m := built(t, "puzzle P\nstate x: 0..9 = 0\nmove m(a: 0..99, b: 0..99, c: 0..99, d: 0..99) where a + b + c + d == 396 { x := a % 10 }\ngoal x == 9\n", "")
	_, diags := compiler.Ground(context.Background(), m, compiler.GroundOptions{MaxMoves: 100})
	require.True(t, diags.HasErrors())
	assert.Equal(t, "too-many-moves", diags[0].Code)
}

// A pattern is of the array that it names, whichever it is, and of the values that it lists, however they are written.
func TestPatternsOfTheirArrays(t *testing.T) {
	const model = `puzzle P
type T = 0..3
const two: set T = {1, 2}
state other[i in T]: T distinct = 3 - i
state a[i in T]: T distinct = (i + 2) %% 4
move turn { for i in T { other[i] := (other[i] + 1) %% 4 } }
move swap(i: 0..2) when a[i] == 0 or a[i + 1] == 0 { a[i], a[i + 1] := a[i + 1], a[i] }
goal forall i in T: a[i] == i
heuristic h = %s
`
	costs := func(heuristic string) (out []int64) {
		m := built(t, fmt.Sprintf(model, heuristic), "")
		compareSimpler(t, m)
		g := ground(t, m)
		solveSimpler(t, g)
		x := semantics.NewMachine(m)
		for _, s := range explored(g, 10_000).states {
			want, err := x.Heuristic(m.Heuristics[0], g.ModelState(s))
			require.NoError(t, err)
			require.Equal(t, want, g.Pool.Eval(g.Heuristics[0].Value, s), "%s in %v", heuristic, s)
			out = append(out, want)
		}
		return out
	}
	want := costs("pattern(a, {1, 2})")
	assert.Greater(t, want[0], int64(1))
	for _, same := range []string{"pattern(a, two)", "pattern(a, {i for i in T where i in two})", "pattern(a, {i + 1 for i in 0..1})", "pattern(a, 1..2)"} {
		assert.Equal(t, want, costs(same), same)
	}
	want = costs("additive(pattern(a, {1}, {0}), pattern(a, {2}, {0}))")
	assert.Positive(t, want[0])
	assert.Equal(t, want, costs("additive(pattern(a, {i for i in 1..1}, {i for i in 0..0}), pattern(a, {i for i in 2..2}, {i - i for i in T}))"))
}
