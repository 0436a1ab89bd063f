package semantics_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/semanticstest"
)

// tail completes a text with parameters and constants to a model.
const tail = "\nstate s: bool = false goal s move flip { s := true }"

const data = `puzzle Data
enum Weight { soft, heavy }
param n: 2..6 = 3
param m: 1..9
type Cell = grid(n, n)
type Tile = 0..n*n-1
param start[Cell]: Tile = [8, 6, 7, 2, 5, 4, 3, 0, 1]
param side[Weight, 0..2]: 0..9 = 0
param corner: Cell = (0, 0)
param road: set (Cell, Cell) = {}
param wires: set (0..63, char, Weight) = {}
param letters: set char = {'a'}
param level: map of {' ', 'o', '.'} = """
  o.
  oo
  """
param way: Dir = up
param sure: bool = false
param runs[0..1]: list of 1..3 = [[], [1, 2]]
param part[i in 0..2]: 0..i = 0
param spots[0..1]: Cell = [(0, 0), (1, 1)]
const far: 0..99 = n * 2
const home[t in Tile]: Cell = find(start, t)
assume n != 5 else "five is not supported: n = {n}"
instance four { n = 4 m = 1 }
instance mine { m = 2 start = [0, 1, 2, 3, 4, 5, 6, 7, 8] }
instance rows { m = 2 start = [[0, 1, 2], [3, 4, 5], [6, 8, 7]] }
` + tail

// given returns bindings of JSON texts.
func given(pairs ...string) map[string]semantics.Binding {
	out := map[string]semantics.Binding{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = semantics.Binding{JSON: json.RawMessage(pairs[i+1]), Where: "d.json"}
	}
	return out
}

func buildWith(p *model.Program, inst string, g map[string]semantics.Binding) (*model.Model, []string) {
	var in *model.Instance
	for _, i := range p.Instances {
		if i.Name == inst {
			in = i
		}
	}
	m, diags := semantics.Build(p, in, g)
	var texts []string
	for _, d := range diags {
		texts = append(texts, strings.TrimPrefix(d.Msg+"|"+d.Help, "|"))
	}
	return m, texts
}

