package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/internal/puzzle"
)

// variant is a model of the library with a text replaced.
type variant struct{ model, instance, old, with string }

// right are other ways to write the same puzzle.
var right = []variant{
	{
		"wolf_goat_cabbage", "", "farmer, at[t] := other(farmer), other(farmer)",
		"farmer := other(at[t]) at[t] := other(farmer)",
	},
	{
		"wolf_goat_cabbage", "", "at[wolf] == at[goat] and farmer != at[goat]",
		"not (at[wolf] != at[goat] or farmer == at[wolf])",
	},
	{
		"wolf_goat_cabbage", "", "farmer == there and forall t in Thing: at[t] == there",
		"forall t in Thing: at[t] == there",
	},
	{"wolf_goat_cabbage", "", "enum Bank { here, there }", "enum Bank { there, here }"},
	{"jugs", "", "min(water[i], room(j))", "if water[i] < room(j) then water[i] else room(j)"},
	{"jugs", "", "when water[j] > 0 else", "when not (water[j] == 0) else"},
	{"jugs", "three", "state water[j in Jug]: 0..cap[j]", "state unused: bool = false\nstate water[j in Jug]: 0..1000"},
	{"jugs", "cannot", "where i != j", "where i < j or j < i"},
	{"jugs", "litres", "cost if litres then room(j) else 1", "cost if not litres then 1 else cap[j] - water[j]"},
	{"hanoi", "", "at[s] not in {from, to}", "at[s] != from and at[s] != to"},
	{"hanoi", "line4", "abs(from - to) == 1", "from == to + 1 or to == from + 1"},
	{"hanoi", "circle4", "to == (from + 1) % pegs", "from == (to + pegs - 1) % pegs"},
	{"missionaries", "", "x > 0 and y > x", "y > x and x >= 1"},
	{"missionaries", "four", "landed := not landed", "landed := if landed then false else true"},
	{"missionaries", "", "m == 0 and c == 0\n", "m + c == 0\n"},
	{"bridge", "", "cost slowest(a, b, c)", "cost max p in {a, b, c}: minutes[p]"},
	{"bridge", "four", "over[a] == torch and over[b] == torch", "over[b] == torch and over[a] == over[b]"},
	{"lights_out", "two", "x == c or adjacent(x, c)", "manhattan(x, c) <= 1"},
	{"pancakes", "four", "for i in 1..k {", "for i in Place where i <= k {"},
	{"pancakes", "burnt3", "where burnt or k > 1", "where not (k == 1 and not burnt)"},
	{"bridge", "", "cost slowest(a, b, c)", "cost minutes[c]"},
	{"jugs", "cannot", "water[j] == finish[j]", "water[j] >= finish[j]"},
}

