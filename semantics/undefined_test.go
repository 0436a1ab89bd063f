package semantics_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/semantics"
)

// world declares what the expressions of the tables speak of. u is an undefined number, b an undecided Boolean.
const world = `puzzle World
type Cell = grid(3, 3)
type Small = 0..4
enum Pose { standing, lying, rolling }
param map1: map = """
  ab
  c5
  """
const one: Cell = (0, 0)
const mid: Cell = (1, 1)
const last: Cell = (2, 2)
const list[0..3]: 0..9 = [4, 7, 4, 9]
const gap[c in Cell]: 0..9 = 8 / c.row
def half(x: Small): Small = x
def wide(x: 0..99): Small = x
def u = 1 / 0
def b = 1 / 0 == 1
def ring(x: Cell, y: Cell) = adjacent(x, y) and x != mid and y != mid
def edge(x: Cell) = x != mid
def never(x: Cell) = x == last and x != last
state s: bool = false
move flip { s := not s }
goal s
`

// value computes an expression in world: "?" if it is undefined or undecided.
func value(t *testing.T, typ, expr string) string {
	t.Helper()
	m := build(t, strings.Replace(world, "state s", "const it: "+typ+" = "+expr+"\nstate s", 1))
	for _, a := range m.Arrays {
		if d := m.Data[a.ID]; a.Name == "it" {
			if !d.Defined[0] {
				return "?"
			}
			return m.Format(a.Type, d.Values[0])
		}
	}
	return "no such constant"
}