func TestBuildErrors(t *testing.T) {
	p := semanticstest.Checked(t, data)
	for _, tt := range []struct {
		inst  string
		given []string
		want  string
	}{
		{"", nil, "Data needs a value for the parameter `m`|give it in an instance, with [Data], or with [Values m=value]"},
		{"", []string{"m", "1", "stat", "1"}, "d.json: Data has no parameter `stat`|did you mean `start`?"},
		{"four", nil, "start needs 16 values, has 9 (default)|"},
		{"", []string{"m", "10"}, "d.json: m is 10, outside 1..9|"},
		{"", []string{"m", "1.5"}, "d.json: m is 1.5, a whole number is wanted|"},
		{"", []string{"m", `"x"`}, "d.json: m is \"x\", a whole number is wanted|"},
		{"", []string{"m", "99999999999999999999"}, "d.json: m is 99999999999999999999, a whole number is wanted|"},
		{"", []string{"m", "[1]"}, "d.json: m is a list, a whole number is wanted|"},
		{"", []string{"m", "{}"}, "d.json: m is an object, a whole number is wanted|"},
		{"", []string{"m", "null"}, "d.json: m is null, a whole number is wanted|"},
		{"", []string{"m", "1", "runs", "[[1],[2,9]]"}, "d.json: runs[1] is [2, 9], outside list of 1..3|"},
		{"", []string{"m", "1", "runs", "[[1]]"}, "d.json: runs needs 2 values, has 1|"},
		{"", []string{"m", "1", "runs", "[1, [2]]"}, "d.json: runs[0] is 1, a list is wanted|"},
		{"", []string{"m", "1", "part", "[0,3,1]"}, "d.json: part[1] is 3, outside 0..1|"},
		{"", []string{"m", "1", "n", "7"}, "d.json: n is 7, outside 2..6|"},
		{
			"",
			[]string{"m", "1", "n", "5", "start", "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24]"},
			"five is not supported: n = 5|",
		},
		{"", []string{"m", "1", "start", "[0,1,2,3,4,5,6,7,9]"}, "d.json: start[8] is 9, outside Tile (0..8)|"},
		{"", []string{"m", "1", "start", "[0,1,2,3,4,5,6,7]"}, "d.json: start needs 9 values, has 8|"},
		{"", []string{"m", "1", "start", "[[0,1,2],[3,4],[6,7,8]]"}, "d.json: a list in start needs 3 values, has 2|"},
		{"", []string{"m", "1", "start", "[[0,1,2],[3,4,5]]"}, "d.json: start needs 9 values, has 6|"},
		{"", []string{"m", "1", "start", "3"}, "d.json: start is 3, a list of 9 values is wanted|"},
		{"", []string{"m", "1", "corner", "[0]"}, "d.json: corner is a list, a cell [row, column] is wanted|"},
		{
			"",
			[]string{"m", "1", "corner", "[0, 3]"},
			"d.json: corner is [0, 3], outside grid(n, n), which has 3 rows and 3 columns|",
		},
		{
			"",
			[]string{"m", "1", "road", "[[[0,0],[0,9]]]"},
			"d.json: road has place 0 that has place 1 that is [0, 9], outside grid(n, n), which has 3 rows and 3 columns|",
		},
		{
			"",
			[]string{"m", "1", "wires", `[[1,"f","hevy"]]`},
			"d.json: wires has place 0 that has place 2 that is \"hevy\", a value of Weight is wanted: did you mean `heavy`?|",
		},
		{"", []string{"m", "1", "wires", `[[1,"f"]]`}, "d.json: wires has place 0 that is a list of 2, one of 3 is wanted|"},
		{
			"",
			[]string{"m", "1", "wires", `[[64,"f","soft"]]`},
			"d.json: wires is {(64, 'f', soft)}, outside set (0..63, char, Weight)|",
		},
		{
			"",
			[]string{"m", "1", "letters", `["ab"]`},
			"d.json: letters has place 0 that is \"ab\", a string of one character that can be printed is wanted|",
		},
		{
			"",
			[]string{"m", "1", "letters", `["\u001b"]`},
			"d.json: letters has place 0 that is \"\\x1b\", a string of one character that can be printed is wanted|",
		},
		{
			"",
			[]string{"m", "1", "level", `"o\u001bx"`},
			"d.json: level is not a map: line 1, column 2: a control character (U+001B); remove it|",
		},
		{
			"",
			[]string{"m", "1", "letters", `["\u200f"]`},
			"d.json: letters has place 0 that is \"\\u200f\", a string of one character that can be printed is wanted|",
		},
		{
			"",
			[]string{"m", "1", "level", `["oo", "o\u200bx"]`},
			"d.json: level is not a map: line 2, column 2: an invisible character (U+200B); remove it|",
		},
		{
			"",
			[]string{"m", "1", "level", `"o\tx"`},
			"d.json: level is not a map: line 1, column 2: a tab; write blanks instead|",
		},
		{
			"",
			[]string{"m", "1", "level", `["oo", "o", "o?."]`},
			"d.json: level: line 3, column 2: '?' is not in the alphabet {' ', '.', 'o'}|",
		},
		{"", []string{"m", "1", "level", `["o\no"]`}, "d.json: level has a line 1 that is no string of one line|"},
		{"", []string{"m", "1", "level", `7`}, "d.json: level is 7, a map (a string, or a list of lines) is wanted|"},
		{"", []string{"m", "1", "way", `"lft"`}, "d.json: way is \"lft\", a direction is wanted: did you mean `left`?|"},
		{"", []string{"m", "1", "sure", `0`}, "d.json: sure is 0, true or false is wanted|"},
		{
			"",
			[]string{"m", "1", "quux", "1"},
			"d.json: Data has no parameter `quux`|it has n, m, start, side, corner, road, wires, letters, level, way, sure, " +
				"runs, part, spots",
		},
		{"", []string{"m", "1", "side", `[[1,2,3],[4,5,[6]]]`}, "d.json: side[1][2] is a list, a whole number is wanted|"},
		{"", []string{"m", "1", "side", `[[1,2,3],[4,5,6],[7,8,9]]`}, "d.json: side needs 6 values, has 9|"},
		{"", []string{"m", "1", "spots", `[[[0,0],[0,1]]]`}, "d.json: the lists in spots are nested too deeply|"},
		{
			"",
			[]string{"m", "1", "start", `[[[0,1,2]],[[3,4,5]],[[6,7,8]]]`},
			"d.json: the lists in start are nested too deeply|",
		},
		{"", []string{"m", "1", "level", `["o\ro"]`}, "d.json: level has a line 1 that is no string of one line|"},
		{"", []string{"m", "1", "level", `["o", 3]`}, "d.json: level has a line 2 that is no string of one line|"},
		{"", []string{"m", "1", "side", `[[1,2,3]]`}, "d.json: side needs 6 values, has 3|"},
		{
			"",
			[]string{"m", "1", "spots", `[[0,0],[0,3]]`},
			"d.json: spots[1] is [0, 3], outside grid(n, n), which has 3 rows and 3 columns|",
		},
		{"", []string{"m", "not json"}, "d.json: m: invalid character 'o' in literal null (expecting 'u')|"},
	} {
		m, texts := buildWith(p, tt.inst, given(tt.given...))
		assert.Nil(t, m)
		assert.Equal(t, []string{tt.want}, texts, "%v", tt.given)
	}
}

