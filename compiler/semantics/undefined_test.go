package semantics_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/semanticstest"
)

// world declares the names that the expressions of the tables use. u is an undefined number, b an undecided Boolean.
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
const table[0..1, 0..1]: 0..9 = [[4, 4], [5, 6]]
const gap[c in Cell]: 0..9 = 8 / c.row
def half(x: Small): Small = x
def wide(x: 0..99): Small = x
def u = 1 / 0
def b = 1 / 0 == 1
def ring(x: Cell, y: Cell) = adjacent(x, y) and x != mid and y != mid
def edge(x: Cell) = x != mid
def never(x: Cell) = x == last and x != last
type Pair = (Small, Pose)
type Flat = (0..1, (0..1, Dir))
const jump: (-2..2, -2..2) = (1, 2)
const hop: (-2..2, -2..2) = (1 / 0, 2)
def upto(n: 0..9, x: 0..n): 0..9 = x
def below(n: 0..9): 0..n = 3
def among(x: 0..99, t: set Small) = x in t
def fit(p: Pair) = defined(p)
def high(k: Small, x: Cell, y: Cell) = adjacent(x, y) and x.row <= k and y.row <= k
def within(t: set 0..9, x: 0..9, y: 0..9) = x in t and y in t and abs(x - y) == 1
def along(d: Dir, p: (0..9, 0..9), x: Cell, y: Cell) = x + d == y and (x.row, x.col) != p
def rows(k: Small): 0..99 = steps(high(k, _, _), one, (2, 2))
def far(t: set 0..9, x: 0..9): 0..9 = steps(within(t, _, _), 0, x)
def path(d: Dir, p: (0..9, 0..9)): 0..9 = steps(along(d, p, _, _), one, (0, 2))
type Top = {c for c in Cell where c.row == 0}
def top(x: Top) = x.row == 0
state s: bool = false
move flip { s := not s }
goal s
`

// value returns the value of an expression in world as text, "?" if it is undefined or undecided.
func value(t *testing.T, typ, expr string) string {
	t.Helper()
	m := semanticstest.Built(t, strings.Replace(world, "state s", "const it: "+typ+" = "+expr+"\nstate s", 1))
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
		{"not (1, 7) in (0..4, 0..4)", "true"},
		{"not (7, 1) in (0..4, 0..4)", "true"},
		{"map1[(0, 5)] == 'a'", "?"},
		{"not map1[(0, 5)] == 'a'", "?"},
		{"map1[(1, 2)] == 'a'", "?"},
		{"map1[(1 / 0, 0)] != 'a'", "?"},
		{"map1[(0, 0)] == 'a'", "true"},
		{"adjacent(one, one + up)", "?"},
		{"adjacent(one + up, one)", "?"},
		{"not manhattan(one, mid + 2*down) == 2", "?"},
		{"chebyshev(mid + 2*down, one) == 2", "?"},
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
		{"distinct i in 0..19: i * i", "true"},
		{"distinct i in 0..19: i % 19", "false"},
		{"(1, 2) in (0..4, 0..u)", "?"},
		{"(1, 2) in (0..u, 0..4)", "?"},
		{"(7, 2) in (0..4, 0..u)", "false"},
		{"(1, 7) in (0..u, 0..4)", "false"},
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
		// offsets
		{"mid - one == (1, 2)", "false"},
		{"mid - one == (2, 1)", "false"},
		{"mid - one != (1, 2)", "true"},
		{"mid - last + (last - one) == (1, 1)", "true"},
		{"last - one - (mid - one) == (1, 1)", "true"},
		{"up - right == (-1, -1)", "true"},
		{"-(mid - one) == (-1, -1)", "true"},
		{"-jump == (-1, -2)", "true"},
		{"one + jump == (1, 2)", "true"},
		{"last - jump == (1, 0)", "true"},
		{"one + (mid - one) == mid", "true"},
		{"last + -jump == (1, 0)", "true"},
		{"one + hop == mid", "?"},
		{"jump == hop", "?"},
		{"hop == jump", "?"},
		{"u*up == up", "?"},
		{"2*((one + up) - one) == up", "?"},
		{"(one + up) - one == up", "?"},
		{"one - (one + up) == up", "?"},
		{"one - mid + (one - (one + up)) == up", "?"},
		{"(one + up) + down == one", "?"},
		{"-jump in {(-1, -2), (0, 0)}", "true"},
		{"(mid - one) in {(1, 0), (0, 1)}", "false"},
		{"(one - (one + up)) in {(1, 0), (0, 1)}", "?"},
		// sets of tuples and sets of sets
		{"(1, lying) in Pair", "true"},
		{"(7, lying) in Pair", "false"},
		{"(0, (1, left)) in Flat", "true"},
		{"(0, (2, left)) in Flat", "false"},
		{"forall (i, p) in Pair: i < 5 and p < rolling or p == rolling", "true"},
		{"exists (i, (j, d)) in Flat: i > j and d == left", "true"},
		{"among(1, {1, 2})", "true"},
		{"among(3, {1, 2})", "false"},
		{"among(1, {1, 7})", "?"},
		{"among(1, {1, u})", "?"},
		{"exists t in {{0, 1}, {1, 2}}: 0 in t and 2 in t", "false"},
		{"exists t in {{0, 1}, {1, 2}}: 1 in t and 2 in t", "true"},
		{"forall i in 1..u: true", "?"},
		{"exists i in 0..u: true", "?"},
		{"forall i in 0..1, j in i..2/i: j < 9", "?"},
		{"forall i in 0..1, j in i..2/i: j == 9", "false"},
		{"exists i in 0..1, j in i..2/i: j == 2", "true"},
		{"exists i in 0..1, j in i..2/i: j == 9", "?"},
		{"distinct i in 0..1, j in i..2/i: 1", "false"},
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
		{"reaches({one + right, one + up, one + 2*right}, one, (0, 2))", "true"},
		{"reaches({one + right, one + up}, one, (0, 2))", "false"},
		{"reaches(top, last, (1, 2))", "false"},
		{"reaches(top, one, (0, 2))", "true"},
		{"reaches(top, last, one)", "false"},
		{"reaches(top, mid, one)", "true"},
		{"reaches(edge, one, one + up)", "?"},
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
		{"steps({(1, 2)}, 1, 7)", "?"},
		{"steps({(1, 2)}, 7, 1)", "?"},
		{"steps({(one, mid), (mid, last)}, one, last)", "2"},
		{"steps({((1, up), (2, up)), ((2, up), (1, down))}, (1, up), (1, down))", "2"},
		// what a relation takes from outside tells its tables apart
		{"count k in Small: rows(k) == 4", "3"},
		{"sum k in 0..2: if defined(rows(k)) then 1 else 10 * (k + 1)", "31"},
		{"100 * far({0, 1, 2}, 2) + 10 * (if defined(far({0, 2}, 2)) then 1 else 2) + far({0, 1}, 1)", "221"},
		{"100 * path(right, (1, 1)) + 10 * (if defined(path(right, (0, 1))) then 1 else 2) + (if defined(path(left, (1, " +
			"1))) then 1 else 2)", "222"},
		{"10 * (if defined(rows(u)) then 1 else 2) + rows(2)", "24"},
		{"upto(4, 3)", "3"},
		{"upto(2, 3)", "?"},
		{"upto(u, 3)", "?"},
		{"below(4)", "3"},
		{"below(2)", "?"},
		{"below(u)", "?"},
		{"index(fit((3, lying)))", "1"},
		{"index(fit((7, lying)))", "0"},
		{"index(fit((u, lying)))", "0"},
		{"size(Pair)", "15"},
		{"size(Flat)", "16"},
		{"sum (i, _) in Pair: i", "30"},
		{"sum i in 1..u: 1", "?"},
		{"count i in 1..u: true", "?"},
		{"max i in 1..u: i", "?"},
		{"the i in 1..u: i == 1", "?"},
		{"sum i in 0..2, j in 1..2/i: 1", "?"},
		{"sum i in 1..2, j in 1..i: 10 * i + j", "54"},
		{"max(-3, -5)", "-3"},
		{"min(u, 1)", "?"},
		{"digit('0')", "0"},
		{"digit('9')", "9"},
		{"digit('/')", "?"},
		{"digit(':')", "?"},
		{"Cell.rows * 10 + Cell.cols", "33"},
		{"mid.row - last.col", "-1"},
		{"abs(-u)", "?"},
		{"nth({5, 3, 9}, 3)", "?"},
		{"nth({5, 3, 9}, -1)", "?"},
		{"nth(5..9, 4)", "9"},
		{"nth(5..9, 5)", "?"},
		{"nth(1..u, 0)", "?"},
		{"size({c + up for c in Cell})", "6"},
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
		{"Pair", "nth(Pair, 4)", "(1, lying)"},
		{"Flat", "nth(Flat, 5)", "(0, (1, right))"},
		{"Flat", "the (i, (j, d)) in Flat: i == 1 and j == 0 and d == left", "(1, (0, left))"},
		{"(Small, Small)", "find(table, 5)", "(1, 0)"},
		{"(Small, Small)", "find(table, 4)", "?"},
		{"(-9..9, -9..9)", "last - one - up", "(3, 2)"},
		{"(-9..9, -9..9)", "2*(mid - last) + left", "(-2, -3)"},
		{"(-9..9, -9..9)", "-(mid - last)", "(1, 1)"},
		{"(-9..9, -9..9)", "u*up", "?"},
		{"Pose", "max p in Pose where p < rolling: p", "lying"},
		{"set Small", "{1, u}", "?"},
		{"set (Small, Dir)", "{(n, up) for n in 0..4 where n > 2}", "{(3, up), (4, up)}"},
		{"set (Small, Pose)", "{(1, lying), (0, rolling)}", "{(0, rolling), (1, lying)}"},
	} {
		assert.Equal(t, tt.want, value(t, tt.typ, tt.expr), "%s: %s", tt.typ, tt.expr)
	}
}

// An expression that is decided on a partial state has the same value on each completion of that state.
func TestStateReadsAgree(t *testing.T) {
	m := semanticstest.Built(t,
		"puzzle P state a[0..2]: 0..2 = any goal (count i in 0..2: a[i] == 1) == 2 goal find(a, 0) == 1 or "+
			"a[0] == a[2]")
	n, err := semanticstest.Count(t.Context(), m, 0)
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
