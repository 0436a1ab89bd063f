package semantics_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/internal/filetest"
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
	m := compilertest.ModelOf(t, strings.Replace(world, "state s", "const it: "+typ+" = "+expr+"\nstate s", 1))
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

// testdata/values.txt has the values of expressions.
func TestValues(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/values.txt", 3) {
		assert.Equal(t, row[2], value(t, row[0], row[1]), row[1])
	}
}
