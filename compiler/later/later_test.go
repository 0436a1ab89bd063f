package later_test

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/later"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
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
state x: N = any
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
	tests := []struct{ text, name, want string }{
		{"goal x == c[2]", "c", ""},
		{"goal x == 1", "c", ""},
		{"goal x in 0..c[1]", "c", ""},
		{"assume c[0] == 0 goal x == 1", "c", ""},
		{"goal x == a", "a", "the default of b depends on it"},
		{"goal x == wide", "wide", "it is of a type with too many values"},
		{"goal word == 'x'", "word", "it is no number, name or cell, or no list of such"},
		{"type T = 0..c[2] state z: T = 0 goal x == 1", "c", "the type T depends on it"},
		{"state z: 0..c[2] = 0 goal x == 1", "c", "the type of z depends on it"},
		{"state z[0..c[2]]: N = 0 goal x == 1", "c", "the size of z depends on it"},
		{"type T = grid(1, c[2]) goal x == size(T)", "c", "the size of grid(1, c[2]) depends on it"},
		{"goal exists i in 0..c[1]: x == i", "c", "the set of a binder depends on it (p.pz:23)"},
		{"goal x == 1 + (sum i in 0..2*k-1: i) param k: 0..3 = 1", "k", "the set of a binder depends on it (p.pz:23)"},
		{"goal x == size({i for i in 0..k}) param k: 0..3 = 1", "k", "the set of a binder depends on it (p.pz:23)"},
		{"goal x == size({c[1], 2})", "c", "the set of size depends on it (p.pz:23)"},
		{
			"def up(i: N, j: N) = c[i] < c[j] goal steps(up, x, 3) == 1", "c",
			"a relation of steps depends on it (p.pz:23)",
		},
		{
			"def up(i: N, j: N) = c[i] < c[j] const d[i in N]: 0..9 = if i == 0 then 0 else steps(up, 0, i) goal x == d[1]", "c",
			"a relation of steps depends on it (p.pz:23)",
		},
		{"const d: N = size(0..c[1]) goal x == d", "c", "the set of size depends on it (p.pz:23)"},
		{"def near(n: N) = size(0..n) goal near(c[1]) == 1", "c", "n of near depends on it (p.pz:23)"},
		{"const d: N = 5 - c[3] - twice goal x == d", "c", ""},
		{
			"const d: (N, N) = (c[0], 1) goal d == (1, 1)", "c",
			"d depends on it, which is no number, name or cell, or no list of such",
		},
		{"const d[i in N]: N = c[i + 1] goal x == d[0]", "c", "d depends on it, which is undefined in places"},
		{"goal plan[(0, x)] == 'a' and x == plan.rows", "plan", ""},
		{"goal free[(0, x)] == 'p' view c in grid(free): \"{free[c]}\"", "free", ""},
		{
			"type T = {c for c in grid(plan) where plan[c] == 'a'} state z: T = (0, 0) goal x == 1", "plan",
			"the type T depends on it",
		},
		{"goal x == large.rows", "large", "it is a map of which only the size is read"},
		{"goal x == 1 view \"{free}\"", "free", "what reads it as a whole depends on it (p.pz:23)"},
		{
			"const other: map = plan goal x == 1 and other[(0, 0)] == 'a'", "plan",
			"what reads it as a whole depends on it (p.pz:23)",
		},
	}
	for _, tt := range tests {
		m := deferModel(t, tt.text)
		assert.Equal(t, tt.want, later.Defer(m, []*model.Array{paramOf(m, tt.name)}).Fixed[tt.name], tt.text)
	}
}

func TestDefer(t *testing.T) {
	m := deferModel(t, "goal x == least(c[1])\nsymmetry id { x := x }\n")
	before := m.StateSize
	d := later.Defer(m, []*model.Array{paramOf(m, "a"), paramOf(m, "b"), paramOf(m, "c")})
	assert.Equal(t, before, m.StateSize, "the model itself is what it was")
	assert.Equal(t, model.Param, paramOf(m, "c").Role)
	assert.Equal(t, map[string]string{"a": "the default of b depends on it"}, d.Fixed)
	assert.Equal(t, []string{"b", "c", "place"}, deferredIn(d))
	assert.Empty(t, d.Model.Symmetries)
	sameGoals(t, m, d)
}

// deferredIn lists the parameters and constants that are state variables of a deferred model.
func deferredIn(d *later.Deferred) (names []string) {
	for _, a := range d.Model.StateArrays() {
		if a.Later != nil {
			names = append(names, a.Name)
		}
	}
	return names
}

// sameGoals compares which states are goals of a model and of its deferred model.
func sameGoals(t *testing.T, m *model.Model, d *later.Deferred) {
	t.Helper()
	x, y := semantics.NewMachine(m), semantics.NewMachine(d.Model)
	states, _, err := x.InitialStates(context.Background(), 100)
	require.NoError(t, err)
	require.NotEmpty(t, states)
	for _, s := range states {
		assert.Equal(t, x.Goal(s), y.Goal(d.State(m, s)))
	}
}

// TestDeferMap: a map that is known later is an array of characters.
func TestDeferMap(t *testing.T) {
	m := deferModel(t, "goal free[(0, x % 2)] == 'p' and plan[(0, x)] == 'a' and x < plan.cols")
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
	sameGoals(t, m, d)
}
