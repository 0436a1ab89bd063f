package semantics_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/semanticstest"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
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
	x, s := semanticstest.Machine(t, src)
	next, cost, refusal := x.Apply(s, semanticstest.Move(t, x, mv))
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

func TestApply(t *testing.T) {
	const start = "man=(0, 0) a=0,1,2,3 n=0"
	for _, tt := range []struct{ name, src, move, want string }{
		{
			"names the parts of a tuple", "move m { let (x, y) = (n + 1, a[(1, 1)]) n := 3*x + y }", "m",
			"man=(0, 0) a=0,1,2,3 n=6",
		},
		{
			"names the defined parts", "move m { let (x, (y, z)) = (a[man + up], (1, n + 4)) n := y + z }", "m",
			"man=(0, 0) a=0,1,2,3 n=5",
		},
		{
			"names parts of parts", "move m { let ((x, y), z) = ((a[man + up], 2), 3) n := y + z }", "m",
			"man=(0, 0) a=0,1,2,3 n=5",
		},
		{
			"names parts of the branch that counts",
			"move m { let (x, y) = if n == 0 then (a[man + up], 7) else (1, 2) n := y }", "m", "man=(0, 0) a=0,1,2,3 n=7",
		},
		{
			"names an undefined part", "move m { let (x, y) = (a[man + up], 2) n := x }", "m",
			"undefined: `m` cannot be made: the value for n is undefined",
		},
		{
			"names an undefined tuple", "move m { let (x, y) = the (i, j) in {(1, 2), (3, 4)}: i > 5 n := y }", "m",
			"undefined: `m` cannot be made: the value for n is undefined",
		},
		{
			"runs through no set", "move m { for i in 0..6/0 { n := i } }", "m",
			"for: `m` cannot be made: the set of a `for` is undefined",
		},
		{
			"runs through no second set", "move m { for i in 0..1, j in i..6/i { n := 5 } }", "m",
			"for: `m` cannot be made: the set of a `for` is undefined",
		},
		{"the greatest cost", "move m cost 9007199254740992 { }", "m", start + " cost=9007199254740992"},
		{
			"too great a cost", "move m cost 9007199254740993 { }", "m",
			"cost: `m` cannot be made: its cost is 9007199254740993, a number from 0 to 9007199254740992 is wanted",
		},
		{"no cost", "move m cost n { }", "m", start + " cost=0"},
		{
			"a negative cost", "move m cost n - 1 { }", "m",
			"cost: `m` cannot be made: its cost is -1, a number from 0 to 9007199254740992 is wanted",
		},
		{"an undefined cost", "move m cost 1 / n { }", "m", "cost: `m` cannot be made: its cost is undefined"},
		{"writes nothing", "move m { }", "m", start},
		{"reads the old state", "move m { n := 5 a[man] := n man := (0, 1) }", "m", "man=(0, 1) a=0,1,2,3 n=5"},
		{"swaps", "move m { a[(0, 0)], a[(1, 1)] := a[(1, 1)], a[(0, 0)] }", "m", "man=(0, 0) a=3,1,2,0 n=0"},
		{"all indices are old", "move m { man := (1, 1) a[man] := 3 }", "m", "man=(1, 1) a=3,1,2,3 n=0"},
		{
			"same value twice is harmless", "move m(x: Cell) { a[x] := 2 a[(0, 0)] := 2 }", "m((0, 0))",
			"man=(0, 0) a=2,1,2,3 n=0",
		},
		{
			"double write", "move m(x: Cell) { a[x] := 2 a[(0, 0)] := 1 }", "m((0, 0))",
			"double write: `m((0, 0))` cannot be made: it writes two values to a[(0, 0)], 2 and 1",
		},
		{
			"double write elsewhere is none", "move m(x: Cell) { a[x] := 2 a[(0, 0)] := 1 }", "m((0, 1))",
			"man=(0, 0) a=1,2,2,3 n=0",
		},
		{"both phases may write", "move m { n := 5 } then { n := n + 1 }", "m", "man=(0, 0) a=0,1,2,3 n=6"},
		{
			"then reads the first phase", "move m(d: Dir) { man := man + d } then { a[man] := 3 }", "m(right)",
			"man=(0, 1) a=0,3,2,3 n=0",
		},
		{
			"then keeps parameters and lets",
			"move m(d: Dir) { let old = man let k = n man := man + d n := 5 } then { a[old] := 3 a[man] := k }", "m(down)",
			"man=(1, 0) a=3,1,0,3 n=5",
		},
		{
			"defs in then mean the new state", "def twice = 2 * n move m { n := 3 } then { n := twice }", "m",
			"man=(0, 0) a=0,1,2,3 n=6",
		},
		{
			"off the board", "move m(d: Dir) { man := man + d }", "m(up)",
			"undefined: `m(up)` cannot be made: the value for man is undefined",
		},
		{
			"no such place", "move m(d: Dir) { a[man + d] := 1 }", "m(left)",
			"undefined: `m(left)` cannot be made: it writes to a place of `a` that does not exist",
		},
		{
			"outside the type", "move m { n := n - 1 }", "m",
			"outside type: `m` cannot be made: n would be -1, which is outside its type",
		},
		{"undefined let unused", "move m(d: Dir) { let p = man + d n := 1 }", "m(up)", "man=(0, 0) a=0,1,2,3 n=1"},
		{
			"undefined let in a branch not taken",
			"move m(d: Dir) { let p = man + d if defined(p) { man := p } else { n := 1 } }", "m(up)", "man=(0, 0) a=0,1,2,3 n=1",
		},
		{
			"tuple let", "move m { let (p, q) = if n == 0 then (1, 2) else (3, 4) n := p + q }", "m", "man=(0, 0) a=0,1,2,3 n=3",
		},
		{
			"undecided if takes else", "move m(d: Dir) { if a[man + d] == 1 { n := 1 } else { n := 2 } }", "m(up)",
			"man=(0, 0) a=0,1,2,3 n=2",
		},
		{
			"else if", "move m(k: 0..2) { if k == 0 { n := 1 } else if k == 1 { n := 2 } else { n := 3 } }", "m(1)",
			"man=(0, 0) a=0,1,2,3 n=2",
		},
		{"for", "move m { for c in Cell where a[c] > 1 { a[c] := 0 } }", "m", "man=(0, 0) a=0,1,0,0 n=0"},
		{
			"for over tuples", "move m { for (i, c) in {(1, (0, 1)), (2, (1, 0))} { n := 1 } }", "m", "man=(0, 0) a=0,1,2,3 n=1",
		},
		{"for two variables", "move m { for i in 0..1, j in i..1 { a[(i, j)] := 0 } }", "m", "man=(0, 0) a=0,0,2,0 n=0"},
		{"when", "move m when n == 1 { }", "m", "when: `m` cannot be made: its `when` does not hold"},
		{
			"when with a reason", `move m(c: Cell) when man == c else "the man is on {man}, not on {c}" { }`, "m((1, 1))",
			"when: `m((1, 1))` cannot be made: the man is on (0, 0), not on (1, 1)",
		},
		{
			"first when that fails", `move m when n == 0 else "x" when n == 1 else "y" when n == 2 else "z" { }`, "m",
			"when: `m` cannot be made: y",
		},
		{
			"undefined when", "move m when a[man + up] == 0 { }", "m",
			"when: `m` cannot be made: its `when` does not hold: a value in its condition is undefined",
		},
		{
			"witness", `move m when forall c in Cell: a[c] < 2 { }`, "m",
			"when: `m` cannot be made: its `when` does not hold (for c = (1, 0))",
		},
		{
			"witness in the reason",
			`move m when forall i in 0..1, j in 0..1 where i != j: a[(i, j)] == 1 else "{i} and {j} differ" { }`, "m",
			"when: `m` cannot be made: 1 and 0 differ",
		},
		{
			"nested witness", `move m when forall i in 0..1: forall j in 0..1: a[(i, j)] <= i else "({i}, {j})" { }`, "m",
			"when: `m` cannot be made: (0, 1)",
		},
		{
			"require uses lets", `move m { let k = n + 4 require k == 3 else "{k} is not 3" n := k }`, "m",
			"require: `m` cannot be made: 4 is not 3",
		},
		{"require before bad writes", `move m { n := -1 require n == 1 else "no" }`, "m", "require: `m` cannot be made: no"},
		{
			"require in then reads the new state", `move m { n := 3 } then { require n == 0 else "n is {n}" }`, "m",
			"require: `m` cannot be made: n is 3",
		},
		{"require in a branch not taken", `move m { if n == 1 { require false } n := 2 }`, "m", "man=(0, 0) a=0,1,2,3 n=2"},
		{"cost", "move m cost n + 7 { n := 1 }", "m", "man=(0, 0) a=0,1,2,3 n=1 cost=7"},
		{"cost zero", "move m cost 0 { n := 1 }", "m", "man=(0, 0) a=0,1,2,3 n=1 cost=0"},
		{
			"negative cost", "move m cost n - 1 { n := 1 }", "m",
			"cost: `m` cannot be made: its cost is -1, a number from 0 to 9007199254740992 is wanted",
		},
		{"undefined cost", "move m cost a[man + up] { n := 1 }", "m", "cost: `m` cannot be made: its cost is undefined"},
		{
			"always", `always n < 4 else "n is {n}" move m { n := 4 }`, "m",
			"always: `m` leads to a state that breaks `always`: n is 4",
		},
		{"always without reason", `always n < 4 move m { n := 4 }`, "m", "always: `m` leads to a state that breaks `always`"},
		{
			"always only after the whole move", `always n < 4 move m { n := 7 } then { n := 3 }`, "m",
			"man=(0, 0) a=0,1,2,3 n=3",
		},
		{
			"undecided always", `always a[man + up] == 1 or n == 0 move m { n := 1 }`, "m",
			"always: `m` leads to a state that breaks `always`: a value in its condition is undefined",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, after(t, board+tt.src, tt.move))
		})
	}
}