func TestBooleans(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		// one operand decides where it can
		{"false and b", "false"},
		{"b and false", "false"},
		{"true and b", "?"},
		{"b and true", "?"},
		{"b and b", "?"},
		{"true or b", "true"},
		{"b or true", "true"},
		{"false or b", "?"},
		{"b or b", "?"},
		{"false => b", "true"},
		{"b => true", "true"},
		{"true => b", "?"},
		{"b => false", "?"},
		{"not b", "?"},
		{"not not b", "?"},
		{"true => false", "false"},
		// comparisons with an undefined part
		{"u == u", "?"},
		{"u != 1", "?"},
		{"u < 1", "?"},
		{"b == b", "?"},
		{"b == true", "?"},
		{"(1, u) == (2, 2)", "?"},
		{"one + up == mid", "?"},
		{"not one + up == mid", "?"},
		{"(1, 2) in {(1, 2), (2, u)}", "true"},
		// membership
		{"1 in {1, u}", "true"},
		{"1 in {2, u}", "?"},
		{"u in {1, 2}", "?"},
		{"u in {}", "false"},
		{"1 not in {2, u}", "?"},
		{"1 not in {1, u}", "false"},
		{"1 in 2..u", "false"},
		{"3 in 2..u", "?"},
		{"3 in u..2", "false"},
		{"u in 1..2", "?"},
		{"u in Small", "?"},
		{"7 in Small", "false"},
		{"3 in Small", "true"},
		{"mid in {c for c in Cell where c.row == 1}", "true"},
		{"one in {c + up for c in Cell}", "true"},
		{"last in {c + up for c in Cell}", "false"},
		// binders: decided by the parts that suffice
		{"forall i in 0..2: 1 / i == 1", "false"},
		{"forall i in 0..1: 1 / i == 1", "?"},
		{"forall i in 1..1: 1 / i == 1", "true"},
		{"forall i in 1..0: b", "true"},
		{"exists i in 0..1: 1 / i == 1", "true"},
		{"exists i in 0..0: 1 / i == 1", "?"},
		{"exists i in 1..0: b", "false"},
		{"forall i in 0..1 where 1 / i == 1: i == 1", "true"},
		{"exists i in 0..1 where b: true", "false"},
		{"distinct i in 0..1: 1 / i", "?"},
		{"distinct i in -1..2: 2 / max(i, 0)", "?"},
		{"distinct i in 2..3: 7 / i", "true"},
		{"distinct i in 0..3: 9 / (i * i)", "?"},
		{"distinct i in 4..5: 5 / i", "false"},
		{"distinct i in {0, 4, 5}: 5 / i", "false"},
		{"distinct i in 1..0: i", "true"},
		{"distinct i in 0..2 where 1 / i == 1: 0", "true"},
		{"forall i in 1..2, j in i..2: i <= j", "true"},
		{"exists (i, j) in {(1, 2), (3, 4)}: i + j == 7", "true"},
		{"exists (i, _) in {(1, 2)}: i == 2", "false"},
		// if takes its else part unless the condition is true
		{"if b then true else false", "false"},
		{"if not b then true else false", "false"},
		{"if true then true else b", "true"},
		{"if false then b else true", "true"},
		// defined is always decided
		{"defined(b)", "false"},
		{"defined(u)", "false"},
		{"defined(one + up)", "false"},
		{"defined(one + down)", "true"},
		{"defined(b or true)", "true"},
		// cells and directions
		{"adjacent(one, (0, 1))", "true"},
		{"adjacent(one, mid)", "false"},
		{"adjacent(one, one)", "false"},
		{"adjacent(one, one + up)", "?"},
		{"mid - one == (1, 1)", "true"},
		{"-up == down", "true"},
		{"one + (1, 1) == mid", "true"},
		{"one + 2*right + 2*down == last", "true"},
		{"last - down == (1, 2)", "true"},
		{"up < left", "true"},
		{"standing < rolling", "true"},
		{"one < mid", "true"},
		{"(1, 2) < (1, 3)", "true"},
		{"2*up == (-2, 0)", "true"},
		{"{1, 2} == {2, 1, 2}", "true"},
		{"{1} == {u}", "?"},
		{"map1[(0, 1)] == 'b'", "true"},
		// reaches: a itself need not be free
		{"reaches(edge, one, last)", "true"},
		{"reaches(edge, one, mid)", "false"},
		{"reaches(edge, mid, last)", "true"},
		{"reaches(never, one, one)", "true"},
		{"reaches(never, one, last)", "false"},
		{"reaches(edge, one + up, last)", "?"},
		{"reaches({one + right, one + 2*right}, one, (0, 2))", "true"},
		{"reaches({one + 2*right}, one, (0, 2))", "false"},
	} {
		assert.Equal(t, tt.want, value(t, "bool", tt.expr), tt.expr)
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		{"7 / 2", "3"},
		{"-7 / 2", "-4"},
		{"7 / -2", "-3"},
		{"-7 / -2", "4"},
		{"7 % -2", "1"},
		{"-7 % 2", "1"},
		{"-7 % -2", "1"},
		{"1 % 0", "?"},
		{"1 / 0", "?"},
		{"u + 1", "?"},
		{"u * 0", "?"},
		{"-u", "?"},
		{"abs(-3)", "3"},
		{"min(3, 1, 2)", "1"},
		{"max(3, u)", "?"},
		{"2 - 3 * 4", "-10"},
		{"sum i in 0..2: 1 / i", "?"},
		{"sum i in 1..2: 2 / i", "3"},
		{"sum i in 1..0: u", "0"},
		{"count i in 0..2: 1 / i == 1", "1"},
		{"count i in 1..0: b", "0"},
		{"count i in 0..3: b", "0"},
		{"min i in 1..0: i", "?"},
		{"max i in 0..2: 2 / i", "?"},
		{"max i in 1..2: 2 / i", "2"},
		{"min i in 0..2 where i > 0: 2 / i", "1"},
		{"sum i in 0..2 where 1 / i > 0: i", "1"},
		{"the i in 0..4: i * i == 9", "3"},
		{"the i in 0..4: i * i == 8", "?"},
		{"the i in 0..4: i < 2", "?"},
		{"the i in 0..1: 1 / i == 1", "1"},
		{"list[1]", "7"},
		{"list[4]", "?"},
		{"list[-1]", "?"},
		{"list[u]", "?"},
		{"find(list, 7)", "1"},
		{"find(list, 4)", "?"},
		{"find(list, 5)", "?"},
		{"find(list, u)", "?"},
		{"gap[one]", "?"},
		{"gap[mid]", "8"},
		{"gap[one + up]", "?"},
		{"half(4)", "4"},
		{"half(5)", "?"},
		{"half(u)", "?"},
		{"wide(9)", "?"},
		{"wide(3)", "3"},
		{"if b then 1 else 2", "2"},
		{"if true then 1 else u", "1"},
		{"if true then u else 1", "?"},
		{"one.row", "0"},
		{"last.col", "2"},
		{"(one + up).row", "?"},
		{"index(mid)", "4"},
		{"index(lying)", "1"},
		{"index(left)", "3"},
		{"index(true)", "1"},
		{"index(7)", "7"},
		{"size(Cell)", "9"},
		{"size(Small)", "5"},
		{"size({1, 1, 2})", "2"},
		{"size(3..1)", "0"},
		{"nth(Small, 2)", "2"},
		{"nth(Small, 5)", "?"},
		{"nth({5, 3, 9}, 0)", "3"},
		{"manhattan(one, last)", "4"},
		{"chebyshev(one, last)", "2"},
		{"manhattan(one, one + left)", "?"},
		{"digit(map1[(1, 1)])", "5"},
		{"digit('x')", "?"},
		{"map1.rows", "2"},
		{"map1.cols", "2"},
		{"digit(map1[(1, 2)])", "?"},
		{"steps(ring, one, last)", "4"},
		{"steps(ring, one, mid)", "?"},
		{"steps(ring, mid, mid)", "0"},
		{"steps(ring, one, one + up)", "?"},
		{"steps({(1, 2), (2, 3)}, 1, 3)", "2"},
		{"steps({(1, 2), (2, 3)}, 3, 1)", "?"},
		{"steps({(1, 2)}, 7, 7)", "0"},
	} {
		assert.Equal(t, tt.want, value(t, "-999..999", tt.expr), tt.expr)
	}
}