func TestBuildReportsAllMissing(t *testing.T) {
	_, texts := buildWith(semanticstest.Checked(t,
		"puzzle P param a: 0..1 param b: bool param c: 0..1 = 1 type T = 0..a+c const k: 0..9 = if b then 1 else 2 assume "+
			"k in T"+tail), "", nil)
	assert.Equal(t, []string{"P needs a value for the parameters `a`, `b`|give it in an instance, with [Data], or with " +
		"[Values a=value]"}, texts)
	_, texts = buildWith(semanticstest.Checked(t,
		"puzzle P param a: 0..1 type T = 0..a const k: 0..9 = 12 const l: T = 0 "+
			"const few[0..2]: 0..9 = [1, 2] const r: 0..9 = 4 assume r < 3 else \"too large\" assume a > 5 assume k < 5"+
			tail), "", nil)
	require.Len(t, texts, 4, "what does not depend on the value is checked: %v", texts)
	assert.Contains(t, texts[1], "k is 12, outside 0..9")
	assert.Contains(t, texts[2], "few needs 3 values, has 2")
	assert.Contains(t, texts[3], "too large")
}

// one returns the value of a parameter or constant as text, elements separated by blanks.
func one(m *model.Model, name string) string {
	for _, a := range m.Arrays {
		if a.Name != name {
			continue
		}
		d := m.Data[a.ID]
		var parts []string
		for k, v := range d.Values {
			if d.Defined[k] {
				parts = append(parts, m.Format(a.Type, v))
			} else {
				parts = append(parts, "?")
			}
		}
		return strings.Join(parts, " ")
	}
	return "no such array"
}