// Duplicates in distinct arrays are found in arrays of all lengths.
func TestLongDistinctArrays(t *testing.T) {
	for _, size := range []string{"4", "70"} {
		x, s := semanticstest.Machine(t, strings.ReplaceAll("puzzle P\nstate a[i in 1..N]: 0..N distinct = i\n"+
			"move put(i: 1..N, v: 0..N) { a[i] := v }\ngoal a[1] == 0\n", "N", size))
		for name, makes := range map[string]bool{
			"put(1, 0)": true, "put(N, 0)": true, "put(N, 1)": false, "put(1, N)": false, "put(2, 2)": true, "put(3, 2)": false,
		} {
			name = strings.ReplaceAll(name, "N", size)
			_, _, refusal := x.Apply(s, semanticstest.Move(t, x, name))
			assert.Equal(t, makes, refusal == nil, "%s of %s", name, size)
		}
	}
}

func TestDoubleWriteShowsBothPlaces(t *testing.T) {
	x, s := semanticstest.Machine(t, board+"move m(x: Cell) {\n a[x] := 2\n a[(0, 0)] := 1 }")
	_, _, r := x.Apply(s, semanticstest.Move(t, x, "m((0, 0))"))
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
	x, s := semanticstest.Machine(t,
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
	x, s := semanticstest.Machine(t, board+`move m(d: Dir) order a[man + d] as "{d} to {man + d}" { }
	move plain { }
	view c in Cell: if c == man then "M" else "{a[c]}" fill if c == man then "red" else "grey"
	view "n is {n}"
	view c in {d for d in Cell where d.col == 1}: if c == (0, 1) then "ten" else "2"`)
	assert.Equal(t, "down to (1, 0)", x.Label(s, semanticstest.Move(t, x, "m(down)")))
	assert.Equal(t, "up to ?", x.Label(s, semanticstest.Move(t, x, "m(up)")))
	assert.Empty(t, x.Label(s, semanticstest.Move(t, x, "plain")))
	key, ok := x.OrderKey(s, semanticstest.Move(t, x, "m(down)"))
	assert.True(t, ok)
	assert.EqualValues(t, 2, key)
	_, ok = x.OrderKey(s, semanticstest.Move(t, x, "m(up)"))
	assert.False(t, ok)
	_, ok = x.OrderKey(s, semanticstest.Move(t, x, "plain"))
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