func TestOtherValues(t *testing.T) {
	for _, tt := range []struct{ typ, expr, want string }{
		{"Cell", "one + up", "?"},
		{"Cell", "one + down", "(1, 0)"},
		{"Cell", "(3, 0)", "?"},
		{"Cell", "last - (1, 1)", "(1, 1)"},
		{"Cell", "min c in Cell where c.row > 0: c", "(1, 0)"},
		{"Cell", "nth(Cell, 5)", "(1, 2)"},
		{"Cell", "max(one, mid)", "(1, 1)"},
		{"Cell", "if b then one else mid", "(1, 1)"},
		{"Dir", "-left", "right"},
		{"Dir", "the d in Dir: one + d == (1, 0)", "down"},
		{"Dir", "nth(Dir, 3)", "left"},
		{"Pose", "max(standing, lying)", "lying"},
		{"char", "map1[(0, 1)]", "'b'"},
		{"(Small, Dir)", "the (i, d) in {(1, up), (2, down)}: i == 2", "(2, down)"},
		{"(Small, Small)", "the i in Small, j in Small: i + j == 8", "(4, 4)"},
		{"set Small", "{i for i in Small where 6 / i == 3}", "{2}"},
		{"set Cell", "{c + up for c in {one, mid}}", "{(0, 1)}"},
		{"set Small", "{}", "{}"},
		{"set (Small, Pose)", "{(1, lying), (0, rolling)}", "{(0, rolling), (1, lying)}"},
	} {
		assert.Equal(t, tt.want, value(t, tt.typ, tt.expr), "%s: %s", tt.typ, tt.expr)
	}
}

// An expression that decides on a partial state decides alike on each completion of it.
func TestStateReadsAgree(t *testing.T) {
	m := build(t, "puzzle P state a[0..2]: 0..2 = any goal (count i in 0..2: a[i] == 1) == 2 goal find(a, 0) == 1 or a[0] == a[2]")
	n, err := semantics.Count(t.Context(), m, 0)
	require.NoError(t, err)
	want := 0
	x := semantics.NewMachine(m)
	for a := range int64(27) {
		if x.Goal([]int64{a / 9, a / 3 % 3, a % 3}) {
			want++
		}
	}
	assert.EqualValues(t, want, n)
	assert.Positive(t, want)
}