// wrong are mistakes.
var wrong = []variant{
	{"wolf_goat_cabbage", "", "lost at[wolf] == at[goat] and farmer != at[goat] else \"the wolf eats the goat\"", ""},
	{"wolf_goat_cabbage", "", "lost at[goat] == at[cabbage]", "lost at[goat] != at[cabbage]"},
	{"wolf_goat_cabbage", "", "at[wolf] == at[goat] and farmer != at[goat]", "farmer != at[goat]"},
	{"wolf_goat_cabbage", "", "goal farmer == there and forall t in Thing", "goal farmer == there and exists t in Thing"},
	{"wolf_goat_cabbage", "", "when at[t] == farmer else \"the {t} is on the other bank\" ", ""},
	{"wolf_goat_cabbage", "", "move row as", "move row cost 2 as"},
	{"wolf_goat_cabbage", "", "state farmer: Bank = here", "state farmer: Bank = there"},
	{"wolf_goat_cabbage", "", "move row as", "move row when at[goat] == farmer as"},
	{"jugs", "", "water[j] := 0", "water[j] := water[j] - 1"},
	{"jugs", "", "water[i] := water[i] - flow(i, j)", ""},
	{
		"jugs", "three", "room(j) > 0 else \"jug {j} is full\"\n  cost if litres then flow",
		"room(j) > 1 else \"jug {j} is full\"\n  cost if litres then flow",
	},
	{"jugs", "litres", "cost if litres then flow(i, j)", "cost if litres then water[i]"},
	{"jugs", "cannot", "forall j in Jug: water", "exists j in Jug: water"},
	{"hanoi", "", "when forall s in Disk where s < d: at[s] not in {from, to} else \"disk {s} is in the way\"", ""},
	{"hanoi", "", "where s < d: at[s] not in {from, to}", "where s < d: at[s] != from"},
	{"hanoi", "line4", "abs(from - to) == 1", "from - to == 1"},
	{"hanoi", "", "goal forall d in Disk: at[d] == pegs - 1", "goal forall d in Disk: at[d] != 0"},
	{
		"missionaries", "", "lost eaten(missionaries - m, cannibals - c)",
		"lost false and eaten(missionaries - m, cannibals - c)",
	},
	{"missionaries", "four", "in 1..boat and", "in 0..boat and"},
	{"missionaries", "", "x > 0 and y > x", "y > x"},
	{"bridge", "", "cost slowest(a, b, c)", "cost minutes[a]"},
	{"bridge", "", "max(minutes[a], minutes[b], minutes[c])", "min(minutes[a], minutes[b], minutes[c])"},
	{"lights_out", "two", "x == c or adjacent(x, c)", "x == c or chebyshev(x, c) == 1"},
	{"pancakes", "four", "size_at[i] := size_at[k + 1 - i]", "size_at[i] := size_at[i % k + 1]"},
}

// moves are the numbers of moves to the disagreements of the mistakes, by all pairs of states that the same moves lead
// to. TestCompare of tests/difftest makes all pairs of drawn models.
var moves = []int{1, 1, 2, 1, 2, 2, 0, 3, 2, 3, 5, 2, 0, 1, 2, 1, 4, 3, 1, 1, 1, 1, 1, 3}

// load returns a model of the library and the variant of it.
func (v variant) load(t *testing.T) (reference, other *puzzle.Program) {
	lib, ok := puzzle.Library(v.model)
	require.True(t, ok, v.model)
	require.Contains(t, lib.Text, v.old, "%+v", v)
	fsys := fstest.MapFS{
		"a.pz": {Data: []byte(lib.Text)}, "b.pz": {Data: []byte(strings.Replace(lib.Text, v.old, v.with, 1))},
		"walking.pz": {},
	}
	for _, m := range puzzle.LibraryModels() {
		fsys[m.Name+".pz"] = &fstest.MapFile{Data: []byte(m.Text)}
	}
	reference, diags := puzzle.Load(fsys, "a.pz")
	require.False(t, diags.HasErrors(), diags)
	other, diags = puzzle.Load(fsys, "b.pz")
	require.False(t, diags.HasErrors(), "%+v: %v", v, diags)
	return reference, other
}

func (v variant) compare(t *testing.T, o Options) (*Result, [2]*puzzle.Program) {
	reference, other := v.load(t)
	r, diags, err := Models(t.Context(), reference, other, puzzle.Data{Instance: v.instance}, o)
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	return r, [2]*puzzle.Program{reference, other}
}

// TestVariants tells right variants of library models from wrong ones, and finds a shortest disagreement.
func TestVariants(t *testing.T) {
	for i, v := range slices.Concat(right, wrong) {
		t.Run(fmt.Sprint(i, v.model), func(t *testing.T) {
			t.Parallel()
			r, _ := v.compare(t, Options{})
			if i < len(right) {
				require.Equal(t, Equal, r.Verdict, "%+v", r.Diff)
				return
			}
			require.Equal(t, Differ, r.Verdict)
			assert.Equal(t, moves[i-len(right)], r.Diff.Moves(), "%+v", r.Diff)
		})
	}
}