func TestBuildValues(t *testing.T) {
	p := semanticstest.Checked(t, data)
	for _, tt := range []struct {
		inst, name string
		given      []string
		want       string
	}{
		{"", "far", []string{"m", "1"}, "6"},
		{"mine", "m", nil, "2"},
		{"mine", "start", nil, "0 1 2 3 4 5 6 7 8"},
		{"rows", "start", nil, "0 1 2 3 4 5 6 8 7"},
		{"mine", "home", nil, "(0, 0) (0, 1) (0, 2) (1, 0) (1, 1) (1, 2) (2, 0) (2, 1) (2, 2)"},
		{"mine", "m", []string{"m", "3"}, "3"},
		{"mine", "start", []string{"start", "[0,0,0,0,0,0,0,0,1]"}, "0 0 0 0 0 0 0 0 1"},
		{"mine", "home", []string{"start", "[0,0,0,0,0,0,0,0,1]"}, "? (2, 2) ? ? ? ? ? ? ?"},
		{"mine", "start", []string{"start", "[[0,0,0],[0,0,0],[0,0,1]]"}, "0 0 0 0 0 0 0 0 1"},
		{
			"four", "start",
			[]string{"start", "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15]"},
			"0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
		},
		{"mine", "side", []string{"side", "[[1,2,3],[4,5,6]]"}, "1 2 3 4 5 6"},
		{"mine", "side", []string{"side", "[1,2,3,4,5,6]"}, "1 2 3 4 5 6"},
		{"mine", "corner", []string{"corner", "[1, 2]"}, "(1, 2)"},
		{
			"mine", "road",
			[]string{"road", "[[[1,2],[0,0]],[[0,1],[0,2]],[[0,1],[0,2]]]"},
			"{((0, 1), (0, 2)), ((1, 2), (0, 0))}",
		},
		{"mine", "wires", []string{"wires", `[[2,"f","heavy"],[1,"ü","soft"]]`}, "{(1, 'ü', soft), (2, 'f', heavy)}"},
		{"mine", "letters", []string{"letters", `[]`}, "{}"},
		{"mine", "level", []string{"level", `"o\n..\n"`}, "\"\"\"\no \n..\n\"\"\""},
		{"mine", "level", []string{"level", `["o", "..", ""]`}, "\"\"\"\no \n..\n  \n\"\"\""},
		{"mine", "level", []string{"level", `[]`}, "\"\"\"\n\"\"\""},
		{"mine", "way", []string{"way", `"left"`}, "left"},
		{"mine", "sure", []string{"sure", `true`}, "true"},
		{"mine", "runs", []string{"runs", `[[3],[1,2,3]]`}, "[3] [1, 2, 3]"},
		{"mine", "spots", []string{"spots", `[[0,2],[2,0]]`}, "(0, 2) (2, 0)"},
	} {
		m, texts := buildWith(p, tt.inst, given(tt.given...))
		require.Empty(t, texts, "%v", tt.given)
		assert.Equal(t, tt.want, one(m, tt.name), "%s of %q with %v", tt.name, tt.inst, tt.given)
	}
}

func TestBuildModelErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"param a: 0..3 = 1 / 0", "a is undefined (default)"},
		{"param a[0..2]: 0..3 = [1, 2, 9]", "a[2] is 9, outside 0..3 (default)"},
		{"param a[0..1, 0..1]: 0..3 = [[1, 2], [1]]", "a list in a needs 2 values, has 1 (default)"},
		{"param a[0..1, 0..1]: 0..3 = [[1, 2], [1, 2], [1, 2]]", "a needs 4 values, has 6 (default)"},
		{"const a: 0..3 = 5", "a is 5, outside 0..3"},
		{"const a[0..1]: list of 1..3 = [[1], [2, 4]]", "a[1] is [2, 4], outside list of 1..3"},
		{"const a[0..2]: list of 1..3 = [[1], []]", "a needs 3 values, has 2"},
		{"const a[i in 1..3]: 0..i = [1, 2, 4]", "a[3] is 4, outside 0..3"},
		{"state a[i in 1..3]: 0..i = 2", "the initial value of a[1] is 2, outside 0..1"},
		{"state a[i in 1..3]: i..2 = 2", "the type of a[3] is empty"},
		{"state a[i in 1..3]: 0..6 / (i - 1) = 0", "the type 0..6 / (i - 1) is undefined"},
		{"param k: -9..9 = -1 type Cell = grid(k, 2)", "the size of grid(k, 2) is undefined or negative"},
		{
			"param k: 0..999999999 = 99999 type Cell = grid(k, k)",
			"grid(k, k) has 99999 rows of 99999 cells: at most 10000000 cells are possible",
		},
		{
			"param k: 0..999999999 = 99999999 const a[0..k]: bool = false",
			"`a`: the range 0..99999999 has too many values: at most 50000 can be listed",
		},
		{
			"param k: 0..9999 = 9999 const a[0..k, 0..k]: bool = false",
			"`a` has too many elements: at most 10000000 are possible",
		},
		{
			"type Big = { i * 1000 + j for i in 0..99, j in 0..999 } const a: 0..9 = size(Big)",
			"type Big: the set has too many elements: at most 50000 can be listed",
		},
		{"const a: 0..9 = count i in 0..9999, j in 0..999: i == j", "`a` takes more than 1000000 steps to compute"},
		{
			"const a: map = \"\"\"\n  xy\n  \"\"\"\nconst b: map = \"\"\"\n  x\n  y\n  \"\"\"\ntype Cell = grid(a, b)",
			"the maps of grid(a, b) differ in size: `a` has 1 × 2 cells, `b` has 2 × 1",
		},
		{"param k: 0..9 = 0 type Cell = grid(6 / k, 2)", "the size of grid(6 / k, 2) is undefined or negative"},
		{"param k: 0..9 = 0 type Cell = grid(2, 6 / k)", "the size of grid(2, 6 / k) is undefined or negative"},
		{"param k: -9..9 = -1 type Cell = grid(2, k)", "the size of grid(2, k) is undefined or negative"},
		{
			"param k: 0..99999999 = 10000001 type Cell = grid(k, 1)",
			"grid(k, 1) has 10000001 rows of 1 cells: at most 10000000 cells are possible",
		},
		{
			"param k: 0..99999999 = 10000001 type Cell = grid(1, k)",
			"grid(1, k) has 1 row of 10000001 cells: at most 10000000 cells are possible",
		},
		{
			"param k: 0..99999999 = 10000001 type Cell = grid(0, k)",
			"grid(0, k) has 0 rows of 10000001 cells: at most 10000000 cells are possible",
		},
		{
			"param k: 0..9999 = 800 state x[0..k, 0..k]: bool = false",
			"a state has too many elements: at most 500000 are possible",
		},
		{"param k: 0..9 = 0 type T = 0..6/k const a: 0..9 = size(T)", "the type T is undefined"},
		{"param k: 0..9 = 0 const a[0..6/k]: 0..9 = 1", "the index set of `a` is undefined or cannot be listed"},
		{"param k: 0..9 = 0 state x: 0..6/k = 0", "the type of the state variable `x` is undefined"},
		{
			"param a[0..8]: 0..3 = [9, 9, 9, 1, 1, 1, 1, 1, 1]",
			"a[0] is 9, outside 0..3 (default)|a[1] is 9, outside 0..3 (default)|a[2] is 9, outside 0..3 (default)",
		},
		{"type Pair = (0..1, 0..1) param a: set Pair = {(1, 2)}", "a is {(1, 2)}, outside set Pair (default)"},
		{"param a: {1, 3} = 2", "a is 2, outside {1, 3} (default)"},
		{"param a: {u * u for u in 0..2} = 2", "a is 2, outside {u * u for u in 0..2} (default)"},
		{"param a: (0..1, bool) = (2, true)", "a is (2, true), outside (0..1, bool) (default)"},
		{
			"const a: 0..9 = sum i in 0..1: -4611686018427387904", "`a`: this number leaves the range of numbers, -2^62 to 2^62",
		},
		{
			"const b: 0..9 = 0 const a: 0..9 = 4611686018427387904 + 1 - 4611686018427387904 + b",
			"`a`: this number leaves the range of numbers, -2^62 to 2^62",
		},
		{
			"const b: 0..9 = 0 const a: 0..9 = -4611686018427387904 - 1 + 4611686018427387904 + b",
			"`a`: this number leaves the range of numbers, -2^62 to 2^62",
		},
		{"state x: 1..0 = 1", "the type of the state variable `x` is empty"},
		{"param k: 0..9 = 0 state x: 1..k = 1", "the type of the state variable `x` is empty"},
		{"state x: 0..99999999 = 1", "`x`: the range 0..99999999 has too many values: at most 50000 can be listed"},
		{"state x: 0..3 = 4", "the initial value of x is 4, outside 0..3"},
		{"state x[i in 0..2]: 0..3 = 6 / i", "the initial value of x[0] is undefined: division by zero"},
		{"state x: 0..3 = the i in 0..3: i > 3", "the initial value of x is undefined: no i satisfies this"},
		{"state x: 0..9 = the i in 0..9: i > 7", "the initial value of x is undefined: 2 satisfy this: 8, 9"},
		{"state x: 0..9 = the i in 0..9: i > 2", "the initial value of x is undefined: 7 satisfy this: 3, 4, 5, …"},
		{"state x: 0..9 = max i in 0..9 where i > 9: i", "the initial value of x is undefined: there is no i to choose from"},
		{
			"def half(i: 0..9) = 8 / i state x: 0..9 = if true then sum i in 0..2: half(i) else 1",
			"the initial value of x is undefined: division by zero (for i = 0)",
		},
		{"const a[0..1]: 0..9 = [1, 2] state x: 0..9 = 1 + a[7]", "the initial value of x is undefined: there is no a[7]"},
		{"state x: 0..9 = digit('a')", "the initial value of x is undefined: 'a' is no digit"},
		{
			"type C = grid(2, 2) state x: C = (1, 1) + down",
			"the initial value of x is undefined: (2, 1) is off the board",
		},
		{"state x[0..2]: 0..3 = [1, 2]", "x needs 3 values, has 2"},
		{"state y: 0..9 = any state x: 0..3 = y state z: 0..3 = 7", "the initial value of z is 7, outside 0..3"},
	} {
		_, diags := semantics.BuildWithin(semanticstest.Checked(t, "puzzle P "+tt.src+tail), 50_000, 1_000_000)
		var texts []string
		for _, d := range diags {
			texts = append(texts, d.Msg)
		}
		require.Equal(t, tt.want, strings.Join(texts, "|"), tt.src)
		assert.True(t, diags[0].Span.Start.IsValid(), tt.src)
	}
}

