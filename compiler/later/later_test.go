package later_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/later"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
)

const deferHead = `puzzle P
type N = 0..3
param a: N = 1
param b: N = a
param c[N]: N = [0, 1, 2, 3]
param wide: 0..9999 = 1
param word: char = 'x'
param plan: map of {'a', 'b', 'z'} = """
  ab
  ba
  """
param free: map = """
  pq
  """
param large: map = """
  x
  """
const twice: 0..6 = 2 * a
const place[i in N]: N = find(c, i)
def least(n: N) = min(n, twice)
state x: N = 0
state y: N = b
`

func deferModel(t *testing.T, text string) *model.Model {
	t.Helper()
	other := "puzzle Q\nparam n: 0..3 = 0\nstate z: 0..3 = n\nmove go { z := z + 1 }\ngoal z == 3\n"
	program, diags := (&check.Loader{FS: fstest.MapFS{"other.pz": {Data: []byte(other)}}}).LoadText("p.pz", deferHead+text)
	require.False(t, diags.HasErrors(), "%v", diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%v", diags)
	return m
}

func paramOf(m *model.Model, name string) *model.Array {
	for _, a := range m.ParamArrays() {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// TestCannotDefer: what the language wants constant fixes a parameter; so does what cannot be state.
func TestCannotDefer(t *testing.T) {
	tests := []struct{ text, name, others, want string }{
		{"move go { x := 1 } goal x == c[2]", "c", "", ""},
		{"move go { x := 1 } goal x == 1", "c", "", ""},
		{"move go(n: N) where n < c[2] and n != x2 { x := n } goal x == 1 const x2: N = 2", "c", "", ""},
		{"move go { for i in N where i < c[1] { x := i } } goal x == 1", "c", "", ""},
		{"move go { x := 1 } goal x in 0..c[1]", "c", "", ""},
		{"assume c[0] == 0 move go { x := 1 } goal x == 1", "c", "", ""},
		{"move go { x := 1 } goal x == a", "a", "", "the default of b depends on it, so that b has to be named as well"},
		{"move go { x := 1 } goal x == a", "a", "b", ""},
		{"move go { x := 1 } goal x == wide", "wide", "", "it is of a type with too many values"},
		{"move go { x := 1 } goal word == 'x'", "word", "", "it is no number, name or cell, or no list of such"},
		{"type T = 0..c[2] state z: T = 0 move go { x := 1 } goal x == 1", "c", "", "the type T depends on it"},
		{"state z: 0..c[2] = 0 move go { x := 1 } goal x == 1", "c", "", "the type of z depends on it"},
		{"state z[0..c[2]]: N = 0 move go { x := 1 } goal x == 1", "c", "", "the size of z depends on it"},
		{"type T = grid(1, c[2]) move go { x := 1 } goal x == size(T)", "c", "", "the size of grid(1, c[2]) depends on it"},
		{"move go { for i in 0..c[1] { x := i } } goal x == 1", "c", "", "the set of a binder depends on it (p.pz:23)"},
		{"move go { x := 1 } goal x == 1 + (sum i in 0..2*k-1: i) param k: 0..3 = 1", "k", "", ""},
		{"move go { x := 1 } goal exists i in N, j in i+1..k: x == i * j param k: 0..3 = 1", "k", "", ""},
		{
			"move go { x := 1 } goal x == 1 + (sum i in 0..6/k: i) param k: 0..3 = 1", "k", "",
			"the set of a binder depends on it (p.pz:23)",
		},
		{
			"move go { x := 1 } goal exists i in 0..k, j in 0..c[i]: x == i * j param k: 0..5 = 1", "k", "",
			"the set of a binder depends on it (p.pz:23)",
		},
		{
			"move go { x := 1 } goal x == size({i for i in 0..k}) param k: 0..3 = 1", "k", "",
			"the set of size depends on it (p.pz:23)",
		},
		{"move go(n: 0..c[1]) { x := n } goal x == 1", "c", "", "the type of a parameter depends on it (p.pz:23)"},
		{"move go { x := 1 } goal x == size({c[1], 2})", "c", "", "the set of size depends on it (p.pz:23)"},
		{
			"def up(i: N, j: N) = c[i] < c[j] move go { x := 1 } goal steps(up, x, 3) == 1", "c", "",
			"a relation of steps depends on it (p.pz:23)",
		},
		{"def up(i: N, j: N) = c[i] < c[j] const d[i in N]: 0..9 = if i == 0 then 0 else steps(up, 0, i) move go { x := 1 " +
			"} goal x == d[1]", "c", "", "a relation of steps depends on it (p.pz:23)"},
		{"const d: N = size(0..c[1]) move go { x := 1 } goal x == d", "c", "", "the set of size depends on it (p.pz:23)"},
		{"def near(n: N) = size(0..n) move go { x := 1 } goal near(c[1]) == 1", "c", "", "n of near depends on it (p.pz:23)"},
		{"const d: N = 5 - c[3] - twice move go { x := 1 } goal x == d", "c", "", ""},
		{
			"const d: (N, N) = (c[0], 1) move go { x := 1 } goal d == (1, 1)", "c", "",
			"d depends on it, which is no number, name or cell, or no list of such",
		},
		{
			"const d[i in N]: N = c[i + 1] move go { x := 1 } goal x == d[0]", "c", "",
			"d depends on it, which is undefined in places",
		},
		{"relaxation r of \"other.pz\" { n = c[1] z = x } heuristic h = r move go { x := 1 } goal x == 1", "c", "", ""},
		{"move go when plan[(0, x)] == 'a' { x := 1 } goal x == plan.rows", "plan", "", ""},
		{"move go { x := 1 } goal free[(0, x)] == 'p' view c in grid(free): \"{free[c]}\"", "free", "", ""},
		{
			"type T = {c for c in grid(plan) where plan[c] == 'a'} state z: T = (0, 0) move go { x := 1 } goal x == 1", "plan",
			"", "the type T depends on it",
		},
		{"move go { x := 1 } goal x == large.rows", "large", "", "it is a map of which only the size is read"},
		{"move go { x := 1 } goal x == 1 view \"{free}\"", "free", "", "what reads it as a whole depends on it (p.pz:23)"},
		{
			"const other: map = plan move go { x := 1 } goal x == 1 and other[(0, 0)] == 'a'", "plan", "",
			"what reads it as a whole depends on it (p.pz:23)",
		},
		{"prune go, go where c[1] == 1 move go { x := 1 } goal x == 1", "c", "", ""},
	}
	for _, tt := range tests {
		m := deferModel(t, tt.text)
		var others []*model.Array
		for _, name := range strings.Fields(tt.others) {
			others = append(others, paramOf(m, name))
		}
		assert.Equal(t, tt.want, later.WhyNot(m, paramOf(m, tt.name), others), tt.text)
	}
}

func TestDefer(t *testing.T) {
	m := deferModel(t, `
relaxation r of "other.pz" { n = c[1] z = x }
relaxation s of "other.pz" { n = 1 z = c[x] }
heuristic first = 1
heuristic second = r + first
heuristic third = s + max(second, 1)
heuristic fourth = s + place[x]
move go(n: N) where n < 3 and n < place[2] and not (n == 1) cost c[n] { x := n }
goal x == least(c[1])
symmetry id { x := x }
`)
	before := m.StateSize
	d := later.Defer(m, []*model.Array{paramOf(m, "a"), paramOf(m, "b"), paramOf(m, "c")})
	assert.Equal(t, before, m.StateSize, "the model itself is what it was")
	assert.Equal(t, model.Param, paramOf(m, "c").Role)
	assert.Equal(t, map[string][]string{"a": {"b"}}, d.With)
	assert.Equal(t, map[string]string{
		"second": "the puzzle of `r` depends on a, b, c", "third": "the puzzle of `r` depends on a, b, c",
	}, d.LeftOut)
	var later, heuristics []string
	for _, a := range d.Model.StateArrays() {
		if a.Later != nil {
			later = append(later, a.Name)
		}
	}
	for _, h := range d.Model.Heuristics {
		heuristics = append(heuristics, h.Name)
	}
	assert.Equal(t, []string{"a", "b", "c", "twice", "place"}, later)
	assert.Equal(t, []string{"first", "fourth"}, heuristics)
	assert.Empty(t, d.Model.Symmetries)
	assert.Len(t, semantics.NewMachine(d.Model).Instances(), 2, "of where there is what is known")
	assert.Len(t, d.Model.Moves[0].When, 1)

	x, y := semantics.NewMachine(m), semantics.NewMachine(d.Model)
	states, _, err := x.InitialStates(context.Background(), 1)
	require.NoError(t, err)
	same, _, err := y.InitialStates(context.Background(), 1)
	require.NoError(t, err)
	assert.Equal(t, same[0], d.State(m, states[0]))
	for _, mv := range x.Instances() {
		for _, other := range y.Instances() {
			if x.Format(mv) != y.Format(other) {
				continue
			}
			next, cost, refused := x.Apply(states[0], mv)
			after, price, no := y.Apply(same[0], other)
			require.Equal(t, refused == nil, no == nil, x.Format(mv))
			if refused == nil {
				assert.Equal(t, cost, price)
				assert.Equal(t, after, d.State(m, next))
			}
		}
	}
}

// TestDeferMap: a map that is known later is an array of characters.
func TestDeferMap(t *testing.T) {
	m := deferModel(t, "move go when plan[(0, x)] == 'a' { x := plan.cols } goal free[(0, x % 2)] == 'p'")
	d := later.Defer(m, []*model.Array{paramOf(m, "plan"), paramOf(m, "free")})
	letters := func(name string) (domain, cells string) {
		for _, a := range d.Model.StateArrays() {
			if a.Name != name {
				continue
			}
			data := d.Model.Data[a.ID]
			for _, v := range data.Domain.Elems {
				domain += string(rune(v.N))
			}
			for _, v := range data.Values {
				cells += string(rune(v.N))
			}
		}
		return domain, cells
	}
	for name, want := range map[string][2]string{"plan": {"abz", "abba"}, "free": {"pq", "pq"}} {
		domain, cells := letters(name)
		assert.Equal(t, want, [2]string{domain, cells}, name)
	}
	x, y := semantics.NewMachine(m), semantics.NewMachine(d.Model)
	states, _, err := x.InitialStates(context.Background(), 1)
	require.NoError(t, err)
	next, _, refused := y.Apply(d.State(m, states[0]), y.Instances()[0])
	require.Nil(t, refused)
	want, _, _ := x.Apply(states[0], x.Instances()[0])
	assert.Equal(t, d.State(m, want), next)
}

// TestDeferRange: a binder over a range whose bound is known later goes over the widest one, and keeps what lies in the
// range.
func TestDeferRange(t *testing.T) {
	m := deferModel(t, `
param k: 0..3 = 2
def total = sum i in 0..k, j in i..2*k where i != 1: 10 * i + j
move go { for i in 1..k { s[i] := k } x := 1 }
state s[N]: N = 0
goal x == 1
heuristic h = total
`)
	d := later.Defer(m, []*model.Array{paramOf(m, "k")})
	x, y := semantics.NewMachine(m), semantics.NewMachine(d.Model)
	states, _, err := x.InitialStates(context.Background(), 1)
	require.NoError(t, err)
	want, err := verify.NewEstimates(x).Of(m.Heuristics[0], states[0])
	require.NoError(t, err)
	got, err := verify.NewEstimates(y).Of(d.Model.Heuristics[0], d.State(m, states[0]))
	require.NoError(t, err)
	assert.Equal(t, want, got)
	next, _, refused := x.Apply(states[0], x.Instances()[0])
	require.Nil(t, refused)
	after, _, refused := y.Apply(d.State(m, states[0]), y.Instances()[0])
	require.Nil(t, refused)
	assert.Equal(t, d.State(m, next), after)
}