// both compares two texts.
func both(t *testing.T, a, b string, o Options) *Result {
	r, diags, err := bothRaw(t, a, b, o)
	require.NoError(t, err)
	require.NoError(t, diags)
	return r
}

func bothRaw(t *testing.T, a, b string, o Options) (*Result, error, error) {
	return bothWith(t, a, b, puzzle.Data{}, o)
}

func bothWith(t *testing.T, a, b string, data puzzle.Data, o Options) (*Result, error, error) {
	var programs [2]*puzzle.Program
	for s, text := range []string{a, b} {
		p, diags := puzzle.LoadText(fstest.MapFS{}, []string{"a.pz", "b.pz"}[s], text)
		require.False(t, diags.HasErrors(), diags)
		programs[s] = p
	}
	r, diags, err := Models(t.Context(), programs[0], programs[1], data, o)
	return r, diags.Err(), err
}

const banks = `puzzle Banks
enum Who { farmer, wolf }
state far[w in Who]: bool = false
move row(w: Who) when far[w] == far[farmer] { far[farmer], far[w] := not far[farmer], not far[w] }
goal far[wolf]`

const sides = `puzzle Sides
enum Side { left, right }
enum Beast { wolf }
state man: Side = left
state at[b in Beast]: Side = left
def over(s: Side) = if s == left then right else left
move go { man := over(man) }
move take(b: Beast) when at[b] == man { man, at[b] := over(man), over(man) }
goal at[wolf] == right`

// TestInterface matches other names and other representations.
func TestInterface(t *testing.T) {
	same := []string{"row(farmer) = go", "row(w) = take(w)"}
	r := both(t, banks, sides, Options{Same: same})
	assert.Equal(t, Equal, r.Verdict, "%+v", r.Diff)
	r = both(t, banks, sides,
		Options{Same: append(same, "far[farmer] = man == right", "far[wolf] = at[wolf] == right")})
	assert.Equal(t, Equal, r.Verdict, "%+v", r.Diff)
	r = both(t, sides, banks,
		Options{Same: []string{"go = row(farmer)", "take(b) = row(b)", "at[b] == right = far[b]"}})
	assert.Equal(t, Equal, r.Verdict, "%+v", r.Diff)
	r = both(t, sides, banks,
		Options{Same: []string{"go = row(farmer)", "take(b) = row(b)", "at[b] == left = far[b]"}})
	require.Equal(t, Differ, r.Verdict)
	assert.Equal(t, ofValue, r.Diff.Kind)
	assert.Equal(t, "At the start, `far[wolf]` is true in A and false in B.", r.Diff.Sentence([2]string{"A", "B"}))

	r = both(t, banks, sides, Options{})
	require.Equal(t, Differ, r.Verdict)
	assert.Contains(t, r.Notes, Note{In: Other, Text: "there is no move `row`", Move: "row"})
	r = both(t, banks, strings.ReplaceAll(banks, "row(", "rwo("), Options{})
	assert.Contains(t, r.Notes, Note{In: Other, Text: "there is no move `row`; is it `rwo`?", Move: "row"})

	_, diags, _ := bothRaw(t, banks, sides, Options{Same: []string{"row(w) = tuke(w)"}})
	require.ErrorContains(t, diags, "the other model has no move `tuke`")
	_, diags, _ = bothRaw(t, banks, sides, Options{Same: []string{"far[w] = at[w]"}})
	require.ErrorContains(t, diags, "unknown name `farmer`")
	_, diags, _ = bothRaw(t, banks, sides, Options{Same: []string{"far[wolf] ="}})
	assert.Error(t, diags)
}