// A default or an array that is not needed may be too large or wrong.
func TestUnusedDefaultsAreNotChecked(t *testing.T) {
	p := semanticstest.Checked(t,
		"puzzle P param n: 1..9 = 3 param a[0..n-1]: 0..9 = [1, 2, 30] instance i { a = [4, 5, 6] } "+
			"instance j { n = 2 a = [1, 2] }"+tail)
	for name, want := range map[string]string{"i": "4 5 6", "j": "1 2"} {
		m, texts := buildWith(p, name, nil)
		require.Empty(t, texts)
		assert.Equal(t, want, one(m, "a"))
	}
}

func TestBigNumbersAreNoProblem(t *testing.T) {
	m := semanticstest.Built(t,
		"puzzle P type Big = 0..4000000000000 param a: Big = 3999999999999 const b: Big = a + 1 def f(x: Big) "+
			"= x + 1 assume f(a) == b"+tail)
	assert.Equal(t, "4000000000000", one(m, "b"))
}

// A state variable of millions of values is refused at once, not compiled for minutes.
func TestMostValues(t *testing.T) {
	_, texts := buildWith(semanticstest.Checked(t,
		"puzzle P state n: 0..4194304 = 1 move m { n := 0 } goal n == 0"), "", nil)
	assert.Equal(t,
		[]string{"the state variable `n` has 4194305 values: each is looked at before the search, and at most " +
			"4194304 are possible|"}, texts)
}

func TestRelaxationErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"relaxation r of \"o.pz\" { n = 9 x = s }", "relaxation r: n is 9, outside 1..5"},
		{"relaxation r of \"o.pz\" { n = 1 / 0 x = s }", "relaxation r: n is undefined"},
	} {
		src := "puzzle P state s: 0..9 = 3 goal s == 0 move dec { s := s - 1 } heuristic h = r " + tt.src
		_, diags := semantics.Build(semanticstest.Checked(t, src, "o.pz",
			"puzzle O param n: 1..5 state x: 0..9 = 99 goal x == 0 move dec { x := x - 1 }"), nil, nil)
		if assert.Len(t, diags, 1) {
			assert.Equal(t, tt.want, diags[0].Msg)
			assert.True(t, diags[0].Span.Start.IsValid())
		}
	}
}
