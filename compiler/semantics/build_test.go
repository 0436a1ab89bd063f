package semantics_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/filetest"
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
param clue[0..2]: 1..9 or none = [3, none, if m > 4 then 5 else none]
param hint: list of 0..9 or none = [none, 2]
param board: map of 1..20 or none = """
  . 12
  3  .
  """
param tint: map of Weight = """
  soft heavy
  """
param lone: Way or none = none
type Way = {up, left}
const far: 0..99 = n * 2
const home[t in Tile]: Cell = find(start, t)
assume n != 5 else "five is not supported: n = {n}"
instance four { n = 4 m = 1 }
instance mine { m = 2 start = [0, 1, 2, 3, 4, 5, 6, 7, 8] }
instance rows { m = 2 start = [[0, 1, 2], [3, 4, 5], [6, 8, 7]] }
` + tail

// given returns bindings of JSON texts: name | value | name | value | …
func given(text string) map[string]semantics.Binding {
	out := map[string]semantics.Binding{}
	for pairs := strings.Split(text, " | "); len(pairs) > 1; pairs = pairs[2:] {
		out[pairs[0]] = semantics.Binding{JSON: json.RawMessage(pairs[1]), Where: "d.json"}
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

// testdata/data_errors.txt has values that do not fit.
func TestBuildErrors(t *testing.T) {
	p := compilertest.Checked(t, data)
	for _, row := range filetest.Rows(t, "testdata/data_errors.txt", 3) {
		m, texts := buildWith(p, row[0], given(row[1]))
		assert.Nil(t, m)
		assert.Equal(t, []string{row[2]}, texts, row[1])
	}
}

func TestBuildReportsAllMissing(t *testing.T) {
	_, texts := buildWith(compilertest.Checked(t,
		"puzzle P param a: 0..1 param b: bool param c: 0..1 = 1 type T = 0..a+c const k: 0..9 = if b then 1 else 2 assume "+
			"k in T"+tail), "", nil)
	assert.Equal(t, []string{"P needs a value for the parameters `a`, `b`|give it in an instance, with [Data], or with " +
		"[Values a=value]"}, texts)
	_, texts = buildWith(compilertest.Checked(t,
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

// testdata/data.txt has values that fit, and what arrays hold then.
func TestBuildValues(t *testing.T) {
	p := compilertest.Checked(t, data)
	for _, row := range filetest.Rows(t, "testdata/data.txt", 4) {
		m, texts := buildWith(p, row[0], given(row[2]))
		require.Empty(t, texts, row[2])
		assert.Equal(t, row[3], one(m, row[1]), "%s of %q with %s", row[1], row[0], row[2])
	}
}

// testdata/build_errors.txt has models that are found to be wrong when they are built.
func TestBuildModelErrors(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/build_errors.txt", 2) {
		_, diags := semantics.BuildWithin(compilertest.Checked(t, "puzzle P "+row[0]+tail), 50_000, 1_000_000)
		var texts []string
		for _, d := range diags {
			texts = append(texts, d.Msg)
		}
		require.Equal(t, row[1], strings.Join(texts, "|"), row[0])
		assert.True(t, diags[0].Span.Start.IsValid(), row[0])
	}
}

// A default or an array that is not needed may be too large or wrong.
func TestUnusedDefaultsAreNotChecked(t *testing.T) {
	p := compilertest.Checked(t,
		"puzzle P param n: 1..9 = 3 param a[0..n-1]: 0..9 = [1, 2, 30] instance i { a = [4, 5, 6] } "+
			"instance j { n = 2 a = [1, 2] }"+tail)
	for name, want := range map[string]string{"i": "4 5 6", "j": "1 2"} {
		m, texts := buildWith(p, name, nil)
		require.Empty(t, texts)
		assert.Equal(t, want, one(m, "a"))
	}
}

func TestBigNumbersAreNoProblem(t *testing.T) {
	m := compilertest.ModelOf(t,
		"puzzle P type Big = 0..4000000000000 param a: Big = 3999999999999 const b: Big = a + 1 def f(x: Big) "+
			"= x + 1 assume f(a) == b"+tail)
	assert.Equal(t, "4000000000000", one(m, "b"))
}

// A state variable of millions of values is refused at once, not compiled for minutes.
func TestMostValues(t *testing.T) {
	_, texts := buildWith(compilertest.Checked(t,
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
		_, diags := semantics.Build(compilertest.Checked(t, src, "o.pz",
			"puzzle O param n: 1..5 state x: 0..9 = 99 goal x == 0 move dec { x := x - 1 }"), nil, nil)
		if assert.Len(t, diags, 1) {
			assert.Equal(t, tt.want, diags[0].Msg)
			assert.True(t, diags[0].Span.Start.IsValid())
		}
	}
}