// cells and push are one puzzle, of which one names the cell to which a token moves, the other the direction.
const (
	cells = `puzzle Cells const n: 1..2 = 2 type Cell = grid(n, n) state on[c in Cell]: bool = c == (0, 0)
move slide(from: Cell, to: Cell) where adjacent(from, to) when on[from] and not on[to] { on[from], on[to] := false, true }
move wait { on[(0, 0)] := on[(0, 0)] } goal on[(1, 1)]`
	push = `puzzle Push const n: 1..2 = 2 type Cell = grid(n, n) state at: Cell = (0, 0)
move push(c: Cell, d: Dir) when c == at and defined(c + d) { at := c + d } move wait { at := at } goal at == (1, 1)`
)

// TestComputed makes the arguments of moves of one model of those of the other model.
func TestComputed(t *testing.T) {
	for line, models := range map[string][2]string{
		"slide(a, b) = push(a, b - a)":                             {cells, push},
		"slide(a, b) = push(a, -1*(a - b))":                        {cells, push},
		"slide(a, b) = push(a, if b == a + up then up else b - a)": {cells, push},
		"slide(a, b) = push(b - (b - a), b - a)":                   {cells, push},
		"push(a, d) = slide(a, a + d)":                             {push, cells},
		"push(c, d) = slide(c, c + n*d - d)":                       {push, cells},
		"up = rise(2 - 1)": {
			"puzzle A state n: 0..5 = 0 move up when n < 5 { n := n + 1 } goal n == 4",
			"puzzle B state m: 0..5 = 0 move rise(k: 0..1) where k > 0 when m < 5 { m := m + k } goal m == 4",
		},
	} {
		r := both(t, models[0], models[1], Options{Same: []string{line}})
		assert.Equal(t, Equal, r.Verdict, "%s: %+v", line, r.Diff)
		assert.Empty(t, r.Notes, line)
	}
	// A line that maps moves to none, or two moves to one.
	for line, note := range map[string]string{
		"slide(a, b) = push(a, n*(b - a))": "there is no move `push((0,0),(0,2))`, which `slide(a, b) = " +
			"push(a, n*(b - a))` " +
			"makes of `slide((0,0),(0,1))`",
		"slide(a, b) = push(nth(Cell, 9), b - a)": "there is no move `push(undefined,right)`, which `slide(a, b) = " +
			"push(nth(Cell, 9), b - a)` makes of `slide((0,0),(0,1))`",
		"slide(a, b) = push(a, right)": "two moves correspond to `push((0,0),right)`, " +
			"`slide((0,0),(0,1))` and `slide((0,0),(1,0))`",
		"slide(a, b) = wait": "two moves correspond to `wait`, `slide((0,0),(0,1))` and `slide((0,0),(1,0))`",
	} {
		r := both(t, cells, push, Options{Same: []string{line}})
		assert.Equal(t, Differ, r.Verdict, line)
		assert.Contains(t, fmt.Sprint(r.Notes), note)
	}
}

