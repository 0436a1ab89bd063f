package semantics_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/filetest"
)

const board = `puzzle Board
type Cell = grid(2, 2)
state man: Cell = (0, 0)
state a[c in Cell]: 0..3 = index(c)
state n: 0..9 = 0
goal n == 9
`

// after returns the state after a move, or the rule and text of the refusal.
func after(t *testing.T, src, mv string) string {
	t.Helper()
	x, s := compilertest.Machine(t, src)
	next, cost, refusal := x.Apply(s, compilertest.Move(t, x, mv))
	if refusal != nil {
		require.Nil(t, next)
		assert.True(t, refusal.Span.Start.IsValid(), "a refusal has a place")
		return string(refusal.Rule) + ": " + refusal.Text
	}
	return show(x.Model(), next, cost)
}

// show returns a state as text: scalars by name, arrays as lists.
func show(m *model.Model, s []int64, cost int64) string {
	var parts []string
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		var vs []string
		for k := range d.Size {
			vs = append(vs, m.Format(a.Type, model.Value{N: s[d.Offset+k]}))
		}
		parts = append(parts, a.Name+"="+strings.Join(vs, ","))
	}
	if cost != 1 {
		parts = append(parts, "cost="+m.Format(model.NumberType, model.Int(cost)))
	}
	return strings.Join(parts, " ")
}

// testdata/moves.txt says what moves do.
func TestApply(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/moves.txt", 4) {
		t.Run(row[0], func(t *testing.T) { assert.Equal(t, row[3], after(t, board+row[1], row[2])) })
	}
}

// Duplicates in distinct arrays are found in arrays of all lengths.
func TestLongDistinctArrays(t *testing.T) {
	for _, size := range []string{"4", "70"} {
		x, s := compilertest.Machine(t, strings.ReplaceAll("puzzle P\nstate a[i in 1..N]: 0..N distinct = i\n"+
			"move put(i: 1..N, v: 0..N) { a[i] := v }\ngoal a[1] == 0\n", "N", size))
		for name, makes := range map[string]bool{
			"put(1, 0)": true, "put(N, 0)": true, "put(N, 1)": false, "put(1, N)": false, "put(2, 2)": true, "put(3, 2)": false,
		} {
			name = strings.ReplaceAll(name, "N", size)
			_, _, refusal := x.Apply(s, compilertest.Move(t, x, name))
			assert.Equal(t, makes, refusal == nil, "%s of %s", name, size)
		}
	}
}

func TestDoubleWriteShowsBothPlaces(t *testing.T) {
	x, s := compilertest.Machine(t, board+"move m(x: Cell) {\n a[x] := 2\n a[(0, 0)] := 1 }")
	_, _, r := x.Apply(s, compilertest.Move(t, x, "m((0, 0))"))
	require.NotNil(t, r)
	assert.Equal(t, r.Other.Start.Line+1, r.Span.Start.Line)
}

func TestDistinctArray(t *testing.T) {
	src := "puzzle P state a[0..2]: 0..3 distinct = [0, 1, 2] goal a[0] == 3 move set(i: 0..2, v: 0..3) { a[i] := v } " +
		"move swap { a[0], a[1] := a[1], a[0] }"
	assert.Equal(t, "distinct: `set(0, 2)` cannot be made: a[0] and a[2] would both be 2, but `a` is distinct",
		after(t, src, "set(0, 2)"))
	assert.Equal(t, "a=3,1,2", after(t, src, "set(0, 3)"))
	assert.Equal(t, "a=1,0,2", after(t, src, "swap"))
}

// Explaining a failure must not read scratch frames that were overwritten after the failure.
func TestReasonCallsDefs(t *testing.T) {
	src := board + `def add(x: 0..9, y: 0..9) = x + y
	def far(c: Cell) = exists d in Cell: add(d.row, n) == 9 and c == d
	always forall c in Cell: not far(c) else "{c}: {add(c.row, n)}"
	move m { n := 8 }`
	assert.Equal(t, "always: `m` leads to a state that breaks `always`: (1, 0): 9", after(t, src, "m"))
}

func TestInstances(t *testing.T) {
	x, s := compilertest.Machine(t,
		board+"move far(x: Cell, k: 0..1, y: Cell) where x != y and x.row == k and manhattan(x, y) == 2 "+
			"{ } move near(i: 0..2, j: i + 1..2) { } move last { }")
	var names []string
	for _, mv := range x.Instances() {
		names = append(names, x.Format(mv))
	}
	assert.Equal(t, []string{
		"far((0, 0), 0, (1, 1))", "far((0, 1), 0, (1, 0))", "far((1, 0), 1, (0, 1))", "far((1, 1), 1, (0, 0))", "near(0, 1)",
		"near(0, 2)", "near(1, 2)", "last",
	}, names)
	assert.Len(t, x.Legal(s), 8)
	mv := x.Instances()[0]
	assert.Nil(t, x.CheckMove(mv))
	mv.Args = []model.Value{model.Int(0), model.Int(0), model.Int(0)}
	assert.Equal(t, semantics.RuleWhere, x.CheckMove(mv).Rule)
	mv.Args = []model.Value{model.Int(0), model.Int(7), model.Int(0)}
	assert.Equal(t, semantics.RuleType, x.CheckMove(mv).Rule)
	assert.Equal(t, "7 is no value of the parameter `k` of `far`", x.CheckMove(mv).Text)
}

func TestLabelOrderView(t *testing.T) {
	x, s := compilertest.Machine(t, board+`move m(d: Dir) order a[man + d] as "{d} to {man + d}" { }
	move plain { }
	view c in Cell: if c == man then "M" else "{a[c]}" fill if c == man then "red" else "grey"
	view "n is {n}"
	view c in {d for d in Cell where d.col == 1}: if c == (0, 1) then "ten" else "2"`)
	assert.Equal(t, "down to (1, 0)", x.Label(s, compilertest.Move(t, x, "m(down)")))
	assert.Equal(t, "up to ?", x.Label(s, compilertest.Move(t, x, "m(up)")))
	assert.Empty(t, x.Label(s, compilertest.Move(t, x, "plain")))
	key, ok := x.OrderKey(s, compilertest.Move(t, x, "m(down)"))
	assert.True(t, ok)
	assert.EqualValues(t, 2, key)
	_, ok = x.OrderKey(s, compilertest.Move(t, x, "m(up)"))
	assert.False(t, ok)
	_, ok = x.OrderKey(s, compilertest.Move(t, x, "plain"))
	assert.False(t, ok)
	assert.Equal(t, []string{"M1", "23", "n is 0", "    ten", "      2"}, view.Lines(x, s))
	assert.Equal(t, [][]string{{"red", "grey"}, {"grey", "grey"}, nil, {"", ""}, {"", ""}}, viewFill(x, s))
}

// viewFill returns the names of the colours of the cells, for each line of view.Lines; nil for a line of text.
func viewFill(x *semantics.Machine, state []int64) [][]string {
	var out [][]string
	for _, b := range view.Boards(x, state) {
		if b.Line {
			out = append(out, make([][]string, len(b.Lines()))...)
			continue
		}
		for r := range b.Rows {
			out = append(out, b.Fill[r*b.Cols:(r+1)*b.Cols])
		}
	}
	return out
}