// TestSameRefused: a line that is not understood is an error, which says what may stand there.
func TestSameRefused(t *testing.T) {
	for line, want := range map[string]string{
		"slide(a, b) = push(a)":                                   "`push` of the other model has 2 parameters, 1 given",
		"slide(a, b, c) = push(a, b)":                             "`slide` of the reference has 2 parameters, 3 given",
		"slide = push":                                            "`slide` of the reference has 2 parameters, 0 given",
		"wait(a) = wait":                                          "`wait` of the reference has 0 parameters, 1 given",
		"slide(a, b) = push(a, foo(b))":                           "unknown function `foo`",
		"slide(a, b) = push(a, d)":                                "unknown name `d`",
		"slide(a, b) = push(a, 3 +)":                              "`3 +`: expected a value after `+`",
		"slide(a, b) = push(a, b - a":                             "`push(a, b - a` is no move",
		"slide(a, b) = push(a, b - a) or so":                      "`push(a, b - a) or so` is no move",
		"slide(a, b) = push(a, 7)":                                "`7` is a number, not a Dir",
		"slide(a, b) = push(a, at)":                               "`at` reads the state",
		"slide(a, b - a) = push(a, b - a)":                        "`b - a` is computed on the left side",
		"sldie(a, b) = push(a, b - a)":                            "the reference has no move `sldie`",
		"slide(a, b) = psuh(a, b - a)":                            "the other model has no move `psuh`",
		"slide(a, b) = 3":                                         "`3` is no move",
		"nonsense":                                                "unknown name `nonsense`",
		"slide(a, b) = push(a, (count c in grid(9, 9): true, 1))": "has a grid that is not in the model",
		"slide(a, b) = push(,)":                                   "expected a value",
		"slide(a, b) = push(a, {up})":                             "is a set of Dir, not a Dir",
		"slide(a, b) = push(a, push(a))":                          "unknown function `push`",
		"on[(0, 0)] = at = (0, 0)":                                "`=` does not compare",
		"":                                                        "expected a value",
	} {
		_, diags, err := bothRaw(t, cells, push, Options{Same: []string{line}})
		require.NoError(t, err)
		require.ErrorContains(t, diags, want, line)
	}
	program, diags := puzzle.LoadText(fstest.MapFS{}, "a.pz", cells)
	require.False(t, diags.HasErrors())
	for line, want := range map[string]string{ // whatever the other model is
		"slide(a, b) = push(a, b - a)": "", "on[c] = at == c": "", "slide(a) = push(a)": "2 parameters, 1 given",
		"slide(a, b) = push(a, 3 +)": "expected a value", "slid(a, b) = push(a, b - a)": "unknown",
		"on[c] = at ==": "expected",
	} {
		if diags := Lines(program, []string{line}); want == "" {
			assert.NoError(t, diags.Err(), line)
		} else {
			assert.ErrorContains(t, diags.Err(), want, line)
		}
	}
}

// TestSameActions: lines about actions of PDDL.
func TestSameActions(t *testing.T) {
	const domain = `(define (domain d) (:requirements :typing) (:types place) (:predicates (at ?p - place) (link ?a ?b - place))
(:action move :parameters (?a ?b - place) :precondition (and (at ?a) (link ?a ?b)) :effect (and (not (at ?a)) (at ?b))))`
	problem := puzzle.Text{Name: "p.pddl", Text: `(define (problem p) (:domain d) (:objects x y z - place)
(:init (at x) (link x y) (link y z)) (:goal (at z)))`}
	var programs [2]*puzzle.Program
	shift := strings.Replace(domain, "action move :parameters (?a ?b", "action shift :parameters (?b ?a", 1)
	for s, text := range []string{domain, shift} {
		p, diags := puzzle.LoadPDDL(puzzle.Text{Name: fmt.Sprint("d", s, ".pddl"), Text: text}, problem)
		require.False(t, diags.HasErrors(), diags)
		programs[s] = p
	}
	for line, want := range map[string]string{
		"(move ?a ?b) = (shift ?b ?a)":     "",
		"move(from, to) = shift(to, from)": "",
		"(move ?a ?b ?c) = (shift ?a ?b)":  "`move` of the reference has 2 parameters, 3 given",
		"(move ?a ?b) = (shift ?a)":        "`shift` of the other model has 2 parameters, 1 given",
		"(move ?a ?b) = (shift ?a ?c)":     "`?c` does not stand on the left side",
		"(move ?a ?b) = (shitf ?b ?a)":     "the other model has no move `shitf`",
		"(mvoe ?a ?b) = (shift ?b ?a)":     "the reference has no move `mvoe`",
		"(move ?a ?b) = (shift ?b (a))":    "`(shift ?b (a))` is no move",
		"move(,) = shift(,)":               "expected a value",
		"(move ?a ?b = (shift ?b ?a)":      "`(move ?a ?b` is no move",
	} {
		o := Options{Same: []string{line}}
		r, diags, err := Models(t.Context(), programs[0], programs[1], puzzle.Data{}, o)
		require.NoError(t, err)
		if want != "" {
			require.ErrorContains(t, diags.Err(), want, line)
			continue
		}
		require.NoError(t, diags.Err(), line)
		assert.Equal(t, Equal, r.Verdict, line)
	}
}

// TestExtra allows moves that change nothing that is compared.
func TestExtra(t *testing.T) {
	harmless := banks + " state k: 0..2 = 0 move wait { k := (k + 1) % 3 }"
	assert.Equal(t, Differ, both(t, banks, harmless, Options{}).Verdict)
	r := both(t, banks, harmless, Options{Extra: true})
	assert.Equal(t, Equal, r.Verdict)
	assert.Equal(t, 12, r.Pairs)
	r = both(t, banks, banks+" move swim { far[wolf] := not far[wolf] }", Options{Extra: true})
	require.Equal(t, Differ, r.Verdict)
	assert.Equal(t, 1, r.Diff.Moves())
	r = both(t, banks, strings.Replace(banks, "when far[w] == far[farmer] ", "", 1), Options{Extra: true})
	assert.Equal(t, Differ, r.Verdict, "a move that the reference declares is not an extra one")
}

// TestStarts matches initial states that are chosen.
func TestStarts(t *testing.T) {
	const a = `puzzle A state x: 0..9 = any init x % 2 == 0 move up when x < 9 { x := x + 1 } goal x == 9`
	assert.Equal(t, Equal, both(t, a, a, Options{}).Verdict)
	b := strings.Replace(a, "init x % 2 == 0", "init x % 2 == 0 and x > 1", 1)
	r := both(t, a, b, Options{})
	require.Equal(t, Differ, r.Verdict)
	assert.Equal(t, OfStart, r.Diff.Kind)
	assert.Equal(t, Reference, r.Diff.Only)
	assert.Equal(t, []int64{0}, r.Diff.Way[Reference].Start)

	half := `puzzle B state h: 0..4 = any state odd: bool = false goal h == 4 and odd
		move up when h < 4 or not odd { if odd { h := h + 1 } odd := not odd }`
	assert.Equal(t, Open, both(t, a, half, Options{}).Verdict)
	r = both(t, a, half, Options{Same: []string{"x = 2 * h + (if odd then 1 else 0)"}})
	assert.Equal(t, Equal, r.Verdict, "%+v", r.Diff)
}

// TestLimits: what is not decided is never called equal.
func TestLimits(t *testing.T) {
	v := variant{"hanoi", "eight", "", ""}
	r, _ := v.compare(t, Options{Pairs: 100})
	assert.Equal(t, Open, r.Verdict)
	assert.Contains(t, r.Reason, "more than 100 pairs")
	reference, other := v.load(t)
	ctx, end := context.WithCancel(t.Context())
	end()
	r, _, err := Models(ctx, reference, other, puzzle.Data{Instance: v.instance}, Options{})
	require.NoError(t, err)
	assert.Equal(t, Open, r.Verdict)
}

// TestEightPuzzle compares all states of the 8-puzzle.
func TestEightPuzzle(t *testing.T) {
	v := variant{"taquin", "hardest", "", ""}
	r, _ := v.compare(t, Options{})
	assert.Equal(t, Equal, r.Verdict)
	assert.Equal(t, 181440, r.Pairs)
}

// The start is a list over the cells of a map, and the instance gives an enum.
func TestStartOfMap(t *testing.T) {
	const m = `puzzle P
param level: map = """
  ab
  """
type Cell = grid(level)
param enum E
state v[Cell]: bool = [true, false]
move m { v[(0, 0)] := false }
goal v == [false, false]
instance one { E = {ec} }`
	r, diags, err := bothWith(t, m, m, puzzle.Data{Instance: "one"}, Options{})
	require.NoError(t, err)
	require.NoError(t, diags)
	assert.Equal(t, Equal, r.Verdict)
}
